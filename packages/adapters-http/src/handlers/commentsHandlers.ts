import type { AccountActor } from "@auspex/domain/identity"
import { CommentModeration, Comments, Debates } from "@auspex/domain/comments"
import { type Refusal, refuse } from "@auspex/domain/kernel"
import { Effect } from "effect"
import { CommentsApi } from "../contract/CommentsApi.ts"
import { listAnswer } from "../contract/listOf.ts"
import { handlersFor } from "../engine/handlersFor.ts"
import { viewerOf } from "./predictionsHandlers.ts"

const vote =
  (withdraw: boolean) => ({ actor, path }: { readonly actor: AccountActor; readonly path: { readonly id: string } }) =>
    Effect.flatMap(Comments, (comments) => comments.vote(actor, path.id, withdraw))

/** The prediction that a comment is about, by either name; two that differ are refused. */
const predictionMeant = (
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
      const prediction_id = yield* predictionMeant(payload)
      return { comment: yield* comments.post(actor, path.id, { content: payload.content, prediction_id }) }
    }),
  replyToComment: ({ actor, path, payload }) =>
    Effect.flatMap(
      Comments,
      (comments) => Effect.map(comments.reply(actor, path.comment_id, payload), (comment) => ({ comment }))
    ),
  upvoteComment: vote(false),
  removeCommentUpvote: vote(true),
  listComments: ({ actor, path, query }) =>
    Effect.flatMap(
      Debates,
      (debates) =>
        Effect.map(debates.ofQuestion(path.id, query, viewerOf(actor)), (page) => listAnswer("comments", page))
    ),
  predictionReplies: ({ actor, path, query }) =>
    Effect.flatMap(
      Debates,
      (debates) =>
        Effect.map(
          debates.ofPrediction(path.id, path.pid, query, viewerOf(actor)),
          (page) => listAnswer("replies", page)
        )
    ),
  listDebates: ({ actor, path, query }) =>
    Effect.flatMap(
      Debates,
      (debates) => Effect.map(debates.debates(path.id, query, viewerOf(actor)), (page) => listAnswer("debates", page))
    ),
  threadReplies: ({ actor, path, query }) =>
    Effect.flatMap(
      Debates,
      (debates) => Effect.map(debates.thread(path.id, query, viewerOf(actor)), (page) => listAnswer("replies", page))
    ),
  discussions: ({ actor, query: { tab, ...page } }) =>
    Effect.flatMap(
      Debates,
      (debates) =>
        Effect.map(debates.discussions(tab, page, viewerOf(actor)), (found) => listAnswer("discussions", found))
    ),
  debaters: ({ query }) =>
    Effect.flatMap(
      Debates,
      (debates) => Effect.map(debates.debaters(query), (page) => listAnswer("leaderboard", page))
    ),
  adminComments: ({ actor, query }) =>
    Effect.flatMap(
      CommentModeration,
      (moderation) => Effect.map(moderation.list(actor, query, query), (page) => listAnswer("comments", page))
    ),
  adminComment: ({ actor, path }) =>
    Effect.flatMap(
      CommentModeration,
      (moderation) => Effect.map(moderation.show(actor, path.id), (comment) => ({ comment }))
    ),
  removeComment: ({ actor, path, payload }) =>
    Effect.flatMap(
      CommentModeration,
      (moderation) => Effect.map(moderation.remove(actor, path.id, payload.reason), (comment) => ({ comment }))
    ),
  restoreComment: ({ actor, path, payload }) =>
    Effect.flatMap(
      CommentModeration,
      (moderation) => Effect.map(moderation.restore(actor, path.id, payload.reason), (comment) => ({ comment }))
    )
})
