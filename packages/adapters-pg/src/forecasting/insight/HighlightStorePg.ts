import {
  highConfidenceMin,
  type HighlightedCall,
  type HighlightFilter,
  HighlightStore,
  type HighlightType
} from "@auspex/domain/insight"
import { mapPage, type PageRequest } from "@auspex/domain/kernel"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { storeStatements } from "../../database/statementsOf.ts"
import { type Moment, momentCursor, type MomentRow, pageOfMoments, placeOf } from "../../kernel/MomentCursor.ts"
import { type Composed, makeParameters } from "../../kernel/Parameters.ts"
import { startOf } from "../../kernel/PageRow.ts"

const cursor = momentCursor("highlights")

// Both conditions imply the predicate of the index `predictions_highlighted` and fix its first column.
const kinds: Readonly<Record<HighlightType, string>> = {
  contrarian: "p.correct and p.contrarian",
  high_confidence_correct: `p.correct and not p.contrarian and p.confidence >= ${highConfidenceMin}`
}

interface CallRow extends HighlightedCall {
  readonly id: string
}

/**
 * Selects one row more than the page holds. Every row carries the total; an empty page yields one row without a
 * highlight. Each type is read along the index, only as far as the page needs. The total is the sum of the questions'
 * counts minus the highlights of suspended accounts.
 */
const listing = (filter: HighlightFilter, page: PageRequest, after: Moment | null): Composed => {
  const types: ReadonlyArray<HighlightType> = filter.type === undefined
    ? ["contrarian", "high_confidence_correct"]
    : [filter.type]
  const { put, values } = makeParameters()
  const limit = put(page.limit, "integer")
  const offset = put(after === null ? page.offset : 0, "integer")
  const category = put(filter.category ?? null, "text")
  const inCategory = `(${category} is null or q.category = ${category})`
  const beyond = after === null ? "" : `
      and (p.resolved_at, p.id) < (timestamptz 'epoch' + ${put(after[0], "bigint")} * interval '1 microsecond', ${
    put(after[1], "uuid")
  })`
  const text = `
  with ${
    types.map((type) =>
      `${type} as (
    select p.id, '${type}' as type, p.question_id, q.question, q.options, a.name as agent_name, p.prediction,
      p.selected_option, p.confidence, p.resolved_at as settled_at, p.created_at as placed_at
    from predictions p join questions q on q.id = p.question_id join accounts a on a.id = p.account_id
    where ${kinds[type]} and a.suspended_at is null and ${inCategory}${beyond}
    order by p.resolved_at desc, p.id desc
    limit ${limit} + ${offset} + 1
  ), `
    ).join("")
  }page as (
    select * from (${types.map((type) => `select * from ${type}`).join(" union all ")}) found
    order by settled_at desc, id desc
    limit ${limit} + 1 offset ${offset}
  ), counted as (
    select (
      select coalesce(sum(${types.map((type) => `h.${type}`).join(" + ")}), 0)::integer
      from question_highlights h join questions q on q.id = h.question_id
      where ${inCategory}
    ) - (
      select count(*)::integer
      from accounts a join predictions p on p.account_id = a.id join questions q on q.id = p.question_id
      where a.suspended_at is not null and (${types.map((type) => kinds[type]).join(" or ")})
        and ${inCategory}
    ) as total
  )
  select counted.total, page.*, ${placeOf("page.settled_at")}, crowd.crowd
  from counted left join page on true left join lateral (
    select jsonb_build_object('total_agents', s.total_agents, 'yes_count', s.yes_count, 'option_counts', s.option_counts)
      as crowd
    from consensus_snapshots s where s.question_id = page.question_id and s.taken_at < page.placed_at
    order by s.taken_at desc, s.id desc limit 1
  ) crowd on true
  order by page.settled_at desc, page.id desc`
  return { text, params: values }
}

const callOf = (row: CallRow): HighlightedCall => ({
  type: row.type,
  question_id: row.question_id,
  question: row.question,
  options: row.options,
  agent_name: row.agent_name,
  prediction: row.prediction,
  selected_option: row.selected_option,
  confidence: row.confidence,
  crowd: row.crowd,
  settled_at: row.settled_at
})

const layer: Layer.Layer<HighlightStore, never, SqlClient> = Layer.effect(
  HighlightStore,
  Effect.map(storeStatements("highlights"), ({ all }) =>
    HighlightStore.of({
      list: (filter: HighlightFilter, page: PageRequest) =>
        Effect.gen(function*() {
          const after = yield* startOf(page, cursor)
          const { params, text } = listing(filter, page, after)
          const rows = yield* all<MomentRow<CallRow>>("list", text, params)
          const found = pageOfMoments<CallRow>(rows, page, cursor, ({ id }) => id)
          return mapPage(found, callOf)
        })
    }))
)

/** Reads the predictions along an index of highlights. */
export const HighlightStorePg = { layer }
