import { Context, Effect, Layer } from "effect"
import { Changes, type Topic } from "../../kernel/Changes.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import { UnitOfWork } from "../../kernel/UnitOfWork.ts"
import { EventOutbox } from "../../platform/events/EventOutbox.ts"
import { publishLocked } from "./QuestionChildren.ts"
import { moveQuestions } from "./moveQuestions.ts"
import { closingSoonEvent } from "./questionEvents.ts"
import { moveOrDie } from "./QuestionMove.ts"
import type { QuestionRow } from "./QuestionRow.ts"
import { isPublicStatus } from "./QuestionStatus.ts"
import { type ClockAct, QuestionStore } from "./QuestionStore.ts"

/** Limits of one tick: questions per transaction, and transactions per kind of act. */
const clockBatchMax = 50
const clockBatchesMax = 40

/** How many questions one tick opened, closed, and warned of closing soon. */
export interface ClockReport {
  readonly opened: number
  readonly closed: number
  readonly warned: number
}

/**
 * The worker that advances questions by the database's clock:
 *
 * - approved questions open at `opens_at` (children become `closed` until their parent resolves);
 * - `question.closing_soon` fires once per question, when 24 hours or less of its window are left; for a shorter
 *   window, when it opens;
 * - open questions close at the end of their window.
 *
 * Each act commits in one transaction with its event. Questions are claimed by locking their rows and skipping locked
 * ones, so any number of instances may tick at once and each act happens exactly once. An act that a crash prevented is
 * done by the next tick.
 */
export class QuestionClock extends Context.Tag("auspex/QuestionClock")<QuestionClock, {
  readonly tick: Effect.Effect<ClockReport, StorageUnavailable>
}>() {
  static readonly layer: Layer.Layer<QuestionClock, never, QuestionStore | UnitOfWork | EventOutbox | Changes> = Layer
    .effect(
      QuestionClock,
      Effect.gen(function*() {
        const store = yield* QuestionStore
        const work = yield* UnitOfWork
        const outbox = yield* EventOutbox
        const changes = yield* Changes
        const context = yield* Effect.context<QuestionStore | EventOutbox>()

        const open = (row: QuestionRow): Effect.Effect<void, StorageUnavailable> =>
          Effect.gen(function*() {
            const parent = row.parent_question_id === null ? undefined : yield* store.lockParent(row.parent_question_id)
            if (parent !== undefined && !isPublicStatus(parent.status)) return
            yield* Effect.provide(publishLocked(row, parent, "scheduler"), context)
          })

        const perform: Readonly<
          Record<ClockAct, (rows: ReadonlyArray<QuestionRow>) => Effect.Effect<void, StorageUnavailable>>
        > = {
          open: (rows) => Effect.forEach(rows, open, { discard: true }),
          warn: (rows) => outbox.record(rows.map(closingSoonEvent)),
          close: (rows) =>
            Effect.flatMap(
              moveOrDie("open", "close", "scheduler"),
              (move) => Effect.provide(moveQuestions(rows.map(({ id }) => id), move), context)
            )
        }

        const batch = (act: ClockAct): Effect.Effect<number, StorageUnavailable> =>
          work.transact(Effect.tap(store.claimDue(act, clockBatchMax), perform[act])).pipe(
            Effect.tap((rows) => rows.length === 0 ? Effect.void : changes.announce(topicsOf(rows))),
            Effect.map((rows) => rows.length)
          )

        /** Repeats until a batch is not full, or the limit of batches is reached. */
        const all = (act: ClockAct): Effect.Effect<number, StorageUnavailable> =>
          Effect.iterate({ done: 0, last: clockBatchMax, batches: 0 }, {
            while: ({ batches, last }) => last === clockBatchMax && batches < clockBatchesMax,
            body: ({ batches, done }) =>
              Effect.map(batch(act), (last) => ({ done: done + last, last, batches: batches + 1 }))
          }).pipe(Effect.map(({ done }) => done))

        return QuestionClock.of({
          tick: Effect.all({ opened: all("open"), warned: all("warn"), closed: all("close") })
        })
      })
    )
}

const topicsOf = (rows: ReadonlyArray<QuestionRow>): ReadonlyArray<Topic> => [
  "questions",
  ...rows.map(({ id }): Topic => `question:${id}`)
]
