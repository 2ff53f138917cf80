import type { NotificationDraft } from "../social/Notification.ts"
import type { IssueRow } from "./Issue.ts"

/** The notification of a changed issue to the account that filed it. */
export const issueUpdatedNotice = (before: IssueRow, after: IssueRow): NotificationDraft => {
  const title = before.status !== after.status
    ? `Your issue is ${after.status} now`
    : after.admin_note === null
    ? "The note on your issue was taken away"
    : "A note on your issue"
  return {
    account_id: after.user_id,
    actor_id: null,
    type: "issue_updated",
    subject_id: after.id,
    title,
    body: [`"${after.title}" is ${after.status}.`, after.admin_note ?? ""].join(" ").trim(),
    link: `/api/issues/${after.id}`
  }
}
