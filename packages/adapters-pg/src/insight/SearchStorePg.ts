import { type SearchHit, SearchStore, type SearchType } from "@auspex/domain/insight"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { storage } from "../database/DatabaseError.ts"
import { isWhole, listCursor } from "../kernel/Cursor.ts"
import { isUuid } from "../kernel/isUuid.ts"
import { websearchText } from "../kernel/websearchText.ts"
import { searching } from "./searchSql.ts"

/** The sort key of the last result seen. */
type Place = readonly [rank: number, place: number, id: string]

const cursor = listCursor("search", (value): value is Place => {
  if (!Array.isArray(value) || value.length !== 3) return false
  const [rank, place, id] = value as ReadonlyArray<unknown>
  return typeof rank === "number" && isWhole(place, 0, 100) && typeof id === "string" && isUuid(id)
})

interface HitRow {
  readonly id: string
  readonly type: SearchType
  readonly place: number
  readonly rank: number
  readonly title: string
  readonly snippet: string
}

type ListedRow = { readonly total: number; readonly total_is_capped: boolean } & (HitRow | { readonly id: null })

const hitOf = ({ id, rank, snippet, title, type }: HitRow): SearchHit => ({ type, id, title, marked: snippet, rank })

/** Postgres' full text search, by the indexes of each kind of thing. */
export const SearchStorePgLive: Layer.Layer<SearchStore, never, SqlClient.SqlClient> = Layer.effect(
  SearchStore,
  Effect.map(SqlClient.SqlClient, (sql) =>
    SearchStore.of({
      search: ({ name_key, q, types }, page) =>
        Effect.gen(function*() {
          const after = page.cursor === undefined ? undefined : yield* cursor.decode(page.cursor)
          const text = searching(types, after !== undefined)
          if (text === null) return { items: [], total: 0, total_is_capped: false, next_cursor: null }
          const rows = yield* sql.unsafe<ListedRow>(text, [
            websearchText(q),
            name_key,
            page.limit,
            after === undefined ? page.offset : 0,
            ...(after ?? [])
          ]).pipe(storage("search.search"))
          const listed = rows.filter((row): row is ListedRow & HitRow => row.id !== null)
          const shown = listed.slice(0, page.limit)
          const last = shown.at(-1)
          return {
            items: shown.map(hitOf),
            total: rows[0]?.total ?? 0,
            total_is_capped: rows[0]?.total_is_capped ?? false,
            next_cursor: listed.length > page.limit && last !== undefined
              ? cursor.encode([last.rank, last.place, last.id])
              : null
          }
        })
    }))
)
