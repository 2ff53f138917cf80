import type { QuestionRow } from "@auspex/domain/questions"
import { WatchlistStore } from "@auspex/domain/questions"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { storage } from "../database/DatabaseError.ts"
import { isAfter, momentCursor, momentPage, type MomentRow, pageOfMoments, placeOf } from "../kernel/MomentCursor.ts"
import { questionColumns, standingOf } from "./questionColumns.ts"

/** $1 account, $2 limit, $3 offset, $4 and $5 where the page begins. At least one row. */
const listing = `
  with counted as (
    select count(*)::integer as total from question_watches where account_id = $1::uuid
  ), page as (
    select question_id, created_at as watched_at, ${placeOf("created_at")} from question_watches w
    where account_id = $1::uuid and ${isAfter("w.created_at", "w.question_id", "$4", "$5")}
    order by created_at desc, question_id desc limit $2::integer offset $3::integer
  )
  select auspex_now() as now, counted.total, page.place, ${questionColumns},
    ${standingOf("q.id", "$1::uuid")}
  from counted left join page on true left join questions q on q.id = page.question_id
  order by page.watched_at desc, page.question_id desc`

const cursor = momentCursor("watchlist")

const layer: Layer.Layer<WatchlistStore, never, SqlClient> = Layer.effect(
  WatchlistStore,
  Effect.map(SqlClient, (sql) =>
    WatchlistStore.of({
      list: (accountId, page) =>
        Effect.gen(function*() {
          const parameters = yield* momentPage(page, cursor)
          const rows = yield* sql.unsafe<MomentRow<QuestionRow> & { readonly now: Date }>(listing, [
            accountId,
            ...parameters
          ]).pipe(storage("watchlist.list"))
          return { ...pageOfMoments<QuestionRow>(rows, page, cursor, ({ id }) => id), now: rows[0]!.now }
        })
    }))
)

/** `question_watches`; only public questions can be watched, and none becomes less public. */
export const WatchlistStorePg = { layer }
