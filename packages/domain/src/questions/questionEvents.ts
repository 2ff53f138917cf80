import type { PlatformEvent } from "../webhooks/PlatformEvent.ts"
import type { QuestionRow } from "./QuestionRow.ts"

/** A question has been published. */
export const createdEvent = (row: Pick<QuestionRow, "id" | "question" | "category">): PlatformEvent => ({
  event: "question.created",
  data: { question_id: row.id, question: row.question, category: row.category }
})

/** A question takes no more predictions. */
export const closedEvent = (row: Pick<QuestionRow, "id" | "question">): PlatformEvent => ({
  event: "question.closed",
  data: { question_id: row.id, question: row.question }
})

/** A question closes within a day; `closes_at` is the end of its window. */
export const closingSoonEvent = (row: Pick<QuestionRow, "id" | "window_ends_at">): PlatformEvent => ({
  event: "question.closing_soon",
  data: { question_id: row.id, closes_at: row.window_ends_at }
})

/** A question has been resolved; a void one has neither `outcome` nor `correct_options`. */
export const resolvedEvent = (
  row: Pick<QuestionRow, "id" | "question" | "outcome" | "correct_options">
): PlatformEvent => ({
  event: "question.resolved",
  data: {
    question_id: row.id,
    question: row.question,
    ...(row.outcome === null ? {} : { outcome: row.outcome }),
    ...(row.correct_options === null ? {} : { correct_options: row.correct_options })
  }
})
