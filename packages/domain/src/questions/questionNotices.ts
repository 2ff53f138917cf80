import type { NotificationDraft } from "../social/Notification.ts"
import type { QuestionRow } from "./QuestionRow.ts"

/** What became of a suggestion. */
export interface SuggestionReview {
  readonly decision: "approve" | "reject"
  /** The account that decided; null for an administrator. */
  readonly by: string | null
  /** What a guardian gave as the reason. */
  readonly reason?: string
}

const decided = { approve: "approved", reject: "rejected" } as const

/** To whoever suggested the question; nobody did when administrators made it. */
export const reviewedNotice = (
  row: Pick<QuestionRow, "id" | "question" | "suggested_by">,
  { by, decision, reason }: SuggestionReview
): ReadonlyArray<NotificationDraft> =>
  row.suggested_by === null ? [] : [{
    account_id: row.suggested_by,
    actor_id: by,
    type: "question_reviewed",
    subject_id: `${row.id}:${decision}`,
    title: `Your question was ${decided[decision]}`,
    body: `"${row.question}" was ${decided[decision]} by ${by === null ? "an administrator" : "a guardian"}${
      reason === undefined || reason === "" ? "." : `: ${reason}`
    }`,
    link: `/api/questions/${row.id}`,
    question_id: row.id
  }]
