import { type Failures, Refusal, StorageUnavailable } from "@auspex/domain/kernel"
import { Cause, Effect, Exit, Runtime, RuntimeFlags } from "effect"
import * as FindMyWay from "find-my-way-ts"
import type { IncomingMessage, ServerResponse } from "node:http"
import { performance } from "node:perf_hooks"
import { type Answer, refusalAnswer } from "./Answer.ts"
import { hasCredential } from "./authenticate.ts"
import { cacheKeyOf, type CacheKey } from "./cacheKeyOf.ts"
import { clientAddressOf } from "./ClientAddress.ts"
import type { ErrorEnvelope } from "./ErrorEnvelope.ts"
import { type Exchange, rateHeadersOf, untie } from "./Exchange.ts"
import { requestIdOf } from "./headers.ts"
import { InFlight } from "./InFlight.ts"
import { isHostileText, isJson } from "./JsonBody.ts"
import type { RouteMetrics } from "./Metrics.ts"
import { noRouteAnswer, refused } from "./noRoute.ts"
import type { OwnRates } from "./OwnRates.ts"
import { perform, takeOwnRate } from "./perform.ts"
import { announcedLength, hasBody, lingerAndEnd, readBody } from "./readBody.ts"
import type { ResponseCacheStore } from "./ResponseCache.ts"
import { compilePlainRoute, requestFailure, type Route } from "./Route.ts"
import { cachedAnswerOf, send, sendCached } from "./send.ts"

export interface HttpListenerOptions {
  readonly routes: ReadonlyArray<Route>
  readonly runtime: Runtime.Runtime<any>
  readonly envelope: ErrorEnvelope
  readonly cache: ResponseCacheStore
  /** Keeps this listener's answers apart from those of others that share the cache. */
  readonly cacheScope: string
  readonly ownRates: OwnRates
  readonly trustedProxies: ReadonlyArray<string>
  readonly inFlightMax: number
  readonly checkResponses: boolean
}

const urlLengthMax = 8_192
const queryLengthMax = 4_096
/** How long an interrupted handler may take to stop before its client is answered without it. */
const graceMillis = 5_000

/** Stands in for the route of a request that found none, so that it is counted and answered like any other. */
const nowhere = (label: string): Route =>
  compilePlainRoute({ method: label, path: "(none)", manners: { access: "none" }, handler: () => Effect.void })

/**
 * Serves compiled routes to node's HTTP server: one fiber per request that needs one, none for a cached answer. Every
 * answer, whatever went wrong, leaves through here in the listener's own envelope.
 */
export class HttpListener {
  readonly #options: HttpListenerOptions
  readonly #router = FindMyWay.make<Route>({ ignoreTrailingSlash: true, caseSensitive: true, maxParamLength: 1_024 })
  readonly #clientOf: ReturnType<typeof clientAddressOf>
  readonly #runFork: <A, E>(effect: Effect.Effect<A, E, any>) => ReturnType<typeof Effect.runFork<A, E>>
  readonly #unknownPath = nowhere("ANY")
  readonly #inFlight = new InFlight()
  readonly #deadlines: NodeJS.Timeout
  stopping = false

  constructor(options: HttpListenerOptions) {
    this.#options = options
    this.#clientOf = clientAddressOf(options.trustedProxies)
    // Requests are counted by route; counting fibers as well tells nothing more.
    this.#runFork = Runtime.runFork(
      Runtime.disableRuntimeFlag(options.runtime, RuntimeFlags.RuntimeMetrics)
    ) as any
    for (const route of options.routes) this.#router.on(route.method, route.path as FindMyWay.PathInput, route)
    this.#deadlines = setInterval(() => this.#interruptLate(), 100)
    this.#deadlines.unref()
  }

  get inFlight(): number {
    return this.#inFlight.size
  }

  *metrics(): Iterable<RouteMetrics> {
    for (const route of this.#options.routes) yield route.metrics
    yield this.#unknownPath.metrics
  }

  /** Stops the clock of the deadlines; call when nothing is in flight any more. */
  close(): void {
    clearInterval(this.#deadlines)
    for (const exchange of this.#inFlight.all()) this.#interrupt(exchange)
  }

  /** The handler of node's `request` event. */
  readonly onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    const startedAt = performance.now()
    const url = request.url as string
    const method = request.method as string
    const isRead = method === "GET" || method === "HEAD"
    const anonymous = !hasCredential(request.headers)
    if (isRead && anonymous && !this.stopping && this.#serveCached(request, response, url, startedAt)) return
    const queryAt = url.indexOf("?")
    const path = queryAt === -1 ? url : url.slice(0, queryAt)
    const found = method === "TRACE" ? undefined : this.#router.find(method === "HEAD" ? "GET" : method, path)
    const exchange: Exchange = {
      request,
      response,
      route: found?.handler ?? this.#unknownPath,
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
      behind: false,
      inFlightAt: -1
    }
    const flaw = this.#flawOf(exchange, path)
    if (flaw !== undefined) return this.#answer(exchange, flaw)
    if (found === undefined)
      return this.#answer(exchange, noRouteAnswer(this.#router, this.#options.envelope, method, path))
    if (isRead) return this.#execute(exchange)
    this.#withBody(exchange)
  }

  /** Node's `checkContinue`: a client that asks first is refused before it sends. */
  readonly onCheckContinue = (request: IncomingMessage, response: ServerResponse): void => {
    const path = (request.url as string).split("?", 1)[0] as string
    const route = this.#router.find(request.method as string, path)?.handler
    if (route !== undefined && (announcedLength(request) ?? 0) <= route.bodyBytesMax) response.writeContinue()
    this.onRequest(request, response)
  }

  #refusal(failures: Failures, retryAfterSeconds?: number, headers: ReadonlyArray<string> = []): Answer {
    return refusalAnswer(this.#options.envelope, failures, retryAfterSeconds, headers)
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
    const status = sendCached(response, cached, request.headers["if-none-match"], requestIdOf(request), rateHeaders)
    cached.metrics.count(status, (performance.now() - startedAt) / 1_000)
    return true
  }

  /** What is wrong with the request line, whatever it asks for. */
  #flawOf(exchange: Exchange, path: string): Answer | undefined {
    if (exchange.url.length > urlLengthMax || exchange.queryText.length > queryLengthMax) {
      return this.#refusal(
        requestFailure(
          `The URL is longer than ${urlLengthMax} or its query longer than ${queryLengthMax} characters.`,
          "url"
        )
      )
    }
    if (!path.includes("%")) return undefined
    try {
      if (!isHostileText(decodeURIComponent(path))) return undefined
    } catch {
      // Malformed percent-encoding: refused like U+0000, below.
    }
    return this.#refusal(requestFailure("The path is not valid percent-encoded UTF-8, or holds U+0000.", "path"))
  }

  #withBody(exchange: Exchange): void {
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

  /** Answers while the body is still on its way, and closes the connection once the client has had time to read that. */
  #refuseUnread(exchange: Exchange, failures: Failures): void {
    const { request, response } = exchange
    const answer = this.#refusal(failures)
    if (request.complete) return this.#answer(exchange, answer)
    const end = response.end.bind(response)
    // `send` ends the response; here its end waits for the rest of the body.
    response.end = ((content: string) => {
      response.end = end
      response.write(content)
      lingerAndEnd(request, response)
      return response
    }) as typeof response.end
    this.#answer(exchange, { ...answer, headers: [...answer.headers, "Connection", "close"] })
  }

  #execute(exchange: Exchange): void {
    const { publicCache } = exchange.route.manners
    const { cacheScope } = this.#options
    const key = publicCache === undefined || exchange.authenticated
      ? undefined
      : cacheKeyOf(exchange, cacheScope, publicCache)
    if (key !== undefined) return this.#executeCached(exchange, key)
    if (this.#isFull) return this.#refuseFull(exchange)
    this.#run(exchange, (answer) => this.#answer(exchange, answer), true)
  }

  get #isFull(): boolean {
    return this.#inFlight.size >= this.#options.inFlightMax
  }

  #refuseFull(exchange: Exchange): void {
    this.#answer(
      exchange,
      this.#refusal(refused("SERVICE_UNAVAILABLE", "Too many requests are being worked on; retry in a second."), 1)
    )
  }

  /** Starts the handler's fiber; often it is done at once. `ownedByClient`: nobody else waits for its answer. */
  #run(exchange: Exchange, settle: (answer: Answer) => void, ownedByClient: boolean): void {
    const fiber = this.#runFork(Effect.suspend(() => perform(exchange, this.#options)))
    const done = (exit: Exit.Exit<Answer, Refusal | StorageUnavailable>): void => {
      if (exchange.fiber !== undefined && !this.#inFlight.delete(exchange)) return
      const answer = Exit.isSuccess(exit) ? exit.value : this.#answerOf(exchange, exit.cause)
      settle(answer)
      untie(exchange, answer)
    }
    const exit = fiber.unsafePoll()
    if (exit !== null) return done(exit as Exit.Exit<Answer, Refusal | StorageUnavailable>)
    exchange.fiber = fiber as Exchange["fiber"]
    exchange.settle = settle
    this.#inFlight.add(exchange)
    fiber.addObserver(done as any)
    if (ownedByClient) {
      exchange.response.once("close", () => {
        if (exchange.settled) return
        exchange.settled = true
        this.#interrupt(exchange)
      })
    }
  }

  #executeCached(exchange: Exchange, key: CacheKey): void {
    const { cache, ownRates } = this.#options
    const { route } = exchange
    const cached = cache.byKey(key.key, key.url)
    const fill = cached === undefined ? cache.fillOf<Answer>(key.key) : undefined
    if (fill !== undefined || cached !== undefined) {
      const wait = takeOwnRate(exchange, ownRates, exchange.client.limitKey)
      if (wait !== undefined) {
        return this.#answer(
          exchange,
          this.#refusal(refused("RATE_LIMITED", "Too many requests from this address; try again later."), wait)
        )
      }
    }
    if (fill !== undefined) {
      fill.waiters.push((answer) => this.#answer(exchange, answer))
      return
    }
    if (cached === undefined) {
      if (this.#isFull) return this.#refuseFull(exchange)
      return this.#fill(exchange, key, (answer) => this.#answer(exchange, answer))
    }
    const status = sendCached(
      exchange.response,
      cached.answer,
      exchange.request.headers["if-none-match"],
      exchange.requestId,
      exchange.rateHeaders
    )
    route.metrics.count(status, (performance.now() - exchange.startedAt) / 1_000)
    if (!cached.wantsFill || this.#isFull) return
    // The client has its answer and was counted; what follows is nobody's, with a deadline of its own.
    const behind = { ...exchange, startedAt: performance.now(), behind: true, inFlightAt: -1 }
    this.#fill(behind, key, () => undefined)
  }

  /** Computes an answer for all who wait for it, and for the cache. */
  #fill(exchange: Exchange, { key, topics, url }: CacheKey, settle: (answer: Answer) => void): void {
    const { cache } = this.#options
    cache.begin<Answer>(key, topics(), (fill) =>
      this.#run(exchange, (answer) => {
        cache.end(fill, url, cachedAnswerOf(exchange, answer) ?? (answer.status < 500 ? "nothing" : "failed"))
        settle(answer)
        for (const waiter of fill.waiters) waiter(answer)
      }, false))
  }

  /** The answer to anything that is not a success. Nothing of a defect leaves but the request id. */
  #answerOf(exchange: Exchange, cause: Cause.Cause<Refusal | StorageUnavailable>): Answer {
    const error = Cause.failureOption(cause)
    if (error._tag === "Some" && Cause.dieOption(cause)._tag === "None") {
      if (error.value instanceof Refusal) return this.#refusal(error.value.failures, error.value.retryAfterSeconds)
      if (error.value instanceof StorageUnavailable) {
        this.#log(exchange, "storage unavailable", Cause.fail(error.value.cause), "Warning")
        return this.#refusal(
          refused(
            "SERVICE_UNAVAILABLE",
            "The database does not answer. Retry shortly, with an Idempotency-Key to be safe."
          ),
          1
        )
      }
    }
    if (exchange.timedOut || Cause.isInterruptedOnly(cause)) {
      return this.#refusal(
        refused("SERVICE_UNAVAILABLE", "The request took too long and was given up; retry shortly."),
        1
      )
    }
    this.#log(exchange, "a bug", cause, "Error")
    return this.#refusal(
      refused(
        "INTERNAL_ERROR",
        `Something went wrong on our side; it has been logged under request id ${exchange.requestId}.`
      )
    )
  }

  #log(exchange: Exchange, what: string, cause: Cause.Cause<unknown>, level: "Error" | "Warning"): void {
    const log = level === "Error" ? Effect.logError : Effect.logWarning
    this.#runFork(
      log(`${what} in ${exchange.request.method} ${exchange.route.path}`, cause).pipe(
        Effect.annotateLogs({ request_id: exchange.requestId })
      )
    )
  }

  #answer(exchange: Exchange, answer: Answer): void {
    if (exchange.settled) return
    exchange.settled = true
    const { response, route } = exchange
    if (response.destroyed) return
    if (this.stopping) response.shouldKeepAlive = false
    const stream = send(exchange, answer)
    route.metrics.count(answer.status, (performance.now() - exchange.startedAt) / 1_000)
    if (stream === undefined) return
    const fiber = this.#runFork(stream)
    response.once("close", () => fiber.unsafeInterruptAsFork(fiber.id()))
    fiber.addObserver((exit) => {
      // Headers are out: a broken stream can only be shown by breaking the connection.
      if (Exit.isFailure(exit)) {
        const isBug = Cause.failureOption(exit.cause)._tag === "None"
        if (!Cause.isInterruptedOnly(exit.cause)) {
          this.#log(exchange, "a broken stream", exit.cause, isBug ? "Error" : "Warning")
        }
        response.destroy()
      }
    })
  }

  #interrupt(exchange: Exchange): void {
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
        exchange.settle?.(
          this.#refusal(refused("SERVICE_UNAVAILABLE", "The request took too long and was given up; retry shortly."), 1)
        )
      }
    }
  }
}
