import { type Authenticator } from "@auspex/domain/accounts"
import { type Actor, anonymous } from "@auspex/domain/identity"
import {
  type Failure,
  failure,
  type Failures,
  type IdempotencyStore,
  RateLimiter,
  Refusal,
  type UnitOfWork,
  WriteGate
} from "@auspex/domain/kernel"
import { Array as Arr, Effect } from "effect"
import { checkRefusal, successAnswer, type Work } from "./Answer.ts"
import { authenticate } from "./authenticate.ts"
import type { CredentialGuesses } from "./CredentialGuesses.ts"
import { asksForDryRun, dryRunFailures, misspeltDryRuns } from "./dryRun.ts"
import { type Exchange, rateHeadersOf } from "./Exchange.ts"
import type { OwnRateClass } from "../contract/Manners.ts"
import type { HandlerRequest } from "./handlersFor.ts"
import { isHostileText, parseJsonBody } from "./JsonBody.ts"
import { once } from "./once.ts"
import { type OutsidePlaces, outsidePlacesMax } from "./OutsidePlaces.ts"
import type { OwnRates } from "./OwnRates.ts"
import { requestFailure } from "./Route.ts"

/** The services that the adapter itself calls. */
export type AdapterServices = Authenticator | RateLimiter | UnitOfWork | IdempotencyStore

export interface PerformOptions {
  readonly ownRates: OwnRates
  readonly outsidePlaces: OutsidePlaces
  readonly guesses: CredentialGuesses
  readonly checkResponses: boolean
}

const outsideRetrySeconds = 5

const refuseWith = (failures: Failures): Work => Effect.fail(new Refusal({ failures }))

/** A parsed query string; a name given twice holds a list, which no schema takes for a text. */
export const parseQuery = (text: string): Record<string, string | Array<string>> | undefined => {
  const query: Record<string, string | Array<string>> = {}
  if (text === "") return query
  if (text.includes("%")) {
    try {
      if (isHostileText(decodeURIComponent(text))) return undefined
    } catch {
      return undefined
    }
  }
  for (const [name, value] of new URLSearchParams(text)) {
    if (name === "__proto__") continue
    const former = query[name]
    query[name] = former === undefined ? value : Array.isArray(former) ? [...former, value] : [former, value]
  }
  return query
}

/** By whom limits count: the account, whichever of its keys it shows; a new key begins no new count. */
const keyOf = (exchange: Exchange, actor: Actor): string =>
  actor.kind === "anonymous"
    ? exchange.client.limitKey
    : actor.kind === "account"
    ? `account:${actor.id}`
    : `admin:${actor.name}`

const limited = (name: string, max: number, windowSeconds: number, retryAfterSeconds: number): Work =>
  Effect.fail(
    new Refusal({
      failures: [
        failure("RATE_LIMITED", `At most ${max} requests in ${windowSeconds} seconds (${name}); try again later.`, {
          limit: max
        })
      ],
      retryAfterSeconds
    })
  )

const exactly = (exchange: Exchange, key: string, next: () => Work): Work => {
  const exact = exchange.route.manners.exactRate
  if (exact === undefined) return next()
  const { rule } = exact
  return Effect.flatMap(RateLimiter, (limiter) =>
    Effect.flatMap(limiter.take(rule, key), (verdict) => {
      exchange.rateHeaders = rateHeadersOf(rule.name, rule.max, rule.windowSeconds, verdict)
      return verdict.admitted ? next() : limited(rule.name, rule.max, rule.windowSeconds, verdict.resetSeconds)
    }))
}

/** The class that a request counts against: that of dry runs where they have one of their own. */
const ownRateOf = ({ body, queryText, route }: Exchange): OwnRateClass => {
  const { dryRunRate } = route.manners
  return dryRunRate !== undefined && asksForDryRun(parseQuery(queryText), body) ? dryRunRate : route.ownRate
}

/** Whether the request carries the parameter that makes it about the caller; one without a value is as one that is not there. */
const asksAboutCaller = ({ queryText, route: { manners: { asksAbout } } }: Exchange): boolean =>
  asksAbout !== undefined && queryText.includes(asksAbout) && (parseQuery(queryText)?.[asksAbout] ?? "") !== ""

/** Reads and paths count by address, before anything else happens; the rest by credential where there is one. */
export const takeOwnRate = (exchange: Exchange, ownRates: OwnRates, key: string): number | undefined => {
  const rate = ownRateOf(exchange)
  const verdict = ownRates.take(rate, key, Date.now())
  if (verdict === undefined) return undefined
  exchange.rateHeaders = rateHeadersOf(rate, ownRates.maximumOf(rate) as number, 60, verdict)
  return verdict.admitted ? undefined : verdict.resetSeconds
}

const withinOwnRate = (exchange: Exchange, options: PerformOptions, key: string, next: () => Work): Work => {
  if (exchange.behind) return next()
  const wait = takeOwnRate(exchange, options.ownRates, key)
  if (wait === undefined) return next()
  const rate = ownRateOf(exchange)
  return limited(rate, options.ownRates.maximumOf(rate) as number, 60, wait)
}

type Writable<T> = { -readonly [K in keyof T]: T[K] }

/** Decodes all parts of the request; all that is wrong with all of them is said at once. */
const decode = (
  exchange: Exchange,
  actor: Actor
): { readonly request: HandlerRequest<any> } | { readonly failures: Failures } => {
  const { route } = exchange
  const request: Writable<HandlerRequest<any>> = {
    path: undefined,
    query: undefined,
    payload: undefined,
    actor: actor as never,
    client: { address: exchange.client.address, requestId: exchange.requestId },
    headers: exchange.request.headers,
    raw: exchange.body === undefined ? {} : { bodyBytes: exchange.body }
  }
  const failures: Array<Failure> = []
  if (route.decodePath !== undefined) {
    const decoded = route.decodePath(exchange.path)
    if ("failures" in decoded) failures.push(...decoded.failures)
    else request.path = decoded.value as never
  }
  if (route.decodeQuery !== undefined || route.hasNoPast) {
    const query = parseQuery(exchange.queryText)
    if (route.hasNoPast && query !== undefined && "as_of" in query) {
      failures.push(...requestFailure("This read tells of now only; it cannot answer as of an earlier time.", "as_of"))
    }
    const decoded = route.decodeQuery === undefined
      ? { value: undefined }
      : query === undefined
      ? { failures: requestFailure("The query string is not valid percent-encoded UTF-8, or holds U+0000.", "query") }
      : route.decodeQuery(query)
    if (route.manners.dryRunRate !== undefined && query !== undefined) failures.push(...misspeltDryRuns(query))
    if ("failures" in decoded) failures.push(...decoded.failures)
    else request.query = decoded.value as never
  }
  if (route.decodePayload !== undefined) {
    const parsed = exchange.body === undefined || exchange.body.length === 0
      ? { value: {} }
      : parseJsonBody(exchange.body)
    const decoded = "failure" in parsed ? { failures: [parsed.failure] as const } : route.decodePayload(parsed.value)
    if ("failures" in decoded) failures.push(...decoded.failures)
    else {
      request.payload = decoded.value as never
      if (route.manners.dryRunRate !== undefined)
        failures.push(...dryRunFailures(request.query as { readonly dry_run?: unknown } | undefined, decoded.value))
    }
  }
  return Arr.isNonEmptyReadonlyArray(failures) ? { failures } : { request }
}

const handle = (exchange: Exchange, options: PerformOptions, actor: Actor): Work => {
  const { route } = exchange
  const decoded = decode(exchange, actor)
  if ("failures" in decoded) return refuseWith(decoded.failures)
  const handled = Effect.map(
    route.handler(decoded.request),
    (result) => successAnswer(route, result, options.checkResponses)
  )
  const work = options.checkResponses
    ? Effect.tapError(
      handled,
      (error) => Effect.sync(() => error._tag === "Refusal" ? checkRefusal(route, error) : undefined)
    )
    : handled
  const placed = route.manners.waitsFor === "outside"
    ? withinOutsidePlaces(options, actor.kind === "account" ? actor.owner_key : keyOf(exchange, actor), work)
    : work
  const key = route.manners.creates === undefined ? undefined : exchange.request.headers["idempotency-key"]
  return key === undefined ? placed : once(exchange, actor, String(key), placed)
}

const withinOutsidePlaces = ({ outsidePlaces }: PerformOptions, owner: string, work: Work): Work =>
  Effect.acquireUseRelease(
    Effect.sync(() => outsidePlaces.take(owner)),
    (verdict) =>
      verdict === "taken"
        ? work
        : Effect.fail(
          new Refusal({
            failures: [
              verdict === "own place in use"
                ? failure(
                  "RATE_LIMITED",
                  "One request of each owner at a time may call another server; retry shortly.",
                  {
                    limit: 1
                  }
                )
                : failure(
                  "RATE_LIMITED",
                  `${outsidePlacesMax} requests are calling other servers now; retry shortly.`,
                  {
                    limit: outsidePlacesMax
                  }
                )
            ],
            retryAfterSeconds: outsideRetrySeconds
          })
        ),
    (verdict) => Effect.sync(() => verdict === "taken" ? outsidePlaces.release(owner) : undefined)
  )

const isRead = ({ request: { method } }: Exchange): boolean => method === "GET" || method === "HEAD"

/** When to try again while the write gate is closed. */
const closedRetrySeconds = 10

/**
 * Everything between a complete request and its answer: limits by address, authentication, limits by credential,
 * decoding, idempotency, the handler; before all of that the write gate, for what may write. Limits come before the body
 * is looked at.
 */
export const perform = (exchange: Exchange, options: PerformOptions): Work => {
  const { route } = exchange
  const byAddress = route.manners.exactRate?.by === "address"
  const authenticated = (actor: Actor): Work => {
    const work = () => handle(exchange, options, actor)
    const exact = route.manners.exactRate !== undefined && !byAddress
      ? () => exactly(exchange, keyOf(exchange, actor), work)
      : work
    return route.ownRate === "read" || byAddress
      ? exact()
      : actor.kind === "admin"
      // Imports and clean-ups are long runs of writes by someone who is trusted with more than that.
      ? exact()
      : withinOwnRate(exchange, options, keyOf(exchange, actor), exact)
  }
  const start = (): Work =>
    route.access === "none"
      ? authenticated(anonymous)
      : Effect.flatMap(
        authenticate(route.access, {
          headers: exchange.request.headers,
          address: exchange.client.limitKey,
          guesses: options.guesses
        }, asksAboutCaller(exchange)),
        authenticated
      )
  const admitted = () => byAddress ? exactly(exchange, exchange.client.limitKey, start) : start()
  if (isRead(exchange)) {
    return route.ownRate === "read" ? withinOwnRate(exchange, options, exchange.client.limitKey, admitted) : admitted()
  }
  return Effect.flatMap(WriteGate, ({ closedBecause }) => {
    const reason = closedBecause()
    if (reason === undefined) return admitted()
    return Effect.fail(
      new Refusal({
        failures: [failure("SERVICE_UNAVAILABLE", reason)],
        retryAfterSeconds: closedRetrySeconds
      })
    )
  })
}
