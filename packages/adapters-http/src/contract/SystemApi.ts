import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { coreCodes } from "./ErrorCatalogue.ts"
import { researchCodes } from "./researchCodes.ts"
import { operation } from "./OperationPolicy.ts"
import { documentation } from "./documentation.ts"

const Health = Schema.Struct({ status: Schema.Literal("ok", "unavailable"), db: Schema.Literal("ok", "down") })
  .annotations({ identifier: "Health" })

/** The entries of an API's error catalogue. */
const explanationOf = (codes: ReadonlyArray<string>) =>
  Schema.Struct({
    code: Schema.Literal(...codes),
    status: Schema.Int,
    cause: Schema.String,
    fix: Schema.String,
    example: Schema.String
  }).annotations({ identifier: "ErrorExplanation" })

const systemApi = (codes: ReadonlyArray<string>) =>
  HttpApiGroup.make("system").annotate(
    OpenApi.Description,
    "Health of the service, and the meaning of its error codes."
  )
    .add(operation(
      HttpApiEndpoint.get("health", "/health").annotateContext(
        documentation("Health", "Whether the service and its database answer; 503 when the database does not.")
      ).addSuccess(Health).addSuccess(Health, { status: 503 }),
      { access: "none", ownRate: "unlimited" }
    ))
    .add(operation(
      HttpApiEndpoint.get("ready", "/health/ready").annotateContext(
        documentation(
          "Readiness",
          "Whether requests should be sent here: 503 while the database is unavailable or the service is stopping."
        )
      ).addSuccess(Health).addSuccess(Health, { status: 503 }),
      { access: "none", ownRate: "unlimited" }
    ))
    .add(operation(
      HttpApiEndpoint.get("errors", "/api/errors").annotateContext(
        documentation(
          "Catalogue of errors",
          "Every code that a refusal may carry, with its status, its cause, what to do about it, and an example."
        )
      ).addSuccess(Schema.Struct({ errors: Schema.Array(explanationOf(codes)) })),
      { access: "none", publicCache: () => [] }
    ))

/** Health, readiness and the error catalogue of the core API. */
export const SystemApi = systemApi(coreCodes)

/** The same of the research API. */
export const ResearchSystemApi = systemApi(researchCodes)
