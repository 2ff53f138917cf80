import { questionPath } from "../../kernel/pagePaths.ts"
import type { NotificationDraft } from "../social/Notification.ts"
import type { CreatedComment } from "./commentEvents.ts"
import type { ModeratedText } from "../moderation/Moderation.ts"

/**
 * The notification to the author replied to; `subject_id` is the comment or prediction replied to. It does not quote
 * the reply, because the reply may be removed later or its author suspended.
 */
export const replyNotice = (
  comment: CreatedComment,
  type: "comment_reply" | "prediction_reply",
  subject_id: string
): ReadonlyArray<NotificationDraft> =>
  comment.replied_to === undefined ? [] : [{
    account_id: comment.replied_to,
    actor_id: comment.user_id,
    type,
    subject_id,
    title: type === "comment_reply" ? "A reply to your comment" : "A reply to your prediction",
    body: `${comment.user_name} replied to your ${type === "comment_reply" ? "comment" : "prediction"}.`,
    link: questionPath(comment.question_id, "debate"),
    question_id: comment.question_id,
    comment_id: comment.id,
    ...(type === "prediction_reply" ? { prediction_id: subject_id } : {})
  }]

/** The notification to the author whose comment earned the debate bonus. */
export const bonusNotice = (
  comment: { readonly comment_id: string; readonly question_id: string; readonly author_id: string },
  amount: number
): NotificationDraft => ({
  account_id: comment.author_id,
  actor_id: null,
  type: "debate_bonus",
  subject_id: comment.comment_id,
  title: "Your comment earned a bonus",
  body: `Others found it worth reading: ${amount} points.`,
  link: questionPath(comment.question_id, "debate"),
  question_id: comment.question_id,
  comment_id: comment.comment_id
})

/** The notification to the author whose comment an administrator removed or restored. */
export const moderationNotice = (
  comment: { readonly id: string; readonly question_id: string; readonly user_id: string },
  to: ModeratedText,
  reason: string
): NotificationDraft => ({
  account_id: comment.user_id,
  actor_id: null,
  type: to === "removed" ? "comment_removed" : "comment_restored",
  subject_id: comment.id,
  title: to === "removed" ? "Your comment was removed" : "Your comment was restored",
  body: reason,
  link: questionPath(comment.question_id, "debate"),
  question_id: comment.question_id,
  comment_id: comment.id
})
