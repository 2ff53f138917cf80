import { ServerDatabase } from "@auspex/adapters-pg"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect, ManagedRuntime } from "effect"
import { schemaText } from "./schemaText.ts"
import { createServerDatabase, emptyDatabase } from "./ServerTestDatabase.ts"

/** A migrated, empty database on the run's server, with a pool of connections. */
export interface LentServerDatabase {
  readonly url: string
  readonly runtime: ManagedRuntime.ManagedRuntime<SqlClient, unknown>
  /** Leaves it to the next borrower of this worker. */
  readonly giveBack: () => void
}

interface Spare {
  readonly url: string
  readonly runtime: LentServerDatabase["runtime"]
  /** The digest of its schema when it was created. */
  readonly schema: string
  readonly drop: () => Promise<void>
  loans: number
}

/** Named statements accumulate in the connections and dead rows in the indexes, so no database is lent forever. */
const loansMax = 20

const applicationName = "auspex test pool"

// One list for each vitest worker, even if vitest loads modules again between files.
const key = Symbol.for("auspex/testkit/spareServerDatabases")
const worker = globalThis as { [key]?: Array<Spare> }

const create = async (): Promise<Spare> => {
  const { drop, url } = await createServerDatabase()
  const runtime = ManagedRuntime.make(ServerDatabase.layer({ url, applicationName }))
  return { url, runtime, schema: await runtime.runPromise(schemaText), drop, loans: 0 }
}

/**
 * Ends the sessions that other pools have left, as dropping the database would, and returns whether a session of its
 * own pool is still at work.
 */
const endOtherSessions = Effect.flatMap(SqlClient, (sql) =>
  sql<{ readonly busy: boolean }>`
    select case when application_name = ${applicationName} then state <> 'idle'
      else not pg_terminate_backend(pid) end as busy
    from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`).pipe(
    Effect.map((sessions) => sessions.some(({ busy }) => busy))
  )

/** Empties a database that a file has used. Returns false when it is not as it was created. */
const renew = (spare: Spare): Promise<boolean> =>
  spare.runtime.runPromise(
    Effect.gen(function*() {
      if (spare.loans >= loansMax || (yield* endOtherSessions)) return false
      if ((yield* schemaText) !== spare.schema) return false
      yield* emptyDatabase
      return true
    }).pipe(Effect.catchAllCause(() => Effect.succeed(false)))
  )

// In this order, because a pool waits for a statement that is still running.
const discard = async ({ drop, runtime }: Spare): Promise<void> => {
  await drop()
  await runtime.dispose()
}

/**
 * A database that an earlier file of this worker has used, emptied, with its connections; a new one when there is none,
 * or when that file has changed more than rows. A new one costs a copy of the template, and connections that read the
 * catalogue and plan every statement again. `spares` are those of the worker, except where lending itself is tested.
 */
export const borrowServerDatabase = async (
  spares: Array<Spare> = worker[key] ??= []
): Promise<LentServerDatabase> => {
  const lend = (spare: Spare): LentServerDatabase => {
    spare.loans += 1
    return { url: spare.url, runtime: spare.runtime, giveBack: () => void spares.push(spare) }
  }
  for (let spare = spares.pop(); spare !== undefined; spare = spares.pop()) {
    if (await renew(spare)) return lend(spare)
    await discard(spare)
  }
  return lend(await create())
}

/** A new database that is not lent; `discard` drops it. */
export const createOwnServerDatabase = async (): Promise<
  Pick<LentServerDatabase, "url" | "runtime"> & { readonly discard: () => Promise<void> }
> => {
  const own = await create()
  return { url: own.url, runtime: own.runtime, discard: () => discard(own) }
}
