import { Context, Data, type Effect, type Redacted } from "effect"
import type { LlmConfigSubject } from "./LlmConfig.ts"

/** What a key belongs to. Its ciphertext opens for nothing else. */
export interface LlmKeyUse {
  readonly subject: LlmConfigSubject
  readonly llm_provider: string
  readonly llm_base_url: string | null
}

/** A stored key cannot be decrypted, for instance because the service has another secret key now. */
export class LlmKeyUnreadable extends Data.TaggedError("LlmKeyUnreadable")<{ readonly subject: LlmConfigSubject }> {}

/** Encrypts the keys of providers, which have to be read again when a model is asked. */
export class LlmKeys extends Context.Tag("auspex/LlmKeys")<LlmKeys, {
  readonly seal: (use: LlmKeyUse, key: Redacted.Redacted) => Effect.Effect<Uint8Array>
  readonly open: (use: LlmKeyUse, sealed: Uint8Array) => Effect.Effect<Redacted.Redacted, LlmKeyUnreadable>
}>() {}
