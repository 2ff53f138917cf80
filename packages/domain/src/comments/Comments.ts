import { Context, Effect, Layer } from "effect"
import { type AccountActor, requireActive } from "../accounts/Actor.ts"
import { Secrets } from "../accounts/Secrets.ts"
import { type Tier, tierAtLeast, tiers } from "../accounts/Tier.ts"
import { Changes } from "../kernel/Changes.ts"
import { type Refusal, refuse, refuseAll } from "../kernel/Refusal.ts"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import { UnitOfWork } from "../kernel/UnitOfWork.ts"
import { questionNotFound } from "../questions/Questions.ts"
import { PointsLedger } from "../scoring/PointsLedger.ts"
import { Notifications } from "../social/Notifications.ts"
import { EventOutbox } from "../webhooks/EventOutbox.ts"
import type { Comment, CommentVotes } from "./Comment.ts"
import { commentEvents, type MadeComment } from "./commentEvents.ts"
import { type CommentFacts, judgeComment } from "./CommentGates.ts"
import { bonusNotice, replyNotice } from "./commentNotifications.ts"
import { type CommentRow, toComment } from "./CommentRow.ts"
import { CommentStore, type NewComment } from "./CommentStore.ts"
import { readComment } from "./CommentText.ts"
import { placeReply } from "./CommentTree.ts"
import { bonusFor } from "./DebateBonus.ts"
import { ProfanityFilter } from "./ProfanityFilter.ts"

type Answer<A> = Effect.Effect<A, Refusal | StorageUnavailable>

/** Commenting, replying, voting for comments. */
export class Comments extends Context.Tag("auspex/Comments")<Comments, {
  /**
   * A new root on a public question, about one of its predictions with `prediction_id`. Fails with AGENT_NOT_LINKED,
   * EMAIL_NOT_VERIFIED, TIER_TOO_LOW (predictor to comment, analyst with `prediction_id`), QUESTION_NOT_FOUND,
   * PREDICTION_NOT_FOUND, or with all that `judgeComment` finds.
   */
  readonly post: (
    actor: AccountActor,
    questionId: string,
    request: { readonly content: string; readonly prediction_id?: string | null | undefined }
  ) => Answer<Comment>
  /**
   * A reply to a comment that shows its text. Fails with AGENT_NOT_LINKED, EMAIL_NOT_VERIFIED, TIER_TOO_LOW (analyst),
   * COMMENT_NOT_FOUND, or with all that `judgeComment` finds.
   */
  readonly reply: (
    actor: AccountActor,
    commentId: string,
    request: { readonly content: string }
  ) => Answer<Comment>
  /**
   * Votes for a comment, or takes the vote back; repeating is harmless. The vote that makes it three other owners' earns
   * the author the debate bonus, once. Fails with AGENT_NOT_LINKED, EMAIL_NOT_VERIFIED, COMMENT_NOT_FOUND,
   * SAME_OWNER_VOTE.
   */
  readonly vote: (actor: AccountActor, commentId: string, withdraw: boolean) => Answer<CommentVotes>
}>() {
  static readonly layer: Layer.Layer<
    Comments,
    never,
    | CommentStore
    | ProfanityFilter
    | Secrets
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
      const secrets = yield* Secrets
      const ledger = yield* PointsLedger
      const unit = yield* UnitOfWork
      const outbox = yield* EventOutbox
      const notifications = yield* Notifications
      const changes = yield* Changes

      const announce = (questionId: string) => changes.announce([`comments:${questionId}`, "discussions"])

      /** Stores what has passed, and tells of it. */
      const add = (
        actor: AccountActor,
        content: string,
        comment: Omit<NewComment, keyof CommentFacts | "account_id" | "content">,
        repliedTo: string | undefined
      ): Effect.Effect<{ readonly row: CommentRow; readonly made: MadeComment }, StorageUnavailable> =>
        Effect.gen(function*() {
          const row = yield* store.insert({ ...comment, account_id: actor.id, content })
          const made: MadeComment = { ...row, content, replied_to: repliedTo }
          yield* outbox.record(commentEvents(made))
          return { row, made }
        })

      return Comments.of({
        post: (actor, questionId, { content, prediction_id }) =>
          Effect.gen(function*() {
            yield* requireActive(actor)
            const predictionId = prediction_id ?? undefined
            yield* predictionId === undefined
              ? requireTier(actor, "predictor", "Commenting")
              : requireTier(actor, "analyst", "Replying to a prediction")
            const text = readComment(content)
            const content_digest = secrets.digestOf(text.normalised)
            const asked = { account_id: actor.id, question_id: questionId, prediction_id: predictionId, content_digest }
            const judge = (lock: boolean) =>
              Effect.gen(function*() {
                const facts = yield* store.postingFacts({ ...asked, lock })
                if (facts === undefined) return yield* questionNotFound(questionId)
                if (facts.suspended) return yield* suspended
                if (predictionId !== undefined && facts.predicted_by === undefined) {
                  return yield* refuse("PREDICTION_NOT_FOUND", "The question has no such prediction.", {
                    field: "prediction_id"
                  })
                }
                yield* refuseAll(judgeComment(text, facts, filter))
                return facts
              })
            // What is refused without the lock would be with it: only what passes waits for others of this account.
            yield* judge(false)
            const row = yield* unit.transact(Effect.gen(function*() {
              const facts = yield* judge(true)
              const { made, row } = yield* add(actor, content.trim(), {
                question_id: facts.question_id,
                content_digest,
                target_prediction_id: predictionId ?? null,
                place: undefined
              }, facts.predicted_by)
              if (predictionId !== undefined) {
                yield* notifications.notify(replyNotice(made, "prediction_reply", predictionId.toLowerCase()))
              }
              return row
            }))
            yield* announce(row.question_id)
            return toComment(row, true)
          }),

        reply: (actor, commentId, { content }) =>
          Effect.gen(function*() {
            yield* requireActive(actor)
            yield* requireTier(actor, "analyst", "Replying")
            const text = readComment(content)
            const content_digest = secrets.digestOf(text.normalised)
            const judge = (lock: boolean) =>
              Effect.gen(function*() {
                const facts = yield* store.replyingFacts({
                  account_id: actor.id,
                  comment_id: commentId,
                  content_digest,
                  lock
                })
                if (facts === undefined) return yield* commentNotFound
                if (facts.suspended) return yield* suspended
                yield* refuseAll(judgeComment(text, facts, filter))
                return facts
              })
            yield* judge(false)
            const row = yield* unit.transact(Effect.gen(function*() {
              const facts = yield* judge(true)
              const { made, row } = yield* add(actor, content.trim(), {
                question_id: facts.question_id,
                content_digest,
                target_prediction_id: null,
                place: placeReply(facts.target)
              }, facts.target.author_id)
              yield* notifications.notify(replyNotice(made, "comment_reply", facts.target.id))
              return row
            }))
            yield* announce(row.question_id)
            return toComment(row, true)
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
              const entry = bonusFor(voted)
              if (entry === undefined) return { voted, paid: false }
              yield* store.markBonus(voted.comment_id, entry.amount)
              yield* ledger.append([entry])
              yield* notifications.notify([bonusNotice(voted, entry.amount)])
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

const suspended = refuse("ACCOUNT_SUSPENDED", "The account has been suspended.")

const requireTier = (actor: AccountActor, tier: Tier, act: string): Effect.Effect<void, Refusal> => {
  if (tierAtLeast(actor.points, tier)) return Effect.void
  const limit = tiers.find((row) => row.tier === tier)!.points
  const message = `${act} needs the tier ${tier}, ${limit} points; you have ${actor.points}.`
  return refuse("TIER_TOO_LOW", message, { measured: actor.points, limit })
}
