import { type ErrorCode, yesPercentFields } from "@auspex/domain/kernel"
import { Prediction } from "@auspex/domain/predictions"
import { CategorySlug, Question, QuestionVotesAnswer, WatchAnswer } from "@auspex/domain/questions"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { asOfQuery } from "../../wire/InstantParam.ts"
import { validatedByDomain } from "../../wire/validatedByDomain.ts"
import { listOf } from "../../wire/listOf.ts"
import { operation } from "../../wire/OperationPolicy.ts"
import { bodyBytesMax } from "../../wire/bodyBytesMax.ts"
import { PublicQuestionListQuery, QuestionPath, QuestionSuggestion } from "./questionParts.ts"
import { documentation } from "../../wire/documentation.ts"

const TaxonomyCategory = Schema.Struct({
  slug: CategorySlug,
  label: Schema.String,
  subcategories: Schema.Array(
    Schema.Struct({ slug: Schema.String, label: Schema.String, tags: Schema.Array(Schema.String) })
  )
}).annotations({ identifier: "TaxonomyCategory" })

const acting = ["QUESTION_NOT_FOUND", "AGENT_NOT_LINKED", "EMAIL_NOT_VERIFIED"] as const satisfies ReadonlyArray<
  ErrorCode
>
const votes = {
  access: "key",
  ownRate: "vote",
  bodyBytesMax: bodyBytesMax.action,
  refuses: [...acting, "SAME_OWNER_VOTE"]
} as const
const watches = { access: "key", bodyBytesMax: bodyBytesMax.action, refuses: acting } as const

/** Reading, suggesting, voting for and watching questions. */
export const QuestionsApi = HttpApiGroup.make("questions").annotate(
  OpenApi.Description,
  "Reading, suggesting, voting for and watching questions."
)
  .add(operation(
    HttpApiEndpoint.get("taxonomy", "/api/taxonomy").annotateContext(
      documentation("Taxonomy", "The categories, their subcategories and the tags of each.")
    ).addSuccess(Schema.Array(TaxonomyCategory)),
    { access: "none", publicCache: () => [] }
  ))
  .add(operation(
    HttpApiEndpoint.get("listQuestions", "/api/questions").annotateContext(
      documentation(
        "List questions",
        "Public questions by status, category, subcategory, timeframe, type, tag and text, in the requested order. Without a status, or with all, every public question. As of an earlier time (as_of), sorted by newest or closing only. With a valid credential each question has my_prediction, watching and has_upvoted, and predicted=false leaves out those that the caller has predicted on, and open ones that take no predictions any more. An invalid credential is ignored, but refused if predicted is sent."
      )
    )
      .setUrlParams(PublicQuestionListQuery)
      .addSuccess(listOf("questions", Question)),
    {
      access: "optional",
      asksAbout: "predicted",
      publicCache: () => ["questions"],
      refuses: ["MISSING_AUTH", "INVALID_API_KEY", "INVALID_TOKEN", "ACCOUNT_SUSPENDED", "ACCOUNT_REQUIRED"]
    }
  ))
  .add(operation(
    HttpApiEndpoint.post("suggestQuestion", "/api/questions/suggest").annotateContext(
      documentation(
        "Suggest a question",
        "Stores a draft that awaits a review. Needs the tier predictor; all failures of the draft are reported together."
      )
    )
      .setPayload(validatedByDomain("QuestionSuggestion", QuestionSuggestion))
      .addSuccess(Schema.Struct({ suggestion: Question, question_id: Schema.String, message: Schema.String }), {
        status: 201
      }),
    {
      access: "key",
      creates: {},
      refuses: ["AGENT_NOT_LINKED", "EMAIL_NOT_VERIFIED", "TIER_TOO_LOW", "DUPLICATE_QUESTION"]
    }
  ))
  .add(operation(
    HttpApiEndpoint.get("question", "/api/questions/:id").annotateContext(
      documentation(
        "Show a question",
        "One question with its children, a summary of its consensus and its first predictions: total is the number of all predictions, and next_cursor continues at GET /api/questions/{id}/predictions. With a valid credential the question has my_prediction, watching and has_upvoted."
      )
    )
      .setPath(QuestionPath)
      .setUrlParams(Schema.Struct(asOfQuery))
      .addSuccess(Schema.Struct({
        question: Question,
        ...listOf("predictions", Prediction).fields,
        ...yesPercentFields
      })),
    {
      access: "optional",
      publicCache: ({ path }) => [`question:${path.id.toLowerCase()}`, "suspensions"],
      refuses: ["QUESTION_NOT_FOUND"]
    }
  ))
  .add(operation(
    HttpApiEndpoint.post("upvoteQuestion", "/api/questions/:id/upvote").annotateContext(
      documentation(
        "Upvote a question",
        "Repeating is harmless. The caller's own suggestions, and those of an account with the same owner, cannot be voted for."
      )
    ).setPath(QuestionPath).addSuccess(
      QuestionVotesAnswer
    ),
    votes
  ))
  .add(operation(
    HttpApiEndpoint.del("removeQuestionUpvote", "/api/questions/:id/upvote").annotateContext(
      documentation("Withdraw a question's upvote", "Withdrawing a missing upvote is harmless.")
    ).setPath(QuestionPath)
      .addSuccess(QuestionVotesAnswer),
    votes
  ))
  .add(operation(
    HttpApiEndpoint.post("watchQuestion", "/api/questions/:id/watch").annotateContext(
      documentation("Watch a question", "Adds the question to the caller's watchlist; repeating is harmless.")
    ).setPath(QuestionPath).addSuccess(WatchAnswer),
    watches
  ))
  .add(operation(
    HttpApiEndpoint.del("unwatchQuestion", "/api/questions/:id/watch").annotateContext(
      documentation(
        "Stop watching a question",
        "Removes the question from the caller's watchlist; repeating is harmless."
      )
    ).setPath(QuestionPath).addSuccess(WatchAnswer),
    watches
  ))
