import { type SearchHit, SearchStore, type SearchType } from "@auspex/domain/insight"
import { mapPage } from "@auspex/domain/kernel"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { storage } from "../database/DatabaseError.ts"
import { isId, isNumber, listCursor, tupleOf, wholeFrom } from "../kernel/Cursor.ts"
import { pageOf, type PageRow, startOf } from "../kernel/PageRow.ts"
import { websearchText } from "../kernel/websearchText.ts"
import { searching } from "./searchSql.ts"

/** The sort key of the last result seen. */
type Place = readonly [rank: number, place: number, id: string]

const cursor = listCursor("search", tupleOf<Place>(isNumber, wholeFrom(0, 100), isId))

interface HitRow {
  readonly id: string
  readonly type: SearchType
  readonly place: number
  readonly rank: number
  readonly title: string
  readonly snippet: string
}

const hitOf = ({ id, rank, snippet, title, type }: HitRow): SearchHit => ({ type, id, title, marked: snippet, rank })

const layer: Layer.Layer<SearchStore, never, SqlClient.SqlClient> = Layer.effect(
  SearchStore,
  Effect.map(SqlClient.SqlClient, (sql) =>
    SearchStore.of({
      search: ({ name_key, q, types }, page) =>
        Effect.gen(function*() {
          const after = yield* startOf(page, cursor)
          const text = searching(types, after !== null)
          if (text === null) return { items: [], total: 0, total_is_capped: false, next_cursor: null }
          const rows = yield* sql.unsafe<PageRow<HitRow> & { readonly total_is_capped: boolean }>(text, [
            websearchText(q),
            name_key,
            page.limit,
            after === null ? page.offset : 0,
            ...(after ?? [])
          ]).pipe(storage("search.search"))
          const found = pageOf<HitRow, Place>(rows, "id", page, cursor, ({ id, place, rank }) => [rank, place, id])
          return { ...mapPage(found, hitOf), total_is_capped: rows[0]?.total_is_capped ?? false }
        })
    }))
)

/** Postgres' full text search, by the indexes of each kind of thing. */
export const SearchStorePg = { layer }
