import { Context, Effect, Layer } from "effect"
import type { AdminActor } from "../../platform/identity/Actor.ts"
import { AuditLog } from "../../kernel/AuditLog.ts"
import { Changes, type Topic } from "../../kernel/Changes.ts"
import { foundOr, orRefuse, type Refusal, refuse } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import { UnitOfWork } from "../../kernel/UnitOfWork.ts"
import { moveOrDie, questionMove } from "../questions/QuestionMove.ts"
import { outcomeOf, eventsOf } from "../questions/questionEvents.ts"
import { QuestionChildren, voidedByParentNote } from "../questions/QuestionChildren.ts"
import { overturnedChild } from "../questions/OverturnedChild.ts"
import { judgeResolution, type ResolutionRequest, type ResolutionVerdict } from "../questions/Resolution.ts"
import { Notifications } from "../../community/social/Notifications.ts"
import { EventOutbox } from "../../platform/events/EventOutbox.ts"
import { PointsLedger } from "./PointsLedger.ts"
import { type LockedJob, type ResolutionJob, ResolutionStore } from "./ResolutionStore.ts"
import { settleForJob } from "./JobSettlement.ts"
import { noSuchQuestion } from "../questions/noSuchQuestion.ts"

/** How many predictions one transaction settles. */
const settlementBatchMax = 250

/** Up to this many payouts are made before `resolve` returns. */
const inlinePayoutsMax = 1_000

/** The result of one batch. */
interface BatchResult {
  readonly job: LockedJob
  readonly finished: boolean
  /** Other questions with corrected settlements. */
  readonly corrected: ReadonlyArray<string>
}

/** A question that is resolved again, with the children that follow it. */
export interface Overturn {
  readonly job: ResolutionJob
  /** The jobs of the children that become void. */
  readonly child_jobs: ReadonlyArray<ResolutionJob>
  /** All questions that changed. */
  readonly question_ids: ReadonlyArray<string>
}

/** Resolves questions and pays their predictions. */
export class Resolutions extends Context.Tag("auspex/Resolutions")<Resolutions, {
  /**
   * Resolves an open or closed question. The resolution, its event, its audit entry, the fate of the children and the
   * job that pays commit together. Then the payouts are made: up to 1,000 at once, more by the worker (the returned job
   * is then still `running`). Fails with QUESTION_NOT_FOUND, INVALID_TRANSITION, INVALID_REQUEST, INVALID_OPTION.
   */
  readonly resolve: (
    admin: AdminActor,
    questionId: string,
    request: ResolutionRequest
  ) => Effect.Effect<ResolutionJob, Refusal | StorageUnavailable>
  /**
   * Resolves a resolved question again, because of a dispute. Joins the caller's unit of work, which has locked the
   * question. The new resolution, its event, the fate of the children (`overturnedChild`) and the jobs that reverse and
   * pay commit together; `settleNow` then makes the payouts. Fails with INVALID_TRANSITION.
   */
  readonly overturn: (
    questionId: string,
    verdict: ResolutionVerdict,
    disputeId: string
  ) => Effect.Effect<Overturn, Refusal | StorageUnavailable>
  /**
   * Makes the payouts of an overturn if there are up to 1,000 in all; call it after the commit. Returns the question's
   * job.
   */
  readonly settleNow: (overturn: Overturn) => Effect.Effect<ResolutionJob, Refusal | StorageUnavailable>
  /**
   * Settles the rest of the running job that has been due longest; returns whether there was one. Safe on any number of
   * instances and after a crash at any point: a batch and the job's position commit together. A job whose batch fails
   * waits while others are settled.
   */
  readonly settleNext: Effect.Effect<boolean, StorageUnavailable>
  /** The progress of the payouts of a resolution. */
  readonly job: (jobId: string) => Effect.Effect<ResolutionJob, Refusal | StorageUnavailable>
}>() {
  static readonly layer: Layer.Layer<
    Resolutions,
    never,
    ResolutionStore | PointsLedger | QuestionChildren | UnitOfWork | EventOutbox | Notifications | AuditLog | Changes
  > = Layer.effect(
    Resolutions,
    Effect.gen(function*() {
      const store = yield* ResolutionStore
      const ledger = yield* PointsLedger
      const children = yield* QuestionChildren
      const unit = yield* UnitOfWork
      const outbox = yield* EventOutbox
      const notifications = yield* Notifications
      const audit = yield* AuditLog
      const changes = yield* Changes

      const settleBatch = (jobId: string): Effect.Effect<BatchResult | undefined, StorageUnavailable> =>
        unit.transact(Effect.gen(function*() {
          const job = yield* store.lockJob(jobId)
          if (job === undefined) return undefined
          const batch = yield* store.nextBatch(job, settlementBatchMax)
          const again = batch.filter(({ is_settled }) => is_settled).map(({ account_id }) => account_id)
          const records = again.length === 0 ? undefined : yield* store.recordsSince(job.question_id, again)
          const ones = batch.map((prediction) => settleForJob(job, prediction, records?.get(prediction.account_id)))
          yield* ledger.append(ones.flatMap(({ entries }) => entries))
          const corrections = ones.flatMap((one) => one.corrections)
          if (corrections.length > 0) yield* store.amend(corrections)
          yield* notifications.notify(ones.flatMap(({ notices }) => notices))
          const finished = batch.length < settlementBatchMax
          const position = batch[batch.length - 1]?.seq ?? job.position
          yield* store.settle(job, ones.map(({ settled }) => settled), position, finished)
          return { job, finished, corrected: corrections.map(({ call }) => call.question_id) }
        })).pipe(
          Effect.tap((result) =>
            result === undefined
              ? Effect.void
              : changes.announce(topicsOf([result.job.question_id, ...result.corrected]))
          )
        )

      const settleAll = (jobId: string): Effect.Effect<void, StorageUnavailable> =>
        Effect.flatMap(
          settleBatch(jobId),
          (result) => result === undefined || result.finished ? Effect.void : settleAll(jobId)
        )

      const job = (jobId: string) => foundOr(store.job(jobId), refuse("JOB_NOT_FOUND", "There is no such job."))

      return Resolutions.of({
        resolve: (admin, questionId, request) =>
          Effect.gen(function*() {
            const begun = yield* unit.transact(Effect.gen(function*() {
              const question = yield* foundOr(store.lockQuestion(questionId), noSuchQuestion)
              const move = yield* orRefuse(questionMove(question.status, "resolve", "admin"))
              const verdict = yield* orRefuse(judgeResolution(question, request))
              const begun = yield* store.record(move, {
                question_id: question.id,
                resolution: verdict.resolution,
                resolution_note: verdict.resolution_note ?? null,
                evidence_urls: verdict.evidence_urls
              })
              const released = yield* children.release(question.id, verdict.resolution)
              yield* outbox.record(eventsOf(move, question, verdict.resolution))
              yield* audit.record({
                actor: admin.name,
                action: "question.resolve",
                subject_type: "question",
                subject_id: question.id,
                before: { status: question.status },
                after: {
                  status: move.to,
                  ...outcomeOf(question.question_type, verdict.resolution),
                  version: begun.version
                },
                ...(verdict.resolution_note === undefined ? {} : { note: verdict.resolution_note })
              })
              return { job: begun, released }
            }))
            yield* changes.announce(topicsOf([questionId, ...begun.released]))
            if (begun.job.total > inlinePayoutsMax) return begun.job
            yield* settleAll(begun.job.id)
            return yield* job(begun.job.id)
          }),
        overturn: (questionId, verdict, disputeId) =>
          Effect.gen(function*() {
            const question = yield* foundOr(store.lockQuestion(questionId), noSuchQuestion)
            const move = yield* orRefuse(questionMove(question.status, "overturn", "dispute"))
            const job = yield* store.record(move, {
              question_id: question.id,
              resolution: verdict.resolution,
              resolution_note: verdict.resolution_note ?? null,
              evidence_urls: verdict.evidence_urls,
              dispute_id: disputeId
            })
            yield* outbox.record(eventsOf(move, question, verdict.resolution))
            const family = (yield* store.lockChildren(question.id)).map((child) => ({
              child,
              fate: overturnedChild(child, verdict.resolution)
            }))
            const opened = family.filter(({ fate }) => fate === "open").map(({ child }) => child.id)
            if (opened.length > 0) {
              yield* store.reinstate(opened, yield* moveOrDie("resolved", "reinstate", "parent"))
            }
            const voided = family.filter(({ fate }) => fate === "void").map(({ child }) => child)
            const child_jobs = yield* Effect.forEach(voided, (child) =>
              Effect.gen(function*() {
                const action = child.status === "resolved" ? "overturn" : "void"
                const move = yield* moveOrDie(child.status, action, "parent")
                const job = yield* store.record(move, {
                  question_id: child.id,
                  resolution: { kind: "void" },
                  resolution_note: voidedByParentNote,
                  evidence_urls: [],
                  dispute_id: disputeId
                })
                yield* outbox.record(eventsOf(move, child, { kind: "void" }))
                return job
              }))
            return { job, child_jobs, question_ids: [question.id, ...opened, ...voided.map(({ id }) => id)] }
          }),
        settleNow: (overturn) =>
          Effect.gen(function*() {
            yield* changes.announce(topicsOf(overturn.question_ids))
            const jobs = [overturn.job, ...overturn.child_jobs]
            if (jobs.reduce((sum, { total }) => sum + total, 0) > inlinePayoutsMax) return overturn.job
            yield* Effect.forEach(jobs, ({ id }) => settleAll(id), { discard: true })
            return yield* job(overturn.job.id)
          }),
        settleNext: Effect.flatMap(
          store.claim,
          (jobId) => jobId === undefined ? Effect.succeed(false) : Effect.as(settleAll(jobId), true)
        ),
        job
      })
    })
  )
}

const topicsOf = (questionIds: ReadonlyArray<string>): ReadonlyArray<Topic> => [
  "questions",
  "leaderboard",
  "boards",
  ...[...new Set(questionIds)].map((id): Topic => `question:${id}`)
]
