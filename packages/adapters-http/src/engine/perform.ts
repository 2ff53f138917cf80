import { type Authenticator } from "@auspex/domain/accounts"
import { anonymous, type Caller } from "@auspex/domain/identity"
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
import type { OwnRateClass } from "../wire/OperationPolicy.ts"
import { isIdempotencyKey } from "./IdempotencyKey.ts"
import { malformedKey, once } from "./once.ts"
import { decodeRequest, operate } from "./operate.ts"
import { type OutboundSlots, outboundSlotsMax } from "./OutboundSlots.ts"
import type { OwnRates } from "./OwnRates.ts"
import { parseQuery } from "./parseQuery.ts"
import { authenticateSession } from "./Session.ts"

/** The services that the adapter itself calls. */
export type AdapterServices = Authenticator | RateLimiter | UnitOfWork | IdempotencyStore

export interface PerformOptions {
  readonly ownRates: OwnRates
  readonly outboundSlots: OutboundSlots
  readonly guesses: CredentialGuesses
  readonly checkResponses: boolean
}

const outboundRetrySeconds = 5

const refuseWith = (failures: Failures): Work => Effect.fail(new Refusal({ failures }))

/**
 * The key under which limits count: the account and not its key, so that a new key does not reset the count. The limits
 * of a workspace apply to each key, as specified.
 */
const keyOf = (exchange: HttpExchange, actor: Caller): string =>
  actor.kind === "anonymous"
    ? exchange.client.limitKey
    : actor.kind === "account"
    ? `account:${actor.id}`
    : actor.kind === "workspace"
    ? `workspace key:${actor.key_id}`
    : `admin:${actor.name}`

const isEnterprise = (actor: Caller): boolean => actor.kind === "workspace" && actor.tier === "enterprise"

const rateFailures = (name: string, max: number, windowSeconds: number): Failures => [
  failure("RATE_LIMITED", `At most ${max} requests in ${windowSeconds} seconds (${name}); try again later.`, {
    limit: max
  })
]

const limited = (name: string, max: number, windowSeconds: number, retryAfterSeconds: number): Work =>
  Effect.fail(new Refusal({ failures: rateFailures(name, max, windowSeconds), retryAfterSeconds }))

const withinExactRate = (exchange: HttpExchange, key: string, isEnterprise: boolean, next: () => Work): Work => {
  const exact = exchange.route.policy.exactRate
  if (exact === undefined) return next()
  const rule = isEnterprise ? exact.enterprise ?? exact.rule : exact.rule
  return Effect.flatMap(RateLimiter, (limiter) =>
    Effect.flatMap(limiter.take(rule, key), (verdict) => {
      exchange.rateHeaders = rateHeadersOf(rule.name, rule.max, rule.windowSeconds, verdict)
      return verdict.admitted ? next() : limited(rule.name, rule.max, rule.windowSeconds, verdict.resetSeconds)
    }))
}

/** Whether a request asks for a dry run, of an operation that has dry runs. */
const isDryRunOf = ({ body, queryText, route }: HttpExchange): boolean =>
  route.policy.dryRunRate !== undefined && asksForDryRun(parseQuery(queryText), body)

/** The rate class that a request counts towards; dry runs may have a separate class. */
const ownRateOf = (exchange: HttpExchange): OwnRateClass =>
  isDryRunOf(exchange) ? exchange.route.policy.dryRunRate ?? exchange.route.ownRate : exchange.route.ownRate

/** Whether the request has the parameter that makes it about the caller; an empty value counts as absent. */
const asksAboutCaller = ({ queryText, route: { policy: { asksAbout } } }: HttpExchange): boolean =>
  asksAbout !== undefined && queryText.includes(asksAbout) && (parseQuery(queryText)?.[asksAbout] ?? "") !== ""

/** Counts a request against its rate class under `key`; returns the seconds to wait if the limit is exceeded. */
export const takeOwnRate = (exchange: HttpExchange, ownRates: OwnRates, key: string): number | undefined => {
  const rate = ownRateOf(exchange)
  const verdict = ownRates.take(rate, key, Date.now())
  if (verdict === undefined) return undefined
  exchange.rateHeaders = rateHeadersOf(rate, ownRates.maximumOf(rate) as number, 60, verdict)
  return verdict.admitted ? undefined : verdict.resetSeconds
}

/** The refusal of a request beyond its limit, and the seconds after which to try again. */
export interface RateRefusal {
  readonly failures: Failures
  readonly retryAfterSeconds: number
}

/**
 * Counts a read whose limit goes by its address, before it gets a fiber, so that refusing a flood costs little. Undefined
 * if it is admitted, or if its limit goes by its credential.
 */
export const takeAddressRate = (exchange: HttpExchange, ownRates: OwnRates): RateRefusal | undefined => {
  const { access, ownRate } = exchange.route
  if (!isRead(exchange) || (access !== "none" && !countsByAddress(ownRate))) return undefined
  exchange.isCounted = true
  const wait = takeOwnRate(exchange, ownRates, exchange.client.limitKey)
  return wait === undefined ? undefined : {
    failures: rateFailures(ownRate, ownRates.maximumOf(ownRate) as number, 60),
    retryAfterSeconds: wait
  }
}

const withinOwnRate = (exchange: HttpExchange, options: PerformOptions, key: string, next: () => Work): Work => {
  if (exchange.isRevalidation || exchange.isCounted) return next()
  const wait = takeOwnRate(exchange, options.ownRates, key)
  if (wait === undefined) return next()
  const rate = ownRateOf(exchange)
  return limited(rate, options.ownRates.maximumOf(rate) as number, 60, wait)
}

const handle = (exchange: HttpExchange, options: PerformOptions, actor: Caller): Work => {
  const { route } = exchange
  const decoded = decodeRequest(exchange, actor)
  if ("failures" in decoded) return refuseWith(decoded.failures)
  const work = operate(route, decoded.request, options.checkResponses)
  const placed = route.policy.waitsFor === "outside"
    ? withinOutboundSlots(options, actor.kind === "account" ? actor.owner_key : keyOf(exchange, actor), work)
    : work
  const key = route.policy.creates === undefined ? undefined : exchange.request.headers["idempotency-key"]
  if (key === undefined) return placed
  if (!isIdempotencyKey(String(key))) return malformedKey
  // A dry run stores nothing, so its key is free for the real request.
  return isDryRunOf(exchange) ? placed : once(exchange, actor, String(key), placed)
}

const withinOutboundSlots = ({ outboundSlots }: PerformOptions, owner: string, work: Work): Work =>
  Effect.acquireUseRelease(
    Effect.sync(() => outboundSlots.take(owner)),
    (verdict) =>
      verdict === "taken"
        ? work
        : Effect.fail(
          new Refusal({
            failures: [
              verdict === "own slot in use"
                ? failure(
                  "RATE_LIMITED",
                  "Only one request of each owner at a time may call another server; retry shortly.",
                  {
                    limit: 1
                  }
                )
                : failure(
                  "RATE_LIMITED",
                  `${outboundSlotsMax} requests are calling other servers now; retry shortly.`,
                  {
                    limit: outboundSlotsMax
                  }
                )
            ],
            retryAfterSeconds: outboundRetrySeconds
          })
        ),
    (verdict) => Effect.sync(() => verdict === "taken" ? outboundSlots.release(owner) : undefined)
  )

/** Whether a class counts requests by the client's address, before authentication, and not by its account. */
const countsByAddress = (rate: OwnRateClass): boolean => rate === "read" || rate === "handshake"

const isRead = ({ request: { method } }: HttpExchange): boolean => method === "GET" || method === "HEAD"

const noBytes = new Uint8Array(0)

/** The `Retry-After` of refusals while the write gate is closed. */
const closedRetrySeconds = 10

/**
 * Processes a complete request. The order: the write gate (for requests that may write), limits by address,
 * authentication, limits by credential, decoding, idempotency, the handler. Limits are checked before the body is
 * decoded.
 */
export const perform = (exchange: HttpExchange, options: PerformOptions): Work => {
  const { route } = exchange
  const byAddress = route.policy.exactRate?.by === "address"
  const authenticated = (actor: Caller): Work => {
    const work = () => handle(exchange, options, actor)
    const exact = route.policy.exactRate !== undefined && !byAddress
      ? () => withinExactRate(exchange, keyOf(exchange, actor), isEnterprise(actor), work)
      : work
    return countsByAddress(route.ownRate) || byAddress
      ? exact()
      : actor.kind === "admin"
      // Administrators are trusted, and imports and clean-ups are long series of writes.
      ? exact()
      : withinOwnRate(exchange, options, keyOf(exchange, actor), exact)
  }
  const start = (): Work =>
    route.access === "none"
      ? authenticated(anonymous)
      : route.access === "session"
      ? Effect.flatMap(
        authenticateSession({
          headers: exchange.request.headers,
          address: exchange.client.limitKey,
          scheme: exchange.client.scheme,
          body: isRead(exchange) ? undefined : exchange.body ?? noBytes,
          guesses: options.guesses
        }),
        authenticated
      )
      : Effect.flatMap(
        authenticate(route.access, {
          headers: exchange.request.headers,
          address: exchange.client.limitKey,
          guesses: options.guesses
        }, asksAboutCaller(exchange)),
        authenticated
      )
  const admitted = () => byAddress ? withinExactRate(exchange, exchange.client.limitKey, false, start) : start()
  if (isRead(exchange)) {
    return countsByAddress(route.ownRate)
      ? withinOwnRate(exchange, options, exchange.client.limitKey, admitted)
      : admitted()
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
