import { type SearchHit, SearchStore } from "@auspex/domain/insight"
import { mapPage } from "@auspex/domain/kernel"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { storeStatements } from "../database/statementsOf.ts"
import { isId, isNumber, listCursor, tupleOf, wholeFrom } from "../kernel/Cursor.ts"
import { pageOf, type PageRow, startOf } from "../kernel/PageRow.ts"
import { type HitRow, searching, type SearchPlace } from "./searchSql.ts"

const cursor = listCursor("search", tupleOf<SearchPlace>(isNumber, wholeFrom(0, 100), isId))

const hitOf = ({ id, rank, snippet, title, type }: HitRow): SearchHit => ({ type, id, title, marked: snippet, rank })

const layer: Layer.Layer<SearchStore, never, SqlClient> = Layer.effect(
  SearchStore,
  Effect.map(storeStatements("search"), ({ all }) =>
    SearchStore.of({
      search: (request, page) =>
        Effect.gen(function*() {
          const after = yield* startOf(page, cursor)
          const composed = searching(request, page, after)
          if (composed === null) return { items: [], total: 0, total_is_capped: false, next_cursor: null }
          const rows = yield* all<PageRow<HitRow> & { readonly total_is_capped: boolean }>(
            "search",
            composed.text,
            composed.params
          )
          const found = pageOf<HitRow, SearchPlace>(
            rows,
            "id",
            page,
            cursor,
            ({ id, place, rank }) => [rank, place, id]
          )
          return { ...mapPage(found, hitOf), total_is_capped: rows[0]?.total_is_capped ?? false }
        })
    }))
)

/** Uses Postgres's full-text search, with an index for each type of result. */
export const SearchStorePg = { layer }
