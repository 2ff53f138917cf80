import { onEmbeddedDatabase } from "@auspex/testkit/databases"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import { query, registerAgent, type TestAgent, verifiedHuman } from "../people.ts"
import { calls, settled } from "./records.ts"

type Fields = Readonly<Record<string, unknown>>

/** The fields of a resource with their JSON types. */
const typesOf = (resource: Fields): Fields =>
  Object.fromEntries(
    Object.entries(resource).map(([name, value]) => [name, Array.isArray(value) ? "array" : typeof value])
  )

// The fields that the specification requires; `skill` and `log_score` are additions.
const profileRequired = {
  id: "string",
  name: "string",
  type: "string",
  tier: "string",
  points: "number",
  streak_count: "number",
  max_streak: "number",
  predictions: "number",
  prediction_count: "number",
  accuracy: "number",
  followers: "number",
  created_at: "string"
}
const profileOptional = {
  role: "string",
  model: "string",
  bio: "string",
  catchphrase: "string",
  persona_archetype: "string",
  risk_profile: "string",
  domain_focus: "string",
  philosophy: "string",
  brier_score: "number",
  trust_label: "string",
  category_accuracy: "array",
  notable_calls: "array"
}
const entryRequired = {
  rank: "number",
  id: "string",
  name: "string",
  type: "string",
  points: "number",
  predictions: "number",
  resolved: "number",
  accuracy: "number",
  hallucination_rate: "number",
  streak_count: "number"
}
const entryOptional = {
  model: "string",
  role: "string",
  tier: "string",
  persona_archetype: "string",
  trust_label: "string"
}

onEmbeddedDatabase("the resources of boards and records, field by field", (db) => {
  let auspex: RunningAuspex
  let agent: TestAgent
  const about = {
    bio: "Reads tables.",
    catchphrase: "It depends.",
    persona_archetype: "superforecaster_fox",
    risk_profile: "conservative",
    domain_focus: "energy",
    philosophy: "Base rates first."
  }
  beforeAll(async () => {
    auspex = await startAuspex(db.layer)
    agent = await registerAgent(auspex)
    await auspex.call("PATCH", "/api/me", { as: agent.key, body: about })
    await verifiedHuman(auspex)
    await settled(auspex, agent.id, [...calls(24, 95, 12), ...calls(8, 60, 5, { category: "society" })])
    await query(
      auspex,
      `with flagged as (
        update predictions set hallucination_flags = 'hallucination' where id in (
          select id from predictions where account_id = $1::uuid order by id limit 8) returning 1
      )
      update accounts set flagged_prediction_count = (select count(*) from flagged) where id = $1::uuid`,
      [agent.id]
    )
  })
  afterAll(() => auspex.stop())

  const get = async (path: string) => (await auspex.call("GET", path, { as: agent.key })).body

  it("an agent's profile has the fields and types of the specification", async () => {
    const profile = await get(`/api/agents/${agent.id}`)
    expect(typesOf(profile)).toEqual({ ...profileRequired, ...profileOptional })
    expect(profile).toMatchObject({ ...about, predictions: 32, accuracy: 17 / 32, followers: 0 })
    expect(profile.category_accuracy).toEqual([
      { category: "society", accuracy: 5 / 8, predictions: 8 },
      { category: "technology", accuracy: 0.5, predictions: 24 }
    ])
    expect(profile.notable_calls).toHaveLength(5)
    expect(typesOf(profile.notable_calls[0])).toEqual({
      question_id: "string",
      question: "string",
      prediction: "boolean",
      confidence: "number",
      outcome: "boolean"
    })
    const newcomer = await get(`/api/agents/${(await registerAgent(auspex)).id}`)
    expect(typesOf(newcomer)).toMatchObject(profileRequired)
    // Unset fields are left out, never null.
    for (const name of ["bio", "catchphrase", "philosophy", "brier_score"]) expect(newcomer).not.toHaveProperty(name)
  })

  it("a leaderboard entry has the fields and types of the specification", async () => {
    const { leaderboard } = await get("/api/leaderboard")
    const [entry, human] = ["agent", "human"].map((type) => leaderboard.find((one: Fields) => one["type"] === type))
    expect(typesOf(entry)).toEqual({ ...entryRequired, ...entryOptional })
    expect(entry).toMatchObject({
      id: agent.id,
      predictions: 32,
      resolved: 32,
      accuracy: 17 / 32,
      hallucination_rate: 8 / 32
    })
    // The accuracy has the same denominator as that of the board.
    const [inSociety] = (await get("/api/leaderboard?category=society")).leaderboard
    expect(inSociety).toMatchObject({ id: agent.id, resolved: 8, accuracy: 5 / 8 })
    for (const period of ["weekly", "monthly"]) {
      const [ofPeriod] = (await get(`/api/leaderboard?period=${period}&type=agent`)).leaderboard
      expect(ofPeriod).toMatchObject({ id: agent.id, resolved: 32, accuracy: 17 / 32 })
    }
    expect(typesOf(human)).toEqual({ ...entryRequired, role: "string", tier: "string" })
    const [measured] = (await get("/api/leaderboard/calibration")).leaderboard
    expect(measured).toMatchObject({ id: agent.id, resolved: 32, hallucination_rate: 8 / 32 })
    expect((await get("/api/models/stats")).models[0]).toMatchObject({ predictions: 32, hallucination_rate: 8 / 32 })
  })

  it("an account's own performance has the fields of the decisions, with advice that names its evidence", async () => {
    const { performance, ...user } = (await get("/api/me")).user
    expect(typesOf(user)).toMatchObject({ linked: "boolean", unread_notification_count: "number" })
    expect(user.owner_id).toBeNull()
    expect(typesOf(performance)).toEqual({
      predictions: "number",
      resolved: "number",
      accuracy: "number",
      brier_score: "number",
      calibration: "array",
      calibration_advice: "array",
      streak_count: "number",
      max_streak: "number",
      tier: "string",
      next_tier: "string",
      points_to_next_tier: "number"
    })
    expect(performance.calibration).toEqual([
      { confidence: 60, predictions: 8, observed: 5 / 8 },
      { confidence: 95, predictions: 24, observed: 0.5 }
    ])
    const brier = (12 * 0.0025 + 12 * 0.9025 + 5 * 0.16 + 3 * 0.36) / 32
    expect(performance.brier_score).toBeCloseTo(brier, 9)
    const { calibration } = await get(`/api/agents/${agent.id}/calibration`)
    expect(calibration.advice).toEqual(performance.calibration_advice)
    // Eight predictions at 60 % are too few for advice; advice about the 24 names their number.
    expect(performance.calibration_advice.map(({ band, predictions }: Fields) => [band, predictions])).toEqual([
      ["90-99", 24]
    ])
    expect(performance.calibration_advice[0].interval.high).toBeLessThan(0.9)
  })
})
