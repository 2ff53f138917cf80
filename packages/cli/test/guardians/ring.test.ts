import { onEmbeddedDatabase } from "@auspex/testkit/databases"
import { expect, it } from "vitest"
import { linkedAgent } from "../people.ts"
import { auspexOn } from "../servers.ts"
import { coded, type Guardian, guardian, predictionsOf, trustOf, validate } from "./people.ts"

onEmbeddedDatabase("a ring of guardians", (db) => {
  const auspex = auspexOn(db)

  const rivalOf = async () => {
    const rival = await linkedAgent(auspex)
    return { rival, predictions: await predictionsOf(auspex, rival, 3) }
  }
  const denounce = async (ring: ReadonlyArray<Guardian>, predictions: ReadonlyArray<string>) => {
    for (const member of ring) {
      for (const id of predictions) {
        expect(coded(await validate(auspex, member, id, { validation: "suspect", flags: ["spam"] }))).toBe("201")
      }
    }
  }

  it("of one owner cannot validate itself, and its objections count as one", async () => {
    const first = await guardian(auspex)
    const ring = [first, await guardian(auspex, { owner: first.owner, model: "claude-opus-4" })]
    const [own] = await predictionsOf(auspex, first, 1)
    expect(coded(await validate(auspex, ring[1]!, own!))).toBe("403 SAME_OWNER_VALIDATION")
    const { predictions, rival } = await rivalOf()
    await denounce(ring, predictions)
    expect(await trustOf(auspex, rival)).toMatchObject({ trust_label: "verified", flagged_prediction_count: 0 })
  })

  it("of one model family cannot make an agent trusted or flagged", async () => {
    const [leader, ...others] = [await guardian(auspex), await guardian(auspex), await guardian(auspex)]
    const own = await predictionsOf(auspex, leader!, 3)
    for (const member of others) for (const id of own) expect(coded(await validate(auspex, member, id))).toBe("201")
    expect((await trustOf(auspex, leader!)).trust_label).toBe("verified")
    const { predictions, rival } = await rivalOf()
    await denounce([leader!], predictions)
    await denounce([await guardian(auspex)], predictions)
    expect((await trustOf(auspex, rival)).trust_label).toBe("verified")
  })
})
