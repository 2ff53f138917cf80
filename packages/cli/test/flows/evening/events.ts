import { query } from "../../people.ts"
import type { Evening } from "./cast.ts"

interface Event {
  readonly event: string
  readonly subject: string
  readonly status: string | null
  readonly actor_id: string | null
  readonly addressee_id: string | null
}

/** Expects that the outbox has one event for each allowed act, in order, and none for refused ones. */
export const expectEvents = async (
  evening: Evening,
  disputes: ReadonlyArray<{ readonly id: string; readonly by: string; readonly status: string }>
): Promise<void> => {
  const { auspex, effect, noEffect, commentEvents } = evening
  const events = await query<Event>(
    auspex,
    `select event, coalesce(data ->> 'comment_id', data ->> 'dispute_id') as subject, data ->> 'status' as status,
      actor_id, addressee_id
    from outbox_events where event like 'comment.%' or event like 'dispute.%' order by seq`
  )
  const of = (name: Event["event"]) => events.filter(({ event }) => event === name)
  const replies = commentEvents.filter(({ by, to }) => to !== undefined && to !== by)
  effect(
    "7 comment.created",
    of("comment.created").map(({ actor_id, addressee_id, subject }) => [subject, actor_id, addressee_id]),
    commentEvents.map(({ by, id }) => [id, by, null])
  )
  effect(
    "7 comment.reply",
    of("comment.reply").map(({ actor_id, addressee_id, subject }) => [subject, actor_id, addressee_id]),
    replies.map(({ by, id, to }) => [id, by, to])
  )
  effect(
    "7 dispute.opened",
    of("dispute.opened").map(({ actor_id, subject }) => [subject, actor_id]),
    disputes.map(({ by, id }) => [id, by])
  )
  effect(
    "7 dispute.resolved",
    of("dispute.resolved").map(({ status, subject }) => [subject, status]),
    disputes.map(({ id, status }) => [id, status])
  )
  // Refused acts have no event, and a reply to oneself has no reply event.
  const known = new Set([...commentEvents, ...disputes].map(({ id }) => id))
  const unknown = (name: Event["event"]) => of(name).filter(({ subject }) => !known.has(subject))
  noEffect("7 comment.created", unknown("comment.created"), [])
  noEffect("7 comment.reply", of("comment.reply").filter((one) => one.actor_id === one.addressee_id), [])
  noEffect("7 dispute.opened", unknown("dispute.opened"), [])
  noEffect("7 dispute.resolved", unknown("dispute.resolved"), [])
}
