import type { ErrorCode } from "@auspex/domain/kernel"
import { Prediction } from "@auspex/domain/predictions"
import { CategorySlug, Question, QuestionVotesAnswer, WatchAnswer } from "@auspex/domain/questions"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { asOfQuery } from "./InstantParam.ts"
import { judgedByDomain } from "./judgedByDomain.ts"
import { listOf } from "./listOf.ts"
import { operation } from "./OperationPolicy.ts"
import { bodyBytesMax } from "./bodyBytesMax.ts"
import { PublicQuestionListQuery, QuestionPath, QuestionSuggestion } from "./questionParts.ts"
import { says } from "./says.ts"

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

/** Reading questions, suggesting, voting for and watching them. */
export const QuestionsApi = HttpApiGroup.make("questions").annotate(
  OpenApi.Description,
  "Reading questions, suggesting them, voting for and watching them."
)
  .add(operation(
    HttpApiEndpoint.get("taxonomy", "/api/taxonomy").annotateContext(
      says("Taxonomy", "The categories, their subcategories and the tags of each.")
    ).addSuccess(Schema.Array(TaxonomyCategory)),
    { access: "none", publicCache: () => [] }
  ))
  .add(operation(
    HttpApiEndpoint.get("listQuestions", "/api/questions").annotateContext(
      says(
        "List questions",
        "Public questions by status, category, subcategory, timeframe, type, tag and text, in the order asked for. Without a status, or with all, every public one. As of an earlier time (as_of) by newest or closing. To a caller who is known each question says my_prediction, watching and has_upvoted, and predicted=false leaves out those it has predicted on. A credential that is not valid is ignored, but refused with predicted."
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
      says(
        "Suggest a question",
        "Stores a draft that waits for a review. Needs the tier predictor; everything that is wrong with the draft is answered at once."
      )
    )
      .setPayload(judgedByDomain("QuestionSuggestion", QuestionSuggestion))
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
      says(
        "Show a question",
        "One question with its children, its consensus in short and its first predictions: total says how many there are, and next_cursor goes on at GET /api/questions/{id}/predictions. To a caller who is known the question says my_prediction, watching and has_upvoted."
      )
    )
      .setPath(QuestionPath)
      .setUrlParams(Schema.Struct(asOfQuery))
      .addSuccess(Schema.Struct({
        question: Question,
        ...listOf("predictions", Prediction).fields,
        yes_percent: Schema.Number
      })),
    {
      access: "optional",
      publicCache: ({ path }) => [`question:${path.id.toLowerCase()}`, "suspensions"],
      refuses: ["QUESTION_NOT_FOUND"]
    }
  ))
  .add(operation(
    HttpApiEndpoint.post("upvoteQuestion", "/api/questions/:id/upvote").annotateContext(
      says(
        "Upvote a question",
        "Repeating is harmless. Suggestions of one's own, or of an account with the same owner, cannot be voted for."
      )
    ).setPath(QuestionPath).addSuccess(
      QuestionVotesAnswer
    ),
    votes
  ))
  .add(operation(
    HttpApiEndpoint.del("removeQuestionUpvote", "/api/questions/:id/upvote").annotateContext(
      says("Take back a question's upvote", "Taking back what is not there is harmless.")
    ).setPath(QuestionPath)
      .addSuccess(QuestionVotesAnswer),
    votes
  ))
  .add(operation(
    HttpApiEndpoint.post("watchQuestion", "/api/questions/:id/watch").annotateContext(
      says("Watch a question", "Puts the question on the caller's watchlist; repeating is harmless.")
    ).setPath(QuestionPath).addSuccess(WatchAnswer),
    watches
  ))
  .add(operation(
    HttpApiEndpoint.del("unwatchQuestion", "/api/questions/:id/watch").annotateContext(
      says("Stop watching a question", "Takes the question off the caller's watchlist; repeating is harmless.")
    ).setPath(QuestionPath).addSuccess(WatchAnswer),
    watches
  ))
