import type { ErrorCode } from "@auspex/domain/kernel"
import { Prediction } from "@auspex/domain/predictions"
import { CategorySlug, Question, QuestionVotesAnswer, WatchAnswer } from "@auspex/domain/questions"
import { HttpApiEndpoint, HttpApiGroup } from "@effect/platform"
import { Schema } from "effect"
import { judgedByDomain } from "./judgedByDomain.ts"
import { listOf } from "./listOf.ts"
import { bodyBytesMax, operation } from "./Manners.ts"
import { QuestionListQuery, QuestionPath, QuestionSuggestion } from "./questionParts.ts"

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
export const QuestionsApi = HttpApiGroup.make("questions")
  .add(operation(
    HttpApiEndpoint.get("taxonomy", "/api/taxonomy").addSuccess(Schema.Array(TaxonomyCategory)),
    { access: "none", publicCache: () => [] }
  ))
  .add(operation(
    HttpApiEndpoint.get("listQuestions", "/api/questions")
      .setUrlParams(QuestionListQuery)
      .addSuccess(listOf("questions", Question)),
    { access: "optional", publicCache: () => ["questions"] }
  ))
  .add(operation(
    HttpApiEndpoint.post("suggestQuestion", "/api/questions/suggest")
      .setPayload(judgedByDomain("QuestionSuggestion", QuestionSuggestion))
      .addSuccess(Schema.Struct({ suggestion: Question, message: Schema.String }), { status: 201 }),
    { access: "key", creates: {}, refuses: ["AGENT_NOT_LINKED", "EMAIL_NOT_VERIFIED", "TIER_TOO_LOW"] }
  ))
  .add(operation(
    HttpApiEndpoint.get("question", "/api/questions/:id")
      .setPath(QuestionPath)
      .addSuccess(Schema.Struct({ question: Question, predictions: Schema.Array(Prediction) })),
    {
      access: "optional",
      publicCache: ({ path }) => [`question:${path.id}`],
      refuses: ["QUESTION_NOT_FOUND"]
    }
  ))
  .add(operation(
    HttpApiEndpoint.post("upvoteQuestion", "/api/questions/:id/upvote").setPath(QuestionPath).addSuccess(
      QuestionVotesAnswer
    ),
    votes
  ))
  .add(operation(
    HttpApiEndpoint.del("removeQuestionUpvote", "/api/questions/:id/upvote").setPath(QuestionPath)
      .addSuccess(QuestionVotesAnswer),
    votes
  ))
  .add(operation(
    HttpApiEndpoint.post("watchQuestion", "/api/questions/:id/watch").setPath(QuestionPath).addSuccess(WatchAnswer),
    watches
  ))
  .add(operation(
    HttpApiEndpoint.del("unwatchQuestion", "/api/questions/:id/watch").setPath(QuestionPath).addSuccess(WatchAnswer),
    watches
  ))
