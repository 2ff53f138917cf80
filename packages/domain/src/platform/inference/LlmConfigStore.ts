import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { LlmConfigSubject, ProviderConfig } from "./LlmConfig.ts"

/** An agent with all facts that decide which model answers for it. */
export interface InferenceAgent {
  readonly id: string
  readonly name: string
  /** The human who owns it. */
  readonly owner_id: string | null
  readonly owner_key: string
  /** The prompt of its persona. */
  readonly reasoning_prompt: string | null
  readonly use_global: boolean
  readonly agent: ProviderConfig | undefined
  /** The configuration of its owner, or of its own account while it is not linked. */
  readonly owner: ProviderConfig | undefined
  readonly organisation: ProviderConfig | undefined
}

/** A configuration that replaces the present one. */
export interface LlmConfigEntry extends Omit<ProviderConfig, "updated_at" | "sealed_key" | "key_last4"> {
  /** `kept`: the key of the present configuration. */
  readonly key: { readonly sealed: Uint8Array; readonly last4: string } | "kept" | null
}

/** Storage of configurations, and of the number of requests of owners to models. Ids that are not UUIDs are unknown. */
export class LlmConfigStore extends Context.Tag("auspex/LlmConfigStore")<LlmConfigStore, {
  /** Reads an agent in one round trip. */
  readonly agent: (id: string) => Effect.Effect<InferenceAgent | undefined, StorageUnavailable>
  readonly find: (subject: LlmConfigSubject) => Effect.Effect<ProviderConfig | undefined, StorageUnavailable>
  /** Reads a configuration and locks its place until the end of the unit of work. */
  readonly lock: (subject: LlmConfigSubject) => Effect.Effect<ProviderConfig | undefined, StorageUnavailable>
  readonly put: (entry: LlmConfigEntry) => Effect.Effect<ProviderConfig, StorageUnavailable>
  readonly remove: (subject: LlmConfigSubject) => Effect.Effect<void, StorageUnavailable>
  readonly setUseGlobal: (agentId: string, useGlobal: boolean) => Effect.Effect<void, StorageUnavailable>
  /**
   * Counts a request of an owner on its day (UTC). If the owner has already made `max`, returns the seconds until the
   * next day and counts nothing.
   */
  readonly takeRequest: (
    ownerKey: string,
    max: number
  ) => Effect.Effect<{ readonly admitted: boolean; readonly resetSeconds: number }, StorageUnavailable>
}>() {}
