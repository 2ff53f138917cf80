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
      const changes = yield* Changes
      const filter = yield* ProfanityFilter
      const ledger = yield* PointsLedger
      const notifications = yield* Notifications
      const outbox = yield* EventOutbox
      const store = yield* CommentStore
      const unit = yield* UnitOfWork
      const services = { changes, filter, ledger, notifications, outbox, store, unit }
      return Comments.of({
        post: postWith(services),
        reply: replyWith(services),
        vote: voteWith(services)
      })
    })
  )
}

/** Fails with `COMMENT_NOT_FOUND`. */
export const commentNotFound = refuse("COMMENT_NOT_FOUND", "There is no such comment.")

type Service = Context.Tag.Service<Comments>

interface Services {
  readonly changes: Changes["Type"]
  readonly filter: ProfanityFilter["Type"]
  readonly ledger: PointsLedger["Type"]
  readonly notifications: Notifications["Type"]
  readonly outbox: EventOutbox["Type"]
  readonly store: CommentStore["Type"]
  readonly unit: UnitOfWork["Type"]
}

const postWith = (services: Services): Service["post"] => (actor, questionId, { content, prediction_id }) =>
  Effect.gen(function*() {
    const predictionId = prediction_id ?? undefined
    yield* requireActive(actor)
    yield* predictionId === undefined
      ? requireTier(actor, "predictor", "Commenting")
      : requireTier(actor, "analyst", "Replying to a prediction")
    return yield* addComment(services, actor, content, {
      facts: (commenting) =>
        foundOr(
          services.store.postingFacts({ ...commenting, question_id: questionId, prediction_id: predictionId }),
          questionNotFound(questionId)
        ),
      placeOf: ({ predicted_by }) => rootPlace(predictionId, predicted_by)
    })
  })

const replyWith = (services: Services): Service["reply"] => (actor, commentId, { content }) =>
  Effect.gen(function*() {
    yield* requireActive(actor)
    yield* requireTier(actor, "analyst", "Replying")
    return yield* addComment(services, actor, content, {
      facts: (commenting) =>
        foundOr(services.store.replyingFacts({ ...commenting, comment_id: commentId }), commentNotFound),
      placeOf: ({ target }) =>
        Effect.succeed({
          target_prediction_id: null,
          place: placeReply(target),
          answered: { by: "comment_reply", id: target.id, author_id: target.author_id }
        })
    })
  })

const voteWith = (services: Services): Service["vote"] => (actor, commentId, withdraw) =>
  Effect.gen(function*() {
    const { changes, ledger, notifications, store, unit } = services
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
    yield* announce(services, voted.question_id)
    if (paid) yield* changes.announce(["leaderboard", `account:${voted.author_id}`])
    return { upvotes: voted.upvotes, has_upvoted: voted.has_upvoted }
  })

/** The position of a new comment, and what it replies to. */
interface NewCommentPlace extends Pick<NewComment, "target_prediction_id" | "place"> {
  readonly answered: {
    readonly by: "comment_reply" | "prediction_reply"
    readonly id: string
    readonly author_id: string
  } | undefined
}

/** How the facts of a new comment are read, and the position that follows from them. */
interface CommentTarget<Facts> {
  readonly facts: (commenting: Commenting) => UseCaseEffect<Facts>
  readonly placeOf: (facts: Facts) => Effect.Effect<NewCommentPlace, Refusal>
}

/** Judges and stores a comment, with its event and its notification. */
const addComment = <Facts extends PostingFacts | ReplyingFacts>(
  services: Services,
  actor: AccountActor,
  given: string,
  { facts, placeOf }: CommentTarget<Facts>
): UseCaseEffect<Comment> =>
  Effect.gen(function*() {
    const { filter, notifications, outbox, store, unit } = services
    const text = readComment(given)
    const content = given.trim()
    const normalised_content = text.normalised
    const judge = (lock: boolean) =>
      Effect.gen(function*() {
        const known = yield* facts({ account_id: actor.id, normalised_content, lock })
        yield* refuseAll([known.suspended ? accountSuspended : undefined])
        const place = yield* placeOf(known)
        yield* refuseAll(judgeComment(text, known, filter))
        return { ...place, question_id: known.question_id }
      })
    // A failure without the lock would also be one with it, so only comments that pass wait for the lock.
    yield* judge(false)
    const row = yield* unit.transact(Effect.gen(function*() {
      const { answered, ...place } = yield* judge(true)
      const row = yield* store.insert({ ...place, account_id: actor.id, content, normalised_content })
      const made: CreatedComment = { ...row, content, replied_to: answered?.author_id }
      yield* outbox.record(commentEvents(made))
      if (answered !== undefined) yield* notifications.notify(replyNotice(made, answered.by, answered.id))
      return row
    }))
    yield* announce(services, row.question_id)
    return toComment(row, true)
  })

/**
 * The place of a root, about a prediction or not; `predictedBy` is the author of the prediction. Fails with
 * PREDICTION_NOT_FOUND when the question has no such prediction.
 */
const rootPlace = (
  predictionId: string | undefined,
  predictedBy: string | undefined
): Effect.Effect<NewCommentPlace, Refusal> => {
  if (predictionId === undefined) {
    return Effect.succeed({ target_prediction_id: null, place: undefined, answered: undefined })
  }
  if (predictedBy === undefined) {
    return refuse("PREDICTION_NOT_FOUND", "The question has no such prediction.", { field: "prediction_id" })
  }
  return Effect.succeed({
    target_prediction_id: predictionId,
    place: undefined,
    answered: { by: "prediction_reply", id: predictionId.toLowerCase(), author_id: predictedBy }
  })
}

const announce = ({ changes }: Services, questionId: string) =>
  changes.announce([`comments:${questionId}`, "discussions"])
