import {
  type LeaderboardEntry,
  type LeaderboardFilter,
  type LeaderboardPeriod,
  LeaderboardStore,
  periodDays
} from "@auspex/domain/boards"
import type { Category } from "@auspex/domain/questions"
import { onServerDatabaseFirst } from "@auspex/testkit/databases"
import { checkInvariants } from "@auspex/testkit/invariants"
import { planSeason, runSeason } from "@auspex/testkit/season"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { beforeEach, expect, it } from "vitest"
import { fewAccounts, fewQuestions, seasonWorld, testSeasonClock } from "./seasonWorld.ts"

const msPerDay = 86_400_000
const dayOf = (at: Date): number => Math.floor(at.getTime() / msPerDay)

/** A fact that counts on an account's boards. */
interface Fact {
  readonly account_id: string
  readonly at: Date
  readonly category: Category | null
  readonly points: number
  /** The reason of a ledger entry; null for other facts. */
  readonly reason: string | null
  readonly predictions: number
  readonly correct: boolean | null
}

interface Registered {
  readonly id: string
  readonly created_at: Date
}

/**
 * Reasons of points that are not earned by forecasting, debating or validating: the boards of a week or a month exclude
 * them.
 */
const notEarned = ["registration", "referral_bonus", "referral_reversal", "founding_bonus", "milestone_bonus", "decay"]

/** The boards, computed again from the entries of the ledger and from the predictions. */
const boardOf = (
  facts: ReadonlyArray<Fact>,
  accounts: ReadonlyArray<Registered>,
  { category, period }: LeaderboardFilter,
  now: Date
) => {
  const days = periodDays[period]
  const counting = facts.filter((fact) =>
    (days === null || (dayOf(fact.at) > dayOf(now) - days && dayOf(fact.at) <= dayOf(now))) &&
    (category === undefined || fact.category === category) &&
    (days === null || fact.reason === null || !notEarned.includes(fact.reason))
  )
  return accounts.filter(({ id }) => counting.some(({ account_id }) => account_id === id)).map(({ created_at, id }) => {
    const own = counting.filter(({ account_id }) => account_id === id)
    const resolved = own.filter(({ correct }) => correct !== null)
    return {
      id,
      created_at,
      points: own.reduce((sum, { points }) => sum + points, 0),
      predictions: own.reduce((sum, { predictions }) => sum + predictions, 0),
      accuracy: resolved.length === 0 ? 0 : resolved.filter(({ correct }) => correct).length / resolved.length
    }
  }).sort((a, b) =>
    b.points - a.points || b.accuracy - a.accuracy || a.created_at.getTime() - b.created_at.getTime() ||
    (a.id < b.id ? -1 : 1)
  ).map(({ created_at: _, ...entry }, index) => ({ ...entry, rank: index + 1 }))
}

onServerDatabaseFirst("the boards of a season", (db) => {
  beforeEach(() => Effect.runPromise(db.reset))

  it("equal the sums of its ledger and its predictions on any day", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient
      const store = yield* LeaderboardStore
      const clock = yield* testSeasonClock
      const [{ now }] = (yield* sql<{ now: Date }>`select now() as now`) as [{ now: Date }]
      const startsAt = new Date(now.getTime() - 45 * msPerDay)
      const acts = planSeason({
        // A different season on each database.
        seed: `boards ${db.name}`,
        starts_at: startsAt,
        days: 45,
        accounts: fewAccounts,
        questions: fewQuestions,
        predictions: 50
      })
      yield* runSeason({ acts, startsAt, endsAt: now, clock })
      expect(yield* checkInvariants).toEqual([])

      const accounts = yield* sql<Registered>`select id, created_at from accounts`
      const facts = yield* sql<Fact>`
        select l.account_id, l.created_at as at, q.category, l.amount as points, l.reason, 0 as predictions, null::boolean as correct
        from ledger l left join questions q on q.id = l.question_id
        union all
        select p.account_id, p.created_at, q.category, 0, null, 1, null from predictions p join questions q on q.id = p.question_id
        union all
        select p.account_id, p.resolved_at, q.category, 0, null, 0, p.correct
        from predictions p join questions q on q.id = p.question_id where p.correct is not null`
      const shown = (entries: ReadonlyArray<LeaderboardEntry>) =>
        entries.map(({ accuracy, id, points, predictions, rank }) => ({ id, points, predictions, accuracy, rank }))

      let places = 0
      for (const daysAgo of [0, 3, 11, 44]) {
        const at = new Date(now.getTime() - daysAgo * msPerDay)
        yield* clock.set(at)
        for (const period of ["weekly", "monthly", "all"] satisfies ReadonlyArray<LeaderboardPeriod>) {
          for (const category of [undefined, "technology", "industry", "society"] as const) {
            if (period === "all" && (category === undefined || daysAgo > 0)) continue
            const filter = { period, ...(category === undefined ? {} : { category }) }
            const expected = boardOf(facts, accounts, filter, at)
            const board = yield* store.list(filter, { limit: 100, offset: 0 })
            expect([filter, daysAgo, shown(board.items)]).toEqual([filter, daysAgo, expected])
            expect(board.total).toBe(expected.length)
            places += expected.length
          }
        }
      }
      expect(places).toBeGreaterThan(100)
    }).pipe(
      Effect.provide(seasonWorld(db)),
      Effect.runPromise
    ))
})
