import { StorageUnavailable } from "@auspex/domain/kernel"
import { SqlError } from "@effect/sql/SqlError"
import { Cause, Chunk, Effect } from "effect"

interface DriverError {
  readonly code?: unknown
  readonly constraint?: unknown
  readonly message?: unknown
  readonly cause?: unknown
}

/** `error` and its causes, outermost first: SqlError, StorageUnavailable and pg's errors all have a `cause`. */
const causesOf = (error: unknown): ReadonlyArray<DriverError> => {
  const links: Array<DriverError> = []
  for (let link = error; typeof link === "object" && link !== null && links.length < 8;) {
    links.push(link as DriverError)
    link = (link as DriverError).cause
  }
  return links
}

/** The SQLSTATE that the database reported, searched for in all causes. */
export const sqlStateOf = (error: unknown): string | undefined =>
  causesOf(error).map((link) => link.code).find((code): code is string =>
    typeof code === "string" && /^[0-9A-Z]{5}$/.test(code)
  )

const socketCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH"
])

// Messages of pg and pg-pool when a connection is lost or cannot be obtained; these errors have no code.
const connectionMessages =
  /^(Query read timeout|Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed|Cannot use a pool after|PGlite is (closed|closing))/

/** Whether the connection was lost or could not be obtained. */
export const isConnectionLost = (error: unknown): boolean =>
  causesOf(error).some(({ code, message }) =>
    (typeof code === "string" && (/^(08|57P0|25P0[34])/.test(code) || socketCodes.has(code)))
    || (typeof message === "string" && connectionMessages.test(message))
  )

// Time-outs of waiting for an answer, for a free connection, and for a new one.
const timeoutMessages = /^(Query read timeout|timeout e|Connection terminated due to connection timeout)/

/** Whether the time limit for an answer or a connection has passed; a retry would double the wait. */
export const isTimeout = (error: unknown): boolean =>
  causesOf(error).some(({ message }) => typeof message === "string" && timeoutMessages.test(message))

/**
 * Whether the database, not the statement, is at fault: connection lost (08, 57P0x), out of resources (53), disk or
 * system error (58), read-only (25006), a lock or statement time-out (55P03, 57014).
 */
export const isUnavailable = (error: unknown): boolean => {
  const state = sqlStateOf(error)
  return isConnectionLost(error)
    || (state !== undefined && (/^(53|58)/.test(state) || ["55P03", "57014", "25006"].includes(state)))
}

/**
 * Whether running the whole transaction again can succeed: serialization failure, deadlock, or a prepared plan that DDL
 * made stale.
 */
export const isRetryable = (error: unknown): boolean => {
  const state = sqlStateOf(error)
  return state === "40001" || state === "40P01"
    || (state === "0A000" && causesOf(error).some(({ message }) => String(message).startsWith("cached plan")))
}

/** All errors in `cause`: first the failures, then the defects. */
export const errorsIn = (cause: Cause.Cause<unknown>): ReadonlyArray<unknown> => [
  ...Chunk.toReadonlyArray(Cause.failures(cause)),
  ...Chunk.toReadonlyArray(Cause.defects(cause))
]

/**
 * Maps the errors of a store's statements: an `SqlError` becomes `StorageUnavailable` when the database is at fault or
 * the transaction must be run again, and a defect (a bug) otherwise. `operation` names the operation in the log.
 *
 * @example sql`select 1`.pipe(storage("questions.list"))
 */
export const storage =
  (operation: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, Exclude<E, SqlError> | StorageUnavailable, R> =>
    Effect.catchAll(effect, (error): Effect.Effect<never, Exclude<E, SqlError> | StorageUnavailable> => {
      if (!(error instanceof SqlError)) return Effect.fail(error as Exclude<E, SqlError>)
      return isUnavailable(error) || isRetryable(error)
        ? Effect.fail(new StorageUnavailable({ operation, cause: error }))
        : Effect.die(error)
    })
