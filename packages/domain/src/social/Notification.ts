import { Schema } from "effect"

/** What an account is told about. */
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
  "points_reversed"
] as const
export const NotificationType = Schema.Literal(...notificationTypes)
export type NotificationType = typeof NotificationType.Type

/** Something that an account should know. */
export const Notification = Schema.Struct({
  id: Schema.String,
  user_id: Schema.String,
  type: NotificationType,
  title: Schema.String,
  body: Schema.String,
  /** Title and body in one line. */
  message: Schema.String,
  /** Where to look, from the base address. */
  link: Schema.String.annotations({ examples: ["/api/questions/01998f7e-0000-7000-8000-000000000000/comments"] }),
  /** The question that it is about, where there is one. */
  question_id: Schema.optionalWith(Schema.String, { exact: true }),
  /** The prediction that it is about: of a resolution, the account's own. */
  prediction_id: Schema.optionalWith(Schema.String, { exact: true }),
  /** The comment that it is about; of a reply, the reply itself, the latest where several are counted. */
  comment_id: Schema.optionalWith(Schema.String, { exact: true }),
  read: Schema.Boolean,
  /** How often it has happened since the account last read about it; always in these words. */
  count: Schema.Int,
  /** When it happened, the latest time. */
  created_at: Schema.Date
}).annotations({ identifier: "Notification" })
export interface Notification extends Schema.Schema.Type<typeof Notification> {}

/** What is to be told to whom. */
export interface NotificationDraft {
  readonly account_id: string
  /** Who did it; null when it was the service or an administrator. */
  readonly actor_id: string | null
  readonly type: NotificationType
  /** What it is about. The same words about the same thing are counted as one while they are unread; other words are not. */
  readonly subject_id: string
  readonly title: string
  readonly body: string
  readonly link: string
  readonly question_id?: string
  readonly prediction_id?: string
  /** Of a reply: the reply. */
  readonly comment_id?: string
}

/**
 * The body of something that has happened `count` times.
 *
 * @example foldedBody("Ada replied to you.", 1) // "Ada replied to you."
 * @example foldedBody("Ada replied to you.", 3) // "Ada replied to you. And 2 more like this."
 */
export const foldedBody = (body: string, count: number): string =>
  count <= 1 ? body : `${body} And ${count - 1} more like this.`

/**
 * A notification in one line: line breaks become spaces.
 *
 * @example notificationMessage("Your prediction is flagged", "Two others\nobject to it.") // "Your prediction is flagged. Two others object to it."
 */
export const notificationMessage = (title: string, body: string): string => {
  const words = (text: string): string => text.trim().replaceAll(/\s+/g, " ")
  const [first, rest] = [words(title), words(body)]
  return rest === "" ? first : `${first}${/[.!?:]$/.test(first) ? "" : "."} ${rest}`
}

/** Nobody is told what they did themselves. */
export const aboutOthers = (drafts: ReadonlyArray<NotificationDraft>): ReadonlyArray<NotificationDraft> =>
  drafts.filter(({ account_id, actor_id }) => account_id !== actor_id)
