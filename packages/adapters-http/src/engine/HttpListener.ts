import type { Failures, Refusal, StorageUnavailable } from "@auspex/domain/kernel"
import { Deferred, Effect, Exit, FiberId, Runtime, RuntimeFlags } from "effect"
import type { Router } from "find-my-way-ts"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { performance } from "node:perf_hooks"
import { type HttpAnswer, refusalAnswer } from "./HttpAnswer.ts"
import type { ErasedServices } from "./ErasedServices.ts"
import { hasCredential } from "./authenticate.ts"
import { cacheKeyOf, type CacheKey } from "./cacheKeyOf.ts"
import { clientAddressOf } from "./ClientAddress.ts"
import type { CredentialGuesses } from "./CredentialGuesses.ts"
import type { ErrorEnvelope } from "./ErrorEnvelope.ts"
import { type HttpExchange, rateHeadersOf, detach } from "./HttpExchange.ts"
import { Faults } from "./Faults.ts"
import { requestIdOf } from "./headers.ts"
import { headFlawOf } from "./headFlaw.ts"
import { InFlight } from "./InFlight.ts"
import { isJson } from "./JsonBody.ts"
import type { RouteMetrics } from "./Metrics.ts"
import { noRouteAnswer, refused } from "./noRoute.ts"
import type { OutboundSlots } from "./OutboundSlots.ts"
import type { OwnRates } from "./OwnRates.ts"
import { perform, takeAddressRate, takeOwnRate } from "./perform.ts"
import { announcedLength, hasBody, lingerAndEnd, readBody } from "./readBody.ts"
import { originFormOf, targetFlawOf } from "./requestTarget.ts"
import type { ResponseCacheStore } from "./ResponseCache.ts"
import { compilePlainRoute, type RefusalPage, type Route } from "./Route.ts"
import { findRoute, routerOf } from "./routerOf.ts"
import { cachedAnswerOf, send, sendCached } from "./send.ts"
import { UnreadAnswers } from "./UnreadAnswers.ts"
import { handOver, responseOfUpgrade } from "./Upgrade.ts"

export interface HttpListenerOptions {
  readonly routes: ReadonlyArray<Route>
  readonly runtime: Runtime.Runtime<ErasedServices>
  readonly envelope: ErrorEnvelope
  readonly refusalPage: RefusalPage | undefined
  readonly cache: ResponseCacheStore
  /** Prefix of this listener's cache keys; other listeners share the cache. */
  readonly cacheScope: string
  readonly ownRates: OwnRates
  readonly outboundSlots: OutboundSlots
  readonly guesses: CredentialGuesses
  readonly trustedProxies: ReadonlyArray<string>
  readonly inFlightMax: number
  readonly checkResponses: boolean
}

/** Requests that may wait for the computation of one answer. */
const waitersPerFillMax = 2_000
/** How long an interrupted handler may take to stop before its client receives 503 regardless. */
const graceMillis = 5_000

/** The route of requests that match none, so that they are counted and answered like all others. */
const unmatchedRoute = (label: string): Route =>
  compilePlainRoute({ method: label, path: "(none)", policy: { access: "none" }, handler: () => Effect.void })

const overloaded = refused("SERVICE_UNAVAILABLE", "The server is handling too many requests; retry in a second.")
const tooManyRequests = refused("RATE_LIMITED", "Too many requests from this address; try again later.")
const upgradeRequired = refused("UPGRADE_REQUIRED", "This path takes WebSocket connections only.")

/**
 * Serves compiled routes on a `node:http` server: one fiber per request, none for a cached answer. All answers are sent
 * from here, errors in the listener's own envelope.
 */
export class HttpListener {
  readonly #options: HttpListenerOptions
  readonly #router: Router<Route>
  readonly #clientOf: ReturnType<typeof clientAddressOf>
  readonly #runFork: <A, E>(effect: Effect.Effect<A, E, ErasedServices>) => ReturnType<typeof Effect.runFork<A, E>>
  readonly #unmatched = unmatchedRoute("ANY")
  readonly #inFlight = new InFlight()
  readonly #faults: Faults
  readonly #deadlines: NodeJS.Timeout
  readonly #unread = new UnreadAnswers()
  readonly #stopped = Deferred.unsafeMake<void>(FiberId.none)
  #stopping = false

  constructor(options: HttpListenerOptions) {
    this.#options = options
    this.#router = routerOf(options.routes)
    this.#clientOf = clientAddressOf(options.trustedProxies)
    // Requests are counted by route, so Effect's fiber metrics would add nothing.
    this.#runFork = Runtime.runFork(
      Runtime.disableRuntimeFlag(options.runtime, RuntimeFlags.RuntimeMetrics)
    )
    this.#faults = new Faults(options.envelope, options.refusalPage, (effect) => void this.#runFork(effect))
    this.#deadlines = setInterval(() => this.#interruptLate(), 100)
    this.#deadlines.unref()
  }

  /** The requests that are being worked on, and those whose answers are not completely sent. */
  get inFlight(): number {
    return this.#inFlight.size + this.#unread.size
  }

  /** Ends open event streams, and later ones as soon as they begin, with their last words. */
  endEventStreams(): void {
    Deferred.unsafeDone(this.#stopped, Exit.void)
  }

  /** Ends each connection with its next answer. */
  stop(): void {
    this.#stopping = true
  }

  *metrics(): Iterable<RouteMetrics> {
    for (const route of this.#options.routes) yield route.metrics
    yield this.#unmatched.metrics
  }

  /** Stops the deadline timer and interrupts the exchanges that are still in flight. */
  close(): void {
    clearInterval(this.#deadlines)
    this.#faults.close()
    for (const exchange of this.#inFlight.all()) this.#interrupt(exchange)
  }

  /** The handler of node's `request` event. */
  readonly onRequest = (request: IncomingMessage, response: ServerResponse): void => this.#receive(request, response)

  /** The handler of Node's `checkExpectation` event: `Expect` is something other than 100-continue. */
  readonly onCheckExpectation = (request: IncomingMessage, response: ServerResponse): void => {
    const failures = refused("INVALID_REQUEST", "Expect may ask for 100-continue only.", { field: "Expect" })
    this.#receive(request, response, { ...this.#refusal(failures, undefined, ["Connection", "close"]), status: 417 })
  }

  /** The handler of Node's `upgrade` event. Such a request is served like any other, unless its handler takes it over. */
  readonly onUpgrade = (request: IncomingMessage, socket: Socket, head: Buffer): void => {
    const response = responseOfUpgrade(request, socket, head)
    // Node parses no body of a request that offers another protocol.
    const flaw = request.method === "GET" || request.method === "HEAD"
      ? undefined
      : this.#refusal(refused("INVALID_REQUEST", "Only GET may offer another protocol.", { field: "Upgrade" }))
    this.#receive(request, response, flaw)
  }

  #receive(request: IncomingMessage, response: ServerResponse, refusal?: HttpAnswer): void {
    const startedAt = performance.now()
    const url = originFormOf(request.url as string)
    const method = request.method as string
    const isRead = method === "GET" || method === "HEAD"
    const anonymous = !hasCredential(request.headers)
    if (this.#stopping) response.shouldKeepAlive = false
    const headFlaw = headFlawOf(request)
    const flawed = refusal ??
      (headFlaw === undefined ? undefined : this.#refusal(headFlaw, undefined, ["Connection", "close"]))
    if (isRead && anonymous && flawed === undefined && this.#serveCached(request, response, url, startedAt)) return
    const queryAt = url.indexOf("?")
    const path = queryAt === -1 ? url : url.slice(0, queryAt)
    const found = findRoute(this.#router, method, path)
    const exchange: HttpExchange = {
      request,
      response,
      route: found?.handler ?? this.#unmatched,
      url,
      path: found?.params ?? {},
      queryText: queryAt === -1 ? "" : url.slice(queryAt + 1),
      client: this.#clientOf(request),
      requestId: requestIdOf(request),
      startedAt,
      authenticated: !anonymous,
      body: undefined,
      rateHeaders: [],
      fiber: undefined,
      settle: undefined,
      timedOut: false,
      settled: false,
      isRevalidation: false,
      isCounted: false,
      inFlightAt: -1
    }
    if (flawed !== undefined) return this.#answer(exchange, flawed)
    const targetFlaw = targetFlawOf(url, path)
    if (targetFlaw !== undefined) return this.#refuse(exchange, targetFlaw)
    if (found === undefined) {
      const refuse = (failures: Failures, headers?: ReadonlyArray<string>): HttpAnswer =>
        this.#faults.refusal(exchange, failures, undefined, headers)
      return this.#answer(exchange, noRouteAnswer(this.#router, method, path, refuse))
    }
    if (isRead) return this.#execute(exchange)
    this.#withBody(exchange)
  }

  /** The handler of Node's `checkContinue` event: refuses a body that is too large before the client sends it. */
  readonly onCheckContinue = (request: IncomingMessage, response: ServerResponse): void => {
    const path = originFormOf(request.url as string).split("?", 1)[0] as string
    const route = findRoute(this.#router, request.method as string, path)?.handler
    if (route !== undefined && (announcedLength(request) ?? 0) <= route.bodyBytesMax) response.writeContinue()
    this.onRequest(request, response)
  }

  #refusal(failures: Failures, retryAfterSeconds?: number, headers: ReadonlyArray<string> = []): HttpAnswer {
    return refusalAnswer(this.#options.envelope, failures, retryAfterSeconds, headers)
  }

  #refuse(exchange: HttpExchange, failures: Failures, retryAfterSeconds?: number): void {
    this.#answer(exchange, this.#faults.refusal(exchange, failures, retryAfterSeconds))
  }

  #serveCached(request: IncomingMessage, response: ServerResponse, url: string, startedAt: number): boolean {
    const { cache, ownRates } = this.#options
    const cached = cache.byUrl(this.#options.cacheScope + url)
    if (cached === undefined) return false
    let rateHeaders: ReadonlyArray<string> = []
    const max = ownRates.maximumOf(cached.ownRate)
    if (max !== undefined) {
      const verdict = ownRates.take(cached.ownRate, this.#clientOf(request).limitKey, Date.now())
      if (verdict?.admitted !== true) return false
      rateHeaders = rateHeadersOf(cached.ownRate, max, 60, verdict)
    }
    const own = ["X-Request-Id", requestIdOf(request), ...rateHeaders]
    const status = sendCached(request, response, cached, "shared", own)
    this.#unread.watch(response, true)
    cached.metrics.count(status, (performance.now() - startedAt) / 1_000)
    return true
  }

  #withBody(exchange: HttpExchange): void {
    const { request, route } = exchange
    readBody(request, route.bodyBytesMax, (outcome) => {
      if (outcome.kind === "too_large") {
        return this.#refuseUnread(
          exchange,
          refused("PAYLOAD_TOO_LARGE", `The body is larger than ${route.bodyBytesMax} bytes.`, {
            limit: route.bodyBytesMax
          })
        )
      }
      if (route.bodyKind === "json" && hasBody(request) && !isJson(request)) {
        return this.#answer(
          exchange,
          this.#refusal(
            refused("UNSUPPORTED_MEDIA_TYPE", "Send the body as application/json in UTF-8, without a Content-Encoding.")
          )
        )
      }
      exchange.body = outcome.bytes
      this.#execute(exchange)
    })
  }

  /**
   * Answers before the body has arrived, then closes the connection after a delay in which the client can read the
   * answer.
   */
  #refuseUnread(exchange: HttpExchange, failures: Failures): void {
    const { request, response } = exchange
    const answer = this.#faults.refusal(exchange, failures)
    if (request.complete) return this.#answer(exchange, answer)
    const end = response.end.bind(response)
    // `send` calls `response.end`; the end is deferred until the rest of the body has been discarded.
    response.end = ((content: string) => {
      response.end = end
      response.write(content)
      lingerAndEnd(request, response)
      return response
    }) as typeof response.end
    this.#answer(exchange, { ...answer, headers: [...answer.headers, "Connection", "close"] })
  }

  #execute(exchange: HttpExchange): void {
    const { access, publicCache } = exchange.route.policy
    const { cacheScope } = this.#options
    // Without access, a credential changes nothing in the answer.
    const key = publicCache === undefined || (exchange.authenticated && access !== "none")
      ? undefined
      : cacheKeyOf(exchange, cacheScope, publicCache)
    if (key !== undefined) return this.#executeCached(exchange, key)
    // Probes and metrics must work on an overloaded instance.
    if (this.#isFull && !exchange.route.isProbe) return this.#refuseFull(exchange)
    const limited = takeAddressRate(exchange, this.#options.ownRates)
    if (limited !== undefined) return this.#refuse(exchange, limited.failures, limited.retryAfterSeconds)
    this.#run(exchange, (answer) => this.#answer(exchange, answer), true)
  }

  get #isFull(): boolean {
    return this.#inFlight.cappedSize + this.#unread.cappedSize >= this.#options.inFlightMax
  }

  #refuseFull(exchange: HttpExchange): void {
    this.#refuse(exchange, overloaded, 1)
  }

  /**
   * Starts the handler's fiber; it often ends synchronously. `ownedByClient`: interrupt it when the client disconnects.
   */
  #run(exchange: HttpExchange, settle: (answer: HttpAnswer) => void, ownedByClient: boolean): void {
    const fiber = this.#runFork(Effect.suspend(() => perform(exchange, this.#options)))
    const done = (exit: Exit.Exit<HttpAnswer, Refusal | StorageUnavailable>): void => {
      if (exchange.fiber !== undefined && !this.#inFlight.delete(exchange)) return
      const answer = Exit.isSuccess(exit) ? exit.value : this.#faults.answerOf(exchange, exit.cause)
      settle(answer)
      detach(exchange, answer)
    }
    const exit = fiber.unsafePoll()
    if (exit !== null) return done(exit as Exit.Exit<HttpAnswer, Refusal | StorageUnavailable>)
    exchange.fiber = fiber as HttpExchange["fiber"]
    exchange.settle = settle
    this.#inFlight.add(exchange)
    fiber.addObserver(done)
    if (ownedByClient) {
      exchange.response.once("close", () => {
        if (exchange.settled) return
        exchange.settled = true
        this.#interrupt(exchange)
      })
    }
  }

  #executeCached(exchange: HttpExchange, key: CacheKey): void {
    const { cache, ownRates } = this.#options
    const { route } = exchange
    const cached = cache.byKey(key.key, key.url)
    const fill = cached === undefined ? cache.fillOf(key.key) : undefined
    if (fill !== undefined || cached !== undefined) {
      const wait = takeOwnRate(exchange, ownRates, exchange.client.limitKey)
      if (wait !== undefined) return this.#refuse(exchange, tooManyRequests, wait)
    }
    if (fill !== undefined) {
      if (fill.waiters.length >= waitersPerFillMax) return this.#refuseFull(exchange)
      fill.waiters.push((answer) => this.#answer(exchange, answer))
      return
    }
    if (cached === undefined) {
      if (this.#isFull) return this.#refuseFull(exchange)
      return this.#fill(exchange, key, (answer) => this.#answer(exchange, answer))
    }
    const audience = exchange.authenticated ? "open" : "shared"
    const own = ["X-Request-Id", exchange.requestId, ...exchange.rateHeaders]
    const status = sendCached(exchange.request, exchange.response, cached.answer, audience, own)
    this.#unread.watch(exchange.response, true)
    route.metrics.count(status, (performance.now() - exchange.startedAt) / 1_000)
    if (!cached.wantsFill || this.#isFull) return
    // The client has been answered and counted; the revalidation belongs to no client and has its own deadline.
    const revalidation = { ...exchange, startedAt: performance.now(), isRevalidation: true, inFlightAt: -1 }
    this.#fill(revalidation, key, () => undefined)
  }

  /** Computes an answer for the cache and for all requests that wait for it. */
  #fill(exchange: HttpExchange, { key, topics, url }: CacheKey, settle: (answer: HttpAnswer) => void): void {
    const { cache } = this.#options
    cache.begin(key, topics(), (fill) =>
      this.#run(exchange, (answer) => {
        cache.end(fill, url, cachedAnswerOf(exchange, answer) ?? (answer.status < 500 ? "nothing" : "failed"))
        settle(answer)
        for (const waiter of fill.waiters) waiter(answer)
      }, false))
  }

  #answer(exchange: HttpExchange, answer: HttpAnswer): void {
    if (exchange.settled) return
    exchange.settled = true
    const { response, route } = exchange
    if (response.destroyed) return
    if (this.#stopping) response.shouldKeepAlive = false
    if (answer.takeOver !== undefined && !handOver(exchange.request, response, answer.takeOver)) {
      exchange.settled = false
      return this.#answer(exchange, this.#refusal(upgradeRequired, undefined, ["Upgrade", "websocket"]))
    }
    if (answer.farewell !== undefined) response.shouldKeepAlive = false
    const stream = answer.takeOver === undefined ? send(exchange, answer, this.#stopped) : undefined
    // A stream holds little of its answer, but some last for hours.
    if (answer.takeOver === undefined) this.#unread.watch(response, stream === undefined && !route.isProbe)
    route.metrics.count(answer.status, (performance.now() - exchange.startedAt) / 1_000)
    if (stream === undefined) return
    const fiber = this.#runFork(stream)
    response.once("close", () => fiber.unsafeInterruptAsFork(fiber.id()))
    fiber.addObserver((exit) => {
      // The headers have been sent, so only a broken connection can signal that the stream failed.
      if (Exit.isFailure(exit)) {
        this.#faults.brokenStream(exchange, exit.cause)
        response.destroy()
      }
    })
  }

  #interrupt(exchange: HttpExchange): void {
    exchange.fiber?.unsafeInterruptAsFork(exchange.fiber.id())
  }

  #interruptLate(): void {
    if (this.#inFlight.size === 0) return
    const now = performance.now()
    for (const exchange of this.#inFlight.all()) {
      const late = now - exchange.startedAt - exchange.route.deadlineMillis
      if (late <= 0) continue
      if (!exchange.timedOut) {
        exchange.timedOut = true
        this.#interrupt(exchange)
      } else if (late > graceMillis) {
        this.#inFlight.delete(exchange)
        exchange.settle?.(this.#faults.tooLate(exchange))
      }
    }
  }
}
