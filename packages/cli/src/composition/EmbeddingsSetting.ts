import { type BridgeEmbeddingModel, type EmbeddingModel } from "@auspex/adapters-bridge/providers"
import { Either, Redacted, Schema } from "effect"

const HttpEntry = Schema.Struct({
  provider: Schema.Literal("openai-compatible", "ollama"),
  model: Schema.NonEmptyString,
  base_url: Schema.NonEmptyString,
  api_key: Schema.optional(Schema.NonEmptyString)
})

const BridgeEntry = Schema.Struct({
  provider: Schema.Literal("bridge"),
  model: Schema.NonEmptyString,
  owner: Schema.UUID
})

const decode = Schema.decodeUnknownEither(Schema.parseJson(Schema.Union(HttpEntry, BridgeEntry)))

const httpModel = (
  { api_key, base_url, model, provider }: typeof HttpEntry.Type
): Either.Either<EmbeddingModel, string> =>
  URL.canParse(base_url) && /^https?:$/.test(new URL(base_url).protocol)
    ? Either.right({
      provider,
      model,
      endpoint: {
        api: provider === "ollama" ? "ollama" : "openai",
        base_url: base_url.replace(/\/+$/, ""),
        key: api_key === undefined ? undefined : Redacted.make(api_key),
        is_operators: true
      }
    })
    : Either.left("the base_url is not an http or https URL")

/** The model that embeds texts in the text of the setting; Left says what is wrong with it. */
export const embeddingModelFrom = (text: string): Either.Either<EmbeddingModel | BridgeEmbeddingModel, string> =>
  decode(text).pipe(
    // Not the decoder's message, which repeats the key.
    Either.mapLeft(() =>
      "is not a JSON object with provider (openai-compatible or ollama), model, base_url, and optionally api_key; or with provider (bridge), model, and owner (the id of an account)"
    ),
    Either.flatMap((entry): Either.Either<EmbeddingModel | BridgeEmbeddingModel, string> =>
      entry.provider === "bridge" ? Either.right(entry) : httpModel(entry)
    )
  )
