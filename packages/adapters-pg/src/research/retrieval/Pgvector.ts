import type { StorageUnavailable } from "@auspex/domain/kernel"
import { SqlClient } from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { sqlStateOf, storage } from "../../database/DatabaseError.ts"
import { statementsOf } from "../../database/statementsOf.ts"
import * as statements from "./pgvectorSql.ts"

/** The first version that goes on with an index until enough vectors meet the filters of a search. */
const versionMin = "0.8"

/**
 * Who compares the vectors of entries. `used`: the database, by this version of pgvector. `available`: the server has it, and
 * nothing has made use of it yet. `old`: its version is too old. `refused`: this role may not create it. Otherwise they are
 * compared in memory.
 */
export type PgvectorState =
  | { readonly kind: "used" | "available" | "old"; readonly version: string }
  | { readonly kind: "refused"; readonly version: string; readonly reason: string }
  | { readonly kind: "none" }

interface StateRow {
  readonly available: string | null
  readonly installed: string | null
  readonly schema_name: string | null
  readonly has_some: boolean
  readonly is_complete: boolean
}

const numbersOf = (version: string): ReadonlyArray<number> => version.split(".").map(Number)
const isOld = (version: string): boolean => {
  const [major = 0, minor = 0] = numbersOf(version)
  const [majorMin = 0, minorMin = 0] = numbersOf(versionMin)
  return major < majorMin || (major === majorMin && minor < minorMin)
}

const readState = Effect.flatMap(
  SqlClient,
  (sql) => Effect.map(sql.unsafe<StateRow>(statements.pgvectorState), ([row]) => row!)
)

const isUsed = ({ installed, is_complete, schema_name }: StateRow): boolean =>
  installed !== null && !isOld(installed) && is_complete && schema_name === statements.pgvectorSchemaName

const stateOf = (row: StateRow): PgvectorState => {
  const version = row.installed ?? row.available
  if (version === null) return { kind: "none" }
  return { kind: isUsed(row) ? "used" : isOld(version) ? "old" : "available", version }
}

// Arbitrary constants; every version of Auspex must use the same ones.
const schemaLock = 4_175_637_002
const arrangingLock = 4_175_637_003

const lockTriesMax = 10

/** Runs statements in one transaction, one instance at a time; again while another session holds a conflicting lock. */
const exclusively = (text: string) =>
  Effect.flatMap(SqlClient, (sql) =>
    sql.withTransaction(sql.unsafe(`
      set local lock_timeout = '2s'; select pg_advisory_xact_lock(${schemaLock}); ${text}`))).pipe(
      Effect.retry({ times: lockTriesMax - 1, while: (error) => sqlStateOf(error) === "55P03" })
    )

const reasonOf = ({ cause, message }: SqlError): string => cause instanceof Error ? cause.message : message

/**
 * Lets the database compare vectors if it has pgvector: creates the extension, if `isWanted`, and the tables that need
 * it. Removes the remaining objects if the extension is gone, as after restoring a dump elsewhere. Safe to call from
 * several instances at the same time, and while others work. No stored vector is lost.
 */
const prepare = (isWanted: boolean): Effect.Effect<PgvectorState, SqlError, SqlClient> =>
  Effect.gen(function*() {
    const row = yield* readState
    if (isUsed(row)) return stateOf(row)
    const version = row.installed ?? row.available
    if (version === null || isOld(version) || (row.installed === null && !isWanted)) {
      if (row.has_some) yield* exclusively(statements.pgvectorRemoval)
      return stateOf(row)
    }
    if (!isWanted && !row.has_some) return stateOf(row)
    return yield* exclusively(`create extension if not exists vector;
      -- Loads the library, whose settings a function sets.
      select '[1]'::halfvec; ${statements.pgvectorSchema}`).pipe(
      Effect.as<PgvectorState>({ kind: "used", version }),
      // Another instance may have been faster.
      Effect.catchAll((error) =>
        Effect.flatMap(readState, (now) => {
          if (isUsed(now)) return Effect.succeed(stateOf(now))
          const reason = reasonOf(error)
          const refused: PgvectorState = { kind: "refused", version, reason }
          return now.has_some && now.installed === null
            ? Effect.as(exclusively(statements.pgvectorRemoval), refused)
            : Effect.succeed(refused)
        })
      )
    )
  })

/** The number of vectors that one statement copies. */
const carriedBatch = 200

interface Task {
  readonly task: "carry" | "count" | "drop"
  readonly corpus: string
  readonly model: string
  readonly dimensions: number
  readonly index_name: string
}

/** Runs statements without a time limit, all on one connection. */
type Unlimited = <A, E>(work: Effect.Effect<A, E, SqlClient>) => Effect.Effect<A, E | SqlError, SqlClient>

/**
 * Copies vectors that were stored before pgvector was available, creates an index when a corpus has many, and drops the
 * indexes of unused models. Searches continue meanwhile. One instance at a time does this. Returns whether there was
 * anything to do.
 */
const arrange = (
  unlimited: Unlimited,
  fewMax: number = statements.unindexedMax
): Effect.Effect<boolean, StorageUnavailable, SqlClient> => {
  const next = Effect.flatMap(
    SqlClient,
    (sql) => statementsOf(sql, "pgvector").first<Task>("next", statements.nextTask, [fewMax])
  )

  const index = ({ corpus, dimensions, index_name, model }: Task) =>
    Effect.gen(function*() {
      const { first, run } = statementsOf(yield* SqlClient, "pgvector")
      // An existing index was left unfinished by an instance that ended.
      yield* run("dropIndex", `drop index concurrently if exists ${index_name}`)
      yield* Effect.logInfo(`An index of the vectors of ${corpus} is being made`)
      yield* run("createIndex", statements.createIndex(index_name, corpus, model, dimensions))
      yield* first("indexed", statements.indexed, [corpus, model, index_name])
    })

  const perform = (task: Task) =>
    Effect.gen(function*() {
      const { first, run } = statementsOf(yield* SqlClient, "pgvector")
      const { corpus, index_name, model } = task
      if (task.task === "carry") return yield* run("carry", statements.carry, [corpus, model, carriedBatch])
      if (task.task === "drop") return yield* run("dropIndex", `drop index concurrently if exists ${index_name}`)
      const counted = yield* first<{ readonly is_large: boolean }>("count", statements.count, [corpus, model, fewMax])
      if (counted?.is_large === true) yield* index(task)
    })

  const all = Effect.gen(function*() {
    const { only, run } = statementsOf(yield* SqlClient, "pgvector")
    const locked = yield* only<{ readonly is_held: boolean }>(
      "lock",
      `select pg_try_advisory_lock(${arrangingLock}) as is_held`
    )
    if (!locked.is_held) return false
    return yield* Effect.gen(function*() {
      for (let task = yield* next; task !== undefined; task = yield* next) yield* perform(task)
      return true
    }).pipe(Effect.ensuring(
      Effect.catchAllCause(
        run("unlock", `select pg_advisory_unlock(${arrangingLock})`),
        (cause) => Effect.logDebug("The lock of the indexes of vectors ends with its connection", cause)
      )
    ))
  })

  return Effect.flatMap(
    next,
    (task) => task === undefined ? Effect.succeed(false) : storage("pgvector.arrange")(unlimited(all))
  )
}

/** The extension pgvector, by which the database compares the vectors of entries where it is there. */
export const Pgvector = { state: Effect.map(readState, stateOf), prepare, arrange }
