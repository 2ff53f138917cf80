import { StorageUnavailable } from "@auspex/domain/kernel"
import { SqlClient } from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import { Data, Effect, type Scope } from "effect"
import { isUnavailable, sqlStateOf } from "./DatabaseError.ts"
import { type Migration, migrations as registered } from "./migrationFiles.ts"

/** The database and this version of Auspex are incompatible, or a migration failed. The message names the remedy. */
export class MigrationError extends Data.TaggedError("MigrationError")<{
  readonly message: string
  readonly cause?: unknown
}> {}

/** A migration that was applied to the database. */
export interface AppliedMigration {
  readonly id: number
  readonly name: string
  readonly checksum: string
  readonly applied_at: Date
}

/** The applied and the pending migrations of a database. */
export interface MigrationStatus {
  readonly applied: ReadonlyArray<AppliedMigration>
  readonly pending: ReadonlyArray<Migration>
}

type Failure = MigrationError | StorageUnavailable

// An arbitrary constant; every version of Auspex must use the same one.
const lockKey = 4_175_637_001
const lockTriesMax = 10

const table = `create table if not exists schema_migrations (
  id integer primary key,
  name text not null,
  checksum text not null,
  applied_at timestamptz not null default clock_timestamp()
)`

const run = (connection: Connection, text: string, params: ReadonlyArray<unknown> = []) =>
  connection.executeUnprepared(text, params, undefined)

const failureOf = (operation: string) => (error: SqlError): Failure =>
  isUnavailable(error)
    ? new StorageUnavailable({ operation, cause: error })
    : new MigrationError({ message: `${operation}: ${describe(error)}`, cause: error })

const describe = (error: SqlError): string => {
  const cause = error.cause as { message?: string; hint?: string; where?: string } | undefined
  return [cause?.message ?? error.message, cause?.hint, cause?.where].filter((part) => part).join("; ")
}

/** The first id of the migrations from before 0.1.0, which the numbering of the present migrations leaves out. */
const developmentId = 0

/**
 * Compares the applied migrations with the known ones: returns the pending migrations, or the error if the two are
 * incompatible. Every database of a version from before 0.1.0 is refused.
 */
export const planMigrations = (
  applied: ReadonlyArray<Pick<AppliedMigration, "id" | "name" | "checksum">>,
  known: ReadonlyArray<Migration>
): ReadonlyArray<Migration> | MigrationError => {
  if (applied.some(({ id }) => id === developmentId)) {
    return new MigrationError({
      message: "The database was made by a development version from before 0.1.0 and cannot be upgraded; nothing was "
        + "changed. Start with an empty database, by another AUSPEX_DATA_DIR or AUSPEX_DATABASE_URL, or run the version "
        + "that made this one."
    })
  }
  const byId = new Map(known.map((migration) => [migration.id, migration]))
  for (const { checksum, id, name } of applied) {
    const migration = byId.get(id)
    if (migration === undefined) {
      return new MigrationError({
        message: `The database has migration ${id} (${name}), which this version does not know. Run a newer version.`
      })
    }
    if (migration.checksum !== checksum) {
      return new MigrationError({
        message: `Migration ${id} (${name}) was changed after it had been applied. Restore the file; `
          + "put the change into a new migration."
      })
    }
  }
  const ids = new Set(applied.map(({ id }) => id))
  const newest = Math.max(-1, ...ids)
  const gap = known.find(({ id }) => id < newest && !ids.has(id))
  if (gap !== undefined) {
    return new MigrationError({
      message: `The database lacks migration ${gap.id} (${gap.name}) but has the later ${newest}. `
        + "Number new migrations after the newest."
    })
  }
  return known.filter(({ id }) => !ids.has(id))
}

const readApplied = (connection: Connection): Effect.Effect<ReadonlyArray<AppliedMigration>, SqlError> =>
  Effect.flatMap(
    run(connection, "select to_regclass('schema_migrations') is not null as present"),
    (rows) =>
      (rows[0] as { present: boolean }).present
        ? run(connection, "select id, name, checksum, applied_at from schema_migrations order by id")
        : Effect.succeed([])
  )

const statusOn = (connection: Connection, known: ReadonlyArray<Migration>): Effect.Effect<MigrationStatus, Failure> =>
  Effect.gen(function*() {
    const applied = yield* Effect.mapError(readApplied(connection), failureOf("Reading schema_migrations"))
    const pending = planMigrations(applied, known)
    return pending instanceof MigrationError ? yield* pending : { applied, pending }
  })

/** Retries while another session holds a conflicting lock: 10 times, each at most 2 s (lock_timeout). */
const retryWhileLocked = <A, R>(effect: Effect.Effect<A, SqlError, R>): Effect.Effect<A, SqlError, R> =>
  Effect.retry(effect, { times: lockTriesMax - 1, while: (error) => sqlStateOf(error) === "55P03" })

const record = (connection: Connection, { checksum, id, name }: Migration) =>
  run(connection, "insert into schema_migrations (id, name, checksum) values ($1, $2, $3)", [id, name, checksum])

const outsideTransaction = /^-- no-transaction\b/
/** In a file without a transaction this line ends a statement; each statement must be safe to run twice. */
const statementEnd = /^-- next\s*$/m

const applyOne = (connection: Connection, migration: Migration): Effect.Effect<void, SqlError> =>
  outsideTransaction.test(migration.sql)
    ? Effect.zipRight(
      Effect.forEach(migration.sql.split(statementEnd), (text) => run(connection, text), { discard: true }),
      record(connection, migration)
    )
    : Effect.gen(function*() {
      yield* run(connection, "begin")
      yield* run(connection, migration.sql)
      yield* record(connection, migration)
      yield* run(connection, "commit")
    }).pipe(Effect.onError(() => Effect.ignore(run(connection, "ROLLBACK"))))

const applyAll = (connection: Connection, known: ReadonlyArray<Migration>) =>
  Effect.gen(function*() {
    // Nearly every start has nothing pending and needs only this read, without a lock.
    if ((yield* statusOn(connection, known)).pending.length === 0) return []
    yield* Effect.mapError(run(connection, "set lock_timeout = '2s'"), failureOf("Preparing the session"))
    yield* Effect.acquireRelease(
      Effect.mapError(
        retryWhileLocked(run(connection, "select pg_advisory_lock($1)", [lockKey])),
        failureOf("Waiting for another migration to end")
      ),
      () => Effect.ignore(run(connection, "select pg_advisory_unlock($1)", [lockKey]))
    )
    yield* Effect.mapError(run(connection, table), failureOf("Creating schema_migrations"))
    const { pending } = yield* statusOn(connection, known)
    for (const migration of pending) {
      yield* Effect.mapError(
        retryWhileLocked(applyOne(connection, migration)),
        failureOf(`Migration ${migration.id} (${migration.name}) failed and was rolled back`)
      )
    }
    return pending
  })

const onOneConnection = <A>(
  use: (connection: Connection) => Effect.Effect<A, Failure, Scope.Scope>
): Effect.Effect<A, Failure, SqlClient> =>
  Effect.scoped(
    Effect.flatMap(SqlClient, (sql) => Effect.flatMap(Effect.mapError(sql.reserve, failureOf("Connecting")), use))
  )

/**
 * Forward-only schema changes: files with checksums, under one advisory lock, each in its own transaction unless its
 * first line is `-- no-transaction` (its statements are then separated by `-- next` lines and must be safe to repeat).
 * On a server, run them over `ServerDatabase.migrationLayer`, which has no statement time-outs.
 */
export const Migrations = {
  /** Applies the pending migrations and returns them. Safe to call from several instances at the same time. */
  apply: (
    known: ReadonlyArray<Migration> = registered()
  ): Effect.Effect<ReadonlyArray<Migration>, Failure, SqlClient> =>
    onOneConnection((connection) => applyAll(connection, known)),
  /** The applied and the pending migrations; fails when the database and this version are incompatible. */
  status: (known: ReadonlyArray<Migration> = registered()): Effect.Effect<MigrationStatus, Failure, SqlClient> =>
    onOneConnection((connection) => statusOn(connection, known)),
  /** The migrations that `apply` would run. */
  pending: (
    known: ReadonlyArray<Migration> = registered()
  ): Effect.Effect<ReadonlyArray<Migration>, Failure, SqlClient> =>
    onOneConnection((connection) => Effect.map(statusOn(connection, known), (status) => status.pending))
}
