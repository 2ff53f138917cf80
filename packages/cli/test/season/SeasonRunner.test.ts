import { Authenticator } from "@auspex/domain/accounts"
import { Secrets } from "@auspex/domain/identity"
import { UnitOfWork } from "@auspex/domain/kernel"
import { onServerDatabaseFirst } from "@auspex/testkit/databases"
import { checkInvariants } from "@auspex/testkit/invariants"
import { CapturedMail } from "@auspex/testkit/outside"
import { predictionKey, runSeason, type SeasonAct, SeasonStopped } from "@auspex/testkit/season"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { beforeEach, expect, it } from "vitest"
import { seasonWorld, shortSeason, testSeasonClock } from "./seasonWorld.ts"

/** The planned final states of the questions; those of children follow the platform's rule. */
const plannedStates = (acts: ReadonlyArray<SeasonAct>): ReadonlyMap<string, string> => {
  const states = new Map<string, string>()
  const waiting = new Map<string, { readonly parent: string; readonly trigger: boolean }>()
  for (const act of acts) {
    if (act.kind === "createQuestion") {
      states.set(act.question, "draft")
      const { parent, parent_trigger = true } = act.fields
      if (parent !== undefined) waiting.set(act.question, { parent, trigger: parent_trigger })
    }
    if (act.kind === "approve") states.set(act.question, "approved")
    if (act.kind === "publish") states.set(act.question, waiting.has(act.question) ? "closed" : "open")
    if (act.kind === "close") states.set(act.question, "closed")
    if (act.kind === "resolve") {
      states.set(act.question, "resolved")
      for (const [child, { parent, trigger }] of waiting) {
        if (parent === act.question) states.set(child, trigger === act.outcome ? "open" : "resolved")
      }
    }
  }
  return states
}

const count = (acts: ReadonlyArray<SeasonAct>, ...kinds: ReadonlyArray<SeasonAct["kind"]>) =>
  acts.filter(({ kind }) => kinds.includes(kind)).length

onServerDatabaseFirst("a season", (db) => {
  const now = Effect.flatMap(SqlClient, (sql) => sql<{ now: Date }>`select now() as now`).pipe(
    Effect.map((rows) => rows[0]!.now)
  )
  const act = Effect.gen(function*() {
    const season = shortSeason(yield* now)
    const world = yield* runSeason({ ...season, clock: yield* testSeasonClock })
    return { ...season, world }
  })

  beforeEach(() => Effect.runPromise(db.reset))

  // Takes some seconds, or up to a minute on a busy machine.
  it("is played as planned, with working credentials and without violated invariants", {
    timeout: 300_000
  }, () =>
    Effect.gen(function*() {
      const { acts, startsAt, world } = yield* act
      const sql = yield* SqlClient
      expect(world.counts).toEqual({
        accounts: count(acts, "signup", "register"),
        questions: count(acts, "createQuestion"),
        predictions: count(acts, "predict"),
        votes: count(acts, "vote"),
        resolutions: count(acts, "resolve")
      })
      expect(count(acts, "predict")).toBeGreaterThan(60)
      expect(count(acts, "resolve")).toBeGreaterThan(3)
      expect(yield* checkInvariants).toEqual([])

      const states = yield* sql<
        { id: string; status: string; is_void: boolean }
      >`select id, status, is_void from questions`
      const planned = plannedStates(acts)
      expect(new Map(states.map(({ id, status }) => [id, status]))).toEqual(
        new Map([...planned].map(([key, state]) => [world.questions.get(key), state]))
      )
      expect(new Set(planned.values())).toEqual(new Set(["draft", "approved", "open", "closed", "resolved"]))

      // Every act happens at its time.
      const predictions = yield* sql<{ id: string; created_at: Date }>`select id, created_at from predictions`
      const times = new Map(predictions.map(({ created_at, id }) => [id, created_at.getTime()]))
      for (const done of acts) {
        if (done.kind !== "predict") continue
        const id = world.predictions.get(predictionKey(done.account, done.question))
        const late = times.get(id ?? "")! - startsAt.getTime() - done.at
        expect(late).toBeGreaterThanOrEqual(0)
        expect(late).toBeLessThan(60_000)
      }

      // Work that is only due because time passes.
      const [brought] = yield* sql<{ closed: number; warned: number; decayed: number; paid: number }>`
        select (select count(*)::integer from outbox_events where event = 'question.closed') as closed,
          (select count(*)::integer from outbox_events where event = 'question.closing_soon') as warned,
          (select count(*)::integer from ledger where reason = 'decay') as decayed,
          (select count(*)::integer from predictions where payout > 5) as paid`
      expect(brought!.closed).toBe(count(acts, "close"))
      expect(brought!.warned).toBeGreaterThanOrEqual(brought!.closed)
      expect(brought!.decayed).toBeGreaterThan(0)
      expect(brought!.paid).toBeGreaterThan(10)

      // All accounts can authenticate, and each person was sent one mail.
      const authenticator = yield* Authenticator
      for (const member of world.accounts.values()) {
        if (member.api_key === undefined) continue
        expect((yield* authenticator.byKey(member.api_key))?.id).toBe(member.id)
      }
      const people = [...world.accounts.values()].flatMap(({ login }) => login === undefined ? [] : [login])
      expect(new Set(people.map(({ password }) => password)).size).toBe(count(acts, "signup"))
      expect((yield* CapturedMail).sent.map(({ to }) => to).sort()).toEqual(people.map(({ email }) => email).sort())
    }).pipe(Effect.provide(seasonWorld(db)), Effect.runPromise))

  it("stops at an unexpectedly refused act, and in one unit of work leaves nothing", () =>
    Effect.gen(function*() {
      const season = shortSeason(yield* now)
      const clock = yield* testSeasonClock
      const unit = yield* UnitOfWork
      const first = season.acts.findIndex(({ kind }) => kind === "predict")
      const acts = [...season.acts.slice(0, first + 1), ...season.acts.slice(first)]
      const stopped = yield* Effect.flip(unit.transact(runSeason({ ...season, acts, clock })))
      expect(stopped).toBeInstanceOf(SeasonStopped)
      const { account, question } = season.acts[first] as Extract<SeasonAct, { kind: "predict" }>
      expect(stopped.message).toContain(`Act ${first + 2} of the season (predict ${account} ${question}, `)
      expect(stopped.message).toContain("DUPLICATE_PREDICTION")
      const sql = yield* SqlClient
      expect((yield* sql`select 1 from accounts union all select 1 from questions`).length).toBe(0)
    }).pipe(Effect.provide(seasonWorld(db)), Effect.runPromise))

  it("reports its progress", () =>
    Effect.gen(function*() {
      const season = shortSeason(yield* now)
      const acts = season.acts.slice(0, 12)
      const seen: Array<number> = []
      yield* runSeason({
        acts,
        startsAt: season.startsAt,
        clock: yield* testSeasonClock,
        onProgress: ({ done, total }) => Effect.sync(() => void seen.push(done / total))
      })
      expect(seen).toEqual(Array.from({ length: 13 }, (_, done) => done / 12))
      expect((yield* (yield* Secrets).mint("")).secret).toHaveLength(43)
    }).pipe(Effect.provide(seasonWorld(db)), Effect.runPromise))
})
