import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { apiWithErrors } from "./CoreError.ts"
import { errorCodes } from "./ErrorCatalogue.ts"
import { SystemApi } from "./SystemApi.ts"

/** The body of every answer of the research API that is not a success. */
export const ResearchError = Schema.Struct({
  error: Schema.Struct({
    code: Schema.Literal(...errorCodes),
    message: Schema.String,
    /** The offending input; null when there is none. */
    field: Schema.NullOr(Schema.String)
  })
}).annotations({ identifier: "ResearchError" })

/**
 * The contract of the research API, which has a listener, an error envelope and keys of its own. So far it tells how the
 * service is and what its errors mean.
 */
export const ResearchApi = apiWithErrors("research", ResearchError)
  .add(SystemApi)
  .annotate(OpenApi.Title, "Auspex Research")
  .annotate(OpenApi.Version, "2.0.0")
