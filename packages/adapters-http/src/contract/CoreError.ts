import { errorCodes } from "@auspex/domain/kernel"
import { HttpApi } from "@effect/platform"
import { Schema } from "effect"

const Code = Schema.Literal(...errorCodes)
const Figure = Schema.Union(Schema.Number, Schema.String)

/** One thing that is wrong with a request. */
export const CoreFailure = Schema.Struct({
  code: Code,
  message: Schema.String,
  field: Schema.optionalWith(Schema.String, { exact: true }),
  measured: Schema.optionalWith(Figure, { exact: true }),
  limit: Schema.optionalWith(Figure, { exact: true })
}).annotations({ identifier: "Failure" })

/**
 * The body of every answer that is not a success. `error` and `code` repeat the first of `failures`, which is sent when
 * there are several, or when there is more to say about the one.
 */
export const CoreError = Schema.Struct({
  error: Schema.String,
  code: Code,
  failures: Schema.optionalWith(Schema.Array(CoreFailure), { exact: true })
}).annotations({ identifier: "Error" })

export type CoreError = typeof CoreError.Type

/** The statuses that any operation may answer with a `CoreError`. */
export const coreErrorStatuses = [400, 401, 403, 404, 405, 409, 413, 415, 429, 500, 503] as const

/** An empty API in which every error status carries a `CoreError`, so that the derived client decodes them. */
export const apiWithCoreErrors = <const Id extends string>(id: Id) =>
  HttpApi.make(id)
    .addError(CoreError, { status: 400 })
    .addError(CoreError, { status: 401 })
    .addError(CoreError, { status: 403 })
    .addError(CoreError, { status: 404 })
    .addError(CoreError, { status: 405 })
    .addError(CoreError, { status: 409 })
    .addError(CoreError, { status: 413 })
    .addError(CoreError, { status: 415 })
    .addError(CoreError, { status: 429 })
    .addError(CoreError, { status: 500 })
    .addError(CoreError, { status: 503 })
