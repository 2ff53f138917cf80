import { questionPath } from "../../kernel/pagePaths.ts"
import type { NotificationDraft } from "../../community/social/Notification.ts"
import type { QuestionRow } from "./QuestionRow.ts"

/** The review of a suggested question. */
interface SuggestionReview {
  readonly decision: "approve" | "reject"
  /** The account that decided; null for an administrator. */
  readonly by: string | null
  /** The guardian's reason. */
  readonly reason?: string
}

const decided = { approve: "approved", reject: "rejected" } as const

/** The notification to the account that suggested the question; empty for questions that administrators wrote. */
export const questionReviewedNotice = (
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
    link: questionPath(row.id),
    question_id: row.id
  }]
