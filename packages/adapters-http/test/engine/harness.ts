import { Authenticator } from "@auspex/domain/accounts"
import { type AccountActor } from "@auspex/domain/identity"
import {
  Changes,
  DatabaseClock,
  IdempotencyStore,
  type IdempotencyVerdict,
  RateLimiter,
  type SavedReply,
  type Topic,
  UnitOfWork
} from "@auspex/domain/kernel"
import { Effect, Layer, Logger, ManagedRuntime } from "effect"
import * as net from "node:net"
import { HttpServer, type HttpServerOptions, Readiness, ResponseCache } from "../../src/engine/index.ts"
import { systemHandlers } from "../../src/handlers.ts"
import type { ResponseCacheOptions } from "../../src/engine/ResponseCache.ts"
import { SampleApi, thing, Things, thingsHandlers } from "./sampleApi.ts"

export const account = (overrides: Partial<AccountActor>): AccountActor => ({
  kind: "account",
  id: "agent-1",
  type: "agent",
  name: "Ada",
  roles: ["predictor"],
  owner_id: null,
  owner_key: "agent-1",
  email_verified: false,
  trust_label: "unverified",
  points: 5_000,
  locked_points: 0,
  suspended: false,
  credential: "key",
  key_id: "k1",
  ...overrides
})

/** The keys that the test doubles accept. */
export const keys = {
  agent: "sk_agent",
  rotated: "sk_agent_rotated",
  suspended: "sk_suspended",
  human: "ht_human",
  admin: "ak_admin"
}

/** The number of credential lookups, and of queries for the database's time. */
export const lookups = { count: 0, clock: 0 }

const found = <A>(who: A | undefined): Effect.Effect<A | undefined> =>
  Effect.sync(() => {
    lookups.count++
    return who
  })

const authenticator = Layer.succeed(Authenticator, {
  byKey: (secret) =>
    found(
      secret === keys.agent
        ? account({})
        : secret === keys.rotated
        ? account({ key_id: "k4" })
        : secret === keys.suspended
        ? account({ suspended: true, key_id: "k2" })
        : undefined
    ),
  byToken: (secret) =>
    found(
      secret === keys.human
        ? account({
          id: "human-1",
          type: "human",
          name: "Hugo",
          email_verified: true,
          credential: "token",
          key_id: "k3"
        })
        : undefined
    ),
  byAdminKey: (secret) =>
    found(secret === keys.admin ? { kind: "admin" as const, name: "root", key_id: "a1" } : undefined),
  byWorkspaceKey: () => found(undefined)
})

const rateLimiter = Layer.sync(RateLimiter, () => {
  const taken = new Map<string, number>()
  return {
    take: (rule, key) =>
      Effect.sync(() => {
        const n = taken.get(rule.name + key) ?? 0
        const admitted = n < rule.max
        if (admitted) taken.set(rule.name + key, n + 1)
        return { admitted, remaining: Math.max(0, rule.max - n - 1), resetSeconds: 42 }
      })
  }
})

/** Rolls back what a failed unit did, like a database. */
const database = Layer.sync(IdempotencyStore, () => {
  const rows = new Map<string, { hash: string; claim?: string; reply?: SavedReply | "withheld" }>()
  return {
    begin: (scope, hash) =>
      Effect.sync((): IdempotencyVerdict => {
        const id = JSON.stringify(scope)
        const row = rows.get(id)
        if (row === undefined) {
          rows.set(id, { hash })
          return { kind: "new" }
        }
        if (row.hash !== hash) return { kind: "mismatch" }
        if (row.reply === undefined) return { kind: "in_progress" }
        return row.reply === "withheld" ? { kind: "withheld" } : { kind: "replay", ...row.reply }
      }),
    complete: (scope, reply) =>
      Effect.sync(() => {
        const row = rows.get(JSON.stringify(scope))
        if (row !== undefined) row.reply = reply
      }),
    claim: (scope, hash, claim) =>
      Effect.sync((): IdempotencyVerdict => {
        const id = JSON.stringify(scope)
        const row = rows.get(id)
        if (row === undefined) {
          rows.set(id, { hash, claim })
          return { kind: "new" }
        }
        return row.hash !== hash
          ? { kind: "mismatch" }
          : row.reply === undefined
          ? { kind: "in_progress" }
          : row.reply === "withheld"
          ? { kind: "withheld" }
          : { kind: "replay", ...row.reply }
      }),
    settle: () => Effect.succeed(true),
    release: (scope) => Effect.sync(() => void rows.delete(JSON.stringify(scope))),
    forget: Effect.succeed(0)
  }
})

const unitOfWork = Layer.succeed(UnitOfWork, {
  transact: (effect) => effect,
  afterCommit: (effect) => effect,
  alongside: (work) => work,
  isOpen: Effect.succeed(false)
})

export interface Running {
  readonly url: string
  readonly port: number
  readonly logs: Array<string>
  /** The number of calls of the use case that reads one thing. */
  readonly calls: { count: number; gate: Promise<void> | undefined }
  readonly waits: { started: number; interrupted: number }
  readonly announce: (topics: ReadonlyArray<Topic>) => void
  readonly close: () => Promise<void>
}

/** Serves the sample API on a free port. */
export const serveSample = async (
  options: Partial<HttpServerOptions<any>> = {},
  clock: "up" | "down" = "up",
  cache: ResponseCacheOptions = {}
): Promise<Running> => {
  const logs: Array<string> = []
  const calls: Running["calls"] = { count: 0, gate: undefined }
  const waits = { started: 0, interrupted: 0 }
  const things = Layer.succeed(Things, {
    get: (id) =>
      Effect.gen(function*() {
        const version = ++calls.count
        if (calls.gate !== undefined) yield* Effect.promise(() => calls.gate as Promise<void>)
        return { ...thing(id), title: `version ${version}` }
      }),
    onWait: waits
  })
  const now = Effect.suspend(() => {
    lookups.clock++
    return clock === "up" ? Effect.succeed(new Date(0)) : Effect.never
  })
  const clockLayer = Layer.succeed(DatabaseClock, { now })
  const logger = Logger.replace(
    Logger.defaultLogger,
    Logger.make(({ message, cause }) => {
      logs.push(`${String(message)} ${JSON.stringify(cause)} ${String(cause)}`)
    })
  )
  const layer = HttpServer.layer<any>({
    api: SampleApi,
    handlers: [systemHandlers, thingsHandlers],
    host: "127.0.0.1",
    port: 0,
    checkResponses: true,
    ...options
  }).pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        authenticator,
        rateLimiter,
        database,
        unitOfWork,
        things,
        clockLayer,
        ResponseCache.layer(cache),
        Readiness.layer,
        logger
      )
    )
  ) as Layer.Layer<HttpServer | Changes>
  const runtime = ManagedRuntime.make(layer)
  const server = await runtime.runPromise(HttpServer)
  const changes = await runtime.runPromise(Changes)
  return {
    url: server.url,
    port: server.port,
    logs,
    calls,
    waits,
    announce: (topics) => Effect.runSync(changes.announce(topics)),
    close: () => runtime.dispose()
  }
}

/**
 * Sends bytes over a bare socket and collects the response until the server closes the connection, or until nothing has
 * arrived for `quietMillis`. The wait for the first byte is not limited.
 */
export const rawExchange = (
  port: number,
  bytes: string | Buffer | ReadonlyArray<string | Buffer>,
  quietMillis = 300
): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = net.connect(port, "127.0.0.1")
    const chunks: Array<Buffer> = []
    let timer: NodeJS.Timeout | undefined
    const finish = () => {
      clearTimeout(timer)
      socket.destroy()
      resolve(Buffer.concat(chunks).toString("latin1"))
    }
    const again = () => {
      clearTimeout(timer)
      timer = setTimeout(finish, quietMillis)
    }
    socket.on("connect", () => {
      for (const part of Array.isArray(bytes) ? bytes : [bytes]) socket.write(part as string)
    })
    socket.on("data", (chunk) => {
      chunks.push(chunk)
      again()
    })
    socket.on("close", finish)
    socket.on("error", (error: NodeJS.ErrnoException) =>
      chunks.length > 0 || error.code === "ECONNRESET" ? finish() : reject(error))
  })
