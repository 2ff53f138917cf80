import type * as HttpApi from "@effect/platform/HttpApi"
import { Context, Data, Effect, Layer, type Runtime, type Scope } from "effect"
import { randomUUID } from "node:crypto"
import * as http from "node:http"
import * as net from "node:net"
import type { AddressInfo, Socket } from "node:net"
import { isTrustedPeer } from "./ClientAddress.ts"
import { ClientConnections } from "./ClientConnections.ts"
import { type CredentialGuessMaxima, CredentialGuesses } from "./CredentialGuesses.ts"
import { coreEnvelope, type ErrorEnvelope } from "./ErrorEnvelope.ts"
import type { GroupHandlers } from "./handlersFor.ts"
import { headersMax } from "./headFlaw.ts"
import { HttpListener } from "./HttpListener.ts"
import { isLoopbackHost } from "./LoopbackHost.ts"
import { prometheusText, watchEventLoop } from "./Metrics.ts"
import { OutboundSlots } from "./OutboundSlots.ts"
import { type OwnRateMaxima, OwnRates } from "./OwnRates.ts"
import type { AdapterServices } from "./perform.ts"
import { Readiness } from "./Readiness.ts"
import { replyRaw } from "./Reply.ts"
import { ResponseCache } from "./ResponseCache.ts"
import { compilePlainRoute, compileRoutes, type PlainRoute, type RefusalPage } from "./Route.ts"
import type { ErasedServices } from "./ErasedServices.ts"

/** The port could not be bound. */
export class HttpListenFailed extends Data.TaggedError("HttpListenFailed")<{
  readonly host: string
  readonly port: number
  readonly cause: unknown
}> {}

export interface HttpServerOptions<R> {
  readonly api: HttpApi.HttpApi.Any
  readonly handlers: ReadonlyArray<GroupHandlers<R>>
  /** Routes outside the contract: documents, pages and files. */
  readonly plainRoutes?: ReadonlyArray<PlainRoute<R>>
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  readonly envelope?: ErrorEnvelope
  /** Shows refusals to browsers that ask for an address outside of `/api`. Default: all get the envelope. */
  readonly refusalPage?: RefusalPage
  /** Addresses or CIDR ranges of proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies?: ReadonlyArray<string>
  /** Rate limits of this instance, in requests per minute; Infinity turns one off. */
  readonly ownRates?: Partial<OwnRateMaxima>
  /** Unknown credentials allowed per minute and address; beyond them, lookups are refused. */
  readonly guessMaxima?: Partial<CredentialGuessMaxima>
  readonly inFlightMax?: number
  readonly connectionsMax?: number
  readonly connectionsPerAddressMax?: number
  readonly requestsPerConnectionMax?: number
  /** How long a client may read nothing of its answer before its connection is cut. */
  readonly stallMillisMax?: number
  readonly requestTimeoutMillis?: number
  readonly headersTimeoutMillis?: number
  readonly keepAliveTimeoutMillis?: number
  /** Checks every answer against the contract; a mismatch becomes a 500. For tests. */
  readonly checkResponses?: boolean
  /**
   * Delay between reporting "not ready" and refusing connections, so that load balancers notice. 0 closes idle
   * connections immediately.
   */
  readonly stopDelayMillis?: number
  readonly drainMillisMax?: number
  /** Closes the connections that handlers have taken over; runs when the server stops accepting connections. */
  readonly closeTakenOver?: Effect.Effect<void>
}

export interface BoundServer {
  readonly host: string
  readonly port: number
  /** `http://host:port` */
  readonly url: string
  readonly nodeServer: http.Server
}

const reasons: Readonly<Record<number, string>> = {
  400: "Bad Request",
  408: "Request Timeout",
  431: "Request Header Fields Too Large"
}

/** Answers malformed or too slow requests with an error in the envelope, and closes the connection. */
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

/**
 * Closes a connection that should have no request, as its keep-alive time is over. If the event loop was blocked, a
 * request may be waiting in the socket, and closing would reset it; so the connection is closed only if the next turn
 * of the event loop reads nothing.
 */
const endWhenIdle = (socket: Socket): void => {
  const { bytesRead } = socket
  setImmediate(() => {
    if (socket.bytesRead === bytesRead) socket.destroy()
  })
}

/** Answers CONNECT with 405; Node does not pass it to the request handler. */
const refuseConnect = (envelope: ErrorEnvelope) => (_: http.IncomingMessage, socket: Socket): void => {
  const body = JSON.stringify(envelope([{ code: "METHOD_NOT_ALLOWED", message: "CONNECT is not served." }]))
  socket.end(
    `HTTP/1.1 405 Method Not Allowed\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${
      Buffer.byteLength(body)
    }\r\n`
      + `Allow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS\r\nX-Request-Id: ${randomUUID()}\r\nConnection: close\r\n\r\n${body}`,
    () => socket.destroySoon()
  )
}

const bind = (server: http.Server, host: string, port: number) =>
  Effect.async<AddressInfo, HttpListenFailed>((resume) => {
    const onError = (cause: unknown): void => resume(Effect.fail(new HttpListenFailed({ host, port, cause })))
    server.once("error", onError)
    server.listen({ host, port }, () => {
      server.off("error", onError)
      resume(Effect.succeed(server.address() as AddressInfo))
    })
  })

/** The server of Node with its limits; it does not listen yet. */
const makeNodeServer = <R>(options: HttpServerOptions<R>): http.Server => {
  const server = http.createServer({
    headersTimeout: options.headersTimeoutMillis ?? 10_000,
    requestTimeout: options.requestTimeoutMillis ?? 20_000,
    connectionsCheckingInterval: 1_000,
    keepAliveTimeout: options.keepAliveTimeoutMillis ?? 5_000,
    maxHeaderSize: 16_384,
    // The listener itself refuses requests without a Host header, in the envelope.
    requireHostHeader: false,
    insecureHTTPParser: false
  })
  server.maxHeadersCount = headersMax
  server.maxConnections = options.connectionsMax ?? 2_000
  return server
}

let listenerCount = 0

/**
 * Serves an API until the scope closes. It then reports "not ready", ends event streams, and continues to answer for
 * `stopDelayMillis`.
 * After that it accepts no connections, closes each open one after its next answer, and closes the rest after 15 s.
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
        policy: { access: "none", ownRate: "unlimited" },
        handler: () =>
          Effect.sync(() =>
            replyRaw({ contentType: "text/plain; version=0.0.4; charset=utf-8", content: metricsText() })
          )
      })
    ]
    const listener = new HttpListener({
      routes,
      runtime: runtime as Runtime.Runtime<ErasedServices>,
      envelope,
      refusalPage: options.refusalPage,
      cache,
      cacheScope: String(++listenerCount),
      ownRates: new OwnRates(options.ownRates),
      outboundSlots: new OutboundSlots(),
      guesses: new CredentialGuesses(options.guessMaxima),
      trustedProxies: options.trustedProxies ?? [],
      inFlightMax: options.inFlightMax ?? 256,
      checkResponses: options.checkResponses ?? false
    })
    const server = makeNodeServer(options)
    const connections = new ClientConnections(server, {
      perAddressMax: options.connectionsPerAddressMax ?? (isLoopbackHost(options.host) ? 2_000 : 100),
      requestsMax: options.requestsPerConnectionMax ?? 1_000,
      isTrusted: isTrustedPeer(options.trustedProxies ?? []),
      stallMillisMax: options.stallMillisMax ?? 30_000
    })
    server.on("request", connections.inTurn(listener.onRequest))
    server.on("checkContinue", connections.inTurn(listener.onCheckContinue))
    server.on("checkExpectation", connections.inTurn(listener.onCheckExpectation))
    server.on("upgrade", connections.alone(listener.onUpgrade))
    server.on("clientError", onClientError(envelope))
    server.on("connect", connections.alone(refuseConnect(envelope)))
    server.on("timeout", endWhenIdle)
    watchEventLoop()
    const metricsText = (): string =>
      prometheusText({
        routes: listener.metrics(),
        inFlight: listener.inFlight,
        connections: connections.size,
        cache
      })
    const { port, address } = yield* bind(server, options.host, options.port)
    yield* Effect.addFinalizer(() => stop(server, connections, listener, readiness, options))
    const host = address.includes(":") ? `[${address}]` : address
    return { host: address, port, url: `http://${host}:${port}`, nodeServer: server }
  })

/** The longest time for which a stopping server still accepts connections from its backlog. */
const backlogMillisMax = 5_000

/**
 * Calls back once the backlog of connections is empty: connections that wait there when the server stops listening are
 * reset. Node accepts one connection in each turn of its event loop.
 */
const afterBacklog = (server: http.Server, then: () => void): void => {
  const since = performance.now()
  let accepted = 0
  const count = (): void => void accepted++
  server.on("connection", count)
  const check = (before: number): void => {
    if (accepted !== before && performance.now() - since < backlogMillisMax) return void setImmediate(check, accepted)
    server.off("connection", count)
    then()
  }
  setImmediate(check, -1)
}

/**
 * Stops accepting connections and waits until the open ones have ended. The client of an idle kept-alive connection may
 * be sending a request right now, so the connection ends only after its next answer or when the announced `Keep-Alive`
 * time is over. A connection without any request so far ends after the same time.
 */
const drain = (server: http.Server, connections: ClientConnections, listener: HttpListener) =>
  Effect.async<void>((resume) => {
    afterBacklog(server, () => {
      listener.stop()
      const silent = setTimeout(() => {
        for (const socket of connections.sockets()) if (socket.bytesRead === 0) socket.destroy()
      }, server.keepAliveTimeout)
      // http.Server's own close destroys idle connections.
      net.Server.prototype.close.call(server, () => {
        clearTimeout(silent)
        resume(Effect.void)
      })
    })
  })

/**
 * Stops accepting connections, closes those without a request, and waits for the others. Node counts a connection that
 * has not sent anything yet, as browsers open them in advance, among those with a request.
 */
const closeImmediately = (server: http.Server, connections: ClientConnections, listener: HttpListener) =>
  Effect.async<void>((resume) => {
    listener.stop()
    server.close(() => resume(Effect.void))
    server.closeIdleConnections()
    for (const socket of connections.sockets()) if (socket.bytesRead === 0) endWhenIdle(socket)
  })

const stop = (
  server: http.Server,
  connections: ClientConnections,
  listener: HttpListener,
  readiness: Context.Tag.Service<Readiness>,
  options: HttpServerOptions<ErasedServices>
) =>
  Effect.gen(function*() {
    readiness.stopping = true
    listener.endEventStreams()
    const stopDelayMillis = options.stopDelayMillis ?? 0
    yield* Effect.sleep(stopDelayMillis)
    yield* options.closeTakenOver ?? Effect.void
    const closed = stopDelayMillis === 0
      ? closeImmediately(server, connections, listener)
      : drain(server, connections, listener)
    // Finalizers cannot be interrupted, and a time limit works by interrupting.
    yield* Effect.timeoutOption(Effect.interruptible(closed), options.drainMillisMax ?? 15_000)
    listener.close()
    connections.close()
    server.closeAllConnections()
    // Stops Node's timer for slow requests; only http.Server's own close does that.
    server.close()
  })

/** A layer that serves an API and provides the server as `tag` (see `listen`). */
export const serverLayer = <Id>(tag: Context.Tag<Id, BoundServer>) =>
<R>(
  options: HttpServerOptions<R>
): Layer.Layer<Id, HttpListenFailed, R | AdapterServices | ResponseCache | Readiness> =>
  // A scoped layer provides the scope, but TypeScript cannot exclude it from a generic `R`.
  Layer.scoped(tag, listen(options)) as Layer.Layer<
    Id,
    HttpListenFailed,
    R | AdapterServices | ResponseCache | Readiness
  >

/** The core API's listener. */
export class HttpServer extends Context.Tag("auspex/http/HttpServer")<HttpServer, BoundServer>() {
  static readonly layer = serverLayer(HttpServer)
}
