import { Context, Effect, Layer } from "effect"
import { mapPage, type Page, type PageRequest } from "../../kernel/Page.ts"
import type { Refusal } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import { withoutNulls } from "../../kernel/withoutNulls.ts"
import {
  aboutOthers,
  foldedBody,
  type Notification,
  type NotificationDraft,
  notificationMessage
} from "./Notification.ts"
import { type NotificationRow, NotificationStore } from "./NotificationStore.ts"

/** Notifies accounts, and reads their notifications. */
export class Notifications extends Context.Tag("auspex/Notifications")<Notifications, {
  /** Stores notifications inside the caller's unit of work. Those to the account that caused them are dropped. */
  readonly notify: (drafts: ReadonlyArray<NotificationDraft>) => Effect.Effect<void, StorageUnavailable>
  /** The account's notifications, latest first. */
  readonly list: (
    accountId: string,
    unread: boolean,
    page: PageRequest
  ) => Effect.Effect<Page<Notification>, Refusal | StorageUnavailable>
  /**
   * Marks these notifications as read, or all with `undefined`. Unknown ids and those of other accounts are ignored.
   */
  readonly markRead: (
    accountId: string,
    ids: ReadonlyArray<string> | undefined
  ) => Effect.Effect<{ readonly marked: number; readonly unread: number }, StorageUnavailable>
}>() {
  static readonly layer: Layer.Layer<Notifications, never, NotificationStore> = Layer.effect(
    Notifications,
    Effect.map(NotificationStore, (store) =>
      Notifications.of({
        notify: (drafts) => {
          const told = aboutOthers(drafts)
          return told.length === 0 ? Effect.void : store.add(told)
        },
        list: (account_id, unread, page) =>
          Effect.map(store.list({ account_id, unread }, page), (found) => mapPage(found, toNotification)),
        markRead: store.markRead
      }))
  )
}

const toNotification = ({ account_id, body, is_read, ...row }: NotificationRow): Notification => ({
  id: row.id,
  user_id: account_id,
  type: row.type,
  title: row.title,
  body: foldedBody(body, row.count),
  message: notificationMessage(row.title, foldedBody(body, row.count)),
  link: row.link,
  ...withoutNulls({ question_id: row.question_id, prediction_id: row.prediction_id, comment_id: row.comment_id }),
  read: is_read,
  count: row.count,
  created_at: row.created_at
})
