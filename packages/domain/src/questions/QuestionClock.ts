import { Context, Effect, Layer } from "effect"
import { Changes, type Topic } from "../kernel/Changes.ts"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import { UnitOfWork } from "../kernel/UnitOfWork.ts"
import { EventOutbox } from "../webhooks/EventOutbox.ts"
import { publishLocked } from "./QuestionChildren.ts"
import { moveQuestions } from "./moveQuestions.ts"
import { closingSoonEvent } from "./questionEvents.ts"
import { certainMove } from "./QuestionMove.ts"
import type { QuestionRow } from "./QuestionRow.ts"
import { isPublicStatus } from "./QuestionStatus.ts"
import { type ClockAct, QuestionStore } from "./QuestionStore.ts"

/** How many questions one transaction of the clock takes, and how many such transactions one tick makes of a kind. */
export const clockBatchMax = 50
export const clockBatchesMax = 40

/** What one tick did. */
export interface ClockReport {
  readonly opened: number
  readonly closed: number
  readonly warned: number
}

/**
 * What happens to questions by the passing of time, on the database's clock:
 *
 * - approved questions open at `opens_at` (children wait for their parent as `closed`);
 * - `question.closing_soon` fires once in a question's life, when 24 hours or less of its window are left; for a window
 *   shorter than that, at its beginning;
 * - open questions close at the end of their window.
 *
 * Each with its event, in one transaction; a question is claimed by locking its row and passing over locked ones, so
 * that any number of instances may tick at once and every step is made exactly once. A tick that dies loses nothing:
 * what is due stays due.
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
              certainMove("open", "close", "scheduler"),
              (move) => Effect.provide(moveQuestions(rows.map(({ id }) => id), move), context)
            )
        }

        const batch = (act: ClockAct): Effect.Effect<number, StorageUnavailable> =>
          work.transact(Effect.tap(store.claimDue(act, clockBatchMax), perform[act])).pipe(
            Effect.tap((rows) => rows.length === 0 ? Effect.void : changes.announce(topicsOf(rows))),
            Effect.map((rows) => rows.length)
          )

        /** Batches until one is not full. */
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
