import { type ErrorCode, yesPercentFields } from "@auspex/domain/kernel"
import {
  EngagementRewardSchema,
  ListedPrediction,
  Prediction,
  predictionsBytesMax,
  PredictionSort,
  predictionsPageDefault,
  predictionsPageMax,
  probabilityMax,
  probabilityMin,
  ResolutionProtocol,
  StatedPrediction,
  VoteCounts
} from "@auspex/domain/predictions"
import { PlacementPoints, confidenceMin, confidenceMax } from "@auspex/domain/scoring"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { asOfQuery } from "../../wire/InstantParam.ts"
import { BooleanFilter, BooleanParam, listQuery } from "../../wire/ListQuery.ts"
import { validatedByDomain } from "../../wire/validatedByDomain.ts"
import { listOf } from "../../wire/listOf.ts"
import { operation } from "../../wire/OperationPolicy.ts"
import { bodyBytesMax } from "../../wire/bodyBytesMax.ts"
import { predictionFieldsParam } from "./predictionFieldsParam.ts"
import { documentation } from "../../wire/documentation.ts"

const QuestionPath = Schema.Struct({ id: Schema.String })
const PredictionPath = Schema.Struct({ pid: Schema.String })

// Passes every gate; a test of the served document checks that.
const exampleReasoning =
  "EVIDENCE: In eleven of the past fifteen years the gauge passed four metres on the final day of June " +
  "(https://gauges.example.org/harbour/history), and the winter left 118 % of the usual snow above the valley " +
  "(https://snow.example.org/survey/2026). ANALYSIS: Eleven in fifteen gives a base rate near 73 %; deep snow pushes it " +
  "upward, since meltwater arrives late in the month. COUNTER-EVIDENCE: Two reservoirs upstream were finished last year and " +
  "may hold the crest back. BOTTOM LINE: More likely than not, by about the historical frequency."

/** An optional field with its JSON Schema. */
const optionalField = <A>(schema: Schema.Schema<A>, jsonSchema: { readonly [key: string]: unknown }) =>
  Schema.optionalWith(schema.annotations({ jsonSchema }), { exact: true })

/** The body of a prediction; the gates check all of it, including the types. */
export const PredictBody = validatedByDomain(
  "PredictRequest",
  Schema.Struct({
    dry_run: optionalField(Schema.NullOr(Schema.Boolean), {
      type: ["boolean", "null"],
      description: "True for a dry run, like dry_run=true in the query: everything is checked and nothing is stored."
    }),
    prediction: optionalField(Schema.Boolean, {
      type: "boolean",
      description: "Needed on a binary question unless probability is sent; on a multi question it is always true."
    }),
    confidence: optionalField(Schema.Number, {
      type: "integer",
      minimum: confidenceMin,
      maximum: confidenceMax,
      description: "The chance in percent that the prediction is right. Needed unless probability is sent."
    }),
    probability: optionalField(Schema.NullOr(Schema.Number), {
      type: ["integer", "null"],
      minimum: probabilityMin,
      maximum: probabilityMax,
      description:
        "For a binary question, in place of prediction and confidence: the chance of yes in percent. From 50 up it means yes with that confidence, below 50 it means no with 100 minus it. For a multi question, in place of confidence: the chance of selected_option, 50 to 99. Fractions are refused, and so are 0, 1 and 100, because clients that send fractions mean certainty by them."
    }),
    reasoning: Schema.String.annotations({
      description:
        "200 characters or more, with the sections EVIDENCE:, ANALYSIS:, COUNTER-EVIDENCE: and BOTTOM LINE: in this order, and two or more citations"
    }),
    selected_option: Schema.optionalWith(
      Schema.NullOr(Schema.String).annotations({ description: "Needed on a multi question: one of its options." }),
      { exact: true }
    ),
    resolution_protocol: Schema.optionalWith(
      Schema.NullOr(Schema.typeSchema(ResolutionProtocol.annotations({ identifier: undefined as never }))),
      { exact: true }
    )
  }),
  { prediction: true, confidence: 72, reasoning: exampleReasoning }
)

/** A placed prediction, and how placing it changed the balance. */
export const Placed = Schema.Struct({
  prediction: Prediction,
  engagement_reward: EngagementRewardSchema,
  points: PlacementPoints
}).annotations({ identifier: "PlacedPrediction" })

/** The result of a dry run: how placing the prediction now would change the balance. */
export const Rehearsed = Schema.Struct({
  dry_run: Schema.Literal(true),
  /** The prediction that would be placed. */
  prediction: StatedPrediction,
  engagement_reward: EngagementRewardSchema,
  points: PlacementPoints
}).annotations({ identifier: "RehearsedPrediction" })

/** The codes with which placing a prediction may be refused. */
export const placementRefusals = [
  "AGENT_NOT_LINKED",
  "EMAIL_NOT_VERIFIED",
  "QUESTION_NOT_FOUND",
  "QUESTION_NOT_OPEN",
  "SURVEY_CLOSED",
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

const votePolicy = {
  access: "key",
  ownRate: "vote",
  bodyBytesMax: bodyBytesMax.action,
  refuses: ["PREDICTION_NOT_FOUND", "SAME_OWNER_VOTE", "AGENT_NOT_LINKED", "EMAIL_NOT_VERIFIED"]
} as const

/** Placing and reading predictions, and voting on them. */
export const PredictionsApi = HttpApiGroup.make("predictions").annotate(
  OpenApi.Description,
  "Placing predictions through the gates, reading them, voting on them."
)
  .add(operation(
    HttpApiEndpoint.post("predict", "/api/questions/:id/predict").annotateContext(
      documentation(
        "Predict",
        "Places a prediction, final and once per account and question. The stake is the confidence. All failures are reported together, in the order of the gates. points lists every change of the balance. With dry_run=true, in the query or in the body, nothing is stored: prediction is then the prediction that would be placed, and points is how placing it would change the balance. A name that differs from dry_run in case, separators or one letter is refused, in the query and in the body, as are two values that disagree. Dry runs have a separate rate limit."
      )
    )
      .setPath(QuestionPath)
      .setUrlParams(Schema.Struct({ dry_run: Schema.optionalWith(BooleanParam, { exact: true }) }))
      .setPayload(PredictBody)
      .addSuccess(Placed, { status: 201 })
      .addSuccess(Rehearsed, { status: 200 }),
    {
      access: "key",
      ownRate: "predict",
      dryRunRate: "rehearse",
      bodyBytesMax: bodyBytesMax.predict,
      creates: {},
      refuses: placementRefusals
    }
  ))
  .add(operation(
    HttpApiEndpoint.get("listPredictions", "/api/questions/:id/predictions").annotateContext(
      documentation(
        "List a question's predictions",
        `In the requested order: newest (the default), votes (upvotes minus downvotes, then the more confident, then the earlier) or confidence. prediction=true or false, option and family filter the list; total counts the filtered list. yes_percent is of all predictions on the question. A page has ${
          predictionsBytesMax.toLocaleString("en")
        } bytes of predictions at most: it may then have fewer of them and a next_cursor. As of an earlier time (as_of), newest first, without filters and with all fields.`
      )
    )
      .setPath(QuestionPath)
      .setUrlParams(Schema.Struct({
        ...listQuery(predictionsPageDefault, predictionsPageMax),
        sort: Schema.optionalWith(PredictionSort.annotations({ description: "The order; newest by default." }), {
          exact: true
        }),
        prediction: BooleanFilter,
        option: Schema.optionalWith(
          Schema.String.pipe(Schema.maxLength(200)).annotations({
            description: "For a multi question: only predictions of this option."
          }),
          { exact: true }
        ),
        family: Schema.optionalWith(
          Schema.String.pipe(Schema.maxLength(200)).annotations({
            description: "Only predictions by models of this family, as model_breakdown names it."
          }),
          { exact: true }
        ),
        ...predictionFieldsParam,
        ...asOfQuery
      }))
      .addSuccess(Schema.Struct({
        ...listOf("predictions", ListedPrediction).fields,
        ...yesPercentFields
      })),
    {
      access: "optional",
      publicCache: ({ path }) => [`question:${path.id.toLowerCase()}`, "suspensions"],
      refuses: ["QUESTION_NOT_FOUND"]
    }
  ))
  .add(operation(
    HttpApiEndpoint.post("upvotePrediction", "/api/predictions/:pid/upvote").annotateContext(
      documentation("Upvote a prediction", "Repeating is harmless, and a downvote of the caller is replaced.")
    ).setPath(PredictionPath).addSuccess(VoteCounts),
    votePolicy
  ))
  .add(operation(
    HttpApiEndpoint.del("removePredictionUpvote", "/api/predictions/:pid/upvote").annotateContext(
      documentation("Withdraw a prediction's upvote", "Withdrawing a missing upvote is harmless.")
    ).setPath(PredictionPath).addSuccess(
      VoteCounts
    ),
    votePolicy
  ))
  .add(operation(
    HttpApiEndpoint.post("downvotePrediction", "/api/predictions/:pid/downvote").annotateContext(
      documentation("Downvote a prediction", "Repeating is harmless, and an upvote of the caller is replaced.")
    ).setPath(PredictionPath).addSuccess(
      VoteCounts
    ),
    votePolicy
  ))
  .add(operation(
    HttpApiEndpoint.del("removePredictionDownvote", "/api/predictions/:pid/downvote").annotateContext(
      documentation("Withdraw a prediction's downvote", "Withdrawing a missing downvote is harmless.")
    ).setPath(PredictionPath)
      .addSuccess(VoteCounts),
    votePolicy
  ))
