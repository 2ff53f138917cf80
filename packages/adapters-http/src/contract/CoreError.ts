import * as HttpApi from "@effect/platform/HttpApi"
import { Schema } from "effect"
import { errorCodes } from "./ErrorCatalogue.ts"

const Code = Schema.Literal(...errorCodes)
const Figure = Schema.Union(Schema.Number, Schema.String)

/** One thing that is wrong with a request. */
export const CoreFailure = Schema.Struct({
  code: Code,
  message: Schema.String,
  field: Schema.optionalWith(Schema.String, { exact: true }),
  measured: Schema.optionalWith(Figure, { exact: true }),
  limit: Schema.optionalWith(Figure, { exact: true }),
  /** Of duplicates: the id of what was there first. */
  existing_id: Schema.optionalWith(Schema.String, { exact: true })
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

/** An empty API in which every error status carries `body`, so that the derived client decodes it. */
export const apiWithErrors = <const Id extends string, A, I>(id: Id, body: Schema.Schema<A, I>) =>
  HttpApi.make(id)
    .addError(body, { status: 400 })
    .addError(body, { status: 401 })
    .addError(body, { status: 403 })
    .addError(body, { status: 404 })
    .addError(body, { status: 405 })
    .addError(body, { status: 409 })
    .addError(body, { status: 413 })
    .addError(body, { status: 415 })
    .addError(body, { status: 429 })
    .addError(body, { status: 500 })
    .addError(body, { status: 503 })

/** An empty API in which every error status carries a `CoreError`. */
export const apiWithCoreErrors = <const Id extends string>(id: Id) => apiWithErrors(id, CoreError)
