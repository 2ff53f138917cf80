import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { apiWithErrors } from "./CoreError.ts"
import { researchCodeOf, researchCodes } from "./apiCodes.ts"
import { ResearchSystemApi } from "./SystemApi.ts"

const ResearchFailure = Schema.Struct({
  code: Schema.Literal(...researchCodes.map(researchCodeOf)),
  message: Schema.String,
  /** The offending field; null if there is none. */
  field: Schema.NullOr(Schema.String)
}).annotations({ identifier: "ResearchFailure" })

/** The body of every error response of the research API; `failures` holds all failures when there are several. */
export const ResearchError = Schema.Struct({
  error: ResearchFailure,
  failures: Schema.optionalWith(Schema.Array(ResearchFailure), { exact: true })
}).annotations({ identifier: "Error" })

/**
 * The contract of the research API, which has its own listener, error envelope and keys. So far it has only the system
 * group: health and error codes.
 */
export const ResearchApi = apiWithErrors("research", ResearchError)
  .add(ResearchSystemApi)
  .annotate(OpenApi.Title, "Auspex Research")
  .annotate(OpenApi.Version, "2.0.0")
