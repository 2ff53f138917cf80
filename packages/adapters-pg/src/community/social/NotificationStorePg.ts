import type { StorageUnavailable } from "@auspex/domain/kernel"
import { type NotificationRow, NotificationStore } from "@auspex/domain/social"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { v7 as uuidv7 } from "uuid"
import { isUuid } from "../../kernel/isUuid.ts"
import { storeStatements } from "../../database/statementsOf.ts"
import { statement } from "../../database/Statement.ts"
import {
  isAfter,
  momentCursor,
  momentPage,
  momentParameters,
  type MomentRow,
  pageOfMoments,
  placeOf
} from "../../kernel/MomentCursor.ts"

const cursor = momentCursor("notifications")

/** The key that an unread notification must not share. A digest stands for its text, which is too long for an index. */
export const unreadNotificationKey =
  "(account_id, type, subject_id, hashtextextended(title || chr(10) || body, 0)) where read_at is null"

/** $1 the drafts as JSON. Every writer uses the same order, so that no two deadlock; writes each row at most once. */
const adding = `
  insert into notifications (id, account_id, type, subject_id, title, body, link, question_id, prediction_id, comment_id,
    count)
  select (array_agg(d.id order by d.place))[1], d.account_id, d.type, d.subject_id,
    d.title, d.body, (array_agg(d.link order by d.place desc))[1], (array_agg(d.question_id order by d.place desc))[1],
    (array_agg(d.prediction_id order by d.place desc))[1], (array_agg(d.comment_id order by d.place desc))[1], count(*)
  from rows from (jsonb_to_recordset($1::text::jsonb)
    as (id uuid, account_id uuid, type text, subject_id text, title text, body text, link text, question_id uuid,
      prediction_id uuid, comment_id uuid))
    with ordinality as d (id, account_id, type, subject_id, title, body, link, question_id, prediction_id, comment_id, place)
  group by d.account_id, d.type, d.subject_id, d.title, d.body
  order by d.account_id, d.type, d.subject_id, d.title, d.body
  on conflict ${unreadNotificationKey} do update
  set count = notifications.count + excluded.count, link = excluded.link, question_id = excluded.question_id,
    prediction_id = excluded.prediction_id, comment_id = excluded.comment_id, created_at = excluded.created_at`

/** Yields at least one row. */
const listing = statement<MomentRow<NotificationRow>>()(
  { account_id: "uuid", unread: "boolean", ...momentParameters },
  (params) => `
  with counted as (
    select count(*)::integer as total from notifications where account_id = ${params.account_id} and (not ${params.unread} or read_at is null)
  ), page as (
    select id, account_id, type, title, body, link, question_id, prediction_id, comment_id, read_at is not null as is_read, count, created_at,
      ${placeOf("created_at")}
    from notifications
    where account_id = ${params.account_id} and (not ${params.unread} or read_at is null)
      and ${isAfter("created_at", "id", params)}
    order by created_at desc, id desc limit ${params.limit} offset ${params.offset}
  )
  select counted.total, page.* from counted left join page on true order by page.created_at desc, page.id desc`
)

/** $1 account, $2 ids as JSON or null for all. Uses the order of all writers, so that no two deadlock. */
const marking = `
  with chosen as (
    select id from notifications
    where account_id = $1::uuid and read_at is null
      and ($2::text is null or id in (select jsonb_array_elements_text($2::text::jsonb)::uuid))
    order by account_id, type, subject_id, title, body for update
  ), marked as (
    update notifications n set read_at = auspex_now() from chosen where n.id = chosen.id and n.read_at is null
    returning n.id
  )
  select (select count(*)::integer from marked) as marked, (
    select count(*)::integer from notifications n where n.account_id = $1::uuid and n.read_at is null
  ) - (select count(*)::integer from marked) as unread`

/** $1 days, $2 limit of rows. */
const sweeping = `
  with old as (
    select id from notifications where read_at < auspex_now() - $1::integer * interval '1 day'
    order by read_at limit $2::integer for update skip locked
  ), swept as (
    delete from notifications n using old where n.id = old.id returning 1
  )
  select count(*)::integer as swept from swept`

/** The number of days for which a notification is kept after it was read. */
export const readNotificationDays = 90

/** Deletes at most 5,000 notifications that were read long ago and returns their number. For a worker. */
export const sweepNotifications: Effect.Effect<number, StorageUnavailable, SqlClient> = Effect.flatMap(
  storeStatements("notifications"),
  ({ only }) =>
    Effect.map(
      only<{ readonly swept: number }>("sweep", sweeping, [readNotificationDays, 5_000]),
      ({ swept }) => swept
    )
)

const layer: Layer.Layer<NotificationStore, never, SqlClient> = Layer.effect(
  NotificationStore,
  Effect.map(storeStatements("notifications"), ({ all, only, run }) =>
    NotificationStore.of({
      add: (drafts) => run("add", adding, [JSON.stringify(drafts.map((draft) => ({ id: uuidv7(), ...draft })))]),
      list: ({ account_id, unread }, page) =>
        Effect.gen(function*() {
          const parameters = yield* momentPage(page, cursor)
          const rows = yield* all("list", listing, { account_id, unread, ...parameters })
          return pageOfMoments<NotificationRow>(rows, page, cursor, ({ id }) => id)
        }),
      markRead: (account_id, ids) =>
        only<{ readonly marked: number; readonly unread: number }>("markRead", marking, [
          account_id,
          ids === undefined ? null : JSON.stringify(ids.filter(isUuid))
        ])
    }))
)

/** Stores `notifications`, with at most one unread row for each account, type, subject and text. */
export const NotificationStorePg = { layer }
