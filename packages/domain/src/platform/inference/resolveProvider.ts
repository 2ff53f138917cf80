import { Array as Arr, Either } from "effect"
import { type Failure, failure } from "../../kernel/Failure.ts"
import type { BridgeMachine } from "./BridgeStatus.ts"
import type { RouteStep, RouteStepName } from "./InferenceRoute.ts"
import type { ProviderConfig } from "./LlmConfig.ts"
import { type MachineModelServer, modelServerOf } from "./modelServerOf.ts"
import { providerKindOf } from "./ModelSource.ts"
import { anyModelOf, modelOn, rankMachines } from "./rankMachines.ts"

/** The facts that decide the choice of a model. */
export interface ResolutionFacts {
  /** The agent's own configuration. */
  readonly agent: ProviderConfig | undefined
  /** Whether the agent uses its owner's configuration if it has none itself. */
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

/** A target that can answer a request. */
export type ModelTarget =
  | MachineModelServer & {
    readonly kind: "machine"
    readonly machine: BridgeMachine
    /** The machine's name of the model. */
    readonly model: string
  }
  | { readonly kind: "server"; readonly model: string }
  /** `at` is the index in the pool. */
  | { readonly kind: "pool"; readonly at: number; readonly model: string }
  | {
    readonly kind: "endpoint"
    readonly model: string
    /** The configuration whose address is called and whose key is sent. */
    readonly config: ProviderConfig
    /** Whether the server must list its models first, because its address is the owner's. */
    readonly is_custom: boolean
  }

/** The chosen provider, its targets in the order of attempts, and the steps that led to them. */
export interface ProviderChoice {
  readonly provider: string
  readonly targets: Arr.NonEmptyReadonlyArray<ModelTarget>
  readonly steps: ReadonlyArray<RouteStep>
  /** The steps after the last target, for the message when no target answers. */
  readonly last_steps: ReadonlyArray<RouteStep>
}

/** The demand of a configuration; `default` stands for no configuration. */
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

/** Whether a machine may answer chats; false if it reported only embedding models. */
const isForChats = (machine: BridgeMachine): boolean => machine.models.length === 0 || anyModelOf(machine) !== undefined

/** The first existing configuration of the agent, the owner and the organisation; otherwise the default. */
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

/** Targets in order, with the steps skipped before each of them and the steps after the last. */
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
    ? "this service has no Ollama server: AUSPEX_OLLAMA_URL is not set, and the service can be reached from other machines"
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
  // Stored configurations are valid; one without a model was stored by another version.
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
      // The server is a step after the machines, even if the service has none.
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
 * Decides which model answers for an agent. The first configuration of the agent, the owner (with `use_global`) and the
 * organisation names the provider, and then the targets of the provider are judged. Without any configuration, machines
 * of the owner come before the shared models. An unusable configuration is refused, with the steps in the message: a
 * request never goes to a different provider than the configured one, nor with the key of another owner. Fails with
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
