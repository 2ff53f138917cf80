import type { ModelEndpoint } from "@auspex/domain/inference"
import type { Outbound, OutboundFailure, OutboundStream, Refusal } from "@auspex/domain/kernel"
import { type Context, Duration, Effect, Option, Random, Redacted, type Scope, Stream } from "effect"
import { serverWords } from "../models/index.ts"

/** How often a request that was not accepted is repeated, and the delays in between, in milliseconds. */
const repeatsMax = 2
const repeatMillisFirst = 500
const repeatMillisMax = 10_000

/** How much of the text of an error is read. */
const errorBytesMax = 4_096

/** A request that got no answer, and whether the same request may be accepted a little later. */
export interface Unanswered {
  readonly detail: string
  readonly isTransient: boolean
  readonly retryAfterMillis?: number
  /** The status of the answer, if there was one. */
  readonly status?: number
}

const transientStatuses: ReadonlySet<number> = new Set([408, 409, 425, 429, 500, 502, 503, 504, 520, 522, 524, 529])

/** How many first characters of a key are enough to take a text for a part of it. */
const keyPrefixLength = 8

/** A provider's text without the key, which some repeat, as a whole or in part; a short key only as a word. */
export const withoutKey = (text: string, key: Redacted.Redacted | undefined): string => {
  if (key === undefined) return text
  const secret = Redacted.value(key)
  const prefix = secret.slice(0, keyPrefixLength).replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
  // A short key, such as EMPTY, may also occur inside unrelated words.
  if (secret.length < keyPrefixLength) return text.replace(new RegExp(`(?<![\\w-])${prefix}(?![\\w-])`, "g"), "[key]")
  return text.replaceAll(secret, "[key]").replaceAll(encodeURIComponent(secret), "[key]").replace(
    new RegExp(`${prefix}\\S*`, "g"),
    "[key]"
  )
}

/** The host of a provider, for messages. */
export const hostOf = ({ base_url }: ModelEndpoint): string =>
  URL.canParse(base_url) ? new URL(base_url).host : base_url

/** Reads a body until its end or `max` bytes. */
export const readBytes = (body: OutboundStream["body"], max: number): Effect.Effect<Uint8Array, OutboundFailure> =>
  Stream.runFold(
    Stream.takeUntil(
      Stream.mapAccum(body, 0, (size, bytes) => [size + bytes.length, { bytes, size: size + bytes.length }]),
      ({ size }) => size >= max
    ),
    [] as ReadonlyArray<Uint8Array>,
    (all, { bytes }) => [...all, bytes]
  ).pipe(Effect.map((all) => Buffer.concat(all).subarray(0, max)))

const retryAfterOf = (header: string | undefined): { readonly retryAfterMillis?: number } =>
  /^\d{1,5}$/.test(header?.trim() ?? "") ? { retryAfterMillis: Number(header) * 1_000 } : {}

/** A request that did not reach the provider. */
export const unreachable = (error: OutboundFailure | Refusal): Unanswered => ({
  detail: error._tag === "Refusal" ? error.message : `it cannot be reached (${error.message})`,
  isTransient: error._tag === "OutboundFailure"
})

const refusedBy = ({ body, headers, status }: OutboundStream): Effect.Effect<never, Unanswered> =>
  readBytes(body, errorBytesMax).pipe(
    Effect.timeoutOption(Duration.seconds(5)),
    Effect.map((bytes) =>
      Option.match(bytes, { onNone: () => "", onSome: (read) => serverWords(new TextDecoder().decode(read)) })
    ),
    // The status says enough when the rest does not arrive.
    Effect.orElseSucceed(() => ""),
    Effect.flatMap((text) =>
      Effect.fail({
        detail: `it answered ${status}${text === "" ? "" : `: ${text}`}`,
        isTransient: transientStatuses.has(status),
        status,
        ...retryAfterOf(headers["retry-after"])
      })
    )
  )

/** A request to a provider: GET without a body. */
export interface ProviderRequest {
  readonly endpoint: ModelEndpoint
  /** Follows the address of the endpoint. */
  readonly path: string
  readonly body: unknown
  readonly accept: string
  readonly keyHeaders: (key: string) => Readonly<Record<string, string>>
}

/** Sends a request through the egress guard, and succeeds when it is accepted. */
export const openRequest = (
  outbound: Context.Tag.Service<Outbound>,
  { accept, body, endpoint: { base_url, is_operators, key }, keyHeaders, path }: ProviderRequest
): Effect.Effect<OutboundStream, Unanswered, Scope.Scope> =>
  outbound.open({
    url: `${base_url}${path}`,
    isOperators: is_operators,
    headers: {
      accept,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(key === undefined ? {} : keyHeaders(Redacted.value(key)))
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  }).pipe(
    Effect.mapError(unreachable),
    Effect.flatMap((response) =>
      response.status >= 200 && response.status < 300 ? Effect.succeed(response) : refusedBy(response)
    )
  )

/** Repeats a request that was not accepted, as long as nothing of an answer has arrived. */
export const repeated = <A, R>(
  request: Effect.Effect<A, Unanswered, R>,
  repeats = 0
): Effect.Effect<A, Unanswered, R> =>
  Effect.catchAll(request, (unanswered) => {
    const { isTransient, retryAfterMillis = 0 } = unanswered
    if (!isTransient || repeats >= repeatsMax || retryAfterMillis > repeatMillisMax) return Effect.fail(unanswered)
    return Effect.flatMap(Random.next, (random) => {
      const millis = Math.max(retryAfterMillis, repeatMillisFirst * 2 ** repeats * (1 + random))
      return Effect.delay(repeated(request, repeats + 1), millis)
    })
  })
