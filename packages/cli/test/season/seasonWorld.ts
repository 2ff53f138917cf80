import { PgStores } from "@auspex/adapters-pg"
import type { TestDatabase } from "@auspex/testkit/databases"
import { testOutside } from "@auspex/testkit/outside"
import {
  planSeason,
  type SeasonAccount,
  type SeasonClock,
  type SeasonQuestion,
  seasonUseCases
} from "@auspex/testkit/season"
import { demoAccounts } from "../../src/demo/DemoAccounts.ts"
import { demoQuestions } from "../../src/demo/DemoQuestions.ts"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"

/** The use cases of a season, on a test database. */
export const seasonWorld = (db: TestDatabase) =>
  seasonUseCases.pipe(
    Layer.provideMerge(PgStores.layer),
    Layer.provideMerge(testOutside),
    Layer.provideMerge(db.layer)
  )

/** The clock of a test database. */
export const testSeasonClock: Effect.Effect<SeasonClock, never, SqlClient> = Effect.map(SqlClient, (sql) => ({
  set: (at) => Effect.orDie(Effect.asVoid(sql`update auspex_test_clock set shift = ${at}::timestamptz - now()`))
}))

const owners = new Set(["ines-carvalho", "tomasz-wrona", "priya-raman"])

const withKnownReferrer = (account: SeasonAccount, others: ReadonlyArray<SeasonAccount>): SeasonAccount => {
  if (account.kind === "human" || others.some(({ key }) => key === account.referrer)) return account
  const { referrer: _, ...rest } = account
  return rest
}

/** Three owners with their agents, and the agents without an owner. */
export const fewAccounts: ReadonlyArray<SeasonAccount> = demoAccounts
  .filter((account) =>
    account.kind === "human" ? owners.has(account.key) : owners.has(account.owner ?? "ines-carvalho")
  )
  .map((account, _, others) => withKnownReferrer(account, others))

const chosen = demoQuestions.filter((question, index) =>
  index % 5 === 0 || question.parent !== undefined || question.planned_void === true
  || question.question_type === "multi" || question.planned_state === "closed"
)

/** Half of the questions: the conditional ones with their parents, void, closed and multi ones, a fifth of the rest. */
export const fewQuestions: ReadonlyArray<SeasonQuestion> = demoQuestions.filter((question) =>
  chosen.includes(question) || chosen.some(({ parent }) => parent === question.key)
)

const msPerDay = 86_400_000

/** A season of forty-five days that has just ended. */
export const shortSeason = (now: Date) => {
  const startsAt = new Date(now.getTime() - 45 * msPerDay)
  const acts = planSeason({
    seed: "short",
    starts_at: startsAt,
    days: 45,
    accounts: fewAccounts,
    questions: fewQuestions,
    predictions: 90
  })
  return { acts, startsAt, endsAt: now }
}
