import { createConnection } from "node:net"
import pg from "pg"
import { encodeParameter, parserOf } from "./JsValues.ts"
import { makeNamedStatements, type NamedStatements } from "./NamedStatements.ts"

/** How to reach a Postgres server and how long to wait for it. All times are in milliseconds. */
export interface GuardedPoolOptions {
  readonly url: string
  /** Maximum number of connections. Default 16. */
  readonly poolMax?: number
  /** Time limit for getting a connection, new or free. Default 2,000. */
  readonly connectTimeoutMs?: number
  /** Time limit for an answer, after which the connection is closed. Default 4,500; 0 for none. */
  readonly queryTimeoutMs?: number
  /** The server's limit for a statement. Default 4,000; 0 for none. */
  readonly statementTimeoutMs?: number
  /** The server's limit for waiting on a lock. Default 2,000. */
  readonly lockTimeoutMs?: number
  /** The server's limit for an idle transaction. Default 10,000. */
  readonly idleInTransactionTimeoutMs?: number
  /** Prepare repeated statements under a name. Default true. Must be off behind a transaction pooler. */
  readonly namedStatements?: boolean
  /**
   * The address is that of a transaction pooler (pgbouncer): no start-up parameters are sent, so the pooler's database
   * must set the time-outs, and statements stay unnamed.
   */
  readonly transactionPooler?: boolean
  /** Shown in pg_stat_activity. Default `auspex`. */
  readonly applicationName?: string
}

// The internals of pg's client that this guard needs (pg 8.23.1); the hung-backend test checks them.
interface ClientInternals extends Omit<pg.PoolClient, "query" | "connection"> {
  _queryable: boolean
  _queryQueue: ReadonlyArray<unknown>
  _getActiveQuery(): unknown
  _txStatus: string | null
  readonly connection: { readonly stream: { destroy(): void } }
  readonly processID: number | null
  readonly secretKey: number | null
  readonly host: string
  readonly port: number
  query: (config: unknown, values?: unknown, callback?: unknown) => unknown
}
type QueryCallback = (error: (Error & { code?: string }) | null | undefined, result?: unknown) => void

/** Closes this connection and prevents any further use of it. */
const destroy = (client: ClientInternals): void => {
  client._queryable = false
  client.connection.stream.destroy()
}

const busy = (client: ClientInternals): boolean => client._getActiveQuery() != null || client._queryQueue.length > 0

const stalePlan = (error: { readonly code?: string; readonly message: string }): boolean =>
  error.code === "0A000" && error.message.startsWith("cached plan")

const readTimeout = "Query read timeout"

/**
 * Calls back with the answer, or after `milliseconds` with a time-out error. pg's own `query_timeout` does the same,
 * but its timers reference the answers, and Node frees cleared timers only in a full garbage collection: every answer
 * would reach the old generation, and an export of any length would grow the heap by 100 MB.
 */
const withinTime = (milliseconds: number, callback: QueryCallback): QueryCallback => {
  if (milliseconds === 0) return callback
  const waiting: { callback: QueryCallback | undefined } = { callback }
  const settle: QueryCallback = (error, result) => {
    const { callback } = waiting
    waiting.callback = undefined
    callback?.(error, result)
  }
  const timer = setTimeout(() => settle(new Error(readTimeout)), milliseconds)
  return (error, result) => {
    clearTimeout(timer)
    settle(error, result)
  }
}

/**
 * Wraps `client.query`: limits the wait for an answer, destroys the socket after an error that leaves the session in an
 * unknown state (before passing the error on), and names repeated statements.
 *
 * Without this, pg 8 drops a queued ROLLBACK on a read time-out, and the connection returns to the pool inside the dead
 * request's transaction, whose partial writes a later request would then commit.
 */
const guard = (client: ClientInternals, statements: NamedStatements | undefined, queryTimeoutMs: number): void => {
  const query = client.query.bind(client)
  // After a time-out, later errors (such as a failed ROLLBACK) are replaced by the time-out, because a retry would wait
  // as long again.
  let timeoutError: Error | undefined
  const guarded = (text: string | undefined, callback: QueryCallback): QueryCallback => (error, result) => {
    if (error != null && (error.message === readTimeout || text === "ROLLBACK")) destroy(client)
    if (error?.message === readTimeout) timeoutError = error
    callback(error == null ? error : timeoutError ?? error, result)
  }
  client.query = (config, values, callback) => {
    const request = typeof config === "string" ? { text: config } : config as { text?: string; submit?: unknown }
    const last = typeof values === "function" ? values : callback
    const parameters = typeof values === "function" ? undefined : values as ReadonlyArray<unknown> | undefined
    if (typeof request.submit === "function" || typeof last !== "function" || request.text === undefined) {
      return query(config, values, callback)
    }
    const text = request.text
    const raw = (request as { values?: ReadonlyArray<unknown> }).values ?? parameters
    const encoded = raw === undefined || raw.length === 0 ? undefined : raw.map(encodeWithBuffer)
    const name = encoded === undefined ? undefined : statements?.nameOf(text)
    const run = (withName: boolean, done: QueryCallback) =>
      query(
        { ...request, ...(encoded && { values: encoded }), ...(withName && { name }) },
        withinTime(queryTimeoutMs, guarded(text, done))
      )
    if (name === undefined) return run(false, last as QueryCallback)
    const idle = client._txStatus === "I"
    return run(true, (error, result) => {
      if (error == null || !stalePlan(error)) return (last as QueryCallback)(error, result)
      statements?.renew()
      // Outside a transaction nothing has happened yet; a transaction is aborted, and the unit of work starts it again.
      if (idle) run(false, last as QueryCallback)
      else (last as QueryCallback)(error, result)
    })
  }
}

// pg marks a parameter as binary only when it is a Buffer.
const encodeWithBuffer = (value: unknown): unknown => {
  const encoded = encodeParameter(value)
  return encoded instanceof Uint8Array ? Buffer.from(encoded.buffer, encoded.byteOffset, encoded.byteLength) : encoded
}

/**
 * A healthy server accepts a cancel within milliseconds; an interrupted caller waits no longer than this.
 */
const cancelMillisMax = 500

/**
 * Asks the server to cancel the running statement of `client`, over a separate socket, because all connections of the
 * pool may be busy. Best effort: the release check catches a statement that is still running afterwards.
 */
const cancel = (client: ClientInternals, timeoutMs: number, done: () => void): void => {
  const packet = Buffer.alloc(16)
  packet.writeInt32BE(16, 0)
  packet.writeInt32BE(80_877_102, 4)
  packet.writeInt32BE(client.processID ?? 0, 8)
  packet.writeInt32BE(client.secretKey ?? 0, 12)
  const socket = client.host.startsWith("/")
    ? createConnection(`${client.host}/.s.PGSQL.${client.port}`)
    : createConnection(client.port, client.host)
  socket.setTimeout(timeoutMs, () => socket.destroy())
  socket.on("connect", () => socket.write(packet))
  // The server closes the socket without an answer. "close" follows every error, so errors need no other handling.
  socket.on("error", () => socket.destroy())
  socket.on("close", done)
  socket.resume()
}

const cancelCall = /^SELECT pg_cancel_backend\((\d+)\)$/

class Pool extends pg.Pool {
  readonly #clients = new Map<number, ClientInternals>()
  readonly #cancelling = new Set<ClientInternals>()

  /**
   * Whether a cancel is under way for `client`. If it arrives after the statement has ended, it cancels the next
   * statement.
   */
  isCancelling(client: ClientInternals): boolean {
    return this.#cancelling.has(client)
  }

  track(client: ClientInternals): void {
    const pid = client.processID
    if (pid === null) return
    this.#clients.set(pid, client)
    client.once("end", () => this.#clients.delete(pid))
  }

  // @effect/sql-pg cancels an interrupted statement through the pool; that call must not queue for a connection.
  // oxlint-disable-next-line typescript/no-explicit-any -- pg's overloads cannot be restated here
  override query(...args: Array<any>): any {
    const pid = typeof args[0] === "string" ? cancelCall.exec(args[0])?.[1] : undefined
    const done = args[args.length - 1]
    if (pid === undefined || typeof done !== "function") return super.query(...(args as [string]))
    const client = this.#clients.get(Number(pid))
    if (client === undefined || !busy(client)) return done()
    this.#cancelling.add(client)
    cancel(client, cancelMillisMax, () => {
      this.#cancelling.delete(client)
      done()
    })
  }
}

// Compiling a statement with many parts takes longer (0.7 s for the tallies of a survey) than it saves here.
const sessionOptions = "-c synchronous_commit=on -c TimeZone=UTC -c jit=off"

/**
 * The address without an `application_name`, because instances recognise their own transactions by the session's name,
 * and with Auspex's settings last in `options`, so that they win.
 */
const addressOf = (url: string): string => {
  const address = new URL(url)
  const { searchParams } = address
  const options = searchParams.get("options")
  if (options === null && !searchParams.has("application_name")) return url
  searchParams.delete("application_name")
  if (options !== null) searchParams.set("options", `${options} ${sessionOptions}`)
  return address.href
}

/** A pool that never reuses a connection whose state is unknown. The caller ends the pool. */
export const makeGuardedPool = (options: GuardedPoolOptions): pg.Pool => {
  const pooler = options.transactionPooler === true
  const statements = pooler || options.namedStatements === false ? undefined : makeNamedStatements()
  const pool = new Pool({
    connectionString: addressOf(options.url),
    max: options.poolMax ?? 16,
    connectionTimeoutMillis: options.connectTimeoutMs ?? 2_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: options.applicationName ?? "auspex",
    types: { getTypeParser: (oid: number) => parserOf(oid) } as unknown as pg.CustomTypesConfig,
    ...(!pooler && {
      statement_timeout: options.statementTimeoutMs ?? 4_000,
      lock_timeout: options.lockTimeoutMs ?? 2_000,
      idle_in_transaction_session_timeout: options.idleInTransactionTimeoutMs ?? 10_000,
      options: sessionOptions
    })
  })
  pool.on("connect", (client) => {
    const internals = client as unknown as ClientInternals
    // A destroyed socket reports its end after the client has left the pool; without a listener the error would end the
    // process.
    client.on("error", () => undefined)
    pool.track(internals)
    guard(internals, statements, options.queryTimeoutMs ?? 4_500)
  })
  pool.on("release", (error, client) => {
    const internals = client as unknown as ClientInternals
    const unknown = busy(internals) || pool.isCancelling(internals) ||
      (internals._txStatus !== "I" && internals._txStatus !== null)
    if (error == null && internals._queryable && unknown) destroy(internals)
  })
  // A broken idle connection has already left the pool; the next request opens another.
  pool.on("error", () => undefined)
  return pool
}
