import { Schema } from "effect"

/** Where a question is in its life. */
export const QuestionStatus = Schema.Literal("open", "closed", "resolved", "draft", "approved")
export type QuestionStatus = typeof QuestionStatus.Type

/** The statuses that anyone may see. */
export const publicStatuses = ["open", "closed", "resolved"] as const satisfies ReadonlyArray<QuestionStatus>

/** Is a question with this status visible to all? */
export const isPublicStatus = (status: QuestionStatus): boolean =>
  (publicStatuses as ReadonlyArray<QuestionStatus>).includes(status)
