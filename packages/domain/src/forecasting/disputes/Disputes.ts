import { Context, Effect, Either, Layer } from "effect"
import { type AccountActor, requireActive } from "../../platform/identity/Actor.ts"
import { Changes } from "../../kernel/Changes.ts"
import { mapPage, type Page, type PageRequest } from "../../kernel/Page.ts"
import { foundOr, orRefuse, type Refusal } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import { UnitOfWork } from "../../kernel/UnitOfWork.ts"
import { Notifications } from "../../community/social/Notifications.ts"
import { EventOutbox } from "../../platform/events/EventOutbox.ts"
import type { Dispute } from "./Dispute.ts"
import { disputeEvent } from "./disputeEvent.ts"
import { disputeMove } from "./DisputeMove.ts"
import { openedNotice } from "./disputeNotifications.ts"
import { type DisputeRequest, duplicateDispute, judgeDispute } from "./DisputeFiling.ts"
import { toDispute } from "./DisputeRow.ts"
import { DisputeStore } from "./DisputeStore.ts"
import { noSuchQuestion } from "../questions/noSuchQuestion.ts"

/** Filing and reading of disputes. */
export class Disputes extends Context.Tag("auspex/Disputes")<Disputes, {
  /**
   * Files a dispute (see `judgeDispute`), with its event and a notification to the account that suggested the question.
   * Fails with AGENT_NOT_LINKED, EMAIL_NOT_VERIFIED, QUESTION_NOT_FOUND, PREDICTION_REQUIRED, QUESTION_NOT_DISPUTABLE,
   * DUPLICATE_DISPUTE, INVALID_REQUEST.
   */
  readonly file: (
    actor: AccountActor,
    questionId: string,
    request: DisputeRequest
  ) => Effect.Effect<Dispute, Refusal | StorageUnavailable>
  /** The disputes of a public question, newest first. Fails with QUESTION_NOT_FOUND. */
  readonly ofQuestion: (
    questionId: string,
    page: PageRequest
  ) => Effect.Effect<Page<Dispute>, Refusal | StorageUnavailable>
}>() {
  static readonly layer: Layer.Layer<
    Disputes,
    never,
    DisputeStore | UnitOfWork | EventOutbox | Notifications | Changes
  > = Layer.effect(
    Disputes,
    Effect.gen(function*() {
      const store = yield* DisputeStore
      const unit = yield* UnitOfWork
      const outbox = yield* EventOutbox
      const notifications = yield* Notifications
      const changes = yield* Changes
      return Disputes.of({
        file: (actor, questionId, request) =>
          Effect.gen(function*() {
            yield* requireActive(actor)
            const dispute = yield* unit.transact(Effect.gen(function*() {
              const facts = yield* foundOr(store.lockFiling(questionId, actor.id), noSuchQuestion)
              const judged = yield* orRefuse(judgeDispute(request, facts))
              const { question_id, resolution_version } = facts
              const move = yield* orRefuse(disputeMove("new", "open", "filer"))
              const dispute = { ...judged, question_id, resolution_version, disputed_by: actor.id }
              const filed = yield* store.insert(move, dispute)
              if (filed === undefined) return yield* orRefuse(Either.left(duplicateDispute))
              yield* outbox.record([disputeEvent(move, filed)])
              yield* notifications.notify(openedNotice(filed, facts))
              return filed
            }))
            yield* changes.announce([`question:${dispute.question_id}`])
            return toDispute(dispute)
          }),
        ofQuestion: (questionId, page) =>
          Effect.map(
            foundOr(store.ofQuestion(questionId, page), noSuchQuestion),
            (found) => mapPage(found, toDispute)
          )
      })
    })
  )
}
