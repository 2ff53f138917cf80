import { optional } from "@auspex/domain/kernel"
import { ConsensusData, ConsensusSnapshot } from "@auspex/domain/consensus"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { asOfQuery, InstantParam } from "../../wire/InstantParam.ts"
import { listOf } from "../../wire/listOf.ts"
import { listQuery } from "../../wire/ListQuery.ts"
import { operation } from "../../wire/OperationPolicy.ts"
import { pictureQuery, pictureType } from "../../wire/PictureQuery.ts"
import { documentation } from "../../wire/documentation.ts"

const QuestionPath = Schema.Struct({ id: Schema.String })
const policy = {
  access: "none",
  publicCache: (
    { path }: { readonly path: { readonly id: string } }
  ) => [`question:${path.id.toLowerCase()}` as const, "suspensions" as const],
  refuses: ["QUESTION_NOT_FOUND"]
} as const

/** A consensus over time in at most 500 points; each point is valid until the next. */
export const ConsensusChart = Schema.Struct({
  question_id: Schema.String,
  from: Schema.Date,
  to: Schema.Date,
  points: Schema.Array(ConsensusSnapshot)
}).annotations({ identifier: "ConsensusChart" })

/** The consensus of the predictions on a question. */
export const ConsensusApi = HttpApiGroup.make("consensus").annotate(
  OpenApi.Description,
  "The consensus of the predictions on a question, and its history."
)
  .add(operation(
    HttpApiEndpoint.get("consensus", "/api/questions/:id/consensus").annotateContext(
      documentation(
        "Consensus",
        "All predictions on the question in sum: counts, percentages, the distribution of confidence, the break-down by model and option, the strongest argument of each side, and the effective number of independent voices."
      )
    )
      .setPath(QuestionPath)
      .setUrlParams(Schema.Struct(asOfQuery))
      .addSuccess(ConsensusData),
    policy
  ))
  .add(operation(
    HttpApiEndpoint.get("snapshots", "/api/questions/:id/snapshots").annotateContext(
      documentation(
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
      documentation(
        "Consensus chart",
        "The consensus over time in at most 500 points: the state at the beginning, the snapshots since, and the current state unless the question is resolved. With format=svg, a picture of it; its theme follows the reader's system unless one is requested."
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
