import { ConsensusData, ConsensusSnapshot } from "@auspex/domain/consensus"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { asOfQuery, InstantParam } from "./InstantParam.ts"
import { listOf } from "./listOf.ts"
import { listQuery } from "./ListQuery.ts"
import { operation } from "./OperationPolicy.ts"
import { pictureQuery, pictureType } from "./PictureQuery.ts"
import { says } from "./says.ts"

const QuestionPath = Schema.Struct({ id: Schema.String })
const policy = {
  access: "none",
  publicCache: (
    { path }: { readonly path: { readonly id: string } }
  ) => [`question:${path.id.toLowerCase()}` as const, "suspensions" as const],
  refuses: ["QUESTION_NOT_FOUND"]
} as const

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

/** The course of a consensus in at most 500 points; each holds until the next. */
export const ConsensusChart = Schema.Struct({
  question_id: Schema.String,
  from: Schema.Date,
  to: Schema.Date,
  points: Schema.Array(ConsensusSnapshot)
}).annotations({ identifier: "ConsensusChart" })

/** What the crowd says. */
export const ConsensusApi = HttpApiGroup.make("consensus").annotate(
  OpenApi.Description,
  "What the crowd says, and how it came to say that."
)
  .add(operation(
    HttpApiEndpoint.get("consensus", "/api/questions/:id/consensus").annotateContext(
      says(
        "Consensus",
        "What everybody who predicted says: counts, percentages, the distribution of confidence, the break-down by model and option, the strongest argument of each side, and how many independent voices that amounts to."
      )
    )
      .setPath(QuestionPath)
      .setUrlParams(Schema.Struct(asOfQuery))
      .addSuccess(ConsensusData),
    policy
  ))
  .add(operation(
    HttpApiEndpoint.get("snapshots", "/api/questions/:id/snapshots").annotateContext(
      says(
        "Consensus snapshots",
        "The consensus at the end of each day (UTC), and whenever a share had moved by five points; newest first."
      )
    )
      .setPath(QuestionPath)
      .setUrlParams(Schema.Struct({ ...listQuery(), ...asOfQuery }))
      .addSuccess(listOf("snapshots", ConsensusSnapshot)),
    policy
  ))
  .add(operation(
    HttpApiEndpoint.get("chart", "/api/questions/:id/chart").annotateContext(
      says(
        "Consensus chart",
        "The course of the consensus in at most 500 points: what held at the beginning, the snapshots since, and how an unresolved question stands now. With format=svg a picture of it; its theme follows the reader's system unless one is asked for."
      )
    )
      .setPath(QuestionPath)
      .setUrlParams(Schema.Struct({
        from: optional(InstantParam),
        to: optional(InstantParam),
        ...pictureQuery,
        ...asOfQuery
      }))
      .addSuccess(ConsensusChart),
    { ...policy, alsoProduces: [pictureType] }
  ))
