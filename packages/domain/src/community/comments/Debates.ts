import { Context, Effect, Layer } from "effect"
import type { UseCaseEffect } from "../../kernel/UseCaseEffect.ts"
import { mapPage, type Page, type PageRequest } from "../../kernel/Page.ts"
import { foundOr, refuse } from "../../kernel/Refusal.ts"
import { questionNotFound } from "../../forecasting/questions/Questions.ts"
import type { Comment, Discussion } from "./Comment.ts"
import { toComment, toDiscussion } from "./CommentRow.ts"
import { commentNotFound } from "./Comments.ts"
import { CommentStore, type ThreadPage } from "./CommentStore.ts"
import { threadsOf } from "./CommentTree.ts"
import type { DebateLeaderboardEntry, DiscussionTab } from "./DebateBoard.ts"

/**
 * Reads comments. Pages contain roots, each with the total number of its replies and with nested replies: all of them
 * when the page has room (`nestedRepliesOfPage`), else the earliest. `viewerId` fills has_upvoted and has_replied.
 */
export class Debates extends Context.Tag("auspex/Debates")<Debates, {
  /** Newest roots first. Fails with QUESTION_NOT_FOUND. */
  readonly ofQuestion: (questionId: string, page: PageRequest, viewerId?: string) => UseCaseEffect<Page<Comment>>
  /** Comments about one prediction, newest first. Fails with PREDICTION_NOT_FOUND. */
  readonly ofPrediction: (
    questionId: string,
    predictionId: string,
    page: PageRequest,
    viewerId?: string
  ) => UseCaseEffect<Page<Comment>>
  /** Threads with replies or about a prediction, latest activity first. Fails with QUESTION_NOT_FOUND. */
  readonly debates: (questionId: string, page: PageRequest, viewerId?: string) => UseCaseEffect<Page<Comment>>
  /** All replies in the thread of the comment, flat, in order of creation. Fails with COMMENT_NOT_FOUND. */
  readonly thread: (commentId: string, page: PageRequest, viewerId?: string) => UseCaseEffect<Page<Comment>>
  /**
   * Roots over all questions: `recent` newest first, `debates` by latest activity, `top` by the number of owners who
   * voted for them.
   */
  readonly discussions: (tab: DiscussionTab, page: PageRequest, viewerId?: string) => UseCaseEffect<Page<Discussion>>
  /**
   * Authors by upvotes of owners, then by comments, then by the earlier first comment; suspended authors are omitted.
   */
  readonly debaters: (page: PageRequest) => UseCaseEffect<Page<DebateLeaderboardEntry>>
}>() {
  static readonly layer: Layer.Layer<Debates, never, CommentStore> = Layer.effect(
    Debates,
    Effect.map(CommentStore, (store) =>
      Debates.of({
        ofQuestion: (questionId, page, viewerId) =>
          Effect.map(
            foundOr(store.ofQuestion(questionId, page, viewerId), questionNotFound(questionId)),
            nestedFor(viewerId)
          ),
        ofPrediction: (questionId, predictionId, page, viewerId) =>
          Effect.map(
            foundOr(
              store.ofPrediction(questionId, predictionId, page, viewerId),
              refuse("PREDICTION_NOT_FOUND", "The question has no such prediction.")
            ),
            nestedFor(viewerId)
          ),
        debates: (questionId, page, viewerId) =>
          Effect.map(
            foundOr(store.debates(questionId, page, viewerId), questionNotFound(questionId)),
            nestedFor(viewerId)
          ),
        thread: (commentId, page, viewerId) =>
          Effect.map(foundOr(store.thread(commentId, page, viewerId), commentNotFound), (found) =>
            mapPage(found, (row) => toComment(row, viewerId !== undefined))),
        discussions: (tab, page, viewerId) =>
          Effect.map(store.discussions(tab, page, viewerId), (found) =>
            mapPage(found, (row) =>
              toDiscussion(row, viewerId !== undefined))),
        debaters: store.debaters
      }))
  )
}

const nestedFor =
  (viewerId: string | undefined) => ({ items, next_cursor, replies, total }: ThreadPage): Page<Comment> => ({
    items: threadsOf([...items, ...replies].map((row) => toComment(row, viewerId !== undefined))),
    total,
    next_cursor
  })
