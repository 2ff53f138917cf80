import { Context, Effect, Layer } from "effect"
import type { AdminActor } from "../../platform/identity/Actor.ts"
import type { UseCaseEffect } from "../../kernel/UseCaseEffect.ts"
import { AuditLog } from "../../kernel/AuditLog.ts"
import { Changes } from "../../kernel/Changes.ts"
import { mapPage, type Page, type PageRequest } from "../../kernel/Page.ts"
import { foundOr, orRefuse, refuse } from "../../kernel/Refusal.ts"
import { UnitOfWork } from "../../kernel/UnitOfWork.ts"
import { overturnedChild } from "../questions/OverturnedChild.ts"
import { outcomeOf } from "../questions/questionEvents.ts"
import { resolutionOf } from "../questions/Resolution.ts"
import type { ResolutionJob } from "../scoring/ResolutionStore.ts"
import { Resolutions } from "../scoring/Resolutions.ts"
import { Notifications } from "../../community/social/Notifications.ts"
import { EventOutbox } from "../../platform/events/EventOutbox.ts"
import type { AdminDispute, OpenDispute } from "./Dispute.ts"
import { disputeEvent } from "./disputeEvent.ts"
import { disputeMove } from "./DisputeMove.ts"
import { endedNotice } from "./disputeNotifications.ts"
import { toAdminDispute } from "./DisputeRow.ts"
import { type DisputeFilter, DisputeStore } from "./DisputeStore.ts"
import { type DisputeVerdictRequest, judgeNewResolution, judgeVerdict } from "./DisputeVerdict.ts"
import { type BalanceChange, balanceAfter, type NewResolution } from "./OverturnPreview.ts"

/** An ended dispute and, when it was overturned, the job that pays the new resolution. */
export interface EndedDispute {
  readonly dispute: AdminDispute
  /** The number of disputes of the question that ended, this one included. */
  readonly ended_count: number
  readonly job?: ResolutionJob
}

/** The proposed new resolution of a question. */
export type NewResolutionRequest = Pick<DisputeVerdictRequest, "outcome" | "correct_options">

/** The effects that an overturn would have: a page of balances, and the disputes that it would end. */
export interface OverturnPreview extends Page<BalanceChange> {
  /** Earliest first, at most `openDisputesMax`. */
  readonly disputes: ReadonlyArray<OpenDispute>
}

/** Administration of disputes. */
export class DisputeAdministration extends Context.Tag("auspex/DisputeAdministration")<DisputeAdministration, {
  readonly list: (actor: AdminActor, filter: DisputeFilter, page: PageRequest) => UseCaseEffect<Page<AdminDispute>>
  readonly show: (actor: AdminActor, id: string) => UseCaseEffect<AdminDispute>
  /**
   * Previews the balances after overturning an open dispute with this resolution, for all accounts that predicted on
   * the question or on a child that would become void, in the order of their ids. Writes nothing. Exact as long as
   * nobody is paid in the meantime. Fails with DISPUTE_NOT_FOUND, INVALID_TRANSITION, INVALID_REQUEST, INVALID_OPTION.
   */
  readonly preview: (
    actor: AdminActor,
    id: string,
    request: NewResolutionRequest,
    page: PageRequest
  ) => UseCaseEffect<OverturnPreview>
  /**
   * Ends an open dispute and all others that are open on the same question, with the same status and note. Each dispute
   * ends once, also under concurrent requests. The ends, an event for each, the audit entry, a notification to each
   * filer and, for `overturned`, the new resolution of the question commit together. Then balances are corrected: at
   * once for up to 1,000 predictions, else by the worker (the job is then still `running`). Fails with
   * DISPUTE_NOT_FOUND, INVALID_TRANSITION, INVALID_REQUEST, INVALID_OPTION.
   */
  readonly resolve: (actor: AdminActor, id: string, request: DisputeVerdictRequest) => UseCaseEffect<EndedDispute>
}>() {
  static readonly layer: Layer.Layer<
    DisputeAdministration,
    never,
    DisputeStore | Resolutions | UnitOfWork | EventOutbox | Notifications | AuditLog | Changes
  > = Layer.effect(
    DisputeAdministration,
    Effect.gen(function*() {
      const store = yield* DisputeStore
      const resolutions = yield* Resolutions
      const unit = yield* UnitOfWork
      const outbox = yield* EventOutbox
      const notifications = yield* Notifications
      const audit = yield* AuditLog
      const changes = yield* Changes

      return DisputeAdministration.of({
        list: (_actor, filter, page) => Effect.map(store.list(filter, page), (found) => mapPage(found, toAdminDispute)),

        show: (_actor, id) => Effect.map(foundOr(store.find(id), noSuchDispute), toAdminDispute),

        preview: (_actor, id, request, page) =>
          Effect.gen(function*() {
            const dispute = yield* foundOr(store.find(id), noSuchDispute)
            yield* orRefuse(disputeMove(dispute.status, "overturned", "admin"))
            const { resolution } = yield* orRefuse(judgeNewResolution(dispute, request))
            const children = yield* store.children(dispute.question_id)
            const questions: ReadonlyArray<NewResolution> = [
              { question_id: dispute.question_id, resolution },
              ...children.filter((child) => overturnedChild(child, resolution) === "void")
                .map((child): NewResolution => ({ question_id: child.id, resolution: { kind: "void" } }))
            ]
            const found = yield* store.affectedAccounts(questions.map(({ question_id }) => question_id), page)
            const disputes = yield* store.open(dispute.question_id)
            return { ...mapPage(found, (account) => balanceAfter(account, questions)), disputes }
          }),

        resolve: (actor, id, request) =>
          Effect.gen(function*() {
            const { ended, ended_count, overturn } = yield* unit.transact(Effect.gen(function*() {
              const dispute = yield* foundOr(store.lock(id), noSuchDispute)
              const verdict = yield* orRefuse(judgeVerdict(dispute, request))
              const { newResolution, move, resolution_note, status } = verdict
              const overturn = newResolution === undefined
                ? undefined
                : yield* resolutions.overturn(dispute.question_id, newResolution, dispute.id)
              const { question_id } = dispute
              const all = yield* store.end(move, { question_id, resolution_note, resolved_by: actor.name })
              const ended = yield* foundOr(store.find(id), noSuchDispute)
              yield* outbox.record(all.map((one) => disputeEvent(move, { ...one, question_id })))
              yield* notifications.notify(all.map((one) => endedNotice(one, dispute, status, resolution_note)))
              const others = all.filter((one) => one.id !== dispute.id).map((one) => one.id)
              yield* audit.record({
                actor: actor.name,
                action: "dispute.resolve",
                subject_type: "dispute",
                subject_id: dispute.id,
                before: { status: dispute.status, ...outcomeOf(dispute.question_type, resolutionOf(dispute)) },
                after: {
                  status,
                  ...outcomeOf(ended.question_type, resolutionOf(ended)),
                  ...(others.length === 0 ? {} : { other_disputes: others }),
                  ...(overturn === undefined ? {} : { version: overturn.job.version, questions: overturn.question_ids })
                },
                note: resolution_note
              })
              return { ended, ended_count: all.length, overturn }
            }))
            yield* changes.announce([`question:${ended.question_id}`])
            const dispute = toAdminDispute(ended)
            return overturn === undefined
              ? { dispute, ended_count }
              : { dispute, ended_count, job: yield* resolutions.settleNow(overturn) }
          })
      })
    })
  )
}

const noSuchDispute = refuse("DISPUTE_NOT_FOUND", "There is no such dispute.")
