import { Context, type Effect } from "effect"

/** Makes the secrets with which deliveries are signed. They are stored encrypted, because signing needs them again. */
export class WebhookSecrets extends Context.Tag("auspex/WebhookSecrets")<WebhookSecrets, {
  /**
   * A new secret: 64 hexadecimal characters, and their ciphertext, which can be decrypted only as this version of the
   * secret of this webhook.
   */
  readonly mint: (
    webhookId: string,
    version: number
  ) => Effect.Effect<{ readonly secret: string; readonly sealed: Uint8Array }>
}>() {}
