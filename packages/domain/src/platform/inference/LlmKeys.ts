import { Context, Data, type Effect, type Redacted } from "effect"
import type { LlmConfigSubject } from "./LlmConfig.ts"

/** The subject of a key. A ciphertext can be decrypted only with the same subject. */
export interface LlmKeyUse {
  readonly subject: LlmConfigSubject
  readonly llm_provider: string
  readonly llm_base_url: string | null
}

/** A stored key cannot be decrypted, for instance because the secret key of the service has changed. */
export class LlmKeyUnreadable extends Data.TaggedError("LlmKeyUnreadable")<{ readonly subject: LlmConfigSubject }> {}

/** Encrypts the keys of providers; requests to models need them in plain text again. */
export class LlmKeys extends Context.Tag("auspex/LlmKeys")<LlmKeys, {
  readonly seal: (use: LlmKeyUse, key: Redacted.Redacted) => Effect.Effect<Uint8Array>
  readonly open: (use: LlmKeyUse, sealed: Uint8Array) => Effect.Effect<Redacted.Redacted, LlmKeyUnreadable>
}>() {}
