import * as HttpApi from "@effect/platform/HttpApi"
import { Schema } from "effect"
import { coreCodes } from "./ErrorCatalogue.ts"

const Code = Schema.Literal(...coreCodes)
const Figure = Schema.Union(Schema.Number, Schema.String)

/** One failure of a request. */
export const CoreFailure = Schema.Struct({
  code: Code,
  message: Schema.String,
  field: Schema.optionalWith(Schema.String, { exact: true }),
  measured: Schema.optionalWith(Figure, { exact: true }),
  limit: Schema.optionalWith(Figure, { exact: true }),
  /** For duplicates: the id of the existing resource. */
  existing_id: Schema.optionalWith(Schema.String, { exact: true })
}).annotations({ identifier: "Failure" })

/**
 * The body of every error response. `error` and `code` repeat the first of `failures`. `failures` is present if there
 * are several or the first has details.
 */
export const CoreError = Schema.Struct({
  error: Schema.String,
  code: Code,
  failures: Schema.optionalWith(Schema.Array(CoreFailure), { exact: true })
}).annotations({ identifier: "Error" })

export type CoreError = typeof CoreError.Type

/** An empty API that declares `body` for every error status, so that the derived client decodes it. */
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

/** An empty API that declares `CoreError` for every error status. */
export const apiWithCoreErrors = <const Id extends string>(id: Id) => apiWithErrors(id, CoreError)
