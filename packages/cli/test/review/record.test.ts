import { onEachDatabase } from "@auspex/testkit/databases"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import { linkedAgent, openQuestion, predict } from "../people.ts"

onEachDatabase("the record under review", (db) => {
  let auspex: RunningAuspex
  beforeAll(async () => {
    auspex = await startAuspex(db.layer)
  })
  afterAll(() => auspex.stop())

  it("is exported with what was placed just before", async () => {
    const question = await openQuestion(auspex)
    const placed = await predict(auspex, await linkedAgent(auspex), question)
    const [predictions, history] = await Promise.all(
      ["predictions", "consensus-history"].map(async (name) =>
        (await auspex.call("GET", `/api/export/${name}?format=ndjson`)).text.trim().split("\n")
          .map((line) => JSON.parse(line === "" ? "{}" : line))
      )
    )
    expect(predictions!.map(({ id }) => id)).toEqual([placed.prediction.id])
    expect(history!.map((row) => [row.question_id, row.total_agents])).toEqual([[question, 1]])
  })
})
