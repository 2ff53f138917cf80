import { Context, Effect, Either, Layer, Redacted } from "effect"
import { type AccountActor, type AdminActor, requireActive } from "../identity/Actor.ts"
import { AuditLog } from "../../kernel/AuditLog.ts"
import { failure } from "../../kernel/Failure.ts"
import { nearest } from "../../kernel/nearest.ts"
import { Outbound } from "../../kernel/Outbound.ts"
import { foundOr, orRefuse, refuse, refusal, type Refusal } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import { UnitOfWork } from "../../kernel/UnitOfWork.ts"
import type { UseCaseEffect } from "../../kernel/UseCaseEffect.ts"
import { BridgeLink } from "./BridgeLink.ts"
import { endpointOf } from "./endpointOf.ts"
import {
  type AgentLlmConfig,
  type JudgedLlmConfig,
  judgeLlmConfig,
  type LlmConfig,
  type LlmConfigRequest,
  type LlmConfigSubject,
  type ProviderConfig,
  shownKey,
  toLlmConfig
} from "./LlmConfig.ts"
import { type LlmConfigFields, namedAsSent, readLlmConfigFields } from "./LlmConfigFields.ts"
import { type InferenceAgent, LlmConfigStore } from "./LlmConfigStore.ts"
import { LlmKeys } from "./LlmKeys.ts"
import { ModelProviders } from "./ModelProviders.ts"
import { ModelSources, providerKindOf } from "./ModelSource.ts"

/** A request to change the configuration of an agent. */
export type AgentLlmConfigFields = LlmConfigFields & {
  /** Unchanged if absent. */
  readonly use_global?: boolean
}

/** The models of a provider. Providers name models by their ids. */
export interface ProviderModels {
  readonly llm_provider: string
  readonly models: ReadonlyArray<{ readonly id: string; readonly name: string }>
}

/** Whether the named configuration works; `error` says why not. */
export interface LlmValidation {
  readonly llm_provider: string
  readonly llm_model: string | null
  readonly llm_base_url: string | null
  readonly valid: boolean
  readonly models: ReadonlyArray<string>
  readonly error?: string
}

/**
 * The configurations of models for agents, owners and the organisation. Keys are written and never returned. The
 * configuration of an owner can be read by its agents, and changed by the owner only.
 */
export class LlmSettings extends Context.Tag("auspex/LlmSettings")<LlmSettings, {
  /** The configuration of the caller's owner, for all its agents. */
  readonly ofOwner: (actor: AccountActor) => UseCaseEffect<LlmConfig>
  /**
   * Changes the configuration of the caller, a human: absent fields stay as they are, and null removes. Fails with
   * EMAIL_NOT_VERIFIED, INVALID_REQUEST, HTTPS_REQUIRED and SSRF_BLOCKED.
   */
  readonly putOwner: (actor: AccountActor, given: LlmConfigFields) => UseCaseEffect<LlmConfig>
  /** The configuration of an agent, for itself and for its owner. Fails with AGENT_NOT_FOUND. */
  readonly ofAgent: (actor: AccountActor, agentId: string) => UseCaseEffect<AgentLlmConfig>
  /** Fails with AGENT_NOT_FOUND, AGENT_NOT_LINKED, and like `putOwner`. */
  readonly putAgent: (
    actor: AccountActor,
    agentId: string,
    given: AgentLlmConfigFields
  ) => UseCaseEffect<AgentLlmConfig>
  /** The configuration for all owners without their own. */
  readonly ofOrganisation: UseCaseEffect<LlmConfig>
  /** Changes the configuration of the organisation, with an audit entry. Fails like `putOwner`. */
  readonly putOrganisation: (admin: AdminActor, given: LlmConfigFields) => UseCaseEffect<LlmConfig>
  /**
   * Asks the provider for its models, and stores nothing: with what is given in place of the same fields of the
   * configuration of the caller's owner. Valid is only what could be checked. Fails with MODEL_NOT_CONFIGURED, AGENT_NOT_LINKED, EMAIL_NOT_VERIFIED, and like `putOwner`.
   */
  readonly validate: (actor: AccountActor, given: LlmConfigFields) => UseCaseEffect<LlmValidation>
  /**
   * The models of the configuration of the caller's owner. Fails with MODEL_NOT_CONFIGURED, AGENT_NOT_LINKED,
   * EMAIL_NOT_VERIFIED and MODEL_UNAVAILABLE.
   */
  readonly models: (actor: AccountActor) => UseCaseEffect<ProviderModels>
}>() {
  static readonly layer: Layer.Layer<
    LlmSettings,
    never,
    AuditLog | BridgeLink | LlmConfigStore | LlmKeys | ModelProviders | ModelSources | Outbound | UnitOfWork
  > = Layer.effect(
    LlmSettings,
    Effect.gen(function*() {
      const audit = yield* AuditLog
      const link = yield* BridgeLink
      const store = yield* LlmConfigStore
      const keys = yield* LlmKeys
      const providers = yield* ModelProviders
      const sources = yield* ModelSources
      const outbound = yield* Outbound
      const unit = yield* UnitOfWork
      const services = { audit, keys, link, outbound, providers, sources, store, unit }
      return LlmSettings.of({
        ...reading(services),
        ...ownerAndOrganisation(services),
        putAgent: putAgentWith(services),
        validate: validateWith(services),
        models: modelsWith(services)
      })
    })
  )
}

type Service = Context.Tag.Service<LlmSettings>

interface Services {
  readonly audit: AuditLog["Type"]
  readonly keys: LlmKeys["Type"]
  readonly link: BridgeLink["Type"]
  readonly outbound: Outbound["Type"]
  readonly providers: ModelProviders["Type"]
  readonly sources: ModelSources["Type"]
  readonly store: LlmConfigStore["Type"]
  readonly unit: UnitOfWork["Type"]
}

const judgedWith = ({ outbound }: Services) => {
  /** The address for `bridge` and `ollama` is on the owner's machine and is never called by this service. */
  const checkAddress = ({ llm_base_url, llm_provider }: Pick<JudgedLlmConfig, "llm_base_url" | "llm_provider">) => {
    const kind = providerKindOf(llm_provider)
    return llm_base_url !== null && (kind === "cloud" || kind === "custom")
      ? outbound.check(llm_base_url, "llm_base_url")
      : Effect.void
  }

  return (request: LlmConfigRequest, stored: ProviderConfig | undefined) =>
    Effect.tap(
      orRefuse(judgeLlmConfig(request, stored)),
      (config) => config === undefined ? Effect.void : checkAddress(config)
    )
}

const changing = (services: Services) => {
  const { keys, store, unit } = services
  const judged = judgedWith(services)

  /** Replaces a configuration, in the caller's unit of work. */
  const replace = (subject: LlmConfigSubject, config: JudgedLlmConfig | undefined) =>
    Effect.gen(function*() {
      if (config === undefined) {
        yield* store.remove(subject)
        return undefined
      }
      const { key, ...entry } = config
      const secret = typeof key === "string" ? undefined : key
      return yield* store.put({
        subject,
        ...entry,
        key: secret === undefined ? (key === "kept" ? "kept" : null) : {
          sealed: yield* keys.seal({ subject, ...entry }, secret),
          last4: shownKey(Redacted.value(secret))
        }
      })
    })

  /** Judges the request again under the lock, since the stored key may have changed in between. */
  const put = (subject: LlmConfigSubject, request: LlmConfigRequest) =>
    Effect.flatMap(
      store.lock(subject),
      (stored) => Effect.flatMap(orRefuse(judgeLlmConfig(request, stored)), (config) => replace(subject, config))
    )

  /** Checks the request before the unit of work that changes the configuration, because it looks addresses up. */
  const check = (subject: LlmConfigSubject, request: LlmConfigRequest) =>
    Effect.flatMap(store.find(subject), (stored) => judged(request, stored))

  /** Changes a configuration in `transact`; a request that names no field leaves it as it is. */
  const change = <A>(
    subject: LlmConfigSubject,
    request: LlmConfigRequest,
    transact: UseCaseEffect<A>,
    unchanged: (stored: ProviderConfig | undefined) => A
  ) =>
    isEmpty(request)
      ? Effect.map(store.find(subject), unchanged)
      : Effect.zipRight(check(subject, request), unit.transact(transact))

  return { change, put }
}

const catalogue = ({ keys, link, providers, sources, store }: Services) => {
  const modelsOf = (
    actor: AccountActor,
    config: Omit<ProviderConfig, "updated_at" | "key_last4">,
    key: Redacted.Redacted | undefined
  ): Effect.Effect<ReadonlyArray<string>, Refusal | StorageUnavailable> =>
    Effect.gen(function*() {
      const kind = providerKindOf(config.llm_provider)
      if (kind === "platform") return sources.pool.map(({ model }) => model)
      if (kind === "bridge" || kind === "ollama") {
        const machines = yield* link.machinesOf(actor.owner_key)
        const models = machines.flatMap((machine) => machine.models)
        if (kind === "bridge" || sources.ollama === undefined) return listed(models)
        const ofServer = yield* Effect.either(providers.models(sources.ollama))
        // Without a server, only the models of the machines can be asked.
        if (Either.isLeft(ofServer) && models.length === 0) return yield* ofServer.left
        return listed([...models, ...Either.getOrElse(ofServer, () => [])])
      }
      return yield* providers.models(endpointOf(config, key))
    }).pipe(Effect.catchTag("InferenceFailed", ({ detail }) => refuse("MODEL_UNAVAILABLE", detail)))

  const openKey = (config: Omit<ProviderConfig, "updated_at" | "key_last4">) =>
    config.sealed_key === null
      ? Effect.succeed(undefined)
      : Effect.catchTag(keys.open(config, config.sealed_key), "LlmKeyUnreadable", () => unreadableKey)

  const storedOf = (actor: AccountActor) =>
    foundOr(
      store.find(ownerSubject(actor)),
      refuse("MODEL_NOT_CONFIGURED", "No model is configured; set one with PUT /api/me/llm-config.")
    )

  return { modelsOf, openKey, storedOf }
}

const reading = ({ store }: Services): Pick<Service, "ofOwner" | "ofAgent" | "ofOrganisation"> => ({
  ofOwner: (actor) => Effect.map(store.find(ownerSubject(actor)), toLlmConfig),
  ofAgent: (actor, id) => Effect.map(ownAgent(store.agent(id), actor), (agent) => toAgentConfig(agent, agent.agent)),
  ofOrganisation: Effect.map(store.find(organisation), toLlmConfig)
})

const ownerAndOrganisation = (services: Services): Pick<Service, "putOwner" | "putOrganisation"> => {
  const { audit, store } = services
  const { change, put } = changing(services)
  return {
    putOwner: (actor, given) =>
      Effect.gen(function*() {
        yield* requireActive(actor)
        const request = yield* orRefuse(readLlmConfigFields(given))
        const subject = ownerSubject(actor)
        return yield* change(subject, request, Effect.map(put(subject, request), toLlmConfig), toLlmConfig)
      }).pipe(namedAsSent(given)),
    putOrganisation: (admin, given) =>
      Effect.gen(function*() {
        const request = yield* orRefuse(readLlmConfigFields(given))
        const replaced = Effect.gen(function*() {
          const before = toLlmConfig(yield* store.lock(organisation))
          const after = toLlmConfig(yield* put(organisation, request))
          yield* audit.record({
            actor: admin.name,
            action: "llm_config.replace",
            subject_type: "llm_config",
            subject_id: "organisation",
            before,
            after
          })
          return after
        })
        return yield* change(organisation, request, replaced, toLlmConfig)
      }).pipe(namedAsSent(given))
  }
}

const putAgentWith = (services: Services): Service["putAgent"] => {
  const { store, unit } = services
  const { put } = changing(services)
  const judged = judgedWith(services)
  return (actor, id, { use_global, ...given }) =>
    Effect.gen(function*() {
      const agent = yield* ownAgent(store.agent(id), actor)
      yield* requireActive(actor)
      const request = yield* orRefuse(
        readLlmConfigFields(use_global === undefined ? given : { ...given, use_global }, ["use_global"])
      )
      const subject: LlmConfigSubject = { scope: "agent", account_id: agent.id }
      if (!isEmpty(request)) yield* judged(request, agent.agent)
      return yield* unit.transact(Effect.gen(function*() {
        const stored = isEmpty(request) ? yield* store.find(subject) : yield* put(subject, request)
        if (use_global !== undefined) yield* store.setUseGlobal(agent.id, use_global)
        return toAgentConfig({ ...agent, use_global: use_global ?? agent.use_global }, stored)
      }))
    }).pipe(namedAsSent(given))
}

const validateWith = (services: Services): Service["validate"] => {
  const { store } = services
  const { modelsOf, openKey, storedOf } = catalogue(services)
  const judged = judgedWith(services)
  return (actor, given) =>
    Effect.gen(function*() {
      yield* requireActive(actor)
      const request = yield* orRefuse(readLlmConfigFields(given))
      const stored = yield* isEmpty(request) ? storedOf(actor) : store.find(ownerSubject(actor))
      // The stored address was checked when it was stored.
      const config = yield* isEmpty(request)
        ? orRefuse(judgeLlmConfig(request, stored))
        : judged(request, stored)
      if (config === undefined) return yield* orRefuse(Either.left(noProvider))
      const { key: secret, ...checked } = config
      const asked = {
        ...checked,
        subject: ownerSubject(actor),
        sealed_key: secret === "kept" ? stored!.sealed_key : null
      }
      const key = typeof secret === "string" ? yield* openKey(asked) : secret
      const answer = yield* Effect.either(modelsOf(actor, asked, key))
      if (Either.isLeft(answer)) {
        const { left } = answer
        if (left._tag === "StorageUnavailable") return yield* left
        return { ...checked, valid: false, models: [], error: left.message }
      }
      const models = answer.right
      const error = flawOf(checked, models)
      return { ...checked, valid: error === undefined, models, ...(error === undefined ? {} : { error }) }
    }).pipe(namedAsSent(given))
}

const modelsWith = (services: Services): Service["models"] => {
  const { modelsOf, openKey, storedOf } = catalogue(services)
  return (actor) =>
    Effect.gen(function*() {
      yield* requireActive(actor)
      const stored = yield* storedOf(actor)
      const models = yield* modelsOf(actor, stored, yield* openKey(stored))
      return { llm_provider: stored.llm_provider, models: models.map((id) => ({ id, name: id })) }
    })
}

const organisation: LlmConfigSubject = { scope: "organisation" }

const ownerSubject = ({ id, owner_id }: Pick<AccountActor, "id" | "owner_id">): LlmConfigSubject => ({
  scope: "account",
  account_id: owner_id ?? id
})

const toAgentConfig = (agent: InferenceAgent, stored: ProviderConfig | undefined): AgentLlmConfig => ({
  agent_id: agent.id,
  ...toLlmConfig(stored),
  use_global: agent.use_global
})

/** An agent, for itself and for its owner. Fails with AGENT_NOT_FOUND. */
export const ownAgent = <E>(
  lookup: Effect.Effect<InferenceAgent | undefined, E>,
  actor: AccountActor
): Effect.Effect<InferenceAgent, E | Refusal> =>
  Effect.flatMap(
    lookup,
    (agent) =>
      agent !== undefined && (agent.id === actor.id || agent.owner_id === actor.id)
        ? Effect.succeed(agent)
        : refuse("AGENT_NOT_FOUND", "You have no agent with this id.")
  )

/** The refusal of a key that this service can no longer read. */
export const unreadableKey = Effect.fail(refusal(
  "MODEL_UNAVAILABLE",
  "The stored llm_api_key can no longer be read; send it again."
))

const noProvider = failure("INVALID_REQUEST", "llm_provider must name the provider to be checked.", {
  field: "llm_provider"
})

const isEmpty = (request: LlmConfigRequest): boolean => Object.keys(request).length === 0

/** Names of models, each once and in order. */
const listed = (models: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(models)].sort()

/** The reason why a configuration does not work or cannot be judged, from the list of models of its provider. */
const flawOf = (
  { llm_base_url, llm_model, llm_provider }: Pick<JudgedLlmConfig, "llm_base_url" | "llm_model" | "llm_provider">,
  models: ReadonlyArray<string>
): string | undefined => {
  if (models.length === 0) return "No models are available now."
  const kind = providerKindOf(llm_provider)
  if (llm_base_url !== null && (kind === "bridge" || kind === "ollama")) {
    return `${llm_base_url} is an address on a machine of the owner, which cannot be checked from here.`
  }
  if (llm_model === null || models.includes(llm_model) || models.includes(`${llm_model}:latest`)) return undefined
  return `There is no model called ${llm_model}; the nearest is ${nearest(llm_model, models)}.`
}
