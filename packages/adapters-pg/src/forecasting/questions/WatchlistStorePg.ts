import { type QuestionRow, WatchlistStore } from "@auspex/domain/questions"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
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
import { questionColumns, viewerStateColumn } from "./questionColumns.ts"

/** Yields at least one row. */
const listing = statement<MomentRow<QuestionRow> & { readonly now: Date }>()(
  { account_id: "uuid", ...momentParameters },
  (params) => `
  with counted as (
    select count(*)::integer as total from question_watches where account_id = ${params.account_id}
  ), page as (
    select question_id, created_at as watched_at, ${placeOf("created_at")} from question_watches w
    where account_id = ${params.account_id} and ${isAfter("w.created_at", "w.question_id", params)}
    order by created_at desc, question_id desc limit ${params.limit} offset ${params.offset}
  )
  select auspex_now() as now, counted.total, page.place, ${questionColumns},
    ${viewerStateColumn("q.id", params.account_id)}
  from counted left join page on true left join questions q on q.id = page.question_id
  order by page.watched_at desc, page.question_id desc`
)

const cursor = momentCursor("watchlist")

const layer: Layer.Layer<WatchlistStore, never, SqlClient> = Layer.effect(
  WatchlistStore,
  Effect.map(storeStatements("watchlist"), ({ all }) =>
    WatchlistStore.of({
      list: (accountId, page) =>
        Effect.gen(function*() {
          const parameters = yield* momentPage(page, cursor)
          const rows = yield* all("list", listing, { account_id: accountId, ...parameters })
          return { ...pageOfMoments<QuestionRow>(rows, page, cursor, ({ id }) => id), now: rows[0]!.now }
        })
    }))
)

/** Stores `question_watches`. Only public questions can be watched, and a public question stays public. */
export const WatchlistStorePg = { layer }
