import { InferenceFailed, type ModelEndpoint, ModelProviders, type ModelRequest } from "@auspex/domain/inference"
import { Outbound, type OutboundFailure, type OutboundStream, type Refusal } from "@auspex/domain/kernel"
import { Duration, Effect, Layer, Option, Random, Redacted, type Scope, Stream } from "effect"
import { errorIn, type ModelProtocol, modelProtocols, ModelServerFailed } from "../models/index.ts"
import { limitInference } from "./limitInference.ts"

/** How often a request that was not accepted is repeated, and the delays in between, in milliseconds. */
const repeatsMax = 2
const repeatMillisFirst = 500
const repeatMillisMax = 10_000

/** How long a list of models may take, and how much of a list and of an error's text is read. */
const listMillisMax = 15_000
const listBytesMax = 4_194_304
const errorBytesMax = 4_096
const errorTextMax = 500

/** A request that got no answer, and whether the same request may be accepted a little later. */
interface Unanswered {
  readonly detail: string
  readonly isTransient: boolean
  readonly retryAfterMillis?: number
}

const transientStatuses: ReadonlySet<number> = new Set([408, 409, 425, 429, 500, 502, 503, 504, 520, 522, 524, 529])

/** How many first characters of a key are enough to take a text for a part of it. */
const keyPrefixLength = 8

/** A provider's text without the key, which some repeat, as a whole or in part. */
export const withoutKey = (text: string, key: Redacted.Redacted | undefined): string => {
  if (key === undefined) return text
  const secret = Redacted.value(key)
  const prefix = secret.slice(0, keyPrefixLength).replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
  return text.replaceAll(secret, "[key]").replaceAll(encodeURIComponent(secret), "[key]").replace(
    new RegExp(`${prefix}\\S*`, "g"),
    "[key]"
  )
}

const hostOf = ({ base_url }: ModelEndpoint): string => URL.canParse(base_url) ? new URL(base_url).host : base_url

const bytesOf = (body: OutboundStream["body"], max: number): Effect.Effect<Uint8Array, OutboundFailure> =>
  Stream.runFold(
    Stream.takeUntil(
      Stream.mapAccum(body, 0, (size, bytes) => [size + bytes.length, { bytes, size: size + bytes.length }]),
      ({ size }) => size >= max
    ),
    [] as ReadonlyArray<Uint8Array>,
    (all, { bytes }) => [...all, bytes]
  ).pipe(Effect.map((all) => Buffer.concat(all).subarray(0, max)))

const parse = Option.liftThrowable((json: string): unknown => JSON.parse(json))

const errorTextOf = (bytes: Uint8Array): string => {
  const text = new TextDecoder().decode(bytes)
  const stated = Option.getOrUndefined(Option.map(parse(text), errorIn))
  return (stated ?? text).trim().slice(0, errorTextMax)
}

const retryAfterOf = (header: string | undefined): { readonly retryAfterMillis?: number } =>
  /^\d{1,5}$/.test(header?.trim() ?? "") ? { retryAfterMillis: Number(header) * 1_000 } : {}

const unreachable = (error: OutboundFailure | Refusal): Unanswered => ({
  detail: error._tag === "Refusal" ? error.message : `it cannot be reached (${error.message})`,
  isTransient: error._tag === "OutboundFailure"
})

const refusedBy = ({ body, headers, status }: OutboundStream): Effect.Effect<never, Unanswered> =>
  bytesOf(body, errorBytesMax).pipe(
    Effect.timeoutOption(Duration.seconds(5)),
    Effect.map((bytes) => Option.match(bytes, { onNone: () => "", onSome: errorTextOf })),
    // The status says enough when the rest does not arrive.
    Effect.orElseSucceed(() => ""),
    Effect.flatMap((text) =>
      Effect.fail({
        detail: `it answered ${status}${text === "" ? "" : `: ${text}`}`,
        isTransient: transientStatuses.has(status),
        ...retryAfterOf(headers["retry-after"])
      })
    )
  )

/** The servers of providers, through the egress guard. */
export const modelProvidersHttp: Layer.Layer<ModelProviders, never, Outbound> = Layer.effect(
  ModelProviders,
  Effect.map(Outbound, (outbound) => {
    const open = (
      { base_url, is_operators, key }: ModelEndpoint,
      protocol: ModelProtocol,
      path: string,
      body: unknown
    ): Effect.Effect<OutboundStream, Unanswered, Scope.Scope> =>
      outbound.open({
        url: `${base_url}${path}`,
        isOperators: is_operators,
        headers: {
          accept: "application/json, text/event-stream, application/x-ndjson",
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...(key === undefined ? {} : protocol.keyHeaders(Redacted.value(key)))
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      }).pipe(
        Effect.mapError(unreachable),
        Effect.flatMap((response) =>
          response.status >= 200 && response.status < 300 ? Effect.succeed(response) : refusedBy(response)
        )
      )

    /** Repeats a request that was not accepted, as long as nothing of an answer has arrived. */
    const repeated = <A, R>(
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

    const failure = (endpoint: ModelEndpoint, reason: InferenceFailed["reason"], detail: string): InferenceFailed =>
      new InferenceFailed({
        reason,
        detail: `${hostOf(endpoint)}: ${withoutKey(detail, endpoint.key).replace(/\.?$/, ".")}`
      })

    const failed = (endpoint: ModelEndpoint) => ({ detail, isTransient }: Unanswered): InferenceFailed =>
      failure(endpoint, isTransient ? "unavailable" : "refused", detail)

    const broken = (endpoint: ModelEndpoint, detail: string): InferenceFailed => failure(endpoint, "model", detail)

    const pieces = (endpoint: ModelEndpoint, protocol: ModelProtocol, { body }: OutboundStream) => {
      const reader = protocol.reader()
      const read = (take: () => string) =>
        Effect.try({
          try: take,
          catch: (cause) =>
            broken(endpoint, cause instanceof ModelServerFailed ? cause.detail : "it answered something unreadable")
        })
      const texts = body.pipe(
        Stream.mapError(({ message }) => broken(endpoint, `the answer was cut off (${message})`)),
        Stream.mapEffect((bytes) =>
          Effect.map(read(() => reader.feed(bytes)), (text) => ({ text, isDone: reader.isDone() }))
        ),
        Stream.takeUntil(({ isDone }) => isDone),
        Stream.map(({ text }) => text)
      )
      const last = Stream.fromEffect(Effect.flatMap(read(() => reader.end()), (text) =>
        reader.isDone()
          ? Effect.succeed(text)
          : Effect.fail(broken(endpoint, "the answer ended before it was complete"))))
      return Stream.filter(Stream.concat(texts, last), (text) => text !== "")
    }

    return ModelProviders.of({
      models: (endpoint) => {
        const protocol = modelProtocols[endpoint.api]
        const list = Effect.scoped(
          Effect.flatMap(
            repeated(open(endpoint, protocol, protocol.modelsPath, undefined)),
            ({ body }) => Effect.mapError(bytesOf(body, listBytesMax), unreachable)
          )
        )
        return list.pipe(
          Effect.mapError(failed(endpoint)),
          Effect.flatMap((bytes) =>
            Option.match(parse(new TextDecoder().decode(bytes)), {
              onNone: () => Effect.fail(broken(endpoint, "its list of models is not JSON")),
              onSome: (answer) => Effect.succeed(protocol.modelsIn(answer))
            })
          ),
          Effect.timeoutFail({
            duration: listMillisMax,
            onTimeout: () =>
              failure(endpoint, "unavailable", `it did not list its models within ${listMillisMax / 1_000} s`)
          })
        )
      },
      ask: (endpoint: ModelEndpoint, request: ModelRequest) => {
        const protocol = modelProtocols[endpoint.api]
        return limitInference(Stream.unwrapScoped(
          Effect.map(
            Effect.mapError(
              repeated(open(endpoint, protocol, protocol.chatPath(request.model), protocol.chatBody(request))),
              failed(endpoint)
            ),
            (response) => pieces(endpoint, protocol, response)
          )
        ))
      }
    })
  })
)
