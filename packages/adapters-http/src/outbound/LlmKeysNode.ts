import { LlmKeys, LlmKeyUnreadable, type LlmKeyUse } from "@auspex/domain/inference"
import { Effect, Layer, Redacted } from "effect"
import type { SecretBox } from "./SecretBox.ts"

const contextOf = ({ llm_base_url, llm_provider, subject }: LlmKeyUse): string =>
  JSON.stringify([
    "llm",
    subject.scope,
    subject.scope === "organisation" ? null : subject.account_id,
    llm_provider,
    llm_base_url
  ])

/** Keeps the keys of providers in the box, each for its configuration, provider and address only. */
export const llmKeysNode = (box: Effect.Effect<SecretBox>): Layer.Layer<LlmKeys> =>
  Layer.succeed(LlmKeys, {
    seal: (use, key) => Effect.map(box, (box) => box.seal(Redacted.value(key), contextOf(use))),
    open: (use, sealed) =>
      Effect.flatMap(box, (box) =>
        Effect.try({
          try: () => Redacted.make(box.open(sealed, contextOf(use))),
          catch: () => new LlmKeyUnreadable({ subject: use.subject })
        }))
  })
