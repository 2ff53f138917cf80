import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { coreCodes } from "../../wire/ErrorCatalogue.ts"
import { researchCodes } from "../../wire/researchCodes.ts"
import { operation } from "../../wire/OperationPolicy.ts"
import { documentation } from "../../wire/documentation.ts"

const Health = Schema.Struct({ status: Schema.Literal("ok"), db: Schema.Literal("ok") }).annotations({
  identifier: "Health"
})

const outage = { status: Schema.Literal("unavailable"), db: Schema.Literal("ok", "down") }
const down = { status: "unavailable", db: "down" } as const
const noDatabase = "The database does not answer."

/** The state beside the fields of the API's error envelope. The examples stand here because no outage is recorded. */
const CoreOutage = Schema.Struct({ ...outage, error: Schema.String, code: Schema.Literal("SERVICE_UNAVAILABLE") })
  .annotations({ examples: [{ ...down, error: noDatabase, code: "SERVICE_UNAVAILABLE" }] })
const ResearchOutage = Schema.Struct({
  ...outage,
  error: Schema.Struct({ code: Schema.Literal("service_unavailable"), message: Schema.String, field: Schema.Null })
}).annotations({
  examples: [{ ...down, error: { code: "service_unavailable", message: noDatabase, field: null } }]
})

/** The entries of an API's error catalogue. */
const explanationOf = (codes: ReadonlyArray<string>) =>
  Schema.Struct({
    code: Schema.Literal(...codes),
    status: Schema.Int,
    cause: Schema.String,
    fix: Schema.String,
    example: Schema.String
  }).annotations({ identifier: "ErrorExplanation" })

const systemApi = <Fields extends Schema.Struct.Fields>(
  codes: ReadonlyArray<string>,
  outage: Schema.Struct<Fields>
) => {
  const Outage = outage.annotations({ identifier: "HealthOutage" })
  return HttpApiGroup.make("system").annotate(
    OpenApi.Description,
    "Health of the service, and the meaning of its error codes."
  )
    .add(operation(
      HttpApiEndpoint.get("health", "/health").annotateContext(
        documentation("Health", "Whether the service and its database answer; 503 when the database does not.")
      ).addSuccess(Health).addSuccess(Outage, { status: 503 }),
      { access: "none", ownRate: "unlimited" }
    ))
    .add(operation(
      HttpApiEndpoint.get("ready", "/health/ready").annotateContext(
        documentation(
          "Readiness",
          "Whether requests should be sent here: 503 while the database is unavailable or the service is stopping."
        )
      ).addSuccess(Health).addSuccess(Outage, { status: 503 }),
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
}

/** Health, readiness and the error catalogue of the core API. */
export const SystemApi = systemApi(coreCodes, CoreOutage)

/** The same of the research API. */
export const ResearchSystemApi = systemApi(researchCodes, ResearchOutage)
