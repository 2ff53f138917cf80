import {
  type CloudProvider,
  cloudProviders,
  type ModelApi,
  type PoolModel,
  providerKindOf
} from "@auspex/domain/inference"
import { Either, Redacted, Schema } from "effect"

/** A shared model as it is configured. */
const Entry = Schema.Struct({
  provider: Schema.NonEmptyString,
  model: Schema.NonEmptyString,
  api_key: Schema.optional(Schema.NonEmptyString),
  base_url: Schema.optional(Schema.NonEmptyString)
})

const decode = Schema.decodeUnknownEither(Schema.parseJson(Schema.Array(Entry)))

const apiOf = (provider: string): ModelApi =>
  provider === "ollama"
    ? "ollama"
    : providerKindOf(provider) === "cloud"
    ? cloudProviders[provider as CloudProvider].api
    : "openai"

const modelOf = ({ api_key, base_url, model, provider }: typeof Entry.Type): Either.Either<PoolModel, string> => {
  const known = providerKindOf(provider) === "cloud" ? cloudProviders[provider as CloudProvider].base_url : undefined
  const address = base_url ?? known
  if (provider === "platform" || provider === "bridge") return Either.left(`${provider} is no provider of models`)
  if (address === undefined) return Either.left(`${provider} needs a base_url`)
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    return Either.left(`the base_url of ${provider} is not an http or https URL`)
  }
  const endpoint = {
    api: apiOf(provider),
    base_url: address.replace(/\/+$/, ""),
    key: api_key === undefined ? undefined : Redacted.make(api_key),
    is_operators: true
  }
  return Either.right({ provider, model, endpoint })
}

/** The shared models in the text of the setting; Left says what is wrong with it. */
export const modelPoolFrom = (text: string): Either.Either<ReadonlyArray<PoolModel>, string> =>
  decode(text).pipe(
    Either.mapLeft(() => "is not a JSON array of objects with provider, model, and optionally api_key and base_url"),
    Either.flatMap((entries) => Either.all(entries.map(modelOf)))
  )
