import { Effect } from "effect"
import { EventOutbox } from "../../platform/events/EventOutbox.ts"
import { eventsOf } from "./questionEvents.ts"
import type { QuestionMove } from "./QuestionMove.ts"
import { QuestionStore } from "./QuestionStore.ts"

/**
 * Moves locked questions to their next status and records the event that the move fires for each. Joins the caller's
 * unit of work. Returns the moved questions, in no particular order.
 */
export const moveQuestions = (ids: ReadonlyArray<string>, move: QuestionMove, note?: string) =>
  Effect.gen(function*() {
    const store = yield* QuestionStore
    const outbox = yield* EventOutbox
    const moved = yield* store.move(ids, move, note)
    yield* outbox.record(moved.flatMap((row) => eventsOf(move, row)))
    return moved
  })
