import { PgStores } from "@auspex/adapters-pg"
import { onServerDatabaseFirst } from "@auspex/testkit/databases"
import { checkInvariants } from "@auspex/testkit/invariants"
import { testOutside } from "@auspex/testkit/outside"
import { planSeason, randomOf, runSeason, type SeasonAct, seasonUseCases } from "@auspex/testkit/season"
import { demoAccounts } from "../../src/demo/DemoAccounts.ts"
import { demoQuestions } from "../../src/demo/DemoQuestions.ts"
import { Effect, Layer } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type RunningAuspex, startAuspex, withoutCache } from "../harness.ts"
import { linkedAgent, predict, query, type TestAgent, verifiedHuman } from "../people.ts"
import { distinctPrediction } from "../races/citing.ts"

const msPerDay = 86_400_000
const days = 45
const startsAt = new Date(Date.UTC(2026, 2, 2, 9))
/** The approximate number of times that everything is read during the season. */
const readings = 9
/** The number of questions read each time, chosen at random. */
const questionsRead = 5

/** An answer given at a time; a later request as of that time must return the same. */
interface Recorded {
  readonly at: Date
  readonly target: string
  readonly status: number
  readonly text: string
}

const boards = [
  "/api/leaderboard?limit=100",
  "/api/leaderboard?limit=5&offset=3",
  "/api/leaderboard?type=agent&model_family=claude",
  "/api/leaderboard?type=human",
  "/api/leaderboard?period=weekly&limit=50",
  "/api/leaderboard?period=monthly&category=technology",
  "/api/leaderboard?category=society"
]
const lists = [
  "/api/questions?limit=100",
  "/api/questions?sort=closing&limit=100",
  "/api/questions?status=resolved",
  "/api/questions?status=open&sort=closing&category=technology",
  "/api/questions?question_type=multi",
  "/api/questions?timeframe=long&limit=2",
  "/api/questions?q=will%20context",
  "/api/questions?sort=closing&limit=3&offset=2"
]
const ofQuestion = (id: string): ReadonlyArray<string> => [
  `/api/questions/${id}`,
  `/api/questions/${id}/predictions?limit=100`,
  `/api/questions/${id}/consensus`,
  `/api/questions/${id}/snapshots?limit=100`,
  `/api/questions/${id}/chart`
]

const asOf = (target: string, at: Date): string =>
  `${target}${target.includes("?") ? "&" : "?"}as_of=${at.toISOString()}`

/** The expected answer as of the recorded time: a consensus then has `as_of`. */
const expectedOf = ({ at, status, target, text }: Recorded): string =>
  status === 200 && target.endsWith("/consensus") ? `${text.slice(0, -1)},"as_of":"${at.toISOString()}"}` : text

onServerDatabaseFirst("a season, read as of its days", (db) => {
  let auspex: RunningAuspex
  const recorded: Array<Recorded> = []
  beforeAll(async () => {
    auspex = await startAuspex(db.layer, withoutCache)
  })
  afterAll(async () => {
    await Effect.runPromise(db.shiftClock("0"))
    await auspex.stop()
  })

  // An administrator's reads include no votes of the caller.
  const read = (target: string) => auspex.call("GET", target, { as: auspex.adminKey })
  const record = async (at: Date, target: string): Promise<string | null> => {
    const { body, status, text } = await read(target)
    recorded.push({ at, target, status, text })
    return body?.next_cursor ?? null
  }

  const recordAll = async (at: Date, turn: number): Promise<void> => {
    const random = randomOf("readings", turn)
    const ids = (await query<{ id: string }>(auspex, "select id from questions order by id")).map(({ id }) => id)
    const chosen = random.sample(ids, questionsRead)
    for (const target of [...boards, ...lists, ...chosen.flatMap(ofQuestion)]) {
      const next = await record(at, target)
      if (next !== null && target.includes("limit=")) await record(at, `${target}&cursor=${next}`)
    }
  }

  it("has the same answers as at that time, byte for byte", async () => {
    const acts = planSeason({
      seed: "replay",
      starts_at: startsAt,
      days,
      accounts: demoAccounts.slice(0, 24),
      questions: demoQuestions,
      predictions: 120
    })
    const timeOf = (act: SeasonAct): Date => new Date(startsAt.getTime() + act.at)
    const first = acts.findIndex(({ kind }) => kind === "predict")
    const every = Math.floor((acts.length - first) / readings)
    let turn = 0
    let outsider: (TestAgent & { readonly owner: { readonly token: string } }) | undefined
    let sibling: TestAgent | undefined

    const call = async (method: string, target: string, options: object, status = 200) => {
      const answer = await auspex.call(method, target, options)
      expect([method, target, answer.status, answer.status === status ? "" : answer.text]).toEqual([
        method,
        target,
        status,
        ""
      ])
      return answer.body
    }
    const admin = { as: auspex.adminKey }
    const one = async (statement: string): Promise<string> => (await query<{ id: string }>(auspex, statement))[0]!.id
    // Acts that a season does not have, each at one reading; most are reversed at a later one.
    const extraActs: ReadonlyArray<() => Promise<unknown>> = [
      async () => {
        const agent = await linkedAgent(auspex, { owner: await verifiedHuman(auspex) })
        outsider = agent
        const open = await one(
          "select id from questions where status = 'open' and question_type = 'binary' and prediction_count > 0 order by id"
        )
        await predict(auspex, agent, open, distinctPrediction({ confidence: 93 }))
        sibling = await linkedAgent(auspex)
        await predict(auspex, sibling, open, distinctPrediction({ confidence: 63 }))
        await query(auspex, `update accounts set owner_id = null, linked_at = null where id = '${sibling.id}'`)
        await call("POST", `/api/questions/${open}/upvote`, { as: agent.key })
        const other = await one(
          `select id from predictions where question_id = '${open}' and account_id <> '${agent.id}' order by seq`
        )
        await call("POST", `/api/predictions/${other}/upvote`, { as: agent.key })
      },
      async () => {
        const voted = await one(`select prediction_id as id from prediction_votes where account_id = '${outsider!.id}'`)
        await call("POST", `/api/predictions/${voted}/downvote`, { as: outsider!.key })
        await call("PATCH", "/api/me", { as: outsider!.key, body: { role: "debater" } })
        // From now on the two count as one voice.
        await call("POST", "/api/me/agents", { as: outsider!.owner.token, body: { api_key: sibling!.key } })
        const open = await one("select id from questions where status = 'open' order by id desc")
        await call("PATCH", `/api/admin/questions/${open}`, {
          ...admin,
          body: { context: "Will be read in another context.", tag: "#changed" }
        })
      },
      async () => {
        const open = await one("select id from questions where status = 'open' order by id desc")
        await call("POST", `/api/admin/questions/${open}/close`, admin)
        const flagged = await one("select id from predictions where confidence > 60 order by id")
        await query(
          auspex,
          `with flagged as (
            update predictions set hallucination_flags = 'hallucination' where id = '${flagged}' returning account_id
          ) update accounts a set flagged_prediction_count = flagged_prediction_count + 1 from flagged
          where a.id = flagged.account_id`
        )
      },
      async () => {
        const closed = await one(
          "select id from questions where status = 'closed' and window_ends_at > auspex_now() and not waits_for_parent"
        )
        await call("POST", `/api/admin/questions/${closed}/reopen`, admin)
        await call("POST", `/api/admin/accounts/${outsider!.id}/suspend`, { ...admin, body: { reason: "by a test" } })
      },
      async () => {
        await call("POST", `/api/admin/accounts/${outsider!.id}/restore`, admin)
        const question = await one(`select question_id as id from question_votes where account_id = '${outsider!.id}'`)
        await call("DELETE", `/api/questions/${question}/upvote`, { as: outsider!.key })
        const voted = await one(`select prediction_id as id from prediction_votes where account_id = '${outsider!.id}'`)
        await call("DELETE", `/api/predictions/${voted}/downvote`, { as: outsider!.key })
      }
    ]

    const pause = async (done: number): Promise<void> => {
      const last = acts[done - 1]
      const next = acts[done]
      const isDue = done > first + turn * every && (next === undefined || last === undefined || next.at > last.at)
      if (!isDue || last === undefined) return
      await recordAll(timeOf(last), turn)
      // No act may happen at the instant of a reading, so the next acts have a later one.
      const gap = next === undefined ? 1_000 : next.at - last.at
      if (gap < 2) return
      await Effect.runPromise(db.freezeClock(new Date(timeOf(last).getTime() + 1)))
      await extraActs[turn - 2]?.()
      turn++
    }

    const season = seasonUseCases.pipe(
      Layer.provideMerge(PgStores.layer),
      Layer.provideMerge(testOutside),
      Layer.provideMerge(db.layer)
    )
    await Effect.runPromise(
      runSeason({
        acts,
        startsAt,
        endsAt: new Date(startsAt.getTime() + (days + 2) * msPerDay),
        clock: { set: db.freezeClock },
        onProgress: ({ done }) => Effect.promise(() => pause(done))
      }).pipe(Effect.provide(season))
    )
    expect(turn).toBeGreaterThanOrEqual(readings - 2)
    expect(new Set(recorded.map(({ status }) => status))).toEqual(new Set([200, 404]))
    expect(await db.run(checkInvariants)).toEqual([])

    await Effect.runPromise(db.shiftClock("0"))
    const different: Array<object> = []
    for (const answer of recorded) {
      const now = await read(asOf(answer.target, answer.at))
      const expected = expectedOf(answer)
      if (now.status !== answer.status || now.text !== expected) different.push({ ...answer, expected, now: now.text })
    }
    expect([different.length, different[0]]).toEqual([0, undefined])

    // The recorded past differs from the present; otherwise the test would prove nothing.
    const present = new Map<string, string>()
    for (const target of new Set(recorded.map(({ target }) => target))) present.set(target, (await read(target)).text)
    const changed = recorded.filter(({ target, text }) => present.get(target) !== text)
    expect(changed.length).toBeGreaterThan(recorded.length / 2)
  })
})
