import { type Authenticator } from "@auspex/domain/accounts"
import { type Actor, anonymous } from "@auspex/domain/identity"
import {
  failure,
  type Failures,
  type IdempotencyStore,
  RateLimiter,
  Refusal,
  type UnitOfWork,
  WriteGate
} from "@auspex/domain/kernel"
import { Effect } from "effect"
import type { Work } from "./HttpAnswer.ts"
import { authenticate } from "./authenticate.ts"
import type { CredentialGuesses } from "./CredentialGuesses.ts"
import { asksForDryRun } from "./dryRun.ts"
import { type HttpExchange, rateHeadersOf } from "./HttpExchange.ts"
import type { OwnRateClass } from "../contract/OperationPolicy.ts"
import { once } from "./once.ts"
import { decodeRequest, operate } from "./operate.ts"
import { type OutsidePlaces, outsidePlacesMax } from "./OutsidePlaces.ts"
import type { OwnRates } from "./OwnRates.ts"
import { parseQuery } from "./parseQuery.ts"

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

/** By whom limits count: the account, whichever of its keys it shows; a new key begins no new count. */
const keyOf = (exchange: HttpExchange, actor: Actor): string =>
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

const exactly = (exchange: HttpExchange, key: string, next: () => Work): Work => {
  const exact = exchange.route.policy.exactRate
  if (exact === undefined) return next()
  const { rule } = exact
  return Effect.flatMap(RateLimiter, (limiter) =>
    Effect.flatMap(limiter.take(rule, key), (verdict) => {
      exchange.rateHeaders = rateHeadersOf(rule.name, rule.max, rule.windowSeconds, verdict)
      return verdict.admitted ? next() : limited(rule.name, rule.max, rule.windowSeconds, verdict.resetSeconds)
    }))
}

/** The class that a request counts against: that of dry runs where they have one of their own. */
const ownRateOf = ({ body, queryText, route }: HttpExchange): OwnRateClass => {
  const { dryRunRate } = route.policy
  return dryRunRate !== undefined && asksForDryRun(parseQuery(queryText), body) ? dryRunRate : route.ownRate
}

/** Whether the request carries the parameter that makes it about the caller; one without a value is as one that is not there. */
const asksAboutCaller = ({ queryText, route: { policy: { asksAbout } } }: HttpExchange): boolean =>
  asksAbout !== undefined && queryText.includes(asksAbout) && (parseQuery(queryText)?.[asksAbout] ?? "") !== ""

/** Reads and paths count by address, before anything else happens; the rest by credential where there is one. */
export const takeOwnRate = (exchange: HttpExchange, ownRates: OwnRates, key: string): number | undefined => {
  const rate = ownRateOf(exchange)
  const verdict = ownRates.take(rate, key, Date.now())
  if (verdict === undefined) return undefined
  exchange.rateHeaders = rateHeadersOf(rate, ownRates.maximumOf(rate) as number, 60, verdict)
  return verdict.admitted ? undefined : verdict.resetSeconds
}

const withinOwnRate = (exchange: HttpExchange, options: PerformOptions, key: string, next: () => Work): Work => {
  if (exchange.behind) return next()
  const wait = takeOwnRate(exchange, options.ownRates, key)
  if (wait === undefined) return next()
  const rate = ownRateOf(exchange)
  return limited(rate, options.ownRates.maximumOf(rate) as number, 60, wait)
}

const handle = (exchange: HttpExchange, options: PerformOptions, actor: Actor): Work => {
  const { route } = exchange
  const decoded = decodeRequest(exchange, actor)
  if ("failures" in decoded) return refuseWith(decoded.failures)
  const work = operate(route, decoded.request, options.checkResponses)
  const placed = route.policy.waitsFor === "outside"
    ? withinOutsidePlaces(options, actor.kind === "account" ? actor.owner_key : keyOf(exchange, actor), work)
    : work
  const key = route.policy.creates === undefined ? undefined : exchange.request.headers["idempotency-key"]
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

const isRead = ({ request: { method } }: HttpExchange): boolean => method === "GET" || method === "HEAD"

/** When to try again while the write gate is closed. */
const closedRetrySeconds = 10

/**
 * Everything between a complete request and its answer: limits by address, authentication, limits by credential,
 * decoding, idempotency, the handler; before all of that the write gate, for what may write. Limits come before the body
 * is looked at.
 */
export const perform = (exchange: HttpExchange, options: PerformOptions): Work => {
  const { route } = exchange
  const byAddress = route.policy.exactRate?.by === "address"
  const authenticated = (actor: Actor): Work => {
    const work = () => handle(exchange, options, actor)
    const exact = route.policy.exactRate !== undefined && !byAddress
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
