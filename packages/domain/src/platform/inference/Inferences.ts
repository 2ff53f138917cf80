import { type Chunk, Context, Effect, Layer, Option, type Redacted, type Scope, Stream } from "effect"
import { type AccountActor, requireActive } from "../identity/Actor.ts"
import { failure } from "../../kernel/Failure.ts"
import { orRefuse, Refusal, refuse } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { UseCaseEffect } from "../../kernel/UseCaseEffect.ts"
import { BridgeLink, InferenceFailed, type MachineUnavailableReason } from "./BridgeLink.ts"
import { endpointOf } from "./endpointOf.ts"
import type { InferenceRoute, RouteStep, RouteStepName } from "./InferenceRoute.ts"
import { inferencesMax, inferencesPerOwnerMax, InferenceSlots } from "./InferenceSlots.ts"
import { type InferenceRequest, judgeInferenceRequest } from "./InferenceRequest.ts"
import { type InferenceAgent, LlmConfigStore } from "./LlmConfigStore.ts"
import { LlmKeys, type LlmKeyUnreadable } from "./LlmKeys.ts"
import { ownAgent } from "./LlmSettings.ts"
import { ModelProviders } from "./ModelProviders.ts"
import type { ModelRequest } from "./ModelRequest.ts"
import { ModelSources } from "./ModelSource.ts"
import { type ModelTarget, type ProviderChoice, resolveProvider, toldSteps } from "./resolveProvider.ts"

/** The items of an inference: first its route, then the pieces of the answer. */
export type InferenceOutput =
  | { readonly type: "route"; readonly route: InferenceRoute }
  | { readonly type: "piece"; readonly text: string }

/** A stream that ends with the end of the answer, or with a failure. */
export type InferenceStream = Stream.Stream<InferenceOutput, InferenceFailed | StorageUnavailable>

/** A whole answer. */
export interface InferenceAnswer {
  readonly content: string
  readonly route: InferenceRoute
}

type EndpointTarget = ModelTarget & { readonly kind: "endpoint" }

type AskError = InferenceFailed | StorageUnavailable

/** The first pieces of an answer, and an effect that pulls the next ones. */
interface Begun {
  readonly route: InferenceRoute
  readonly head: Chunk.Chunk<string> | undefined
  readonly pull: Effect.Effect<Chunk.Chunk<string>, Option.Option<AskError>>
}

/** Asks models on behalf of agents. */
export class Inferences extends Context.Tag("auspex/Inferences")<Inferences, {
  /**
   * Asks the model of an agent, for the agent itself or for its owner. Without a system prompt the agent's persona
   * answers. The model is asked when the stream is run. Fails with AGENT_NOT_FOUND,
   * AGENT_NOT_LINKED, EMAIL_NOT_VERIFIED, INVALID_REQUEST, MODEL_NOT_CONFIGURED, MODEL_UNAVAILABLE, DAILY_LIMIT and
   * RATE_LIMITED.
   */
  readonly stream: (
    actor: AccountActor,
    agentId: string,
    request: InferenceRequest
  ) => UseCaseEffect<InferenceStream>
  /** Like `stream`, and waits for the whole answer. Fails also with MODEL_FAILED. */
  readonly answer: (
    actor: AccountActor,
    agentId: string,
    request: InferenceRequest
  ) => UseCaseEffect<InferenceAnswer>
}>() {
  static readonly layer: Layer.Layer<
    Inferences,
    never,
    BridgeLink | LlmConfigStore | LlmKeys | ModelProviders | ModelSources
  > = Layer.effect(
    Inferences,
    Effect.gen(function*() {
      const link = yield* BridgeLink
      const store = yield* LlmConfigStore
      const keys = yield* LlmKeys
      const providers = yield* ModelProviders
      const sources = yield* ModelSources
      const services = { keys, link, providers, slots: new InferenceSlots(), sources, store }
      const stream = streamWith(services)
      return Inferences.of({ stream, answer: answerWith(stream) })
    })
  )
}

type Service = Context.Tag.Service<Inferences>

interface Services {
  readonly keys: LlmKeys["Type"]
  readonly link: BridgeLink["Type"]
  readonly providers: ModelProviders["Type"]
  readonly slots: InferenceSlots
  readonly sources: ModelSources["Type"]
  readonly store: LlmConfigStore["Type"]
}

const resolveWith = ({ link, sources }: Services) => (agent: InferenceAgent) =>
  Effect.flatMap(link.machinesOf(agent.owner_key), (machines) =>
    orRefuse(resolveProvider({
      ...agent,
      machines,
      pool: sources.pool,
      has_server: sources.ollama !== undefined
    })))

const admitting = ({ slots, sources, store }: Services) => {
  const takeRequest = (ownerKey: string) =>
    Effect.flatMap(
      store.takeRequest(ownerKey, sources.dailyRequestsMax),
      ({ admitted, resetSeconds }) =>
        admitted ? Effect.void : Effect.fail(
          new Refusal({
            failures: [failure(
              "DAILY_LIMIT",
              `The agents of an owner may make ${sources.dailyRequestsMax} requests to models a day (UTC).`,
              { limit: sources.dailyRequestsMax }
            )],
            retryAfterSeconds: resetSeconds
          })
        )
    )

  const checkSlot = (ownerKey: string) =>
    Effect.suspend(() =>
      slots.hasRoom(ownerKey) ? Effect.void : Effect.fail(
        new Refusal({
          failures: [failure("RATE_LIMITED", noSlot, { limit: inferencesPerOwnerMax })],
          retryAfterSeconds: slotRetrySeconds
        })
      )
    )

  /** Takes a place until the end of the answer. Another request may have taken the last place since the check. */
  const takeSlot = (ownerKey: string) =>
    Effect.acquireRelease(
      Effect.suspend(() =>
        slots.take(ownerKey)
          ? Effect.void
          : Effect.fail(new InferenceFailed({ reason: "unavailable", detail: noSlot }))
      ),
      () => Effect.sync(() => slots.release(ownerKey))
    )

  return { takeRequest, checkSlot, takeSlot }
}

const askWith = ({ keys, link, providers, sources }: Services) => {
  const checked = new Set<string>()

  const keyOf = (
    { config }: EndpointTarget
  ): Effect.Effect<Redacted.Redacted | undefined, LlmKeyUnreadable> =>
    config.sealed_key === null ? Effect.succeed(undefined) : keys.open(config, config.sealed_key)

  /** A server at an owner's address must list its models once before it gets the first request. */
  const checkCustom = ({ config, is_custom }: EndpointTarget, key: Redacted.Redacted | undefined) =>
    Effect.suspend(() => {
      const version = `${JSON.stringify(config.subject)} ${config.updated_at.getTime()}`
      if (!is_custom || checked.has(version)) return Effect.void
      return Effect.map(providers.models(endpointOf(config, key)), () => {
        if (checked.size >= checkedMax) checked.clear()
        checked.add(version)
      })
    })

  return (
    agent: InferenceAgent,
    target: ModelTarget,
    asked: Omit<ModelRequest, "model">
  ): Stream.Stream<string, AskError> => {
    const request = { ...asked, model: target.model }
    switch (target.kind) {
      case "machine": {
        const { base_url, machine, provider_type } = target
        return Stream.catchTag(
          link.ask(agent.owner_key, machine.id, {
            ...request,
            ...(provider_type === undefined ? {} : { provider_type }),
            ...(base_url === undefined ? {} : { base_url })
          }),
          "MachineUnavailable",
          ({ reason }) =>
            Stream.fail(new InferenceFailed({ reason: "unavailable", detail: unavailableMachine[reason] }))
        )
      }
      case "server":
        return providers.ask(sources.ollama!, request)
      case "pool":
        return providers.ask(sources.pool[target.at]!.endpoint, request)
      case "endpoint":
        return Stream.unwrap(
          keyOf(target).pipe(
            Effect.tap((key) => checkCustom(target, key)),
            Effect.map((key) => providers.ask(endpointOf(target.config, key), request)),
            Effect.mapError((error) => error._tag === "LlmKeyUnreadable" ? unreadable : error)
          )
        )
    }
  }
}

/** Asks the targets in order until one begins to answer. */
const beginWith = (ask: ReturnType<typeof askWith>) => {
  const begin = (
    agent: InferenceAgent,
    { last_steps, provider, steps, targets }: Omit<ProviderChoice, "targets"> & {
      readonly targets: ReadonlyArray<ModelTarget>
    },
    asked: Omit<ModelRequest, "model">
  ): Effect.Effect<Begun, AskError, Scope.Scope> =>
    Effect.gen(function*() {
      const [target, ...others] = targets
      if (target === undefined) return yield* Effect.dieMessage("a resolution has a target")
      const pull = yield* Stream.toPull(ask(agent, target, asked))
      const chosen = routeOf(provider, target, steps)
      const begun = (head: Chunk.Chunk<string> | undefined): Begun => ({ route: chosen, head, pull })
      return yield* Effect.matchEffect(pull, {
        onSuccess: (head) => Effect.succeed(begun(head)),
        onFailure: (end) => {
          if (Option.isNone(end)) return Effect.succeed(begun(undefined))
          const error = end.value
          if (error._tag !== "InferenceFailed") return Effect.fail(error)
          const tried = [...steps, { step: stepOf[target.kind], outcome: "failed" as const, detail: error.detail }]
          return error.reason === "unavailable" && others.length > 0
            ? begin(agent, { provider, steps: tried, targets: others, last_steps }, asked)
            : Effect.fail(
              new InferenceFailed({
                reason: error.reason,
                detail: explained(error.detail, tried, error.reason === "unavailable" ? last_steps : [])
              })
            )
        }
      })
    })

  return begin
}

const outputOf = (begun: Effect.Effect<Begun, AskError, Scope.Scope>): InferenceStream =>
  Stream.unwrapScoped(Effect.map(begun, ({ head, pull, route }) => {
    const pieces = head === undefined
      ? Stream.empty
      : Stream.concat(Stream.fromChunk(head), Stream.repeatEffectChunkOption(pull))
    return Stream.concat(
      Stream.succeed<InferenceOutput>({ type: "route", route }),
      Stream.map(pieces, (text): InferenceOutput => ({ type: "piece", text }))
    )
  }))

const streamWith = (services: Services): Service["stream"] => {
  const { checkSlot, takeRequest, takeSlot } = admitting(services)
  const begin = beginWith(askWith(services))
  const resolve = resolveWith(services)
  return (actor, agentId, request) =>
    Effect.gen(function*() {
      yield* requireActive(actor)
      const agent = yield* ownAgent(services.store.agent(agentId), actor)
      const system_prompt = request.system_prompt ?? agent.reasoning_prompt ?? undefined
      const asked = yield* orRefuse(judgeInferenceRequest({
        messages: request.messages,
        ...(system_prompt === undefined ? {} : { system_prompt })
      }))
      const resolution = yield* resolve(agent)
      yield* checkSlot(agent.owner_key)
      yield* takeRequest(agent.owner_key)
      return outputOf(Effect.zipRight(takeSlot(agent.owner_key), begin(agent, resolution, asked)))
    })
}

const answerWith = (stream: Service["stream"]): Service["answer"] => (actor, agentId, request) =>
  Effect.gen(function*() {
    const output = yield* stream(actor, agentId, request)
    const pieces: Array<string> = []
    let route: InferenceRoute | undefined
    yield* Stream.runForEach(output, (one) =>
      Effect.sync(() => {
        if (one.type === "route") route = one.route
        else pieces.push(one.text)
      }))
    if (route === undefined) return yield* Effect.dieMessage("an answer begins with its route")
    return { content: pieces.join(""), route }
  }).pipe(Effect.catchTag("InferenceFailed", (error) => refuse(...refusalArguments(error))))

/** The maximum number of remembered configurations whose servers have listed their models. */
const checkedMax = 10_000

const noSlot =
  `At most ${inferencesPerOwnerMax} model requests of an owner, and ${inferencesMax} in all, run at a time; retry when one has ended.`

/** How long a caller without a place should wait. */
const slotRetrySeconds = 5

const unavailableMachine = {
  gone: "The machine has disconnected.",
  full: "Too many requests wait for the machine.",
  unable: "The machine does not embed texts."
} as const satisfies Record<MachineUnavailableReason, string>

const unreadable = new InferenceFailed({
  reason: "refused",
  detail: "The stored llm_api_key can no longer be read; send it again."
})

const stepOf: Readonly<Record<ModelTarget["kind"], RouteStepName>> = {
  machine: "bridge",
  server: "server",
  pool: "platform",
  endpoint: "provider"
}

const chosenDetail = (provider: string, target: ModelTarget): string =>
  target.kind === "machine"
    ? `${target.machine.system_info?.hostname ?? target.machine.id}, ${target.model}`
    : target.kind === "endpoint"
    ? `${provider}, ${target.model}`
    : target.model

const routeOf = (provider: string, target: ModelTarget, steps: ReadonlyArray<RouteStep>): InferenceRoute => ({
  provider,
  model: target.model,
  ...(target.kind === "machine" ? { machine: machineOf(target) } : {}),
  steps: [...steps, { step: stepOf[target.kind], outcome: "chosen", detail: chosenDetail(provider, target) }]
})

const machineOf = (
  { machine: { id, runner_source, system_info } }: ModelTarget & { readonly kind: "machine" }
): NonNullable<InferenceRoute["machine"]> => ({
  id,
  ...(system_info?.hostname === undefined ? {} : { hostname: system_info.hostname }),
  ...(runner_source === undefined ? {} : { runner_source })
})

/** The reason of a failure; of several targets, all reasons in the order of the attempts. */
const explained = (detail: string, tried: ReadonlyArray<RouteStep>, after: ReadonlyArray<RouteStep>): string => {
  const failed = tried.filter(({ outcome }) => outcome === "failed")
  return failed.length + after.length === 1 ? detail : `No model has answered (${toldSteps([...failed, ...after])}).`
}

/** The code and the message of the refusal for a failed inference. */
export const refusalArguments = ({ detail, reason }: InferenceFailed) =>
  [reason === "unavailable" ? "MODEL_UNAVAILABLE" : "MODEL_FAILED", detail] as const
