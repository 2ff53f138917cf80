import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { apiWithErrors } from "./CoreError.ts"
import { errorCodes } from "./ErrorCatalogue.ts"
import { SystemApi } from "./SystemApi.ts"

/** The body of every error response of the research API. */
export const ResearchError = Schema.Struct({
  error: Schema.Struct({
    code: Schema.Literal(...errorCodes),
    message: Schema.String,
    /** The offending field; null if there is none. */
    field: Schema.NullOr(Schema.String)
  })
}).annotations({ identifier: "ResearchError" })

/**
 * The contract of the research API, which has its own listener, error envelope and keys. So far it has only the system
 * group: health and error codes.
 */
export const ResearchApi = apiWithErrors("research", ResearchError)
  .add(SystemApi)
  .annotate(OpenApi.Title, "Auspex Research")
  .annotate(OpenApi.Version, "2.0.0")
