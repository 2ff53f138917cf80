import { Effect, type Layer } from "effect"
import type * as SqlClient from "@effect/sql/SqlClient"
import { Pgvector, serverVersionMin } from "@auspex/adapters-pg"
import { comparisonText } from "../../composition/Database.ts"
import { type Check, fail, pass, warn } from "./Check.ts"
import { reasonOf } from "./reasonOf.ts"
import {
  accountsWithWrongBalance,
  databaseFigures,
  databaseVersion,
  databaseWallClock,
  questionsWithWrongTallies,
  schemaState
} from "./databaseFigures.ts"

const skewMillisMax = 2_000
const jobMillisMax = 10 * 60_000

/** Runs a check; an error becomes its result, so that the other checks still run. */
const guarded = <E, R>(name: string, fix: string, check: Effect.Effect<Check, E, R>): Effect.Effect<Check, never, R> =>
  Effect.catchAll(check, (error) => Effect.succeed(fail(name, reasonOf(error), fix)))

const schemaCheck = guarded(
  "migrations",
  "run the version of Auspex that fits the database, or start with an empty one",
  Effect.map(schemaState, ({ applied, pending }) =>
    pending.length === 0
      ? pass("migrations", `${applied.length} applied, none pending`)
      : fail("migrations", `pending: ${pending.map(({ name }) => name).join(", ")}`, "auspex migrate"))
)

const clockCheck = guarded(
  "clock",
  "check the database",
  Effect.gen(function*() {
    const before = Date.now()
    const there = (yield* databaseWallClock).getTime()
    const after = Date.now()
    const skew = there < before ? there - before : there > after ? there - after : 0
    const text = `the database's clock is ${Math.abs(skew)} ms ${skew < 0 ? "behind" : "ahead of"} this machine's`
    return Math.abs(skew) <= skewMillisMax
      ? pass("clock", skew === 0 ? "the database's clock and this machine's agree" : text)
      : warn("clock", text, "synchronise both with NTP; the database's clock decides what is due")
  })
)

const ledgerCheck = guarded(
  "ledger",
  "try again when the database is less busy",
  Effect.map(accountsWithWrongBalance, (wrong) =>
    wrong === 0
      ? pass("ledger", "every balance is the sum of its entries")
      : fail(
        "ledger",
        `${wrong} accounts have a balance that is not the sum of their entries`,
        "restore from a backup, and report it: this is a bug"
      ))
)

const tallyCheck = guarded(
  "tallies",
  "try again when the database is less busy",
  Effect.map(questionsWithWrongTallies, (wrong) =>
    wrong === 0
      ? pass("tallies", "every count matches the predictions")
      : fail(
        "tallies",
        `${wrong} questions have counts that do not match their predictions`,
        "report it: this is a bug"
      ))
)

const jobsCheck = guarded(
  "jobs",
  "check the database",
  Effect.map(databaseFigures, ({ jobs_running, jobs_running_since }) => {
    const age = jobs_running_since === null ? 0 : Date.now() - jobs_running_since.getTime()
    return age > jobMillisMax
      ? warn(
        "jobs",
        `${jobs_running} resolutions are unpaid, the oldest for ${Math.round(age / 60_000)} minutes`,
        "start a server: it pays them"
      )
      : pass("jobs", jobs_running === 0 ? "no payouts are waiting" : `${jobs_running} resolutions are being paid`)
  })
)

const vectorsCheck = guarded(
  "vectors",
  "check the database",
  Effect.map(Pgvector.state, (state) => {
    const found = `compared ${comparisonText(state)}`
    if (state.kind === "old")
      return warn("vectors", found, "install a later version, and ALTER EXTENSION vector UPDATE")
    return state.kind === "available"
      ? warn("vectors", found, "start a server; if it may not, run CREATE EXTENSION vector as a superuser first")
      : pass("vectors", found)
  })
)

/** All checks of the database itself; that of vectors only if `hasEmbeddings`. */
export const databaseChecks = <E>(
  layer: Layer.Layer<SqlClient.SqlClient, E>,
  where: string,
  hasEmbeddings: boolean
): Effect.Effect<ReadonlyArray<Check>> =>
  Effect.gen(function*() {
    const version = yield* databaseVersion
    const reachable = pass("database", `${where}: Postgres ${version}`)
    const schema = yield* schemaCheck
    if (schema.status === "fail") return [reachable, schema, yield* clockCheck]
    const vectors = hasEmbeddings ? [yield* vectorsCheck] : []
    return [reachable, schema, yield* clockCheck, yield* ledgerCheck, yield* tallyCheck, yield* jobsCheck, ...vectors]
  }).pipe(
    Effect.provide(layer),
    Effect.catchAll((error) =>
      Effect.succeed([
        fail(
          "database",
          `${where}: ${reasonOf(error)}`,
          `it must run, accept this address, and be Postgres ${serverVersionMin} or later`
        )
      ])
    )
  )
