import { Context, Effect, Either, Layer, Redacted } from "effect"
import { type AccountActor, type AdminActor, requireActive, requireVerified } from "../identity/Actor.ts"
import { AuditLog } from "../kernel/AuditLog.ts"
import { nearest } from "../kernel/nearest.ts"
import { Outbound } from "../kernel/Outbound.ts"
import { foundOr, orRefuse, refuse, refusal, type Refusal } from "../kernel/Refusal.ts"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import { UnitOfWork } from "../kernel/UnitOfWork.ts"
import type { UseCaseEffect } from "../kernel/UseCaseEffect.ts"
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
  toLlmConfig
} from "./LlmConfig.ts"
import { type InferenceAgent, LlmConfigStore } from "./LlmConfigStore.ts"
import { LlmKeys } from "./LlmKeys.ts"
import { ModelProviders } from "./ModelProviders.ts"
import { ModelSources, providerKindOf } from "./ModelSource.ts"

/** A request to replace the configuration of an agent. */
export interface AgentLlmConfigRequest extends LlmConfigRequest {
  /** Absent: stays as it is. */
  readonly use_global?: boolean
}

/** The models of a provider. */
export interface ProviderModels {
  readonly llm_provider: string
  readonly models: ReadonlyArray<string>
}

/** Whether a configuration works; `error` says why not. */
export interface LlmValidation extends ProviderModels {
  readonly valid: boolean
  readonly error?: string
}

/**
 * Which models agents use: the configurations of agents, owners and the organisation. Keys go in and never come out. The
 * configuration of an owner can be read by its agents, and is changed by the owner only.
 */
export class LlmSettings extends Context.Tag("auspex/LlmSettings")<LlmSettings, {
  /** The configuration of the caller's owner, for all its agents. */
  readonly ofOwner: (actor: AccountActor) => UseCaseEffect<LlmConfig>
  /**
   * Replaces the configuration of the caller, who is a human. Fails with EMAIL_NOT_VERIFIED, INVALID_REQUEST,
   * HTTPS_REQUIRED and SSRF_BLOCKED.
   */
  readonly putOwner: (actor: AccountActor, request: LlmConfigRequest) => UseCaseEffect<LlmConfig>
  /** The configuration of an agent, for itself and for its owner. Fails with AGENT_NOT_FOUND. */
  readonly ofAgent: (actor: AccountActor, agentId: string) => UseCaseEffect<AgentLlmConfig>
  /** Fails with AGENT_NOT_FOUND, and like `putOwner`. */
  readonly putAgent: (
    actor: AccountActor,
    agentId: string,
    request: AgentLlmConfigRequest
  ) => UseCaseEffect<AgentLlmConfig>
  /** The configuration for all owners that have none. */
  readonly ofOrganisation: UseCaseEffect<LlmConfig>
  /** Replaces it; the change is written to the audit log. Fails like `putOwner`. */
  readonly putOrganisation: (admin: AdminActor, request: LlmConfigRequest) => UseCaseEffect<LlmConfig>
  /**
   * Asks the provider of a configuration for its models, without storing it; without one, that of the caller's owner.
   * Fails with MODEL_NOT_CONFIGURED, AGENT_NOT_LINKED, EMAIL_NOT_VERIFIED, and like `putOwner`.
   */
  readonly validate: (actor: AccountActor, request: LlmConfigRequest) => UseCaseEffect<LlmValidation>
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

      /** The address is on the owner's machine for `bridge` and `ollama`, and is not called from here. */
      const checkAddress = ({ llm_base_url, llm_provider }: Pick<JudgedLlmConfig, "llm_base_url" | "llm_provider">) => {
        const kind = providerKindOf(llm_provider)
        return llm_base_url !== null && (kind === "cloud" || kind === "custom")
          ? outbound.check(llm_base_url, "llm_base_url")
          : Effect.void
      }

      const judged = (request: LlmConfigRequest, stored: ProviderConfig | undefined) =>
        Effect.tap(
          orRefuse(judgeLlmConfig(request, stored)),
          (config) => config === undefined ? Effect.void : checkAddress(config)
        )

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
              last4: Redacted.value(secret).slice(-4)
            }
          })
        })

      /** Judges the request again under the lock, since the stored key may have changed in between. */
      const put = (subject: LlmConfigSubject, request: LlmConfigRequest) =>
        Effect.flatMap(
          store.lock(subject),
          (stored) => Effect.flatMap(orRefuse(judgeLlmConfig(request, stored)), (config) => replace(subject, config))
        )

      /** Checks the request before the unit of work that replaces the configuration, because it looks addresses up. */
      const check = (subject: LlmConfigSubject, request: LlmConfigRequest) =>
        Effect.flatMap(store.find(subject), (stored) => judged(request, stored))

      const agentOf = (actor: AccountActor, id: string) => ownAgent(store.agent(id), actor)

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
            const models = [...new Set(machines.flatMap((machine) => machine.models))].sort()
            if (models.length > 0 || kind === "bridge" || sources.ollama === undefined) return models
            return yield* providers.models(sources.ollama)
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

      return LlmSettings.of({
        ofOwner: (actor) => Effect.map(store.find(ownerSubject(actor)), toLlmConfig),
        putOwner: (actor, request) =>
          Effect.gen(function*() {
            yield* requireVerified(actor)
            const subject = ownerSubject(actor)
            yield* check(subject, request)
            return toLlmConfig(yield* unit.transact(put(subject, request)))
          }),
        ofAgent: (actor, id) => Effect.map(agentOf(actor, id), (agent) => toAgentConfig(agent, agent.agent)),
        putAgent: (actor, id, { use_global, ...request }) =>
          Effect.gen(function*() {
            const agent = yield* agentOf(actor, id)
            const subject: LlmConfigSubject = { scope: "agent", account_id: agent.id }
            yield* judged(request, agent.agent)
            return yield* unit.transact(Effect.gen(function*() {
              const stored = yield* put(subject, request)
              if (use_global !== undefined) yield* store.setUseGlobal(agent.id, use_global)
              return toAgentConfig({ ...agent, use_global: use_global ?? agent.use_global }, stored)
            }))
          }),
        ofOrganisation: Effect.map(store.find(organisation), toLlmConfig),
        putOrganisation: (admin, request) =>
          Effect.gen(function*() {
            yield* check(organisation, request)
            return yield* unit.transact(Effect.gen(function*() {
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
            }))
          }),
        validate: (actor, request) =>
          Effect.gen(function*() {
            yield* requireActive(actor)
            const stored = yield* store.find(ownerSubject(actor))
            const isStored = Object.keys(request).length === 0
            const config = isStored ? undefined : yield* judged(request, stored)
            const asked = config === undefined
              ? yield* storedOf(actor)
              : {
                ...config,
                subject: ownerSubject(actor),
                sealed_key: config.key === "kept" ? stored!.sealed_key : null
              }
            const key = config === undefined || typeof config.key === "string" ? yield* openKey(asked) : config.key
            const { llm_model, llm_provider } = asked
            const answer = yield* Effect.either(modelsOf(actor, asked, key))
            if (Either.isLeft(answer)) {
              const { left } = answer
              if (left._tag === "StorageUnavailable") return yield* left
              return { llm_provider, valid: false, models: [], error: left.message }
            }
            const models = answer.right
            const error = flawOf(llm_model, models)
            return { llm_provider, valid: error === undefined, models, ...(error === undefined ? {} : { error }) }
          }),
        models: (actor) =>
          Effect.gen(function*() {
            yield* requireActive(actor)
            const stored = yield* storedOf(actor)
            const models = yield* modelsOf(actor, stored, yield* openKey(stored))
            return { llm_provider: stored.llm_provider, models }
          })
      })
    })
  )
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
        : refuse("AGENT_NOT_FOUND", "No such agent of yours.")
  )

/** The refusal of a key that this service can no longer read. */
export const unreadableKey = Effect.fail(refusal(
  "MODEL_UNAVAILABLE",
  "The stored llm_api_key cannot be read any more; send it again."
))

/** Why a configuration with a list of models does not work. */
const flawOf = (model: string | null, models: ReadonlyArray<string>): string | undefined => {
  if (models.length === 0) return "There are no models now."
  if (model === null || models.includes(model) || models.includes(`${model}:latest`)) return undefined
  return `There is no model called ${model}; the nearest is ${nearest(model, models)}.`
}
