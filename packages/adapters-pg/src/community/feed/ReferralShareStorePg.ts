import { type ReferralShare, ReferralShareStore } from "@auspex/domain/feed"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { v7 as uuidv7 } from "uuid"
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

const columns = "s.id, s.account_id as user_id, s.url, s.status, s.reason, s.created_at, s.checked_at"

/** $1 account, $2 address. */
const find = `select ${columns} from referral_shares s where s.account_id = $1::uuid and s.url = $2::text`

/**
 * $1 account, $2 limit of checks per day. Counts and limits in one statement, so that a concurrent check waits for the
 * row.
 */
const countCheck = `
  with clock as (
    select auspex_now() as now, (auspex_now() at time zone 'UTC')::date as day
  ), taken as (
    insert into referral_share_days as d (account_id, day, checks) select $1::uuid, day, 1 from clock
    on conflict (account_id, day) do update set checks = d.checks + 1 where d.checks < $2::integer
    returning checks
  )
  select exists (select from taken) as admitted,
    extract(epoch from ((day + 1)::timestamp at time zone 'UTC') - now)::float8 as "resetSeconds"
  from clock`

const save = statement<ReferralShare>()(
  { id: "uuid", account_id: "uuid", url: "text", status: "text", reason: "text" },
  (params) => `
  with s as (
    insert into referral_shares as r (id, account_id, url, status, reason)
    values (${params.id}, ${params.account_id}, ${params.url}, ${params.status}, ${params.reason})
    on conflict (account_id, url) do update set
      status = case when r.status = 'verified' then r.status else excluded.status end,
      reason = case when r.status = 'verified' then r.reason else excluded.reason end,
      checked_at = excluded.checked_at
    returning *
  )
  select ${columns} from s`
)

/** Yields at least one row. */
const listing = statement<MomentRow<ReferralShare>>()(
  { account_id: "uuid", ...momentParameters },
  (params) => `
  with counted as (
    select count(*)::integer as total from referral_shares where account_id = ${params.account_id}
  ), page as (
    select ${columns}, ${placeOf("s.created_at")} from referral_shares s
    where s.account_id = ${params.account_id} and ${isAfter("s.created_at", "s.id", params)}
    order by s.created_at desc, s.id desc limit ${params.limit} offset ${params.offset}
  )
  select counted.total, page.* from counted left join page on true order by page.created_at desc, page.id desc`
)

const cursor = momentCursor("shares")

const layer: Layer.Layer<ReferralShareStore, never, SqlClient> = Layer.effect(
  ReferralShareStore,
  Effect.map(storeStatements("shares"), ({ all, first, only }) =>
    ReferralShareStore.of({
      find: (accountId, url) => first<ReferralShare>("find", find, [accountId, url]),
      takeCheck: (accountId, max) =>
        only<{ readonly admitted: boolean; readonly resetSeconds: number }>("takeCheck", countCheck, [accountId, max]),
      save: ({ account_id, reason, status, url }) => {
        const id = uuidv7()
        return Effect.map(
          only("save", save, { id, account_id, url, status, reason }),
          (share) => ({ share, isNew: share.id === id })
        )
      },
      list: (accountId, page) =>
        Effect.gen(function*() {
          const parameters = yield* momentPage(page, cursor)
          const rows = yield* all("list", listing, { account_id: accountId, ...parameters })
          return pageOfMoments<ReferralShare>(rows, page, cursor, ({ id }) => id)
        })
    }))
)

/** Stores shares in `referral_shares`, one row for each account and page. */
export const ReferralShareStorePg = { layer }
