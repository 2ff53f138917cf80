import { Array as Arr, Either } from "effect"
import { type Failure, failure } from "../../kernel/Failure.ts"
import type { BridgeMachine } from "./BridgeStatus.ts"
import type { RouteStep, RouteStepName } from "./InferenceRoute.ts"
import type { ProviderConfig } from "./LlmConfig.ts"
import { type MachineModelServer, modelServerOf } from "./modelServerOf.ts"
import { providerKindOf } from "./ModelSource.ts"
import { anyModelOf, modelOn, rankMachines } from "./rankMachines.ts"

/** What the choice of a model depends on. */
export interface ResolutionFacts {
  /** The agent's own configuration. */
  readonly agent: ProviderConfig | undefined
  /** Whether the agent uses its owner's configuration when it has none of its own. */
  readonly use_global: boolean
  readonly owner: ProviderConfig | undefined
  readonly organisation: ProviderConfig | undefined
  /** The connected machines of the agent's owner. */
  readonly machines: ReadonlyArray<BridgeMachine>
  /** The shared models of the service, in the order in which they are tried. */
  readonly pool: ReadonlyArray<{ readonly provider: string; readonly model: string }>
  /** Whether the service has an Ollama server that may be asked. */
  readonly has_server: boolean
}

/** Where a request can be answered. */
export type ModelTarget =
  | MachineModelServer & {
    readonly kind: "machine"
    readonly machine: BridgeMachine
    /** The model by the name that the machine has for it. */
    readonly model: string
  }
  | { readonly kind: "server"; readonly model: string }
  /** `at` is the place in the pool. */
  | { readonly kind: "pool"; readonly at: number; readonly model: string }
  | {
    readonly kind: "endpoint"
    readonly model: string
    /** The configuration whose address is called and whose key is sent. */
    readonly config: ProviderConfig
    /** Whether the list of models is asked for first, because nobody but the owner knows the server. */
    readonly is_custom: boolean
  }

/** The chosen provider, where it can answer, in the order in which to try, and the steps that led there. */
export interface ProviderChoice {
  readonly provider: string
  readonly targets: Arr.NonEmptyReadonlyArray<ModelTarget>
  readonly steps: ReadonlyArray<RouteStep>
  /** The steps behind the last target, when none has answered. */
  readonly last_steps: ReadonlyArray<RouteStep>
}

/** What a configuration asks for; `default` has no configuration. */
interface Choice {
  readonly provider: string
  readonly model: string | null
  readonly base_url: string | null
  readonly config: ProviderConfig | undefined
}

const step = (name: RouteStepName, outcome: RouteStep["outcome"], detail: string): RouteStep => ({
  step: name,
  outcome,
  detail
})

const choiceOf = (config: ProviderConfig): Choice => ({
  provider: config.llm_provider,
  model: config.llm_model,
  base_url: config.llm_base_url,
  config
})

const detailOf = ({ llm_model, llm_provider }: ProviderConfig): string =>
  llm_model === null ? llm_provider : `${llm_provider}, ${llm_model}`

/** Whether a machine may answer chats: not a machine that reported only embedding models. */
const isForChats = (machine: BridgeMachine): boolean => machine.models.length === 0 || anyModelOf(machine) !== undefined

/** The first configuration that there is: of the agent, of the owner, of the organisation; else what can be used without. */
const choose = (facts: ResolutionFacts): { readonly choice?: Choice; readonly steps: ReadonlyArray<RouteStep> } => {
  const steps: Array<RouteStep> = []
  const levels: ReadonlyArray<readonly [RouteStepName, ProviderConfig | undefined, string]> = [
    ["agent", facts.agent, "the agent has no configuration of its own"],
    [
      "owner",
      facts.use_global ? facts.owner : undefined,
      facts.use_global ? "the owner has no configuration" : "use_global is false"
    ],
    ["organisation", facts.organisation, "the organisation has no configuration"]
  ]
  for (const [name, config, missing] of levels) {
    if (config === undefined) steps.push(step(name, "skipped", missing))
    else return { choice: choiceOf(config), steps: [...steps, step(name, "chosen", detailOf(config))] }
  }
  const provider = facts.machines.some(isForChats) ? "bridge" : facts.pool.length > 0 ? "platform" : undefined
  if (provider === undefined) {
    return {
      steps: [
        ...steps,
        step("default", "skipped", "no machine with a model for chats is connected, and there are no shared models")
      ]
    }
  }
  const detail = provider === "bridge" ? "a machine of the owner is connected" : "the service has shared models"
  return {
    choice: { provider, model: null, base_url: null, config: undefined },
    steps: [...steps, step("default", "chosen", `${provider}, because ${detail}`)]
  }
}

/** Targets in order, what was passed over before them, and what comes behind them. */
interface Found {
  readonly targets: ReadonlyArray<ModelTarget>
  readonly steps: ReadonlyArray<RouteStep>
  readonly last_steps?: ReadonlyArray<RouteStep>
}

const nameOf = ({ id, system_info }: BridgeMachine): string => system_info?.hostname ?? id

const onMachines = ({ machines }: ResolutionFacts, choice: Choice): Found => {
  const { model } = choice
  const targets = rankMachines(machines, model).flatMap(({ machine }): ReadonlyArray<ModelTarget> => {
    const name = model === null ? anyModelOf(machine) : modelOn(machine, model)
    return name === undefined ? [] : [{
      kind: "machine",
      machine,
      model: name,
      ...modelServerOf(machine, choice)
    }]
  })
  if (targets.length > 0) return { targets, steps: [] }
  const detail = machines.length === 0
    ? "no machine of the owner is connected"
    : model === null
    ? "no connected machine has a model for chats"
    : `no connected machine has ${model}: ${machines.map(nameOf).join(", ")}`
  return { targets, steps: [step("bridge", "skipped", detail)] }
}

const onServer = ({ has_server }: ResolutionFacts, { model }: Choice): Found => {
  const missing = !has_server
    ? "this service has no Ollama server: AUSPEX_OLLAMA_URL is not set, and others than this machine reach the service"
    : model === null
    ? "the Ollama server of this service needs the name of a model"
    : undefined
  return missing === undefined
    ? { targets: [{ kind: "server", model: model! }], steps: [] }
    : { targets: [], steps: [step("server", "skipped", missing)] }
}

const onPool = ({ pool }: ResolutionFacts, { model }: Choice): Found => {
  const targets = pool.flatMap((shared, at): ReadonlyArray<ModelTarget> =>
    model === null || shared.model === model ? [{ kind: "pool", at, model: shared.model }] : []
  )
  const missing = pool.length === 0
    ? "this service has no shared models"
    : `no shared model is called ${model}; there ${pool.length === 1 ? "is" : "are"} ${
      pool.map((shared) => shared.model).join(", ")
    }`
  return { targets, steps: targets.length > 0 ? [] : [step("platform", "skipped", missing)] }
}

const onEndpoint = ({ config, model, provider }: Choice): Found => {
  // What is stored has been judged; without a model it is what another version has stored.
  if (model === null || config === undefined) {
    return { targets: [], steps: [step("provider", "skipped", `${provider} needs the name of a model`)] }
  }
  const target: ModelTarget = { kind: "endpoint", model, config, is_custom: providerKindOf(provider) === "custom" }
  return { targets: [target], steps: [] }
}

const findTargets = (facts: ResolutionFacts, choice: Choice): Found => {
  switch (providerKindOf(choice.provider)) {
    case "platform":
      return onPool(facts, choice)
    case "bridge":
      return onMachines(facts, choice)
    case "ollama": {
      const [machines, server] = [onMachines(facts, choice), onServer(facts, choice)]
      const targets = [...machines.targets, ...server.targets]
      // The server comes after the machines, whether or not there is one.
      return machines.targets.length > 0 && server.targets.length === 0
        ? { targets, steps: machines.steps, last_steps: server.steps }
        : { targets, steps: [...machines.steps, ...server.steps] }
    }
    case "cloud":
    case "custom":
      return onEndpoint(choice)
  }
}

/** The steps as text for a refusal. */
export const toldSteps = (steps: ReadonlyArray<RouteStep>): string =>
  steps.map(({ detail, outcome, step }) => `${step} ${outcome}: ${detail}`).join("; ")

/**
 * Decides which model answers for an agent: the first configuration of the agent, the owner (with `use_global`) and the
 * organisation; then where the provider that it names can answer. Without any configuration, machines of the owner come
 * before the shared models. A configuration that cannot be used is refused, with the steps in the message: a request
 * never goes to another provider than the one that was configured, nor with the key of another owner. Fails with
 * MODEL_NOT_CONFIGURED and MODEL_UNAVAILABLE.
 */
export const resolveProvider = (facts: ResolutionFacts): Either.Either<ProviderChoice, Failure> => {
  const { choice, steps } = choose(facts)
  if (choice === undefined) {
    return Either.left(failure(
      "MODEL_NOT_CONFIGURED",
      `No model is configured (${
        toldSteps(steps)
      }). Connect a machine with auspex bridge, or set one with PUT /api/me/llm-config.`
    ))
  }
  const found = findTargets(facts, choice)
  const all = [...steps, ...found.steps]
  return Arr.isNonEmptyReadonlyArray(found.targets)
    ? Either.right({
      provider: choice.provider,
      targets: found.targets,
      steps: all,
      last_steps: found.last_steps ?? []
    })
    : Either.left(failure("MODEL_UNAVAILABLE", `The configured model is not available now (${toldSteps(all)}).`))
}
