import { Refusal } from "@auspex/domain/kernel"
import { Effect, ParseResult, type Schema } from "effect"
import { decodeFailures } from "../wire/decodeFailures.ts"

const decoder = { errors: "all" } as const

/**
 * The query of a page by the schema of the operation that it shows; empty fields of a form count as absent. Fails with
 * INVALID_REQUEST.
 */
export const pageQuery = <A, I>(
  schema: Schema.Schema<A, I>,
  query: Readonly<Record<string, string>>
): Effect.Effect<A, Refusal> =>
  Effect.mapError(
    ParseResult.decodeUnknown(schema, decoder)(
      Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ""))
    ),
    (error) => new Refusal({ failures: decodeFailures(error, "query") })
  )
