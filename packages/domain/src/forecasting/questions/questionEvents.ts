import type { PlatformEvent } from "../../platform/events/PlatformEvent.ts"
import type { QuestionMove } from "./QuestionMove.ts"
import type { QuestionRow } from "./QuestionRow.ts"
import type { QuestionType, Resolution } from "./Resolution.ts"

const createdEvent = (row: Pick<QuestionRow, "id" | "question" | "category">): PlatformEvent => ({
  event: "question.created",
  data: { question_id: row.id, question: row.question, category: row.category }
})

const closedEvent = (row: Pick<QuestionRow, "id" | "question">): PlatformEvent => ({
  event: "question.closed",
  data: { question_id: row.id, question: row.question }
})

/** The event for a question that closes within a day; `closes_at` is the end of its window. */
export const closingSoonEvent = (row: Pick<QuestionRow, "id" | "window_ends_at">): PlatformEvent => ({
  event: "question.closing_soon",
  data: { question_id: row.id, closes_at: row.window_ends_at }
})

/**
 * The outcome as events and receipts show it: `outcome` for binary questions, null when void; `correct_options` for
 * multi questions, empty when void.
 */
export const outcomeOf = (type: QuestionType, resolution: Resolution) =>
  type === "binary"
    ? { outcome: resolution.kind === "outcome" ? resolution.outcome : null }
    : { correct_options: resolution.kind === "options" ? resolution.correct_options : [] }

const resolvedEvent = (
  row: Pick<QuestionRow, "id" | "question" | "question_type">,
  resolution: Resolution
): PlatformEvent => ({
  event: "question.resolved",
  data: { question_id: row.id, question: row.question, ...outcomeOf(row.question_type, resolution) }
})

/** The fields of a question that its events contain. */
export type EventQuestion = Pick<QuestionRow, "id" | "question" | "category" | "question_type">

/** The events that a move fires: none or one. `resolution` is the resolution that a move to `resolved` makes. */
export const eventsOf = (
  { fires }: QuestionMove,
  row: EventQuestion,
  resolution: Resolution = { kind: "void" }
): ReadonlyArray<PlatformEvent> => {
  if (fires === undefined) return []
  if (fires === "question.created") return [createdEvent(row)]
  return [fires === "question.closed" ? closedEvent(row) : resolvedEvent(row, resolution)]
}
