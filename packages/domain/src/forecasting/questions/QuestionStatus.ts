import { Schema } from "effect"

/** The status of a question. */
export const QuestionStatus = Schema.Literal("open", "closed", "resolved", "draft", "approved")
export type QuestionStatus = typeof QuestionStatus.Type

/** The statuses of questions that everybody may see. */
export const publicStatuses = ["open", "closed", "resolved"] as const satisfies ReadonlyArray<QuestionStatus>

/** Whether everybody may see a question with this status. */
export const isPublicStatus = (status: QuestionStatus): boolean =>
  (publicStatuses as ReadonlyArray<QuestionStatus>).includes(status)
