import type { EmbeddingModel } from "@auspex/adapters-bridge/providers"
import { Either, Redacted, Schema } from "effect"

const Entry = Schema.Struct({
  provider: Schema.Literal("openai-compatible", "ollama"),
  model: Schema.NonEmptyString,
  base_url: Schema.NonEmptyString,
  api_key: Schema.optional(Schema.NonEmptyString)
})

const decode = Schema.decodeUnknownEither(Schema.parseJson(Entry))

/** The model that embeds texts in the text of the setting; Left says what is wrong with it. */
export const embeddingModelFrom = (text: string): Either.Either<EmbeddingModel, string> =>
  decode(text).pipe(
    // Not the decoder's message, which repeats the key.
    Either.mapLeft(() =>
      "is not a JSON object with provider (openai-compatible or ollama), model, base_url, and perhaps api_key"
    ),
    Either.filterOrLeft(
      ({ base_url }) => URL.canParse(base_url) && /^https?:$/.test(new URL(base_url).protocol),
      () => "the base_url is not an http or https URL"
    ),
    Either.map(({ api_key, base_url, model, provider }) => ({
      provider,
      model,
      endpoint: {
        api: provider === "ollama" ? "ollama" : "openai",
        base_url: base_url.replace(/\/+$/, ""),
        key: api_key === undefined ? undefined : Redacted.make(api_key),
        is_operators: true
      }
    }))
  )
