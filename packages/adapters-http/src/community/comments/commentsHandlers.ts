import type { AccountActor } from "@auspex/domain/identity"
import { CommentModeration, Comments, Debates } from "@auspex/domain/comments"
import { type Refusal, refuse } from "@auspex/domain/kernel"
import { Effect } from "effect"
import { boardAnswer } from "../../wire/boardOf.ts"
import { CommentsApi } from "./CommentsApi.ts"
import { handlersFor } from "../../engine/handlersFor.ts"
import { viewerOf } from "../../forecasting/predictions/predictionsHandlers.ts"
import { answerList, answerOne } from "../../engine/namedAnswer.ts"

const vote =
  (withdraw: boolean) => ({ actor, path }: { readonly actor: AccountActor; readonly path: { readonly id: string } }) =>
    Effect.flatMap(Comments, (comments) => comments.vote(actor, path.id, withdraw))

/** The prediction that a comment is about, from either field; different values in both are refused. */
const targetPredictionOf = (
  { prediction_id = null, target_prediction_id = null }: {
    readonly prediction_id?: string | null
    readonly target_prediction_id?: string | null
  }
): Effect.Effect<string | null, Refusal> =>
  prediction_id !== null && target_prediction_id !== null &&
    prediction_id.toLowerCase() !== target_prediction_id.toLowerCase()
    ? refuse("INVALID_REQUEST", "prediction_id and target_prediction_id are the same; send one of them.", {
      field: "target_prediction_id"
    })
    : Effect.succeed(prediction_id ?? target_prediction_id)

/** Comments and debates. */
export const commentsHandlers = handlersFor(CommentsApi, {
  postComment: ({ actor, path, payload }) =>
    Effect.gen(function*() {
      const comments = yield* Comments
      const prediction_id = yield* targetPredictionOf(payload)
      return { comment: yield* comments.post(actor, path.id, { content: payload.content, prediction_id }) }
    }),
  replyToComment: ({ actor, path, payload }) =>
    answerOne(Comments, "comment", (comments) => comments.reply(actor, path.comment_id, payload)),
  upvoteComment: vote(false),
  removeCommentUpvote: vote(true),
  listComments: ({ actor, path, query }) =>
    answerList(Debates, "comments", (debates) => debates.ofQuestion(path.id, query, viewerOf(actor))),
  predictionReplies: ({ actor, path, query }) =>
    answerList(Debates, "replies", (debates) => debates.ofPrediction(path.id, path.pid, query, viewerOf(actor))),
  listDebates: ({ actor, path, query }) =>
    answerList(Debates, "debates", (debates) => debates.debates(path.id, query, viewerOf(actor))),
  threadReplies: ({ actor, path, query }) =>
    answerList(Debates, "replies", (debates) => debates.thread(path.id, query, viewerOf(actor))),
  discussions: ({ actor, query: { tab, ...page } }) =>
    answerList(Debates, "discussions", (debates) => debates.discussions(tab, page, viewerOf(actor))),
  debaters: ({ query }) => Effect.map(Effect.flatMap(Debates, (debates) => debates.debaters(query)), boardAnswer),
  adminComments: ({ actor, query }) =>
    answerList(CommentModeration, "comments", (moderation) => moderation.list(actor, query, query)),
  adminComment: ({ actor, path }) =>
    answerOne(CommentModeration, "comment", (moderation) => moderation.show(actor, path.id)),
  removeComment: ({ actor, path, payload }) =>
    answerOne(CommentModeration, "comment", (moderation) => moderation.remove(actor, path.id, payload.reason)),
  restoreComment: ({ actor, path, payload }) =>
    answerOne(CommentModeration, "comment", (moderation) => moderation.restore(actor, path.id, payload.reason))
})
