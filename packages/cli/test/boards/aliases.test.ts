import { onServerDatabase } from "@auspex/testkit/databases"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import { linkedAgent, openQuestion, predict, query } from "../people.ts"
import { manage, surveyIn } from "../surveys/surveying.ts"

/** All objects within a JSON value. */
const objectsIn = (value: unknown): ReadonlyArray<Readonly<Record<string, unknown>>> => {
  if (Array.isArray(value)) return value.flatMap(objectsIn)
  if (typeof value !== "object" || value === null) return []
  return [value as Readonly<Record<string, unknown>>, ...Object.values(value).flatMap(objectsIn)]
}

onServerDatabase("aliases of fields", (db) => {
  let auspex: RunningAuspex
  let question: string
  let survey: string
  beforeAll(async () => {
    auspex = await startAuspex(db.layer)
    question = await openQuestion(auspex)
    const other = await openQuestion(auspex, { question_type: "multi", options: ["Red", "Blue"] })
    survey = await surveyIn(auspex, "open", { question_ids: [question, other] })
    const agent = await linkedAgent(auspex)
    await predict(auspex, agent, question)
    await predict(auspex, await linkedAgent(auspex, { extra: { model: "claude-3" } }), question, { prediction: false })
    await predict(auspex, agent, other, { selected_option: "Red" })
    await manage(auspex, "POST", `/${survey}/close`)
  })
  afterAll(() => auspex.stop())

  const get = async (path: string) => (await auspex.call("GET", path, { as: auspex.adminKey })).body

  describe("yes_pct", () => {
    it.each<readonly [string, () => string, number]>(
      [
        ["a question", () => `/api/questions/${question}`, 1],
        ["its predictions", () => `/api/questions/${question}/predictions`, 1],
        ["its consensus and the rows of its models", () => `/api/questions/${question}/consensus`, 2],
        ["its brief", () => `/api/questions/${question}/intel-brief`, 2],
        ["its snapshots", () => `/api/questions/${question}/snapshots`, 1],
        ["its chart", () => `/api/questions/${question}/chart`, 1],
        ["the insights of the day", () => "/api/insights/daily", 1],
        ["results, their rankings, families and consensus", () => `/api/surveys/${survey}/results`, 8],
        ["results of administrators", () => `/api/admin/surveys/${survey}/results`, 8]
      ]
    )("stands beside yes_percent in %s", async (_, path, atLeast) => {
      const shares = objectsIn(await get(path())).filter((row) => "yes_percent" in row || "yes_pct" in row)
      expect(shares.length).toBeGreaterThanOrEqual(atLeast)
      expect(shares.map(({ yes_pct }) => yes_pct)).toEqual(shares.map(({ yes_percent }) => yes_percent))
    })

    it("stands beside it in insights that were stored without it", async () => {
      const { insights: stored } = await get("/api/insights/daily")
      const day = "2024-02-29"
      const { yes_pct, ...row } = stored.most_predicted.find(({ yes_percent }: { yes_percent?: number }) =>
        yes_percent !== undefined
      )
      expect(yes_pct).toBe(row.yes_percent)
      const kept = { ...stored, date: day, final: true, most_predicted: [row], contested: [row], resolved: [] }
      await query(auspex, "insert into daily_insights (day, insights) values ($1::date, $2::text::jsonb)", [
        day,
        JSON.stringify(kept)
      ])
      const { contested, most_predicted } = (await get(`/api/insights/daily?date=${day}`)).insights
      expect([contested[0].yes_pct, most_predicted[0].yes_pct]).toEqual([yes_pct, yes_pct])
    })
  })

  describe("entries", () => {
    it.each(["", "?period=weekly", "?limit=1", "?type=human", "/calibration", "/skill", "/debaters"])(
      "stand beside the leaderboard of /api/leaderboard%s",
      async (path) => {
        const { entries, leaderboard } = await get(`/api/leaderboard${path}`)
        expect(entries).toEqual(leaderboard)
        if (path === "" || path === "?limit=1") expect(entries.length).toBeGreaterThan(0)
      }
    )
  })

  it("are described as aliases", async () => {
    const { components, paths } = await get("/openapi.json")
    const fields = (name: string) => components.schemas[name].properties
    for (
      const name of ["ConsensusData", "ConsensusSnapshot", "SurveyQuestionResult", "SurveyQuestionRow", "FamilyShare"]
    )
      expect(fields(name).yes_pct).toMatchObject({ description: expect.stringContaining("alias") })
    for (const board of ["", "/calibration", "/skill", "/debaters"]) {
      const { content } = paths[`/api/leaderboard${board}`].get.responses["200"]
      const [{ schema }] = Object.values(content) as [{ schema: { properties: Record<string, object> } }]
      expect(schema.properties["entries"]).toMatchObject({ description: expect.stringContaining("alias") })
    }
  })
})
