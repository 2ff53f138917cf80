import { type BoardFilter, SkillBoardStore, type SkillEntry } from "@auspex/domain/boards"
import { mapPage, type PageRequest } from "@auspex/domain/kernel"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { storeStatements } from "../../database/statementsOf.ts"
import { integerMax, listCursor, tupleOf, wholeFrom } from "../../kernel/Cursor.ts"
import { pageOf, type PageRow, startOf } from "../../kernel/PageRow.ts"
import { makeParameters, type Parameters } from "../../kernel/Parameters.ts"
import { boardConditions, entryColumns, showsAll } from "./boardSql.ts"
import { entryOf, type EntryRow } from "./entryRows.ts"

/** The cursor: the generation that is being paged through, and the last position seen in it. */
type Place = readonly [generation: number, position: number]

const cursor = listCursor(
  "skill board",
  tupleOf<Place>(wholeFrom(1, Number.MAX_SAFE_INTEGER), wholeFrom(1, integerMax))
)

/** Pages through the positions of one generation: the cursor's while it is kept, otherwise the latest. */
const board = (filter: BoardFilter, page: PageRequest, after: Place | null, parameters: Parameters): string => {
  const { put } = parameters
  const where = `s.generation = (select generation from drawing) and ${boardConditions(filter, parameters)}`
  const from = "skill_standings s join accounts a on a.id = s.account_id"
  const preferred = after === null ? "" : `generation = ${put(after[0], "bigint")} desc, `
  // For the unfiltered board only the suspended accounts are counted, and subtracted from the stored total.
  const total = showsAll(filter)
    ? `(select accounts from drawing) - (
      select count(*)::integer from accounts a join skill_standings s on s.account_id = a.id
      where a.suspended_at is not null and s.generation = (select generation from drawing))`
    : `(select count(*)::integer from ${from} where ${where})`
  return `
  with drawing as (
    select generation, drawn_at, accounts from skill_drawings where drawn_at is not null
    order by ${preferred}generation desc limit 1
  ), page as (
    select s.position, ${entryColumns()}, a.points, a.prediction_count as predictions,
      coalesce(a.correct_count::double precision / nullif(a.resolved_count, 0), 0) as accuracy,
      s.resolved, s.brier_score, s.adjusted_brier, s.low, s.high, s.rank, s.rank_low, s.rank_high
    from ${from} where ${where} ${after === null ? "" : `and s.position > ${put(after[1], "integer")}`}
    order by s.position limit ${put(page.limit, "integer")} + 1 offset ${
    put(after === null ? page.offset : 0, "integer")
  }
  )
  select coalesce(${total}, 0) as total, drawing.generation, drawing.drawn_at, page.*
  from (select) once left join drawing on true left join page on true
  order by page.position`
}

interface StandingRow extends EntryRow {
  readonly generation: number
  readonly position: number
  readonly resolved: number
  readonly brier_score: number
  readonly adjusted_brier: number
  readonly low: number
  readonly high: number
  readonly rank: number
  readonly rank_low: number
  readonly rank_high: number
}

const skillEntryOf = (row: StandingRow): SkillEntry => ({
  ...entryOf(row, row.rank),
  resolved: row.resolved,
  brier_score: row.brier_score,
  adjusted_brier: row.adjusted_brier,
  interval: { low: row.low, high: row.high },
  rank_low: row.rank_low,
  rank_high: row.rank_high
})

const layer: Layer.Layer<SkillBoardStore, never, SqlClient> = Layer.effect(
  SkillBoardStore,
  Effect.map(storeStatements("skillBoard"), ({ all }) =>
    SkillBoardStore.of({
      list: (filter, page) =>
        Effect.gen(function*() {
          const after = yield* startOf(page, cursor)
          const parameters = makeParameters()
          const text = board(filter, page, after, parameters)
          const rows = yield* all<PageRow<StandingRow> & { readonly drawn_at: Date | null }>("list", text, [
            ...parameters.values
          ])
          const found = pageOf<StandingRow, Place>(
            rows,
            "id",
            page,
            cursor,
            ({ generation, position }) => [generation, position]
          )
          return { ...mapPage(found, skillEntryOf), refreshed_at: rows[0]?.drawn_at ?? null }
        })
    }))
)

/** Reads the published generations of the skill board. */
export const SkillBoardStorePg = { layer }
