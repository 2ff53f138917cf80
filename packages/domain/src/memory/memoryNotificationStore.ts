import { Effect, Layer } from "effect"
import { NotificationStore } from "../community/social/NotificationStore.ts"
import type { MemoryNotification } from "./MemoryRows.ts"
import { memoryPage } from "./memoryPage.ts"
import { MemoryState } from "./MemoryState.ts"

const newestFirst = (a: MemoryNotification, b: MemoryNotification): number =>
  b.created_at.getTime() - a.created_at.getTime() || (a.id < b.id ? 1 : -1)

/** Notifications in memory. */
export const memoryNotificationStore: Layer.Layer<NotificationStore, never, MemoryState> = Layer.effect(
  NotificationStore,
  Effect.map(MemoryState, ({ step }) =>
    NotificationStore.of({
      add: (drafts) =>
        step((tables, now) => {
          const { notifications } = tables
          for (const { actor_id: _, ...draft } of drafts) {
            const same = notifications.where("account", draft.account_id).find((row) =>
              !row.is_read && row.type === draft.type && row.subject_id === draft.subject_id
              && row.title === draft.title && row.body === draft.body
            )
            notifications.put({
              ...draft,
              id: same?.id ?? tables.newId(now),
              question_id: draft.question_id ?? null,
              prediction_id: draft.prediction_id ?? null,
              comment_id: draft.comment_id ?? null,
              is_read: false,
              count: (same?.count ?? 0) + 1,
              created_at: now
            })
          }
        }),

      list: ({ account_id, unread }, page) =>
        Effect.flatMap(
          step(({ notifications }) =>
            notifications.where("account", account_id).filter(({ is_read }) => !unread || !is_read).sort(newestFirst)
          ),
          (rows) => memoryPage("notifications", rows, page)
        ),

      markRead: (account_id, ids) =>
        step(({ notifications }) => {
          const unread = notifications.where("account", account_id).filter(({ is_read }) => !is_read)
          const marked = unread.filter(({ id }) => ids === undefined || ids.includes(id))
          for (const { id } of marked) notifications.patch(id, { is_read: true })
          return { marked: marked.length, unread: unread.length - marked.length }
        })
    }))
)
