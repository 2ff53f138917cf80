import { Schema } from "effect"
import { optional } from "../../kernel/optional.ts"

/** The types of notifications. */
export const notificationTypes = [
  "comment_reply",
  "prediction_reply",
  "prediction_validated",
  "prediction_flagged",
  "trust_label_changed",
  "comment_removed",
  "comment_restored",
  "prediction_removed",
  "prediction_restored",
  "debate_bonus",
  "dispute_opened",
  "dispute_resolved",
  "issue_updated",
  "new_follower",
  "question_resolved",
  "question_reviewed",
  "points_reversed",
  "article_published",
  "article_archived",
  "webhook_disabled"
] as const
export const NotificationType = Schema.Literal(...notificationTypes)
export type NotificationType = typeof NotificationType.Type

/** A notification to an account. */
export const Notification = Schema.Struct({
  id: Schema.String,
  user_id: Schema.String,
  type: NotificationType,
  title: Schema.String,
  body: Schema.String,
  /** Title and body in one line. */
  message: Schema.String,
  /** The path of the page about it, or of the related resource where there is no page; relative to the base address. */
  link: Schema.String.annotations({ examples: ["/questions/01998f7e-0000-7000-8000-000000000000#debate"] }),
  /** The related question, if there is one. */
  question_id: optional(Schema.String),
  /** The related prediction; for a resolution, the account's own. */
  prediction_id: optional(Schema.String),
  /** The related comment; for a reply, the reply itself, the latest when several are counted. */
  comment_id: optional(Schema.String),
  read: Schema.Boolean,
  /** How often the same thing has happened since the account last read the notification. */
  count: Schema.Int,
  /** The latest time at which it happened. */
  created_at: Schema.Date
}).annotations({ identifier: "Notification" })
export interface Notification extends Schema.Schema.Type<typeof Notification> {}

/** A notification to be stored. */
export interface NotificationDraft {
  readonly account_id: string
  /** The account that caused it; null for the service or an administrator. */
  readonly actor_id: string | null
  readonly type: NotificationType
  /** The subject. Unread notifications with the same type, subject and text are counted as one. */
  readonly subject_id: string
  readonly title: string
  readonly body: string
  readonly link: string
  readonly question_id?: string
  readonly prediction_id?: string
  /** For a reply, the reply. */
  readonly comment_id?: string
}

/**
 * The body of a notification of something that has happened `count` times.
 *
 * @example foldedBody("Ada replied to you.", 1) // "Ada replied to you."
 * @example foldedBody("Ada replied to you.", 3) // "Ada replied to you. And 2 more like this."
 */
export const foldedBody = (body: string, count: number): string =>
  count <= 1 ? body : `${body} And ${count - 1} more like this.`

/**
 * A notification as one line; line breaks become spaces.
 *
 * @example notificationMessage("Your prediction is flagged", "Two others\nobject to it.") // "Your prediction is flagged. Two others object to it."
 */
export const notificationMessage = (title: string, body: string): string => {
  const words = (text: string): string => text.trim().replaceAll(/\s+/g, " ")
  const [first, rest] = [words(title), words(body)]
  return rest === "" ? first : `${first}${/[.!?:]$/.test(first) ? "" : "."} ${rest}`
}

/** Drops notifications to the account that caused them. */
export const aboutOthers = (drafts: ReadonlyArray<NotificationDraft>): ReadonlyArray<NotificationDraft> =>
  drafts.filter(({ account_id, actor_id }) => account_id !== actor_id)
