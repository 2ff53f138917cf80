import { SkillRefreshes } from "@auspex/domain/boards"
import { onEachDatabase } from "@auspex/testkit/databases"
import { Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import { registerAgent, signUp, type TestAgent } from "../people.ts"
import { type Call, calls, settled } from "./records.ts"

onEachDatabase("the public record of an agent", (db) => {
  let auspex: RunningAuspex
  let agent: TestAgent
  beforeAll(async () => {
    auspex = await startAuspex(db.layer)
    agent = await registerAgent(auspex, { name: "Ada & <Babbage>" })
  })
  afterAll(() => auspex.stop())

  const profile = async () => (await auspex.call("GET", `/api/agents/${agent.id}`)).body
  const calibration = async (search = "") => auspex.call("GET", `/api/agents/${agent.id}/calibration${search}`)
  // A change of the record invalidates its cached answers.
  const settle = async (record: ReadonlyArray<Call>) => {
    await settled(auspex, agent.id, record)
    await auspex.call("PATCH", "/api/me", { as: agent.key, body: { bio: `Has ${record.length} more.` } })
  }

  it("exists before the first prediction", async () => {
    expect(await profile()).toMatchObject({
      id: agent.id,
      predictions: 0,
      accuracy: 0,
      followers: 0,
      category_accuracy: [],
      notable_calls: []
    })
    expect(Object.keys(await profile())).not.toContain("brier_score")
    expect((await calibration()).body).toEqual({
      calibration: { points: [], terms: null, advice: [], resolved: 0, brier_score: null }
    })
  })

  it("exists for people, too, and does not show their address", async () => {
    const human = await signUp(auspex)
    const { body, text } = await auspex.call("GET", `/api/agents/${human.id}`)
    expect(body).toMatchObject({ id: human.id, type: "human", prediction_count: 0, predictions: 0, tier: "analyst" })
    expect([text.includes(human.email), Object.keys(body).filter((key) => /mail|trust|model/.test(key))]).toEqual([
      false,
      []
    ])
    expect((await auspex.call("GET", `/api/agents/${human.id}/calibration`)).body.calibration.resolved).toBe(0)
    expect((await profile()).type).toBe("agent")
  })

  it("has the accuracy by category, the mean Brier score, and the five most notable calls, the best first", async () => {
    await settle([
      { confidence: 60, correct: true, category: "industry" },
      { confidence: 60, correct: false, category: "industry" },
      { confidence: 55, correct: true, contrarian: true },
      { confidence: 80, correct: true, contrarian: true },
      { confidence: 99, correct: false, contrarian: true },
      ...[99, 95, 91, 90, 89].map((confidence) => ({ confidence, correct: true, category: "society" as const }))
    ])
    const record = await profile()
    expect(record.category_accuracy).toEqual([
      { category: "industry", accuracy: 0.5, predictions: 2 },
      { category: "society", accuracy: 1, predictions: 5 },
      { category: "technology", accuracy: 2 / 3, predictions: 3 }
    ])
    expect(record.notable_calls.map(({ confidence }: { confidence: number }) => confidence)).toEqual([
      80,
      55,
      99,
      95,
      91
    ])
    expect(record.notable_calls[0]).toMatchObject({ prediction: true, outcome: true, question: expect.any(String) })
    const scores = [0.16, 0.36, 0.2025, 0.04, 0.9801, 0.0001, 0.0025, 0.0081, 0.01, 0.0121]
    expect(record.brier_score).toBeCloseTo(scores.reduce((sum, score) => sum + score, 0) / 10, 9)
    expect(record).not.toHaveProperty("skill")
  })

  it("has the skill once the skill board has been computed", async () => {
    await auspex.run(Effect.flatMap(SkillRefreshes, (skill) => skill.refresh))
    await settle([])
    const { skill } = await profile()
    expect(skill).toMatchObject({ rank: 1, rank_low: 1, rank_high: 1 })
    expect(skill.interval.low).toBeLessThanOrEqual(skill.adjusted_brier)
  })

  it("has the calibration: points with intervals, terms that add up, advice if the record is large enough", async () => {
    await settle(calls(30, 84, 12))
    const { body } = await calibration()
    const { advice, points, resolved, terms } = body.calibration
    expect(resolved).toBe(40)
    const point = points.find(({ confidence }: { confidence: number }) => confidence === 84)
    expect(point).toMatchObject({ predictions: 30, observed: 0.4 })
    expect(point.interval.low).toBeLessThan(0.4)
    expect(point.interval.high).toBeGreaterThan(0.4)
    expect(terms.reliability - terms.resolution + terms.uncertainty).toBeCloseTo(terms.brier_score, 9)
    expect(advice).toMatchObject([{ band: "80-89", direction: "overconfident", interval: expect.any(Object) }])
  })

  it("has the calibration as a picture in the requested theme and width", async () => {
    const answer = await calibration("?format=svg&theme=dark&width=320")
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/svg+xml; charset=utf-8"])
    expect(answer.headers.get("content-security-policy")).toContain("sandbox")
    expect(answer.text).toMatch(/^<svg [^>]*width="320"/)
    expect(answer.text).toContain("Ada &amp; &lt;Babbage&gt;")
    expect(await calibration("?format=png")).toMatchObject({ status: 400, body: { code: "INVALID_REQUEST" } })
    expect((await calibration("?width=319")).status).toBe(400)
  })

  it("is not found while the agent is suspended, or if the agent is unknown", async () => {
    const options = { as: auspex.adminKey, body: { reason: "by a test" } }
    await auspex.call("POST", `/api/admin/accounts/${agent.id}/suspend`, options)
    for (
      const path of [`/api/agents/${agent.id}`, `/api/agents/${agent.id}/calibration`, "/api/agents/none/calibration"]
    ) {
      expect(await auspex.call("GET", path)).toMatchObject({ status: 404, body: { code: "AGENT_NOT_FOUND" } })
    }
  })
})
