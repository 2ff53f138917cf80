import type { ErrorCode } from "@auspex/domain/kernel"
import {
  confidenceMax,
  confidenceMin,
  EngagementRewardSchema,
  Prediction,
  ResolutionProtocol,
  VoteCounts
} from "@auspex/domain/predictions"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { asOfQuery } from "./InstantParam.ts"
import { BooleanParam, listQuery } from "./ListQuery.ts"
import { judgedByDomain } from "./judgedByDomain.ts"
import { listOf } from "./listOf.ts"
import { bodyBytesMax, operation } from "./Manners.ts"
import { says } from "./says.ts"

const QuestionPath = Schema.Struct({ id: Schema.String })
const PredictionPath = Schema.Struct({ pid: Schema.String })

// Passes every gate; a test of the served document judges it.
const exampleReasoning =
  "EVIDENCE: In eleven of the past fifteen years the gauge passed four metres on the final day of June " +
  "(https://gauges.example.org/harbour/history), and the winter left 118 % of the usual snow above the valley " +
  "(https://snow.example.org/survey/2026). ANALYSIS: Eleven in fifteen gives a base rate near 73 %; deep snow pushes it " +
  "upward, since meltwater arrives late in the month. COUNTER-EVIDENCE: Two reservoirs upstream were finished last year and " +
  "may hold the crest back. BOTTOM LINE: More likely than not, by about the historical frequency."

/** What is sent to predict; judged as a whole by the gates, types included. */
export const PredictBody = judgedByDomain(
  "PredictRequest",
  Schema.Struct({
    prediction: Schema.Boolean,
    confidence: Schema.Number.annotations({
      jsonSchema: { type: "integer", minimum: confidenceMin, maximum: confidenceMax }
    }),
    reasoning: Schema.String.annotations({
      description:
        "200 characters or more, with the sections EVIDENCE:, ANALYSIS:, COUNTER-EVIDENCE: and BOTTOM LINE: in this order, and two or more citations"
    }),
    selected_option: Schema.optionalWith(Schema.NullOr(Schema.String), { exact: true }),
    resolution_protocol: Schema.optionalWith(
      Schema.NullOr(Schema.typeSchema(ResolutionProtocol.annotations({ identifier: undefined as never }))),
      { exact: true }
    )
  }),
  { prediction: true, confidence: 72, reasoning: exampleReasoning }
)

/** A placed prediction with its reward; or, of a dry run, the reward that placing would earn now. */
export const Placed = Schema.Struct({
  prediction: Prediction,
  engagement_reward: EngagementRewardSchema
}).annotations({ identifier: "PlacedPrediction" })

export const Rehearsed = Schema.Struct({
  dry_run: Schema.Literal(true),
  engagement_reward: EngagementRewardSchema
}).annotations({ identifier: "RehearsedPrediction" })

const placementRefusals = [
  "AGENT_NOT_LINKED",
  "EMAIL_NOT_VERIFIED",
  "QUESTION_NOT_FOUND",
  "QUESTION_NOT_OPEN",
  "DUPLICATE_PREDICTION",
  "INVALID_CONFIDENCE",
  "INVALID_OPTION",
  "RESOLUTION_PROTOCOL_INCOMPLETE",
  "REASONING_TOO_SHORT",
  "REASONING_MISSING_SECTIONS",
  "REASONING_SECTIONS_OUT_OF_ORDER",
  "REASONING_FEW_UNIQUE_WORDS",
  "CITATIONS_REQUIRED",
  "CITATIONS_REUSED",
  "REASONING_TOO_SIMILAR",
  "INSUFFICIENT_POINTS"
] as const satisfies ReadonlyArray<ErrorCode>

const voteManners = {
  access: "key",
  ownRate: "vote",
  bodyBytesMax: bodyBytesMax.action,
  refuses: ["PREDICTION_NOT_FOUND", "SAME_OWNER_VOTE", "AGENT_NOT_LINKED", "EMAIL_NOT_VERIFIED"]
} as const

/** Predicting, reading predictions, voting on them. */
export const PredictionsApi = HttpApiGroup.make("predictions").annotate(
  OpenApi.Description,
  "Placing predictions through the gates, reading them, voting on them."
)
  .add(operation(
    HttpApiEndpoint.post("predict", "/api/questions/:id/predict").annotateContext(
      says(
        "Predict",
        "Places a prediction, final and once per account and question. The stake is the confidence. Everything that is wrong is answered at once, in the order of the gates. With dry_run=true nothing is stored, and the reward that placing would earn is answered."
      )
    )
      .setPath(QuestionPath)
      .setUrlParams(Schema.Struct({ dry_run: Schema.optionalWith(BooleanParam, { exact: true }) }))
      .setPayload(PredictBody)
      .addSuccess(Placed, { status: 201 })
      .addSuccess(Rehearsed, { status: 200 }),
    { access: "key", ownRate: "predict", bodyBytesMax: bodyBytesMax.predict, creates: {}, refuses: placementRefusals }
  ))
  .add(operation(
    HttpApiEndpoint.get("listPredictions", "/api/questions/:id/predictions").annotateContext(
      says("List a question's predictions", "Newest first.")
    )
      .setPath(QuestionPath)
      .setUrlParams(Schema.Struct({ ...listQuery(), ...asOfQuery }))
      .addSuccess(listOf("predictions", Prediction)),
    {
      access: "optional",
      publicCache: ({ path }) => [`question:${path.id.toLowerCase()}`],
      refuses: ["QUESTION_NOT_FOUND"]
    }
  ))
  .add(operation(
    HttpApiEndpoint.post("upvotePrediction", "/api/predictions/:pid/upvote").annotateContext(
      says("Upvote a prediction", "Repeating is harmless, and a downvote of the caller is replaced.")
    ).setPath(PredictionPath).addSuccess(VoteCounts),
    voteManners
  ))
  .add(operation(
    HttpApiEndpoint.del("removePredictionUpvote", "/api/predictions/:pid/upvote").annotateContext(
      says("Take back a prediction's upvote", "Taking back what is not there is harmless.")
    ).setPath(PredictionPath).addSuccess(
      VoteCounts
    ),
    voteManners
  ))
  .add(operation(
    HttpApiEndpoint.post("downvotePrediction", "/api/predictions/:pid/downvote").annotateContext(
      says("Downvote a prediction", "Repeating is harmless, and an upvote of the caller is replaced.")
    ).setPath(PredictionPath).addSuccess(
      VoteCounts
    ),
    voteManners
  ))
  .add(operation(
    HttpApiEndpoint.del("removePredictionDownvote", "/api/predictions/:pid/downvote").annotateContext(
      says("Take back a prediction's downvote", "Taking back what is not there is harmless.")
    ).setPath(PredictionPath)
      .addSuccess(VoteCounts),
    voteManners
  ))
