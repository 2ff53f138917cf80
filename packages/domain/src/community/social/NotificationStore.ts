import { Context, type Effect } from "effect"
import type { Page, PageRequest } from "../../kernel/Page.ts"
import type { Refusal } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { NotificationDraft, NotificationType } from "./Notification.ts"

/** A stored notification. */
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

/** Storage of notifications. */
export class NotificationStore extends Context.Tag("auspex/NotificationStore")<NotificationStore, {
  /**
   * Writes inside the caller's unit of work. If the account has an unread notification with the same type, subject and
   * text, its count increases and it gets the time, link and ids of the new one. Rows are locked in the order of
   * account, type, subject and text, so that concurrent units of work wait for each other.
   */
  readonly add: (drafts: ReadonlyArray<NotificationDraft>) => Effect.Effect<void, StorageUnavailable>
  /** Latest first; with `unread` only unread ones. A cursor of another list is refused. */
  readonly list: (
    request: { readonly account_id: string; readonly unread: boolean },
    page: PageRequest
  ) => Effect.Effect<Page<NotificationRow>, Refusal | StorageUnavailable>
  /**
   * Marks these notifications of an account as read, or all with `undefined`; returns how many it marked and how many
   * are still unread.
   */
  readonly markRead: (
    account_id: string,
    ids: ReadonlyArray<string> | undefined
  ) => Effect.Effect<{ readonly marked: number; readonly unread: number }, StorageUnavailable>
}>() {}
