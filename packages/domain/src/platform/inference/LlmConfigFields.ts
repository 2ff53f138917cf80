import { Array as Arr, Effect, Either } from "effect"
import { type Failure, failure } from "../../kernel/Failure.ts"
import { nearest } from "../../kernel/nearest.ts"
import { Refusal } from "../../kernel/Refusal.ts"
import type { LlmConfigRequest } from "./LlmConfig.ts"

/** The fields of a configuration, with the short names that clients may use instead. */
export const llmConfigAliases = {
  llm_provider: "provider",
  llm_model: "model",
  llm_api_key: "api_key",
  llm_base_url: "base_url"
} as const satisfies Record<keyof LlmConfigRequest, string>

type Field = keyof typeof llmConfigAliases

/** The body of a request to change a configuration: fields under either of their names, and unknown fields. */
export type LlmConfigFields = Readonly<
  Partial<Record<Field | (typeof llmConfigAliases)[Field], string | null | undefined>>
>

const fields = Object.keys(llmConfigAliases) as ReadonlyArray<Field>

/** A field sent under both names with different values, so that the intended value is unknown. */
const conflictIn = (given: LlmConfigFields): Field | undefined =>
  fields.find((field) => {
    const [one, other] = [given[field], given[llmConfigAliases[field]]]
    return one !== undefined && other !== undefined && one !== other
  })

/**
 * The request in a body. A body of unknown fields only is refused with their names, because it was meant to change
 * something; `further` are the known fields besides those of a configuration.
 *
 * @example readLlmConfigFields({ provider: "bridge" }) // right({"llm_provider":"bridge"})
 * @example readLlmConfigFields({}) // right({})
 */
export const readLlmConfigFields = (
  given: LlmConfigFields & { readonly use_global?: boolean },
  further: ReadonlyArray<string> = []
): Either.Either<LlmConfigRequest, Failure> => {
  const known: ReadonlyArray<string> = [...fields, ...Object.values(llmConfigAliases), ...further]
  const names = Object.keys(given)
  const [unknown] = names
  if (unknown !== undefined && !names.some((name) => known.includes(name))) {
    const listed = names.slice(0, 10).map((name) => name.slice(0, 60)).join(", ")
    return Either.left(failure(
      "INVALID_REQUEST",
      `The body has unknown fields only: ${listed}; the nearest to ${unknown.slice(0, 60)} is ${
        nearest(unknown.slice(0, 60), known)
      }.`,
      { field: unknown.slice(0, 60) }
    ))
  }
  const conflict = conflictIn(given)
  if (conflict !== undefined) {
    return Either.left(failure(
      "INVALID_REQUEST",
      `${conflict} and ${llmConfigAliases[conflict]} are names of the same field and must not differ.`,
      { field: conflict }
    ))
  }
  const request: { -readonly [F in Field]?: string | null } = {}
  for (const field of fields) {
    const value = given[field] ?? given[llmConfigAliases[field]]
    // Null under one name and an absent field under the other is null.
    const isNull = given[field] === null || given[llmConfigAliases[field]] === null
    if (value !== undefined && value !== null) request[field] = value
    else if (isNull) request[field] = null
  }
  return Either.right(request)
}

/** Renames the fields of refusals to the names that the request used. */
export const namedAsSent = (given: LlmConfigFields) => <A, E>(work: Effect.Effect<A, E>): Effect.Effect<A, E> => {
  const renamed = fields.filter((field) => given[field] === undefined && given[llmConfigAliases[field]] !== undefined)
  const named = (text: string): string =>
    renamed.reduce((named, field) => named.replaceAll(field, llmConfigAliases[field]), text)
  return Effect.mapError(work, (error) =>
    error instanceof Refusal
      ? new Refusal({
        ...error,
        failures: Arr.map(error.failures, ({ message, ...failure }) => ({
          ...failure,
          message: named(message),
          ...(failure.field === undefined ? {} : { field: named(failure.field) })
        }))
      }) as E & Refusal
      : error)
}
