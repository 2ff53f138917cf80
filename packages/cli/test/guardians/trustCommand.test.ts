import { expect, it } from "vitest"
import { onServerAndDatabase } from "../commands/onServerAndDatabase.ts"
import { registerAgent, verifiedHuman } from "../people.ts"
import { movesOf, trustOf } from "./people.ts"

onServerAndDatabase("auspex agents trust", (auspex, call) => {
  const trust = (...argv: ReadonlyArray<string>) => call("agents", "trust", ...argv)

  it("sets the label of an agent by its name, if allowed, and records it in the audit log", async () => {
    const agent = await registerAgent(auspex)
    const reason = ["--reason", "Cites pages that it made itself."]
    const rehearsed = await trust(agent.name, "flagged", ...reason, "--dry-run")
    expect([rehearsed.code, rehearsed.err]).toEqual([0, expect.stringContaining(`which is unverified, flagged`)])
    const asks = await trust(agent.name, "flagged", ...reason)
    expect([asks.code, asks.err]).toEqual([2, expect.stringContaining("no terminal to ask on")])
    expect((await trustOf(auspex, agent)).trust_label).toBe("unverified")
    const done = await trust(agent.name, "flagged", ...reason, "--yes", "--output", "json")
    expect([done.code, done.json.agent.trust_label]).toEqual([0, "flagged"])
    expect(await movesOf(auspex, agent)).toMatchObject([{ to: "flagged", note: reason[1] }])
  })

  it("refuses an invalid label, an unknown agent and a missing reason", async () => {
    const agent = await registerAgent(auspex)
    const why = ["--reason", "Because.", "--yes"]
    expect((await trust(agent.id, "superb", ...why)).code).toBe(2)
    expect((await trust(agent.id, "trusted", "--yes")).code).toBe(2)
    expect((await trust(agent.id, "trusted", "--reason", " ", "--yes")).err).toContain("reason needs 1 or more")
    const human = await trust((await verifiedHuman(auspex)).id, "trusted", ...why)
    expect([human.code, human.err]).toEqual([3, expect.stringContaining("only agents have a trust label")])
    expect((await trustOf(auspex, agent)).trust_label).toBe("unverified")
  })
})
