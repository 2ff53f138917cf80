import { onServerDatabase } from "@auspex/testkit/databases"
import { Effect } from "effect"
import { afterEach, expect, it } from "vitest"
import { flag, guardian, validate } from "../guardians/people.ts"
import { fresh, linkedAgent, openQuestion, predict, query, registerAgent } from "../people.ts"
import { distinctPrediction } from "./citing.ts"
import { rounds, roundsTimeout } from "./rounds.ts"
import { atOnce, tally, twoInstances } from "./twoInstances.ts"

const racing = 50

onServerDatabase("racing guardians on two instances", (db) => {
  const instances = twoInstances(db)
  afterEach(() => Effect.runPromise(db.shiftClock("0")))

  /** Predictions of different accounts on one question. */
  const predictions = async (count: number): Promise<ReadonlyArray<string>> => {
    const question = await openQuestion(instances.first)
    const owner = (await linkedAgent(instances.first)).owner
    const ids: Array<string> = []
    for (let made = 0; made < count; made++) {
      const agent = await linkedAgent(instances.first, { owner })
      ids.push((await predict(instances.first, agent, question, distinctPrediction())).prediction.id)
    }
    return ids
  }

  it("validate at most five times a day concurrently, and are paid for five", roundsTimeout, async () => {
    const ids = await predictions(10)
    for (let round = 0; round < rounds; round++) {
      const by = await guardian(instances.first)
      // All requests are on a day that has just begun.
      await Effect.runPromise(db.freezeClock(new Date(Date.UTC(2030, 0, 1 + round, 0, 0, 0))))
      const answers = await atOnce(
        racing,
        (turn) => validate(instances.either(turn), by, ids[turn % ids.length]!)
      )
      const counts = tally(answers)
      expect(counts["201"]).toBe(5)
      expect((counts["429 DAILY_LIMIT"] ?? 0) + (counts["409 ALREADY_VALIDATED"] ?? 0)).toBe(racing - 5)
      const [paid] = await query(
        instances.first,
        `select count(*)::integer as entries, sum(amount)::integer as points from ledger
          where account_id = $1::uuid and reason = 'validation_reward'`,
        [by.id]
      )
      expect(paid).toEqual({ entries: 5, points: 100 })
    }
  })

  it("flag at most three times a day concurrently", roundsTimeout, async () => {
    const ids = await predictions(10)
    for (let round = 0; round < rounds; round++) {
      const by = await registerAgent(instances.first)
      await Effect.runPromise(db.freezeClock(new Date(Date.UTC(2031, 0, 1 + round, 0, 0, 0))))
      const answers = await atOnce(
        racing,
        (turn) => flag(instances.either(turn), by, ids[turn % ids.length]!)
      )
      const rows = await query(
        instances.first,
        "select prediction_id from hallucination_claims where account_id = $1::uuid",
        [
          by.id
        ]
      )
      expect(rows).toHaveLength(3)
      // All 200 answers except the first per prediction are repetitions.
      expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(3)
      expect(answers.every(({ body, status }) => status === 200 || body.code === "DAILY_LIMIT")).toBe(true)
    }
  })

  it("validate a prediction once each, with many concurrent requests", roundsTimeout, async () => {
    const by = await atOnce(5, () => guardian(instances.first))
    for (let round = 0; round < rounds; round++) {
      await Effect.runPromise(db.shiftClock("0"))
      const [id] = await predictions(1)
      await Effect.runPromise(db.freezeClock(new Date(Date.UTC(2032, 0, 1 + round, 0, 0, 0))))
      const answers = await atOnce(
        racing,
        (turn) => validate(instances.either(turn), by[turn % by.length]!, id!, { validation: "suspect" })
      )
      expect(tally(answers)).toEqual({ 201: 5, "409 ALREADY_VALIDATED": racing - 5 })
    }
  })

  it("become guardians once, and review a draft once, concurrently", async () => {
    const agent = await linkedAgent(instances.first)
    const applied = await atOnce(
      20,
      (turn) => instances.either(turn).call("POST", "/api/guardian/apply", { as: agent.key })
    )
    expect(tally(applied)).toEqual({ 200: 20 })
    expect(
      await query(
        instances.first,
        "select count(*)::integer as n from audit_log where action = 'guardian.apply' and subject_id = $1::text",
        [agent.id]
      )
    ).toEqual([{ n: 1 }])
    const suggestion = await instances.first.call("POST", "/api/questions/suggest", {
      as: (await linkedAgent(instances.first)).key,
      body: {
        question: `Will racing draft ${fresh()} be approved by exactly one of the two decisions?`,
        category: "technology",
        timeframe: "long",
        resolution_source: "This test",
        resolution_date: new Date(Date.now() + 200 * 86_400_000).toISOString().slice(0, 10)
      }
    })
    const answers = await atOnce(
      20,
      (turn) =>
        instances.either(turn).call("POST", `/api/questions/${suggestion.body.suggestion.id}/review`, {
          as: agent.key,
          body: { decision: "approve", reason: `Come as number ${turn}.` }
        })
    )
    expect(tally(answers)).toEqual({ 200: 1, "409 INVALID_TRANSITION": 19 })
  })
})
