import { StorageUnavailable } from "@auspex/domain/kernel"
import { SqlError } from "@effect/sql/SqlError"
import { Cause, Chunk, Effect } from "effect"

interface DriverError {
  readonly code?: unknown
  readonly constraint?: unknown
  readonly message?: unknown
  readonly cause?: unknown
}

/** `error` and what caused it, outermost first: SqlError, StorageUnavailable and pg's errors all carry a `cause`. */
const chain = (error: unknown): ReadonlyArray<DriverError> => {
  const links: Array<DriverError> = []
  for (let link = error; typeof link === "object" && link !== null && links.length < 8;) {
    links.push(link as DriverError)
    link = (link as DriverError).cause
  }
  return links
}

/** The SQLSTATE that the database gave, looked for through all causes. */
export const sqlStateOf = (error: unknown): string | undefined =>
  chain(error).map((link) => link.code).find((code): code is string =>
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

// What pg and pg-pool say, in words only, when a connection is gone or cannot be had.
const connectionMessages =
  /^(Query read timeout|Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed|Cannot use a pool after|PGlite is (closed|closing))/

/** Whether the connection broke off, or could not be had. */
export const isConnectionLost = (error: unknown): boolean =>
  chain(error).some(({ code, message }) =>
    (typeof code === "string" && (/^(08|57P0|25P0[34])/.test(code) || socketCodes.has(code)))
    || (typeof message === "string" && connectionMessages.test(message))
  )

// For an answer, for a free connection, for a new one.
const waitedMessages = /^(Query read timeout|timeout e|Connection terminated due to connection timeout)/

/** Whether somebody has waited for an answer or a connection as long as is allowed; trying again would double it. */
export const isTimeout = (error: unknown): boolean =>
  chain(error).some(({ message }) => typeof message === "string" && waitedMessages.test(message))

/**
 * Whether the database, rather than the statement, is to blame: connection lost (08, 57P0x), out of resources (53),
 * disk or system error (58), read-only (25006), a lock or statement time-out (55P03, 57014).
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
    || (state === "0A000" && chain(error).some(({ message }) => String(message).startsWith("cached plan")))
}

/** All errors in `cause`, typed and defects, in order. */
export const errorsIn = (cause: Cause.Cause<unknown>): ReadonlyArray<unknown> => [
  ...Chunk.toReadonlyArray(Cause.failures(cause)),
  ...Chunk.toReadonlyArray(Cause.defects(cause))
]

/**
 * For every statement of a store: an `SqlError` becomes `StorageUnavailable` when the database is to blame or the
 * transaction must be run again, and a defect (a bug) otherwise. `operation` names what was being done, for the log.
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
