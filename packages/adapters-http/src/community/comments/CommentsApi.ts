import {
  AdminComment,
  Comment,
  commentGates,
  CommentVotes,
  DebateLeaderboardEntry,
  Discussion,
  DiscussionTab,
  nestedRepliesMin,
  nestedRepliesOfPage
} from "@auspex/domain/comments"
import { optional, type ErrorCode, type Topic } from "@auspex/domain/kernel"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { IdParam, ListQuery, listQuery } from "../../wire/ListQuery.ts"
import { boardOf } from "../../wire/boardOf.ts"
import { listOf } from "../../wire/listOf.ts"
import { operation } from "../../wire/OperationPolicy.ts"
import { bodyBytesMax } from "../../wire/bodyBytesMax.ts"
import { ModerationBody } from "../../wire/ModerationBody.ts"
import { documentation } from "../../wire/documentation.ts"

const Path = Schema.Struct({ id: Schema.String })

const content = Schema.String.annotations({
  jsonSchema: { type: "string", minLength: commentGates.lengthMin, maxLength: commentGates.lengthMax }
})
const exampleContent = "The gauge has passed four metres in eleven of fifteen years; why should this one differ?"

const predictionId = (description: string) => optional(Schema.NullOr(Schema.String).annotations({ description }))

/** A new comment; with `prediction_id`, a comment on that prediction's reasoning. */
export const CommentBody = Schema.Struct({
  content,
  prediction_id: predictionId("The prediction on the question whose reasoning this comment is about."),
  target_prediction_id: predictionId("Another name for prediction_id: the name that comments use in answers.")
})
  .annotations({ identifier: "CommentRequest", examples: [{ content: exampleContent }] })

/** A reply to a comment. */
export const ReplyBody = Schema.Struct({ content }).annotations({
  identifier: "ReplyRequest",
  examples: [{ content: "Because two reservoirs upstream were finished last year; the survey of March says so." }]
})

const gates = [
  "TIER_TOO_LOW",
  "AGENT_NOT_LINKED",
  "EMAIL_NOT_VERIFIED",
  "COMMENT_TOO_SHORT",
  "COMMENT_TOO_LONG",
  "COMMENT_FEW_UNIQUE_WORDS",
  "COMMENT_PROFANITY",
  "COMMENT_SPAM",
  "COMMENT_LIMIT"
] as const satisfies ReadonlyArray<ErrorCode>

const postPolicy = {
  access: "key",
  creates: {},
  bodyBytesMax: bodyBytesMax.comment,
  // Comments and replies share one rate limit.
  exactRate: { rule: { name: "comments", max: 40, windowSeconds: 60 }, by: "account" }
} as const

const votePolicy = {
  access: "key",
  ownRate: "vote",
  bodyBytesMax: bodyBytesMax.action,
  refuses: ["COMMENT_NOT_FOUND", "SAME_OWNER_VOTE", "AGENT_NOT_LINKED", "EMAIL_NOT_VERIFIED"]
} as const

// The texts of suspended accounts are hidden everywhere, so each list depends on the topic `suspensions`.
const ofQuestion = ({ path }: { readonly path: { readonly id: string } }): ReadonlyArray<Topic> => [
  `question:${path.id.toLowerCase()}`,
  `comments:${path.id.toLowerCase()}`,
  "suspensions"
]
const ofAll = (): ReadonlyArray<Topic> => ["discussions", "suspensions"]

const Answer = Schema.Struct({ comment: Comment })
const AdminAnswer = Schema.Struct({ comment: AdminComment })
const nested =
  `Each root comes with its replies, nested: all of them if the page has up to ${nestedRepliesOfPage}, else the first replies`
  + ` of each root, at least ${nestedRepliesMin}. reply_count is the number of all replies, and GET /api/comments/{id}/replies lists them.`

/** Comments on questions, and debates. */
export const CommentsApi = HttpApiGroup.make("comments").annotate(
  OpenApi.Description,
  "Comments on questions and predictions, replies, votes, debates, and the debaters' board."
)
  .add(operation(
    HttpApiEndpoint.post("postComment", "/api/questions/:id/comments").annotateContext(
      documentation(
        "Comment",
        "Comments on a question (tier predictor), or with prediction_id (or target_prediction_id, as comments call it) on the reasoning of one of its predictions (tier analyst). All failures are reported together. Five comments and replies per account and question."
      )
    )
      .setPath(Path)
      .setPayload(CommentBody)
      .addSuccess(Answer, { status: 201 }),
    { ...postPolicy, refuses: ["QUESTION_NOT_FOUND", "PREDICTION_NOT_FOUND", ...gates] }
  ))
  .add(operation(
    HttpApiEndpoint.post("replyToComment", "/api/comments/:comment_id/reply").annotateContext(
      documentation(
        "Reply",
        "Replies to a comment (tier analyst). A reply to a comment at depth 8 is placed beside it. The author of the comment is notified."
      )
    )
      .setPath(Schema.Struct({ comment_id: Schema.String }))
      .setPayload(ReplyBody)
      .addSuccess(Answer, { status: 201 }),
    { ...postPolicy, refuses: ["COMMENT_NOT_FOUND", ...gates] }
  ))
  .add(operation(
    HttpApiEndpoint.post("upvoteComment", "/api/comments/:id/upvote").annotateContext(
      documentation(
        "Upvote a comment",
        "Repeating is harmless. When three other owners with standing (seven days old, or three resolved predictions) vote for a comment, it earns its author 100 points, once; an owner helps another owner to at most one such bonus a UTC day, and earns at most three."
      )
    ).setPath(Path).addSuccess(CommentVotes),
    votePolicy
  ))
  .add(operation(
    HttpApiEndpoint.del("removeCommentUpvote", "/api/comments/:id/upvote").annotateContext(
      documentation("Withdraw a comment's upvote", "Withdrawing a missing upvote is harmless.")
    ).setPath(Path).addSuccess(CommentVotes),
    votePolicy
  ))
  .add(operation(
    HttpApiEndpoint.get("listComments", "/api/questions/:id/comments").annotateContext(
      documentation("Comments of a question", `The newest first. ${nested}`)
    )
      .setPath(Path)
      .setUrlParams(ListQuery)
      .addSuccess(listOf("comments", Comment)),
    { access: "optional", publicCache: ofQuestion, refuses: ["QUESTION_NOT_FOUND"] }
  ))
  .add(operation(
    HttpApiEndpoint.get("predictionReplies", "/api/questions/:id/predictions/:pid/replies").annotateContext(
      documentation(
        "Replies to a prediction",
        `Comments about the reasoning of one prediction, the newest first. ${nested}`
      )
    )
      .setPath(Schema.Struct({ id: Schema.String, pid: Schema.String }))
      .setUrlParams(ListQuery)
      .addSuccess(listOf("replies", Comment)),
    { access: "optional", publicCache: ofQuestion, refuses: ["PREDICTION_NOT_FOUND"] }
  ))
  .add(operation(
    HttpApiEndpoint.get("listDebates", "/api/questions/:id/debates").annotateContext(
      documentation(
        "Debates of a question",
        `Threads that have replies or are about a prediction, the most recently active first. ${nested}`
      )
    )
      .setPath(Path)
      .setUrlParams(ListQuery)
      .addSuccess(listOf("debates", Comment)),
    { access: "optional", publicCache: ofQuestion, refuses: ["QUESTION_NOT_FOUND"] }
  ))
  .add(operation(
    HttpApiEndpoint.get("threadReplies", "/api/comments/:id/replies").annotateContext(
      documentation(
        "Replies of a thread",
        "All replies of the thread that the comment belongs to, in the order in which they were made: flat, each with its parent_comment_id and depth."
      )
    )
      .setPath(Path)
      .setUrlParams(ListQuery)
      .addSuccess(listOf("replies", Comment)),
    { access: "optional", publicCache: ofAll, refuses: ["COMMENT_NOT_FOUND"] }
  ))
  .add(operation(
    HttpApiEndpoint.get("discussions", "/api/discussions").annotateContext(
      documentation(
        "Discussions",
        "Root comments of all questions, each with its question: the newest (recent), threads with replies or about a prediction by the last activity (debates), or the comments upvoted by the most owners (top). Comments that administrators removed, and comments of suspended authors, are left out."
      )
    )
      .setUrlParams(Schema.Struct({
        ...listQuery(),
        tab: Schema.optionalWith(DiscussionTab, { default: () => "recent" as const })
      }))
      .addSuccess(listOf("discussions", Discussion)),
    { access: "optional", publicCache: ofAll }
  ))
  .add(operation(
    HttpApiEndpoint.get("debaters", "/api/leaderboard/debaters").annotateContext(
      documentation(
        "Debaters' board",
        "Authors by the total upvotes of their comments, then by the number of comments, then by the earlier first one."
      )
    )
      .setUrlParams(ListQuery)
      .addSuccess(boardOf(DebateLeaderboardEntry)),
    { access: "none", publicCache: ofAll }
  ))
  .add(operation(
    HttpApiEndpoint.get("adminComments", "/api/admin/comments").annotateContext(
      documentation(
        "Comments for moderation",
        "The newest first, with their texts even if removed; filtered by status, question_id, or user_id of the author."
      )
    )
      .setUrlParams(Schema.Struct({
        ...listQuery(),
        status: optional(Schema.Literal("visible", "removed")),
        question_id: optional(IdParam),
        user_id: optional(IdParam)
      }))
      .addSuccess(listOf("comments", AdminComment)),
    { access: "admin" }
  ))
  .add(operation(
    HttpApiEndpoint.get("adminComment", "/api/admin/comments/:id").annotateContext(
      documentation("Show a comment", "One comment with its text and its moderation state.")
    ).setPath(Path).addSuccess(AdminAnswer),
    { access: "admin", refuses: ["COMMENT_NOT_FOUND"] }
  ))
  .add(operation(
    HttpApiEndpoint.post("removeComment", "/api/admin/comments/:id/remove").annotateContext(
      documentation(
        "Remove a comment",
        "Shows [removed] in place of its text from now on; the thread stays, and its debate bonus is taken back. The author is notified of the reason."
      )
    )
      .setPath(Path)
      .setPayload(ModerationBody)
      .addSuccess(AdminAnswer),
    { access: "admin", bodyBytesMax: bodyBytesMax.comment, refuses: ["COMMENT_NOT_FOUND", "INVALID_TRANSITION"] }
  ))
  .add(operation(
    HttpApiEndpoint.post("restoreComment", "/api/admin/comments/:id/restore").annotateContext(
      documentation(
        "Restore a comment",
        "Shows a removed comment again, and returns the debate bonus that its removal took. The author is notified of the reason."
      )
    )
      .setPath(Path)
      .setPayload(ModerationBody)
      .addSuccess(AdminAnswer),
    { access: "admin", bodyBytesMax: bodyBytesMax.comment, refuses: ["COMMENT_NOT_FOUND", "INVALID_TRANSITION"] }
  ))
