import { Context, Effect, Layer } from "effect"
import type { AdminActor } from "../../platform/identity/Actor.ts"
import { AuditLog } from "../../kernel/AuditLog.ts"
import { Changes, type Topic } from "../../kernel/Changes.ts"
import { foundOr, orRefuse, type Refusal, refuse } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import { UnitOfWork } from "../../kernel/UnitOfWork.ts"
import { moveOrDie, type QuestionMove, questionMove } from "../questions/QuestionMove.ts"
import { outcomeOf, eventsOf } from "../questions/questionEvents.ts"
import { QuestionChildren, voidedByParentNote } from "../questions/QuestionChildren.ts"
import { overturnedChild } from "../questions/OverturnedChild.ts"
import { judgeResolution, type ResolutionRequest, type ResolutionVerdict } from "../questions/Resolution.ts"
import { Notifications } from "../../community/social/Notifications.ts"
import { EventOutbox } from "../../platform/events/EventOutbox.ts"
import { PointsLedger } from "./PointsLedger.ts"
import { type ChildOfResolved, type QuestionToResolve, type ResolutionJob, ResolutionStore } from "./ResolutionStore.ts"
import { settleForJob } from "./JobSettlement.ts"
import { noSuchQuestion } from "../questions/noSuchQuestion.ts"

/** How many predictions one transaction settles. */
const settlementBatchMax = 250

/** Up to this many payouts are made before `resolve` returns. */
const inlinePayoutsMax = 1_000

/** The result of one batch. */
interface BatchResult {
  readonly finished: boolean
  /** The job's question, and others with corrected settlements. */
  readonly question_ids: ReadonlyArray<string>
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
      const audit = yield* AuditLog
      const changes = yield* Changes
      const children = yield* QuestionChildren
      const ledger = yield* PointsLedger
      const notifications = yield* Notifications
      const outbox = yield* EventOutbox
      const store = yield* ResolutionStore
      const unit = yield* UnitOfWork
      const services = { audit, changes, children, ledger, notifications, outbox, store, unit }
      return Resolutions.of({
        resolve: resolveWith(services),
        overturn: overturnWith(services),
        settleNow: settleNowWith(services),
        settleNext: settleNextWith(services),
        job: jobWith(services)
      })
    })
  )
}

type Service = Context.Tag.Service<Resolutions>

interface Services {
  readonly audit: AuditLog["Type"]
  readonly changes: Changes["Type"]
  readonly children: QuestionChildren["Type"]
  readonly ledger: PointsLedger["Type"]
  readonly notifications: Notifications["Type"]
  readonly outbox: EventOutbox["Type"]
  readonly store: ResolutionStore["Type"]
  readonly unit: UnitOfWork["Type"]
}

const resolveWith = (services: Services): Service["resolve"] => {
  const { audit, children, outbox, store, unit } = services
  const settleNow = settleNowWith(services)

  const record = (admin: AdminActor, questionId: string, request: ResolutionRequest) =>
    Effect.gen(function*() {
      const question = yield* foundOr(store.lockQuestion(questionId), noSuchQuestion)
      const move = yield* orRefuse(questionMove(question.status, "resolve", "admin"))
      const verdict = yield* orRefuse(judgeResolution(question, request))
      const job = yield* store.record(move, recordOf(question.id, verdict))
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
          version: job.version
        },
        ...(verdict.resolution_note === undefined ? {} : { note: verdict.resolution_note })
      })
      return { job, child_jobs: [], question_ids: [question.id, ...released] }
    })

  return (admin, questionId, request) => Effect.flatMap(unit.transact(record(admin, questionId, request)), settleNow)
}

const overturnWith = ({ outbox, store }: Services): Service["overturn"] => {
  const recordAgain = (
    move: QuestionMove,
    question: ChildOfResolved | QuestionToResolve,
    verdict: ResolutionVerdict,
    disputeId: string
  ) =>
    Effect.zipLeft(
      store.record(move, { ...recordOf(question.id, verdict), dispute_id: disputeId }),
      outbox.record(eventsOf(move, question, verdict.resolution))
    )

  return (questionId, verdict, disputeId) =>
    Effect.gen(function*() {
      const question = yield* foundOr(store.lockQuestion(questionId), noSuchQuestion)
      const move = yield* orRefuse(questionMove(question.status, "overturn", "dispute"))
      const job = yield* recordAgain(move, question, verdict, disputeId)
      const family = yield* store.lockChildren(question.id)
      const withFate = (fate: "open" | "void") =>
        family.filter((child) => overturnedChild(child, verdict.resolution) === fate)
      const opened = withFate("open").map(({ id }) => id)
      if (opened.length > 0) {
        yield* store.reinstate(opened, yield* moveOrDie("resolved", "reinstate", "parent"))
      }
      const voided = withFate("void")
      const child_jobs = yield* Effect.forEach(voided, (child) =>
        Effect.flatMap(
          moveOrDie(child.status, child.status === "resolved" ? "overturn" : "void", "parent"),
          (move) => recordAgain(move, child, voidedByParent, disputeId)
        ))
      return { job, child_jobs, question_ids: [question.id, ...opened, ...voided.map(({ id }) => id)] }
    })
}

const settleNowWith = (services: Services): Service["settleNow"] => {
  const { changes } = services
  const jobOf = jobWith(services)
  const settleAll = settleAllWith(services)
  return ({ child_jobs, job, question_ids }) =>
    Effect.gen(function*() {
      yield* changes.announce(topicsOf(question_ids))
      const jobs = [job, ...child_jobs]
      if (jobs.reduce((sum, { total }) => sum + total, 0) > inlinePayoutsMax) return job
      yield* Effect.forEach(jobs, ({ id }) => settleAll(id), { discard: true })
      return yield* jobOf(job.id)
    })
}

const settleNextWith = (services: Services): Service["settleNext"] => {
  const settleAll = settleAllWith(services)
  return Effect.flatMap(
    services.store.claim,
    (jobId) => jobId === undefined ? Effect.succeed(false) : Effect.as(settleAll(jobId), true)
  )
}

const jobWith = ({ store }: Services): Service["job"] => (jobId) =>
  foundOr(store.job(jobId), refuse("JOB_NOT_FOUND", "There is no such job."))

const settleAllWith = (services: Services) => {
  const settleBatch = settleBatchWith(services)
  const settleAll = (jobId: string): Effect.Effect<void, StorageUnavailable> =>
    Effect.flatMap(
      settleBatch(jobId),
      (result) => result === undefined || result.finished ? Effect.void : settleAll(jobId)
    )
  return settleAll
}

/** Settles the next predictions of a job, and announces the questions that changed after the commit. */
const settleBatchWith =
  ({ changes, ledger, notifications, store, unit }: Services) =>
  (jobId: string): Effect.Effect<BatchResult | undefined, StorageUnavailable> =>
    unit.transact(Effect.gen(function*() {
      const job = yield* store.lockJob(jobId)
      if (job === undefined) return undefined
      const batch = yield* store.nextBatch(job, settlementBatchMax)
      const again = batch.filter(({ is_settled }) => is_settled).map(({ account_id }) => account_id)
      const records = again.length === 0 ? undefined : yield* store.recordsSince(job.question_id, again)
      const settlements = batch.map((prediction) => settleForJob(job, prediction, records?.get(prediction.account_id)))
      yield* ledger.append(settlements.flatMap(({ entries }) => entries))
      const corrections = settlements.flatMap((settlement) => settlement.corrections)
      if (corrections.length > 0) yield* store.amend(corrections)
      yield* notifications.notify(settlements.flatMap(({ notices }) => notices))
      const finished = batch.length < settlementBatchMax
      const position = batch[batch.length - 1]?.seq ?? job.position
      yield* store.settle(job, settlements.map(({ settled }) => settled), position, finished)
      return { finished, question_ids: [job.question_id, ...corrections.map(({ call }) => call.question_id)] }
    })).pipe(
      Effect.tap((result) => result === undefined ? Effect.void : changes.announce(topicsOf(result.question_ids)))
    )

/** A resolution as it is stored. */
const recordOf = (question_id: string, { evidence_urls, resolution, resolution_note }: ResolutionVerdict) => ({
  question_id,
  resolution,
  resolution_note: resolution_note ?? null,
  evidence_urls
})

const voidedByParent: ResolutionVerdict = {
  resolution: { kind: "void" },
  resolution_note: voidedByParentNote,
  evidence_urls: []
}

const topicsOf = (questionIds: ReadonlyArray<string>): ReadonlyArray<Topic> => [
  "questions",
  "leaderboard",
  "boards",
  ...[...new Set(questionIds)].map((id): Topic => `question:${id}`)
]
