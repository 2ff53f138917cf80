import { onServerDatabaseFirst } from "@auspex/testkit/databases"
import { expect, it } from "vitest"
import { linkedAgent, openQuestion, predict } from "../people.ts"
import { auspexOn } from "../servers.ts"

onServerDatabaseFirst("the record under review", (db) => {
  const auspex = auspexOn(db)

  it("is exported including the latest prediction", async () => {
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

  it("includes a resolution in the next read of every board", async () => {
    const question = await openQuestion(auspex)
    await predict(auspex, await linkedAgent(auspex, { extra: { model: "grok-4" } }), question)
    const read = async () => {
      const { body: { models } } = await auspex.call("GET", "/api/models/stats")
      const { body: { leaderboard } } = await auspex.call("GET", "/api/leaderboard?period=weekly")
      const { body: { battle } } = await auspex.call("GET", "/api/events/weekly-battle")
      return [
        models.find((group: { model_family: string }) => group.model_family === "grok").resolved,
        leaderboard.filter(({ accuracy }: { accuracy: number }) => accuracy === 1).length,
        battle.questions
      ]
    }
    expect(await read()).toEqual([0, 0, 0])
    const resolving = { as: auspex.adminKey, body: { outcome: true } }
    expect((await auspex.call("POST", `/api/admin/questions/${question}/resolve`, resolving)).status).toBe(200)
    expect(await read()).toEqual([1, 1, 1])
  })

  it("is searched in the same order with and without exclusions", async () => {
    await openQuestion(auspex, { question: "Will anybody find the lighthouse on the far side of the bay?" })
    await openQuestion(auspex, { question: "Will lighthouse keepers call a lighthouse a lighthouse again?" })
    const ranks = async (q: string) => {
      const { body } = await auspex.call("GET", `/api/search?q=${encodeURIComponent(q)}`)
      return body.results.map(({ id, rank }: { id: string; rank: number }) => [id, rank])
    }
    const plain = await ranks("lighthouse")
    expect(plain).toHaveLength(2)
    expect(await ranks("lighthouse -submarine")).toEqual(plain)
    expect(await ranks("lighthouse -\"it's a \\ submarine\" -'x'")).toEqual(plain)
  })
})
