import type { NotificationDraft } from "../social/Notification.ts"
import type { DisputeRow } from "./DisputeRow.ts"
import type { DisputeEnd } from "./DisputeStatus.ts"

const linkTo = (questionId: string): string => `/api/questions/${questionId}/disputes`

/** To whoever suggested the question. */
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
    link: linkTo(dispute.question_id)
  }]

const endings: Readonly<Record<DisputeEnd, string>> = {
  upheld: "The resolution was looked at again and stands.",
  overturned: "The question has been resolved again.",
  dismissed: "The dispute was dismissed."
}

/** To whoever filed it. */
export const endedNotice = (
  dispute: DisputeRow & { readonly question: string },
  status: DisputeEnd,
  note: string
): NotificationDraft => ({
  account_id: dispute.disputed_by,
  actor_id: null,
  type: "dispute_resolved",
  subject_id: dispute.id,
  title: `Your dispute was ${status}`,
  body: `"${dispute.question}": ${endings[status]} ${note}`,
  link: linkTo(dispute.question_id)
})
