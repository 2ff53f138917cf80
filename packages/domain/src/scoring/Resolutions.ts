import { Context, Effect, Either, Layer } from "effect"
import type { AdminActor } from "../accounts/Actor.ts"
import { AuditLog } from "../kernel/AuditLog.ts"
import { Changes, type Topic } from "../kernel/Changes.ts"
import { Refusal, refuse } from "../kernel/Refusal.ts"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import { UnitOfWork } from "../kernel/UnitOfWork.ts"
import { moveOf } from "../questions/QuestionStatus.ts"
import { outcomeOf, resolvedEvent } from "../questions/questionEvents.ts"
import { QuestionChildren } from "../questions/QuestionChildren.ts"
import { judgeResolution, type ResolutionRequest } from "../questions/Resolution.ts"
import { EventOutbox } from "../webhooks/EventOutbox.ts"
import { isEarly } from "./Early.ts"
import { PointsLedger } from "./PointsLedger.ts"
import { type LockedJob, type ResolutionJob, ResolutionStore, type UnsettledPrediction } from "./ResolutionStore.ts"
import { settle } from "./Settlement.ts"

/** How many predictions one transaction settles. */
export const settlementBatchMax = 250

/** Up to this many payouts, a resolution answers when all are made. */
export const inlinePayoutsMax = 1_000

/** What came of one batch. */
interface BatchResult {
  readonly job: LockedJob
  readonly finished: boolean
}

/** Resolving questions and paying for them. */
export class Resolutions extends Context.Tag("auspex/Resolutions")<Resolutions, {
  /**
   * Resolves an open or closed question. The resolution, its event, its audit entry, the fate of the children and the
   * job that pays commit together; then the payouts are made, at once for up to 1,000, else by the worker (the answer's
   * job is then still `running`). Fails with QUESTION_NOT_FOUND, INVALID_TRANSITION, INVALID_REQUEST, INVALID_OPTION.
   */
  readonly resolve: (
    admin: AdminActor,
    questionId: string,
    request: ResolutionRequest
  ) => Effect.Effect<ResolutionJob, Refusal | StorageUnavailable>
  /**
   * Settles the rest of the running job that has been due longest. Safe on any number of instances and after a crash at
   * any point: a batch and its place in the job commit together, and a job whose batch fails waits while others are
   * settled. Answers whether there was one.
   */
  readonly settleNext: Effect.Effect<boolean, StorageUnavailable>
  /** How far the payouts of a resolution are. */
  readonly job: (jobId: string) => Effect.Effect<ResolutionJob, Refusal | StorageUnavailable>
}>() {
  static readonly layer: Layer.Layer<
    Resolutions,
    never,
    ResolutionStore | PointsLedger | QuestionChildren | UnitOfWork | EventOutbox | AuditLog | Changes
  > = Layer.effect(
    Resolutions,
    Effect.gen(function*() {
      const store = yield* ResolutionStore
      const ledger = yield* PointsLedger
      const children = yield* QuestionChildren
      const unit = yield* UnitOfWork
      const outbox = yield* EventOutbox
      const audit = yield* AuditLog
      const changes = yield* Changes

      const settleBatch = (jobId: string): Effect.Effect<BatchResult | undefined, StorageUnavailable> =>
        unit.transact(Effect.gen(function*() {
          const job = yield* store.lockJob(jobId)
          if (job === undefined) return undefined
          const batch = yield* store.nextBatch(job, settlementBatchMax)
          const settlements = batch.map((prediction) => ({ prediction, settlement: settleOne(job, prediction) }))
          yield* ledger.append(settlements.flatMap(({ prediction, settlement }) =>
            settlement.entries.map((entry) => ({
              ...entry,
              account_id: prediction.account_id,
              question_id: job.question_id,
              key: `resolve:${job.question_id}:${job.version}:${prediction.account_id}:${entry.reason}`
            }))
          ))
          const finished = batch.length < settlementBatchMax
          yield* store.settle(
            job,
            settlements.map(({ prediction, settlement }) => ({
              prediction_id: prediction.prediction_id,
              account_id: prediction.account_id,
              correct: settlement.correct,
              brier_score: settlement.brier_score,
              log_score: settlement.log_score,
              payout: settlement.entries.reduce((sum, entry) => sum + entry.amount, 0),
              streak_count: settlement.streak.streak_count,
              max_streak: settlement.streak.max_streak
            })),
            batch[batch.length - 1]?.seq ?? job.position,
            finished
          )
          return { job, finished }
        })).pipe(
          Effect.tap((result) =>
            result === undefined ? Effect.void : changes.announce(topicsOf(result.job.question_id))
          )
        )

      const settleAll = (jobId: string): Effect.Effect<void, StorageUnavailable> =>
        Effect.flatMap(
          settleBatch(jobId),
          (result) => result === undefined || result.finished ? Effect.void : settleAll(jobId)
        )

      const job = (jobId: string) =>
        Effect.flatMap(
          store.job(jobId),
          (found) => found === undefined ? refuse("JOB_NOT_FOUND", "There is no such job.") : Effect.succeed(found)
        )

      return Resolutions.of({
        resolve: (admin, questionId, request) =>
          Effect.gen(function*() {
            const begun = yield* unit.transact(Effect.gen(function*() {
              const question = yield* store.lockQuestion(questionId)
              if (question === undefined) return yield* refuse("QUESTION_NOT_FOUND", "There is no such question.")
              yield* Either.mapLeft(moveOf(question.status, "resolve"), (wrong) => new Refusal({ failures: [wrong] }))
              const verdict = yield* Either.mapLeft(
                judgeResolution(question, request),
                (failures) => new Refusal({ failures })
              )
              const begun = yield* store.record({
                question_id: question.id,
                resolution: verdict.resolution,
                resolution_note: verdict.resolution_note ?? null,
                evidence_urls: verdict.evidence_urls
              })
              const released = yield* children.release(question.id, verdict.resolution)
              yield* outbox.record([resolvedEvent(question, verdict.resolution)])
              yield* audit.record({
                actor: admin.name,
                action: "question.resolve",
                subject_type: "question",
                subject_id: question.id,
                before: { status: question.status },
                after: {
                  status: "resolved",
                  ...outcomeOf(question.question_type, verdict.resolution),
                  version: begun.version
                },
                ...(verdict.resolution_note === undefined ? {} : { note: verdict.resolution_note })
              })
              return { job: begun, released }
            }))
            yield* changes.announce([...topicsOf(questionId), ...begun.released.map((id) => `question:${id}` as const)])
            if (begun.job.total > inlinePayoutsMax) return begun.job
            yield* settleAll(begun.job.id)
            return yield* job(begun.job.id)
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

const topicsOf = (questionId: string): ReadonlyArray<Topic> => [
  "questions",
  "leaderboard",
  "boards",
  `question:${questionId}`
]

const settleOne = (job: LockedJob, prediction: UnsettledPrediction) =>
  settle({
    prediction: prediction.prediction,
    selected_option: prediction.selected_option,
    confidence: prediction.confidence,
    contrarian: prediction.contrarian,
    early: isEarly(prediction.seq),
    weight: job.weight,
    optionCount: job.option_count,
    streak: { streak_count: prediction.streak_count, max_streak: prediction.max_streak },
    resolution: job.resolution
  })
