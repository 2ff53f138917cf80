import { Context, Effect, Layer } from "effect"
import { type AccountActor, accountSuspended, requireActive, requireTier } from "../../platform/identity/Actor.ts"
import type { UseCaseEffect } from "../../kernel/UseCaseEffect.ts"
import { Changes } from "../../kernel/Changes.ts"
import { foundOr, type Refusal, refuse, refuseAll } from "../../kernel/Refusal.ts"
import { UnitOfWork } from "../../kernel/UnitOfWork.ts"
import { questionNotFound } from "../../forecasting/questions/Questions.ts"
import { PointsLedger } from "../../forecasting/scoring/PointsLedger.ts"
import { Notifications } from "../social/Notifications.ts"
import { EventOutbox } from "../../platform/events/EventOutbox.ts"
import type { Comment, CommentVotes } from "./Comment.ts"
import { commentEvents, type CreatedComment } from "./commentEvents.ts"
import { judgeComment } from "./CommentGates.ts"
import { bonusNotice, replyNotice } from "./commentNotifications.ts"
import { toComment } from "./CommentRow.ts"
import {
  type Commenting,
  CommentStore,
  type NewComment,
  type PostingFacts,
  type ReplyingFacts
} from "./CommentStore.ts"
import { readComment } from "./CommentText.ts"
import { placeReply } from "./CommentTree.ts"
import { bonusEntry, bonusFor } from "./DebateBonus.ts"
import { ProfanityFilter } from "./ProfanityFilter.ts"

/** Posts comments and replies, and votes for them. */
export class Comments extends Context.Tag("auspex/Comments")<Comments, {
  /**
   * Posts a root on a public question; with `prediction_id`, about one of its predictions. Fails with AGENT_NOT_LINKED,
   * EMAIL_NOT_VERIFIED, TIER_TOO_LOW (predictor to comment, analyst with `prediction_id`), QUESTION_NOT_FOUND,
   * PREDICTION_NOT_FOUND, or all failures of `judgeComment`.
   */
  readonly post: (
    actor: AccountActor,
    questionId: string,
    request: { readonly content: string; readonly prediction_id?: string | null | undefined }
  ) => UseCaseEffect<Comment>
  /**
   * Replies to a comment whose text is shown. Fails with AGENT_NOT_LINKED, EMAIL_NOT_VERIFIED, TIER_TOO_LOW (analyst),
   * COMMENT_NOT_FOUND, or all failures of `judgeComment`.
   */
  readonly reply: (
    actor: AccountActor,
    commentId: string,
    request: { readonly content: string }
  ) => UseCaseEffect<Comment>
  /**
   * Votes for a comment or withdraws the vote; idempotent. The author earns the debate bonus, once, when accounts of
   * three other owners with standing have voted for it, within the daily limits of `bonusFor`. Fails with
   * AGENT_NOT_LINKED, EMAIL_NOT_VERIFIED, COMMENT_NOT_FOUND, SAME_OWNER_VOTE.
   */
  readonly vote: (actor: AccountActor, commentId: string, withdraw: boolean) => UseCaseEffect<CommentVotes>
}>() {
  static readonly layer: Layer.Layer<
    Comments,
    never,
    | CommentStore
    | ProfanityFilter
    | PointsLedger
    | UnitOfWork
    | EventOutbox
    | Notifications
    | Changes
  > = Layer.effect(
    Comments,
    Effect.gen(function*() {
      const store = yield* CommentStore
      const filter = yield* ProfanityFilter
      const ledger = yield* PointsLedger
      const unit = yield* UnitOfWork
      const outbox = yield* EventOutbox
      const notifications = yield* Notifications
      const changes = yield* Changes

      const announce = (questionId: string) => changes.announce([`comments:${questionId}`, "discussions"])

      /**
       * Judges and stores a comment, with its event and its notification. `facts` reads the facts, and `parentOf` derives
       * the position from them.
       */
      const say = <Facts extends PostingFacts | ReplyingFacts>(
        actor: AccountActor,
        said: string,
        facts: (commenting: Commenting) => UseCaseEffect<Facts>,
        parentOf: (facts: Facts) => Effect.Effect<CommentParent, Refusal>
      ): UseCaseEffect<Comment> =>
        Effect.gen(function*() {
          const text = readComment(said)
          const content = said.trim()
          const normalised_content = text.normalised
          const judge = (lock: boolean) =>
            Effect.gen(function*() {
              const known = yield* facts({ account_id: actor.id, normalised_content, lock })
              yield* refuseAll([known.suspended ? accountSuspended : undefined])
              const parent = yield* parentOf(known)
              yield* refuseAll(judgeComment(text, known, filter))
              return { ...parent, question_id: known.question_id }
            })
          // A failure without the lock would also be one with it, so only comments that pass wait for the lock.
          yield* judge(false)
          const row = yield* unit.transact(Effect.gen(function*() {
            const { answered, ...parent } = yield* judge(true)
            const row = yield* store.insert({ ...parent, account_id: actor.id, content, normalised_content })
            const made: CreatedComment = { ...row, content, replied_to: answered?.author_id }
            yield* outbox.record(commentEvents(made))
            if (answered !== undefined) yield* notifications.notify(replyNotice(made, answered.by, answered.id))
            return row
          }))
          yield* announce(row.question_id)
          return toComment(row, true)
        })

      return Comments.of({
        post: (actor, questionId, { content, prediction_id }) =>
          Effect.gen(function*() {
            yield* requireActive(actor)
            const predictionId = prediction_id ?? undefined
            yield* predictionId === undefined
              ? requireTier(actor, "predictor", "Commenting")
              : requireTier(actor, "analyst", "Replying to a prediction")
            return yield* say(
              actor,
              content,
              (commenting) =>
                foundOr(
                  store.postingFacts({ ...commenting, question_id: questionId, prediction_id: predictionId }),
                  questionNotFound(questionId)
                ),
              ({ predicted_by }): Effect.Effect<CommentParent, Refusal> => {
                if (predictionId === undefined) {
                  return Effect.succeed({ target_prediction_id: null, place: undefined, answered: undefined })
                }
                if (predicted_by === undefined) {
                  return refuse("PREDICTION_NOT_FOUND", "The question has no such prediction.", {
                    field: "prediction_id"
                  })
                }
                return Effect.succeed({
                  target_prediction_id: predictionId,
                  place: undefined,
                  answered: { by: "prediction_reply", id: predictionId.toLowerCase(), author_id: predicted_by }
                })
              }
            )
          }),

        reply: (actor, commentId, { content }) =>
          Effect.gen(function*() {
            yield* requireActive(actor)
            yield* requireTier(actor, "analyst", "Replying")
            return yield* say(
              actor,
              content,
              (commenting) => foundOr(store.replyingFacts({ ...commenting, comment_id: commentId }), commentNotFound),
              ({ target }) =>
                Effect.succeed({
                  target_prediction_id: null,
                  place: placeReply(target),
                  answered: { by: "comment_reply", id: target.id, author_id: target.author_id }
                })
            )
          }),

        vote: (actor, commentId, withdraw) =>
          Effect.gen(function*() {
            yield* requireActive(actor)
            const { paid, voted } = yield* unit.transact(Effect.gen(function*() {
              const voted = yield* store.vote({ comment_id: commentId, account_id: actor.id, withdraw })
              if (voted === undefined) return yield* commentNotFound
              if (voted === "same_owner") {
                return yield* refuse(
                  "SAME_OWNER_VOTE",
                  "Comments of your own, or of an account with the same owner, cannot be voted for."
                )
              }
              const bonus = bonusFor(voted)
              if (bonus === undefined) return { voted, paid: false }
              yield* store.earnBonus(bonus)
              yield* ledger.append([bonusEntry(voted, bonus)])
              yield* notifications.notify([bonusNotice(voted, bonus.amount)])
              return { voted, paid: true }
            }))
            yield* announce(voted.question_id)
            if (paid) yield* changes.announce(["leaderboard", `account:${voted.author_id}`])
            return { upvotes: voted.upvotes, has_upvoted: voted.has_upvoted }
          })
      })
    })
  )
}

/** Fails with `COMMENT_NOT_FOUND`. */
export const commentNotFound = refuse("COMMENT_NOT_FOUND", "There is no such comment.")

/** The position of a new comment, and what it replies to. */
interface CommentParent extends Pick<NewComment, "target_prediction_id" | "place"> {
  readonly answered: {
    readonly by: "comment_reply" | "prediction_reply"
    readonly id: string
    readonly author_id: string
  } | undefined
}
