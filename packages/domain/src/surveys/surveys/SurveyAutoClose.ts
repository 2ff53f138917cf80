import { Context, Effect, Layer } from "effect"
import { EventOutbox } from "../../platform/events/EventOutbox.ts"
import { AuditLog } from "../../kernel/AuditLog.ts"
import { Changes } from "../../kernel/Changes.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import { UnitOfWork } from "../../kernel/UnitOfWork.ts"
import { moveSurvey } from "./moveSurvey.ts"
import { readPrecision } from "./readPrecision.ts"
import { surveyMoveOrDie } from "./SurveyMove.ts"
import { type SurveyClaim, SurveyStore } from "./SurveyStore.ts"
import { SurveyTallyStore } from "./SurveyTallyStore.ts"

/**
 * The worker that closes surveys with `auto_close` once all their questions are settled (`surveyPrecision`). It judges
 * a survey again only after a prediction on one of its questions, or a change of its target.
 *
 * Each survey is judged in a transaction of its own, which also writes the close, its event and its audit entry.
 * Surveys are claimed by locking their rows and skipping locked ones, so any number of instances may run it at once and
 * each survey is closed exactly once.
 */
export class SurveyAutoClose extends Context.Tag("auspex/SurveyAutoClose")<SurveyAutoClose, {
  /** Judges each survey that has changed, once, and returns how many it closed. */
  readonly closeSettled: Effect.Effect<number, StorageUnavailable>
}>() {
  static readonly layer: Layer.Layer<
    SurveyAutoClose,
    never,
    SurveyStore | SurveyTallyStore | UnitOfWork | EventOutbox | AuditLog | Changes
  > = Layer.effect(
    SurveyAutoClose,
    Effect.gen(function*() {
      const store = yield* SurveyStore
      const tallies = yield* SurveyTallyStore
      const unit = yield* UnitOfWork
      const outbox = yield* EventOutbox
      const audit = yield* AuditLog
      const changes = yield* Changes

      const isSettled = (claim: SurveyClaim) => Effect.map(readPrecision(tallies, claim), ({ reached }) => reached)

      const close = ({ id, status, target_width }: SurveyClaim): Effect.Effect<void, StorageUnavailable> =>
        Effect.gen(function*() {
          const move = yield* surveyMoveOrDie(status, "close", "scheduler")
          const survey = yield* moveSurvey({ changes, outbox, store, unit }, id, move)
          yield* audit.record({
            actor: "system",
            action: `survey.${move.action}`,
            subject_type: "survey",
            subject_id: id,
            before: { status },
            after: { status: survey.status, target_width }
          })
        })

      /**
       * Returns whether the survey was closed. A prediction since the first look may have widened an interval again.
       */
      const judge = (claim: SurveyClaim): Effect.Effect<boolean, StorageUnavailable> =>
        Effect.gen(function*() {
          const closes = (yield* isSettled(claim)) &&
            (yield* Effect.zipRight(store.lockQuestions(claim.id), isSettled(claim)))
          yield* closes ? close(claim) : store.markJudged(claim)
          return closes
        })

      /** Judges the first changed survey after `after`, in the order of ids. */
      const next = (after: string | undefined) =>
        unit.transact(Effect.flatMap(store.claimChanged(after), (claim) =>
          claim === undefined
            ? Effect.succeed(undefined)
            : Effect.map(judge(claim), (closed) => ({ id: claim.id, closed }))))

      const closeSettled = Effect.gen(function*() {
        let closed = 0
        for (let last = yield* next(undefined); last !== undefined; last = yield* next(last.id))
          closed += Number(last.closed)
        return closed
      })

      return SurveyAutoClose.of({ closeSettled })
    })
  )
}
