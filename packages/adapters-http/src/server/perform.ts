import { type Actor, anonymous, type Authenticator } from "@auspex/domain/accounts"
import {
  type Failure,
  failure,
  type Failures,
  IdempotencyStore,
  RateLimiter,
  Refusal,
  refuse,
  type StorageUnavailable,
  UnitOfWork
} from "@auspex/domain/kernel"
import { Array as Arr, Effect } from "effect"
import { createHash } from "node:crypto"
import { type Answer, checkRefusal, jsonType, successAnswer } from "./Answer.ts"
import { authenticate } from "./authenticate.ts"
import { type Exchange, rateHeadersOf } from "./Exchange.ts"
import type { HandlerRequest } from "./handlersFor.ts"
import { isHostileText, parseJsonBody } from "./JsonBody.ts"
import type { OwnRates } from "./OwnRates.ts"
import { requestFailure } from "./Route.ts"

/** The services that the adapter itself calls. */
export type AdapterServices = Authenticator | RateLimiter | UnitOfWork | IdempotencyStore

export interface PerformOptions {
  readonly ownRates: OwnRates
  readonly checkResponses: boolean
}

type Work = Effect.Effect<Answer, Refusal | StorageUnavailable, any>

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

const keyOf = (exchange: Exchange, actor: Actor): string =>
  actor.kind === "anonymous" ? exchange.client.limitKey : actor.key_id

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

/** Reads and paths count by address, before anything else happens; the rest by credential where there is one. */
export const takeOwnRate = (exchange: Exchange, ownRates: OwnRates, key: string): number | undefined => {
  const rate = exchange.route.ownRate
  const verdict = ownRates.take(rate, key, Date.now())
  if (verdict === undefined) return undefined
  exchange.rateHeaders = rateHeadersOf(rate, ownRates.maximumOf(rate) as number, 60, verdict)
  return verdict.admitted ? undefined : verdict.resetSeconds
}

const withinOwnRate = (exchange: Exchange, options: PerformOptions, key: string, next: () => Work): Work => {
  if (exchange.behind) return next()
  const wait = takeOwnRate(exchange, options.ownRates, key)
  const { ownRate } = exchange.route
  return wait === undefined ? next() : limited(ownRate, options.ownRates.maximumOf(ownRate) as number, 60, wait)
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
    if ("failures" in decoded) failures.push(...decoded.failures)
    else request.query = decoded.value as never
  }
  if (route.decodePayload !== undefined) {
    const parsed = exchange.body === undefined || exchange.body.length === 0
      ? { value: {} }
      : parseJsonBody(exchange.body)
    const decoded = "failure" in parsed ? { failures: [parsed.failure] as const } : route.decodePayload(parsed.value)
    if ("failures" in decoded) failures.push(...decoded.failures)
    else request.payload = decoded.value as never
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
  const key = route.manners.creates === undefined ? undefined : exchange.request.headers["idempotency-key"]
  return key === undefined ? work : once(exchange, actor, String(key), work)
}

const pairs = (headers: ReadonlyArray<string>): Record<string, string> => {
  const record: Record<string, string> = {}
  for (let at = 0; at + 1 < headers.length; at += 2) record[headers[at] as string] = headers[at + 1] as string
  return record
}

/** Does the work at most once per key: the key and the effect commit together, and a repetition gets the first answer. */
const once = (exchange: Exchange, actor: Actor, key: string, work: Work): Work => {
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    return refuse("INVALID_REQUEST", "Idempotency-Key must be 1 to 255 visible ASCII characters.", {
      field: "Idempotency-Key"
    })
  }
  const { route, request } = exchange
  const query = exchange.url.indexOf("?")
  const scope = {
    principal: actor.kind === "account"
      ? `account:${actor.id}`
      : actor.kind === "admin"
      ? `admin:${actor.key_id}`
      : `address:${exchange.client.limitKey}`,
    route: `${request.method} ${query === -1 ? exchange.url : exchange.url.slice(0, query)}`,
    key
  }
  // The query is part of what was asked: a dry run is not the same request.
  const asked = query === -1 ? "" : exchange.url.slice(query)
  const bodyHash = createHash("sha256").update(`${asked}\n`).update(exchange.body ?? "").digest("base64url")
  return Effect.flatMap(
    UnitOfWork,
    (unit) =>
      unit.transact(
        Effect.flatMap(IdempotencyStore, (store) =>
          Effect.flatMap(store.begin(scope, bodyHash), (verdict): Work => {
            switch (verdict.kind) {
              case "new":
                return Effect.tap(work, (answer) =>
                  store.complete(
                    scope,
                    route.manners.creates?.secret === true || typeof answer.content !== "string"
                      ? "withheld"
                      : { status: answer.status, body: answer.content, headers: pairs(answer.headers) }
                  ))
              case "replay":
                return Effect.succeed({
                  status: verdict.status,
                  content: verdict.body,
                  contentType: jsonType,
                  headers: [...Object.entries(verdict.headers).flat(), "Idempotency-Replayed", "true"],
                  etag: undefined
                })
              case "mismatch":
                return refuse("IDEMPOTENCY_MISMATCH", "This Idempotency-Key was used with another body.", {
                  field: "Idempotency-Key"
                })
              case "withheld":
                return refuse(
                  "IDEMPOTENCY_MISMATCH",
                  "This request was done before; its answer held a secret and is not repeated.",
                  {
                    field: "Idempotency-Key"
                  }
                )
              case "in_progress":
                return Effect.fail(
                  new Refusal({
                    failures: [
                      failure("IDEMPOTENCY_IN_PROGRESS", "A request with this Idempotency-Key is being worked on.")
                    ],
                    retryAfterSeconds: 1
                  })
                )
            }
          }))
      )
  )
}

/**
 * Everything between a complete request and its answer: limits by address, authentication, limits by credential,
 * decoding, idempotency, the handler. Limits come before the body is looked at.
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
      : Effect.flatMap(authenticate(route.access, exchange.request.headers), authenticated)
  const admitted = () => byAddress ? exactly(exchange, exchange.client.limitKey, start) : start()
  return route.ownRate === "read" ? withinOwnRate(exchange, options, exchange.client.limitKey, admitted) : admitted()
}
