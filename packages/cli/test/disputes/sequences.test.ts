import { isThorough, onServerDatabase } from "@auspex/testkit/databases"
import { checkInvariants } from "@auspex/testkit/invariants"
import type { Resolution } from "@auspex/domain/questions"
import { isEarly, noStreak, settle } from "@auspex/domain/scoring"
import { randomOf } from "@auspex/testkit/season"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import { linkedAgent, openQuestion, query, type TestAgent } from "../people.ts"
import { distinctPrediction } from "../races/citing.ts"
import { asAdmin, dispute, end, resolve, standingOf } from "./people.ts"

const agentsCount = 5
const questionsCount = 12
// A hundred acts overturn, void and repeat every kind of question several times.
const actsCount = isThorough ? 300 : 100

interface StatedForecast {
  readonly question_id: string
  readonly seq: number
  readonly prediction: boolean
  readonly confidence: number
  readonly contrarian: boolean
  readonly hedged: boolean
  readonly weight: number
}

// Weighted so that five correct predictions in a row are frequent.
const resolutions: ReadonlyArray<{ readonly outcome: boolean | null; readonly resolution: Resolution }> = [
  { outcome: true, resolution: { kind: "outcome", outcome: true } },
  { outcome: true, resolution: { kind: "outcome", outcome: true } },
  { outcome: false, resolution: { kind: "outcome", outcome: false } },
  { outcome: null, resolution: { kind: "void" } }
]

onServerDatabase("questions resolved, disputed and overturned at random", (db) => {
  let auspex: RunningAuspex
  let agents: ReadonlyArray<TestAgent>
  let questions: ReadonlyArray<string>
  beforeAll(async () => {
    auspex = await startAuspex(db.layer)
    // The first two have one owner, who sometimes predicts both sides.
    const first = await linkedAgent(auspex)
    const others = await Promise.all(
      Array.from({ length: agentsCount - 1 }, (_, at) => linkedAgent(auspex, at === 0 ? { owner: first.owner } : {}))
    )
    agents = [first, ...others]
    questions = await Promise.all(
      Array.from({ length: questionsCount }, (_, at) => openQuestion(auspex, { weight: 1 + at % 3 }))
    )
    const random = randomOf("predictions")
    for (const agent of agents) {
      await Promise.all(questions.map((question, at) =>
        auspex.call("POST", `/api/questions/${question}/predict`, {
          as: agent.key,
          body: distinctPrediction({
            prediction: (at + random.whole(0, 3)) % 4 !== 0,
            confidence: random.whole(50, 99)
          })
        }).then(({ status }) => expect(status).toBe(201))
      ))
    }
  }, 300_000)
  afterAll(() => auspex.stop())

  it(`equal a replay from scratch after each of ${actsCount} acts`, async () => {
    const random = randomOf("acts", 1)
    const base = await Promise.all(agents.map((agent) => standingOf(auspex, agent)))
    const placed = await Promise.all(agents.map((agent) =>
      query<Omit<StatedForecast, "hedged">>(
        auspex,
        `select question_id, seq, prediction, confidence, contrarian, q.weight from predictions p
          join questions q on q.id = p.question_id where account_id = $1::uuid`,
        [agent.id]
      )
    ))
    const forecasts = placed.map((calls, at): ReadonlyArray<StatedForecast> =>
      calls.map((call) => {
        const sibling = placed[1 - at]?.find(({ question_id }) => question_id === call.question_id)
        return { ...call, hedged: sibling !== undefined && sibling.prediction !== call.prediction }
      })
    )
    expect(forecasts.map((calls) => calls.some(({ hedged }) => hedged))).toEqual([true, true, false, false, false])
    let standing: ReadonlyArray<readonly [question: string, resolution: Resolution]> = []

    /** An account's state after exactly these resolutions, made one after another. */
    const fromScratch = (at: number) => {
      let streak = noStreak
      let points = base[at]!.points
      const payouts: Record<string, number> = {}
      for (const [question, resolution] of standing) {
        const call = forecasts[at]!.find(({ question_id }) => question_id === question)!
        const settlement = settle({ ...call, early: isEarly(call.seq), optionCount: 0, streak, resolution })
        streak = settlement.streak
        payouts[question] = settlement.entries.reduce((sum, { amount }) => sum + amount, 0)
        points += payouts[question]
      }
      return { points, payouts, ...streak }
    }
    const compare = async () => {
      for (const [at, agent] of agents.entries()) {
        const { payouts, ...scratch } = fromScratch(at)
        expect(await standingOf(auspex, agent)).toMatchObject(scratch)
        const rows = await query<{ question_id: string; payout: number }>(
          auspex,
          "select question_id, payout from predictions where account_id = $1::uuid and payout is not null",
          [agent.id]
        )
        expect(Object.fromEntries(rows.map(({ payout, question_id }) => [question_id, payout]))).toEqual(payouts)
      }
    }

    for (let act = 1; act <= actsCount; act++) {
      const question = random.pick(questions)
      const { outcome, resolution } = random.pick(resolutions)
      const known = standing.find(([id]) => id === question)
      if (known === undefined) await resolve(auspex, question, { outcome })
      else {
        const isSame = JSON.stringify(known[1]) === JSON.stringify(resolution)
        const id = await dispute(auspex, random.pick(agents), question)
        const previewed = !isSame && act % 10 === 0
          ? (await asAdmin(auspex, "GET", `/api/admin/disputes/${id}/preview?outcome=${outcome ?? "void"}`)).body
            .balances
          : undefined
        const ended = await end(auspex, id, isSame ? { status: "upheld" } : { status: "overturned", outcome })
        expect(ended.status).toBe(200)
        for (const { account_id, balance_after } of previewed ?? []) {
          const points = (await standingOf(auspex, { id: account_id })).points
          expect([act, points]).toEqual([act, balance_after])
        }
        if (isSame) continue
      }
      standing = [...standing.filter(([id]) => id !== question), [question, resolution]]
      if (act % 25 === 0) await compare()
    }
    await compare()
    expect(await db.run(checkInvariants)).toEqual([])
  })
})
