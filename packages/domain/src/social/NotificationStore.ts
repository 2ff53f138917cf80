import { Context, type Effect } from "effect"
import type { Page, PageRequest } from "../kernel/Page.ts"
import type { Refusal } from "../kernel/Refusal.ts"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import type { NotificationDraft, NotificationType } from "./Notification.ts"

/** A notification as it is stored. */
export interface NotificationRow {
  readonly id: string
  readonly account_id: string
  readonly type: NotificationType
  readonly title: string
  readonly body: string
  readonly link: string
  readonly question_id: string | null
  readonly prediction_id: string | null
  readonly comment_id: string | null
  readonly is_read: boolean
  readonly count: number
  readonly created_at: Date
}

/** Where notifications are kept. */
export class NotificationStore extends Context.Tag("auspex/NotificationStore")<NotificationStore, {
  /**
   * Writes inside the caller's unit of work. One that is unread already for the same account, type and subject
   * in the same words is not repeated: it counts one more, and has the time, the link and the ids of this one. Other words are another
   * notification. Two units of work that tell an account the same thing at once wait for one another, in the order of
   * accounts, types, subjects and words.
   */
  readonly add: (drafts: ReadonlyArray<NotificationDraft>) => Effect.Effect<void, StorageUnavailable>
  /** The latest first; only unread ones with `unread`. A cursor of another list is refused. */
  readonly list: (
    request: { readonly account_id: string; readonly unread: boolean },
    page: PageRequest
  ) => Effect.Effect<Page<NotificationRow>, Refusal | StorageUnavailable>
  /** Marks these of an account, or all with `undefined`; gives how many it marked, and how many are unread now. */
  readonly markRead: (
    account_id: string,
    ids: ReadonlyArray<string> | undefined
  ) => Effect.Effect<{ readonly marked: number; readonly unread: number }, StorageUnavailable>
}>() {}
