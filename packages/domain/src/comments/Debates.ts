import { Context, Effect, Layer } from "effect"
import type { Answer } from "../kernel/Answer.ts"
import { mapPage, type Page, type PageRequest } from "../kernel/Page.ts"
import { foundOr, refuse } from "../kernel/Refusal.ts"
import { questionNotFound } from "../questions/Questions.ts"
import type { Comment, Discussion } from "./Comment.ts"
import { toComment, toDiscussion } from "./CommentRow.ts"
import { commentNotFound } from "./Comments.ts"
import { CommentStore, type ThreadPage } from "./CommentStore.ts"
import { threadsOf } from "./CommentTree.ts"
import type { DebateLeaderboardEntry, DiscussionTab } from "./DebateBoard.ts"

/**
 * Reading what was said. Pages are of roots; each comes with its replies nested, all of them where the page has room
 * (`nestedRepliesOfPage`), else its earliest, and with the number of all. `viewerId` fills has_upvoted and has_replied.
 */
export class Debates extends Context.Tag("auspex/Debates")<Debates, {
  /** The newest roots first. Fails with QUESTION_NOT_FOUND. */
  readonly ofQuestion: (questionId: string, page: PageRequest, viewerId?: string) => Answer<Page<Comment>>
  /** Comments about one prediction, the newest first. Fails with PREDICTION_NOT_FOUND. */
  readonly ofPrediction: (
    questionId: string,
    predictionId: string,
    page: PageRequest,
    viewerId?: string
  ) => Answer<Page<Comment>>
  /** Threads with replies, or about a prediction; where something was said last first. Fails with QUESTION_NOT_FOUND. */
  readonly debates: (questionId: string, page: PageRequest, viewerId?: string) => Answer<Page<Comment>>
  /** All replies of the thread that the comment is in, flat, by creation. Fails with COMMENT_NOT_FOUND. */
  readonly thread: (commentId: string, page: PageRequest, viewerId?: string) => Answer<Page<Comment>>
  /** Roots over all questions: `recent` newest first, `debates` by the last activity, `top` by the owners that vote for them. */
  readonly discussions: (tab: DiscussionTab, page: PageRequest, viewerId?: string) => Answer<Page<Discussion>>
  /** Authors by the upvotes of owners, then comments, then the earlier first comment; suspended ones are left out. */
  readonly debaters: (page: PageRequest) => Answer<Page<DebateLeaderboardEntry>>
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
