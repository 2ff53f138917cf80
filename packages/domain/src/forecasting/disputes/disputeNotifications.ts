import { questionPath } from "../../kernel/pagePaths.ts"
import type { NotificationDraft } from "../../community/social/Notification.ts"
import type { DisputeRow } from "./DisputeRow.ts"
import type { DisputeEnd } from "./DisputeStatus.ts"

/** The notification to the account that suggested the question. */
export const openedNotice = (
  dispute: DisputeRow,
  question: { readonly question: string; readonly suggested_by: string | null }
): ReadonlyArray<NotificationDraft> =>
  question.suggested_by === null ? [] : [{
    account_id: question.suggested_by,
    actor_id: dispute.disputed_by,
    type: "dispute_opened",
    subject_id: dispute.id,
    title: "The resolution of your question is disputed",
    body: `${dispute.disputer_name} disputes how "${question.question}" was resolved.`,
    link: questionPath(dispute.question_id),
    question_id: dispute.question_id
  }]

// The titles speak of the resolution, because "your dispute was upheld" would read as a success of the dispute.
const endings: Readonly<Record<DisputeEnd, { readonly title: string; readonly body: string }>> = {
  upheld: { title: "You disputed a resolution, and it stands", body: "It was looked at again." },
  overturned: { title: "You disputed a resolution, and were right", body: "The question has been resolved again." },
  dismissed: { title: "Your dispute was dismissed", body: "The resolution stands." }
}

/** The notification to the account that filed the dispute. */
export const endedNotice = (
  dispute: Pick<DisputeRow, "id" | "disputed_by">,
  question: { readonly question_id: string; readonly question: string },
  status: DisputeEnd,
  note: string
): NotificationDraft => ({
  account_id: dispute.disputed_by,
  actor_id: null,
  type: "dispute_resolved",
  subject_id: dispute.id,
  title: endings[status].title,
  body: `"${question.question}": ${endings[status].body} ${note}`,
  link: questionPath(question.question_id),
  question_id: question.question_id
})
