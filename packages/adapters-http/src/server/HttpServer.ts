import type * as HttpApi from "@effect/platform/HttpApi"
import { Context, Data, Effect, Layer, type Runtime, type Scope } from "effect"
import { randomUUID } from "node:crypto"
import * as http from "node:http"
import type { AddressInfo, Socket } from "node:net"
import { isTrustedPeer } from "./ClientAddress.ts"
import { coreEnvelope, type ErrorEnvelope } from "./ErrorEnvelope.ts"
import type { GroupHandlers } from "./handlersFor.ts"
import { HttpListener } from "./HttpListener.ts"
import { prometheusText, watchEventLoop } from "./Metrics.ts"
import { type OwnRateMaxima, OwnRates } from "./OwnRates.ts"
import type { AdapterServices } from "./perform.ts"
import { Readiness } from "./Readiness.ts"
import { replyRaw } from "./Reply.ts"
import { ResponseCache } from "./ResponseCache.ts"
import { compilePlainRoute, compileRoutes, type PlainRoute } from "./Route.ts"

/** The port could not be bound. */
export class HttpListenFailed extends Data.TaggedError("HttpListenFailed")<{
  readonly host: string
  readonly port: number
  readonly cause: unknown
}> {}

export interface HttpServerOptions<R> {
  readonly api: HttpApi.HttpApi.Any
  readonly handlers: ReadonlyArray<GroupHandlers<R>>
  /** Documents, pages and files beside the contract. */
  readonly plainRoutes?: ReadonlyArray<PlainRoute<R>>
  readonly host: string
  /** 0: any free one. */
  readonly port: number
  readonly envelope?: ErrorEnvelope
  /** Addresses or CIDR ranges whose `X-Forwarded-For` is believed. */
  readonly trustedProxies?: ReadonlyArray<string>
  /** Requests a minute of the limits that this instance keeps for itself; Infinity turns one off. */
  readonly ownRates?: Partial<OwnRateMaxima>
  readonly inFlightMax?: number
  readonly connectionsMax?: number
  readonly connectionsPerAddressMax?: number
  readonly requestsPerConnectionMax?: number
  readonly requestTimeoutMillis?: number
  readonly headersTimeoutMillis?: number
  readonly keepAliveTimeoutMillis?: number
  /** Checks every answer against the contract and fails it with 500 when it does not fit. For tests. */
  readonly checkResponses?: boolean
  /** Between saying "not ready" and refusing connections, so that balancers notice. */
  readonly stopDelayMillis?: number
  readonly drainMillisMax?: number
}

export interface BoundServer {
  readonly host: string
  readonly port: number
  /** `http://host:port` */
  readonly url: string
  /** For what is not a request: upgrades to WebSocket. */
  readonly nodeServer: http.Server
}

const reasons: Readonly<Record<number, string>> = {
  400: "Bad Request",
  408: "Request Timeout",
  431: "Request Header Fields Too Large"
}

/** Answers bytes that are not HTTP, or came too slowly, in the envelope, and closes. */
const onClientError = (envelope: ErrorEnvelope) => (error: NodeJS.ErrnoException, socket: Socket): void => {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy()
    return
  }
  const status = error.code === "HPE_HEADER_OVERFLOW" ? 431 : error.code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400
  const message = status === 431
    ? "The headers are too large."
    : status === 408
    ? "The request did not arrive in time."
    : "The request is not valid HTTP."
  const body = JSON.stringify(envelope([{ code: "INVALID_REQUEST", message }]))
  socket.end(
    `HTTP/1.1 ${status} ${
      reasons[status]
    }\r\nContent-Type: application/json; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\n`
      + `X-Request-Id: ${randomUUID()}\r\nContent-Length: ${
        Buffer.byteLength(body)
      }\r\nConnection: close\r\n\r\n${body}`,
    () => socket.destroySoon()
  )
}

/** Refuses an address's connections beyond its share; a trusted proxy speaks for many. */
const limitConnections = (
  server: http.Server,
  perAddressMax: number,
  isTrusted: (remoteAddress: string) => boolean
): void => {
  const open = new Map<string, number>()
  server.on("connection", (socket) => {
    const address = socket.remoteAddress ?? "unknown"
    if (isTrusted(address)) return
    const count = (open.get(address) ?? 0) + 1
    open.set(address, count)
    socket.once("close", () => {
      const left = (open.get(address) ?? 1) - 1
      if (left === 0) open.delete(address)
      else open.set(address, left)
    })
    if (count > perAddressMax) socket.destroy()
  })
}

/** CONNECT never reaches the request handler. */
const refuseConnect = (envelope: ErrorEnvelope) => (_: http.IncomingMessage, socket: NodeJS.WritableStream): void => {
  const body = JSON.stringify(envelope([{ code: "METHOD_NOT_ALLOWED", message: "CONNECT is not served." }]))
  socket.end(
    `HTTP/1.1 405 Method Not Allowed\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${
      Buffer.byteLength(body)
    }\r\n`
      + `Allow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS\r\nX-Request-Id: ${randomUUID()}\r\nConnection: close\r\n\r\n${body}`
  )
}

const isLoopback = (host: string): boolean => host === "127.0.0.1" || host === "::1" || host === "localhost"

const bind = (server: http.Server, host: string, port: number) =>
  Effect.async<AddressInfo, HttpListenFailed>((resume) => {
    const onError = (cause: unknown): void => resume(Effect.fail(new HttpListenFailed({ host, port, cause })))
    server.once("error", onError)
    server.listen({ host, port }, () => {
      server.off("error", onError)
      resume(Effect.succeed(server.address() as AddressInfo))
    })
  })

let listenerCount = 0

/**
 * Serves an API until the scope closes: then it says that it is not ready, stops accepting, lets what is in flight end
 * within 15 s, and closes what is left.
 */
export const listen = <R>(options: HttpServerOptions<R>): Effect.Effect<
  BoundServer,
  HttpListenFailed,
  R | AdapterServices | ResponseCache | Readiness | Scope.Scope
> =>
  Effect.gen(function*() {
    const runtime = yield* Effect.runtime<R | AdapterServices>()
    const cache = yield* ResponseCache
    const readiness = yield* Readiness
    const envelope = options.envelope ?? coreEnvelope
    const routes = [
      ...compileRoutes(options.api as HttpApi.HttpApi.AnyWithProps, options.handlers),
      ...(options.plainRoutes ?? []).map(compilePlainRoute),
      compilePlainRoute({
        method: "GET",
        path: "/metrics",
        // Probes and scrapers must see a busy instance as it is, not as an address that asks too often.
        manners: { access: "none", ownRate: "unlimited" },
        handler: () =>
          Effect.sync(() =>
            replyRaw({ contentType: "text/plain; version=0.0.4; charset=utf-8", content: metricsText() })
          )
      })
    ]
    const listener = new HttpListener({
      routes,
      runtime: runtime as Runtime.Runtime<any>,
      envelope,
      cache,
      cacheScope: String(++listenerCount),
      ownRates: new OwnRates(options.ownRates),
      trustedProxies: options.trustedProxies ?? [],
      inFlightMax: options.inFlightMax ?? 256,
      checkResponses: options.checkResponses ?? false
    })
    const server = http.createServer({
      headersTimeout: options.headersTimeoutMillis ?? 10_000,
      requestTimeout: options.requestTimeoutMillis ?? 20_000,
      connectionsCheckingInterval: 1_000,
      keepAliveTimeout: options.keepAliveTimeoutMillis ?? 5_000,
      maxHeaderSize: 16_384,
      requireHostHeader: true,
      insecureHTTPParser: false
    }, listener.onRequest)
    server.maxHeadersCount = 100
    server.maxRequestsPerSocket = options.requestsPerConnectionMax ?? 1_000
    server.maxConnections = options.connectionsMax ?? 2_000
    server.on("checkContinue", listener.onCheckContinue)
    server.on("clientError", onClientError(envelope) as any)
    server.on("connect", refuseConnect(envelope) as any)
    limitConnections(
      server,
      options.connectionsPerAddressMax ?? (isLoopback(options.host) ? 2_000 : 100),
      isTrustedPeer(options.trustedProxies ?? [])
    )
    watchEventLoop()
    let connections = 0
    server.on("connection", (socket) => {
      connections++
      socket.once("close", () => connections--)
    })
    const metricsText = (): string =>
      prometheusText({
        routes: listener.metrics(),
        inFlight: listener.inFlight,
        connections,
        cache: { hits: cache.hits, misses: cache.misses, bytes: cache.bytes }
      })
    const { port, address } = yield* bind(server, options.host, options.port)
    yield* Effect.addFinalizer(() => stop(server, listener, readiness, options))
    const host = address.includes(":") ? `[${address}]` : address
    return { host: address, port, url: `http://${host}:${port}`, nodeServer: server }
  })

const stop = (
  server: http.Server,
  listener: HttpListener,
  readiness: Context.Tag.Service<Readiness>,
  options: HttpServerOptions<any>
) =>
  Effect.gen(function*() {
    readiness.stopping = true
    yield* Effect.sleep(options.stopDelayMillis ?? 0)
    listener.stopping = true
    const closed = Effect.async<void>((resume) => {
      server.close(() => resume(Effect.void))
      server.closeIdleConnections()
    })
    // Finalizers cannot be interrupted, and a time limit works by interrupting.
    yield* Effect.timeoutOption(Effect.interruptible(closed), options.drainMillisMax ?? 15_000)
    listener.close()
    server.closeAllConnections()
  })

/** The core API's listener. */
export class HttpServer extends Context.Tag("auspex/http/HttpServer")<HttpServer, BoundServer>() {
  static readonly layer = <R>(
    options: HttpServerOptions<R>
  ): Layer.Layer<HttpServer, HttpListenFailed, R | AdapterServices | ResponseCache | Readiness> =>
    Layer.scoped(HttpServer, listen(options)) as Layer.Layer<
      HttpServer,
      HttpListenFailed,
      R | AdapterServices | ResponseCache | Readiness
    >
}
