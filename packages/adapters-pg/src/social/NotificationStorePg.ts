import { type NotificationRow, NotificationStore } from "@auspex/domain/social"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { v7 as uuidv7 } from "uuid"
import { storage } from "../database/DatabaseError.ts"
import { isWhole, listCursor } from "../kernel/Cursor.ts"
import { isUuid } from "../kernel/isUuid.ts"

/** Microseconds of the time, and the id, of the last notification seen. */
type Place = readonly [created: number, id: string]

const cursor = listCursor("notifications", (value): value is Place => {
  if (!Array.isArray(value) || value.length !== 2) return false
  const [created, id] = value as ReadonlyArray<unknown>
  return isWhole(created, 0, Number.MAX_SAFE_INTEGER) && typeof id === "string" && isUuid(id)
})

/** $1 the drafts as JSON. In one order whoever writes, so that no two wait for each other; each row at most once. */
const adding = `
  insert into notifications (id, account_id, type, subject_id, title, body, link, count)
  select (array_agg(d.id order by d.place))[1], d.account_id, d.type, d.subject_id,
    (array_agg(d.title order by d.place desc))[1], (array_agg(d.body order by d.place desc))[1],
    (array_agg(d.link order by d.place desc))[1], count(*)
  from rows from (jsonb_to_recordset($1::text::jsonb)
    as (id uuid, account_id uuid, type text, subject_id text, title text, body text, link text))
    with ordinality as d (id, account_id, type, subject_id, title, body, link, place)
  group by d.account_id, d.type, d.subject_id
  order by d.account_id, d.type, d.subject_id
  on conflict (account_id, type, subject_id) where read_at is null do update
  set count = notifications.count + excluded.count, title = excluded.title, body = excluded.body, link = excluded.link,
    created_at = excluded.created_at`

/** $1 account, $2 unread only, $3 limit, $4 offset, and with `isContinued` $5 and $6 where the page begins. */
const listing = (isContinued: boolean): string => `
  with counted as (
    select count(*)::integer as total from notifications where account_id = $1::uuid and (not $2 or read_at is null)
  ), page as (
    select id, account_id, type, title, body, link, read_at is not null as is_read, count, created_at
    from notifications where account_id = $1::uuid and (not $2 or read_at is null)${
  isContinued
    ? `
      and (created_at, id) < (timestamptz 'epoch' + $5::bigint * interval '1 microsecond', $6::uuid)`
    : ""
}
    order by created_at desc, id desc limit $3::integer + 1 offset $4::integer
  )
  select counted.total, page.*, (extract(epoch from page.created_at) * 1000000)::bigint as place
  from counted left join page on true order by page.created_at desc, page.id desc`

/** $1 account, $2 ids as JSON or null for all. */
const marking = `
  with marked as (
    update notifications set read_at = auspex_now()
    where account_id = $1::uuid and read_at is null
      and ($2::text is null or id in (select jsonb_array_elements_text($2::text::jsonb)::uuid))
    returning id
  )
  select (select count(*)::integer from marked) as marked, (
    select count(*)::integer from notifications n where n.account_id = $1::uuid and n.read_at is null
  ) - (select count(*)::integer from marked) as unread`

type ListedRow = { readonly total: number } & ((NotificationRow & { readonly place: number }) | { readonly id: null })

/** `notifications`, whose unread ones are one for each account, type and subject. */
export const NotificationStorePgLive: Layer.Layer<NotificationStore, never, SqlClient> = Layer.effect(
  NotificationStore,
  Effect.map(SqlClient, (sql) =>
    NotificationStore.of({
      add: (drafts) =>
        sql.unsafe(adding, [JSON.stringify(drafts.map((draft) => ({ id: uuidv7(), ...draft })))]).pipe(
          Effect.asVoid,
          storage("notifications.add")
        ),
      list: ({ account_id, unread }, page) =>
        Effect.gen(function*() {
          const after = page.cursor === undefined ? undefined : yield* cursor.decode(page.cursor)
          const rows = yield* sql.unsafe<ListedRow>(listing(after !== undefined), [
            account_id,
            unread,
            page.limit,
            after === undefined ? page.offset : 0,
            ...(after ?? [])
          ]).pipe(storage("notifications.list"))
          const listed = rows.flatMap((row) => row.id === null ? [] : [row])
          const shown = listed.slice(0, page.limit)
          const last = shown.at(-1)
          return {
            items: shown.map(({ place: _, ...row }) => row),
            total: rows[0]?.total ?? 0,
            next_cursor: listed.length > page.limit && last !== undefined ? cursor.encode([last.place, last.id]) : null
          }
        }),
      markRead: (account_id, ids) =>
        sql.unsafe<{ readonly marked: number; readonly unread: number }>(marking, [
          account_id,
          ids === undefined ? null : JSON.stringify(ids.filter(isUuid))
        ]).pipe(Effect.map((rows) => rows[0]!), storage("notifications.markRead"))
    }))
)
