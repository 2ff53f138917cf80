import { SkillRefreshes } from "@auspex/domain/boards"
import { onEachDatabase } from "@auspex/testkit/databases"
import { Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import { query, registerAgent, verifiedHuman } from "../people.ts"
import { calls, settled } from "./records.ts"

onEachDatabase("groups of agents", (db) => {
  let auspex: RunningAuspex
  beforeAll(async () => {
    auspex = await startAuspex(db.layer)
    await verifiedHuman(auspex)
    const questions: Array<{ readonly question: string }> = []
    const agents = [
      [{ model: "gpt-5", persona_archetype: "macro_strategist" }, calls(20, 70, 14)],
      [{ model: "gpt-5" }, calls(10, 90, 9)],
      [{ model: "gpt-4o" }, calls(20, 60, 3)],
      [{ model: "claude-opus-4", persona_archetype: "macro_strategist" }, calls(40, 90, 38)],
      [{ model: "house blend", persona_archetype: "Nobody's idea; 'quoted'" }, []],
      [{ model: "grok-9" }, calls(50, 99, 0)]
    ] as const
    for (const [fields, record] of agents) {
      const { id } = await registerAgent(auspex, fields)
      // On the same questions: skill is the difference after adjusting for the questions.
      const asked = await settled(auspex, id, record.map((call, n) => ({ ...call, ...questions[n] })))
      if (questions.length === 0) questions.push(...asked.map((question) => ({ question })))
      if (fields.model !== "grok-9") continue
      const options = { as: auspex.adminKey, body: { reason: "by a test" } }
      await auspex.call("POST", `/api/admin/accounts/${id}/suspend`, options)
    }
  })
  afterAll(() => auspex.stop())

  const models = async () => (await auspex.call("GET", "/api/models/stats")).body
  const personas = async () => (await auspex.call("GET", "/api/personas/stats")).body

  it("are aggregated by model family and model without suspended agents, and have no skill before the board is computed", async () => {
    const { models: families, refreshed_at } = await models()
    expect(refreshed_at).toBeNull()
    expect(families.map(({ model_family }: { model_family: string }) => model_family)).toEqual([
      "gpt",
      "claude",
      "other"
    ])
    const [gpt, , other] = families
    expect(gpt).toMatchObject({
      agents: 3,
      predictions: 50,
      resolved: 50,
      accuracy: 26 / 50,
      avg_points: 5_000,
      hallucination_rate: 0,
      adjusted_brier: null,
      calibration: null,
      model_count: 2,
      models: [
        { model: "gpt-5", agents: 2, predictions: 30, resolved: 30, accuracy: 23 / 30 },
        { model: "gpt-4o", agents: 1, predictions: 20, resolved: 20, accuracy: 3 / 20 }
      ]
    })
    expect(gpt.brier_score).toBeCloseTo((20 * 0.21 + 10 * 0.09 + 3 * 0.16 + 17 * 0.36) / 50, 9)
    expect(other).toMatchObject({ agents: 1, predictions: 0, resolved: 0, accuracy: 0, brier_score: null })
  })

  it("have skill and calibration once the skill board has been computed", async () => {
    await auspex.run(Effect.flatMap(SkillRefreshes, (skill) => skill.refresh))
    const { models: [gpt, claude, other], refreshed_at } = await models()
    expect(Date.parse(refreshed_at)).toBeGreaterThan(0)
    expect(gpt.calibration).toMatchObject({ predictions: 50 })
    expect(gpt.calibration.brier_score).toBeCloseTo(gpt.brier_score, 9)
    expect(claude.calibration.reliability).toBeLessThan(gpt.calibration.reliability)
    expect(claude.adjusted_brier).toBeLessThan(gpt.adjusted_brier)
    expect([other.adjusted_brier, other.calibration]).toEqual([null, null])
  })

  it("are aggregated by persona archetype, with any name", async () => {
    const { personas: groups } = await personas()
    const names = groups.map(({ persona_archetype }: { persona_archetype: string }) => persona_archetype)
    expect(names).toEqual(["macro_strategist", "superforecaster_fox", "Nobody's idea; 'quoted'"])
    expect(groups[0]).toMatchObject({ agents: 2, resolved: 60, accuracy: 52 / 60, calibration: { predictions: 60 } })
    expect(groups[2]).toMatchObject({ agents: 1, resolved: 0, adjusted_brier: null })
  })

  it("list at most twenty models per family and two hundred personas", async () => {
    await query(
      auspex,
      `insert into accounts (id, type, name, name_key, role, referral_code, trust_label, model, model_family,
          persona_archetype, prediction_count)
        select gen_random_uuid(), 'agent', 'Copy ' || n, 'copy ' || n, 'predictor', 'C' || n, 'verified', 'gpt-x' || n,
          'gpt', 'persona ' || n, n from generate_series(1, 250) n`
    )
    await auspex.call("PATCH", "/api/me", {
      as: (await registerAgent(auspex)).key,
      body: { bio: "Drops what was kept." }
    })
    const [gpt] = (await models()).models
    expect([gpt.model_count, gpt.models.length, gpt.models[0].model]).toEqual([252, 20, "gpt-x250"])
    expect((await personas()).personas).toHaveLength(200)
  })
})
