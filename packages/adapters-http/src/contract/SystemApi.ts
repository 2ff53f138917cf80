import { errorCodes } from "@auspex/domain/kernel"
import { HttpApiEndpoint, HttpApiGroup } from "@effect/platform"
import { Schema } from "effect"
import { operation } from "./Manners.ts"

const Health = Schema.Struct({ status: Schema.Literal("ok", "unavailable"), db: Schema.Literal("ok", "down") })
  .annotations({ identifier: "Health" })

/** One row of the catalogue of refusals. */
export const ErrorExplanation = Schema.Struct({
  code: Schema.Literal(...errorCodes),
  status: Schema.Int,
  cause: Schema.String,
  fix: Schema.String,
  example: Schema.String
}).annotations({ identifier: "ErrorExplanation" })

/** How the service is, and what its errors mean. */
export const SystemApi = HttpApiGroup.make("system")
  .add(operation(
    HttpApiEndpoint.get("health", "/health").addSuccess(Health).addSuccess(Health, { status: 503 }),
    { access: "none" }
  ))
  .add(operation(
    HttpApiEndpoint.get("ready", "/health/ready").addSuccess(Health).addSuccess(Health, { status: 503 }),
    { access: "none" }
  ))
  .add(operation(
    HttpApiEndpoint.get("errors", "/api/errors").addSuccess(Schema.Struct({ errors: Schema.Array(ErrorExplanation) })),
    { access: "none" }
  ))
