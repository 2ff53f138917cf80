import { InferenceFailed, type ModelEndpoint, ModelProviders, type ModelRequest } from "@auspex/domain/inference"
import { Outbound, type OutboundStream } from "@auspex/domain/kernel"
import { type Context, Effect, Layer, Option, Stream } from "effect"
import { type ModelProtocol, modelProtocols, ModelServerFailed, parseJson } from "../models/index.ts"
import { limitInference } from "./limitInference.ts"
import {
  hostOf,
  openRequest,
  readBytes,
  repeated,
  type Unanswered,
  unreachable,
  withoutKey
} from "./providerRequests.ts"

/** How long a list of models may take, and how much of it is read. */
const listMillisMax = 15_000
const listBytesMax = 4_194_304

type OutboundCalls = Context.Tag.Service<Outbound>

const open = (outbound: OutboundCalls, endpoint: ModelEndpoint, protocol: ModelProtocol, path: string, body: unknown) =>
  openRequest(outbound, {
    endpoint,
    path,
    body,
    accept: "application/json, text/event-stream, application/x-ndjson",
    keyHeaders: protocol.keyHeaders
  })

const failure = (endpoint: ModelEndpoint, reason: InferenceFailed["reason"], detail: string): InferenceFailed =>
  new InferenceFailed({
    reason,
    detail: `${hostOf(endpoint)}: ${withoutKey(detail, endpoint.key).replace(/\.?$/, ".")}`
  })

const failed = (endpoint: ModelEndpoint) => ({ detail, isTransient }: Unanswered): InferenceFailed =>
  failure(endpoint, isTransient ? "unavailable" : "refused", detail)

const broken = (endpoint: ModelEndpoint, detail: string): InferenceFailed => failure(endpoint, "model", detail)

/** The texts of an answer as they arrive. */
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
  const last = Stream.fromEffect(read(() => reader.end()))
  // Told behind the last text, as all other failures.
  const judged = Stream.suspend(() => {
    const flaw = reader.flaw()
    return flaw === undefined ? Stream.empty : Stream.fail(broken(endpoint, flaw))
  })
  return Stream.filter(Stream.concat(Stream.concat(texts, last), judged), (text) => text !== "")
}

const listModels = (outbound: OutboundCalls, endpoint: ModelEndpoint) => {
  const protocol = modelProtocols[endpoint.api]
  const list = Effect.scoped(
    Effect.flatMap(
      repeated(open(outbound, endpoint, protocol, protocol.modelsPath, undefined)),
      ({ body }) => Effect.mapError(readBytes(body, listBytesMax), unreachable)
    )
  )
  return list.pipe(
    Effect.mapError(failed(endpoint)),
    Effect.flatMap((bytes) =>
      Option.match(parseJson(new TextDecoder().decode(bytes)), {
        onNone: () => Effect.fail(broken(endpoint, "its list of models is not JSON")),
        onSome: (answer) => Effect.succeed(protocol.modelsIn(answer))
      })
    ),
    Effect.timeoutFail({
      duration: listMillisMax,
      onTimeout: () => failure(endpoint, "unavailable", `it did not list its models within ${listMillisMax / 1_000} s`)
    })
  )
}

const ask = (outbound: OutboundCalls, endpoint: ModelEndpoint, request: ModelRequest) => {
  const protocol = modelProtocols[endpoint.api]
  return limitInference(Stream.unwrapScoped(
    Effect.map(
      Effect.mapError(
        repeated(open(outbound, endpoint, protocol, protocol.chatPath(request.model), protocol.chatBody(request))),
        failed(endpoint)
      ),
      (response) => pieces(endpoint, protocol, response)
    )
  ))
}

/** The servers of providers, through the egress guard. */
export const modelProvidersHttp: Layer.Layer<ModelProviders, never, Outbound> = Layer.effect(
  ModelProviders,
  Effect.map(Outbound, (outbound) =>
    ModelProviders.of({
      models: (endpoint) => listModels(outbound, endpoint),
      ask: (endpoint, request) => ask(outbound, endpoint, request)
    }))
)
