import { Effect } from "effect"
import { EventOutbox } from "../webhooks/EventOutbox.ts"
import { eventsOf } from "./questionEvents.ts"
import type { QuestionMove } from "./QuestionMove.ts"
import { QuestionStore } from "./QuestionStore.ts"

/**
 * Makes a move of the life cycle for questions that are locked, with the event that its row fires for each. Joins the
 * caller's unit of work. Answers the questions as they are then, in no particular order.
 */
export const moveQuestions = (ids: ReadonlyArray<string>, move: QuestionMove, note?: string) =>
  Effect.gen(function*() {
    const store = yield* QuestionStore
    const outbox = yield* EventOutbox
    const moved = yield* store.move(ids, move, note)
    yield* outbox.record(moved.flatMap((row) => eventsOf(move, row)))
    return moved
  })
