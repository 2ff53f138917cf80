import {
  compareDiscoveries,
  type DiscoveryFacts,
  type DiscoveryFilter,
  DiscoveryStore,
  movingDays,
  movingVoicesMin,
  rankDiscoveries
} from "@auspex/domain/insight"
import type { PageRequest } from "@auspex/domain/kernel"
import type { QuestionRow } from "@auspex/domain/questions"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { storeStatements } from "../../database/statementsOf.ts"
import { statement } from "../../database/Statement.ts"
import { isId, isNumber, listCursor, tupleOf, wholeFrom } from "../../kernel/Cursor.ts"
import { cut, startOf } from "../../kernel/PageRow.ts"
import { takesPredictions } from "../../kernel/predictionWindow.ts"
import { idsIn, questionColumns } from "../questions/questionColumns.ts"

/** The cursor: the clock (milliseconds) and the median of the first page, and the last question seen. */
type Place = readonly [now_ms: number, median: number, score: number, id: string]

// Later than any instant of Postgres's clock.
const instantMax = 253_402_300_799_999

const cursor = listCursor("discover", tupleOf<Place>(wholeFrom(0, instantMax), isNumber, isNumber, isId))

const countsOfSnapshot = "coalesce(s.option_counts, array[s.yes_count, s.total_agents - s.yes_count])"

interface CandidatesRow {
  readonly now_ms: number
  readonly median: number
  readonly questions: ReadonlyArray<
    readonly [
      id: string,
      window_ends_ms: number,
      counts: ReadonlyArray<number>,
      before: ReadonlyArray<number> | null
    ]
  >
}

// One row with all candidates as one JSON value, which costs a third of as many rows. Earlier counts are read from the
// snapshots of the day that ended a week ago, which are stored together; a snapshot is looked up by question only if
// that day had too few voices. `at_ms` is null for now.
const candidates = statement<CandidatesRow>()(
  { at_ms: "bigint", category: "text", subcategory: "text", timeframe: "text" },
  (params) => `
  with clock as (
    select at, date_trunc('day', at - interval '${movingDays * 24} hours', 'UTC') as week_before
    from (select coalesce(timestamptz 'epoch' + ${params.at_ms} * interval '1 millisecond', auspex_now()) as at) a
  ), earlier as (
    select s.question_id, ${countsOfSnapshot} as counts
    from consensus_snapshots s
    where s.taken_at = (select week_before from clock) and s.kind = 'daily' and s.total_agents >= ${movingVoicesMin}
  )
  select (extract(epoch from (select at from clock)) * 1000)::bigint as now_ms,
    coalesce(percentile_cont(0.5) within group (order by q.prediction_count), 0) as median,
    coalesce(
      json_agg(json_build_array(q.id, (extract(epoch from q.window_ends_at) * 1000)::bigint,
        coalesce(q.option_counts, array[q.yes_count, q.no_count]), coalesce(e.counts, since.counts))) filter (
          where (${params.category} is null or q.category = ${params.category}) and (${params.subcategory} is null or q.subcategory = ${params.subcategory})
            and (${params.timeframe} is null or q.timeframe = ${params.timeframe})),
      '[]'
    ) as questions
  from questions q left join earlier e on e.question_id = q.id left join lateral (
    select ${countsOfSnapshot} as counts
    from consensus_snapshots s
    where e.counts is null and q.prediction_count >= ${movingVoicesMin}
      and s.question_id = q.id and s.taken_at > (select week_before from clock) and s.total_agents >= ${movingVoicesMin}
    order by s.taken_at, s.id limit 1
  ) since on true
  where ${takesPredictions("q")} and q.window_ends_at > (select at from clock)`
)

const rowsOf = `select auspex_now() as now, ${questionColumns} from questions q where q.id in ${
  idsIn("$1::text::jsonb")
}`

const factsOf = ([id, window_ends_ms, counts, before]: CandidatesRow["questions"][number]): DiscoveryFacts => ({
  id,
  window_ends_ms,
  counts,
  before
})

const layer: Layer.Layer<DiscoveryStore, never, SqlClient> = Layer.effect(
  DiscoveryStore,
  Effect.map(storeStatements("discover"), ({ all, only }) =>
    DiscoveryStore.of({
      list: ({ category, subcategory, timeframe }: DiscoveryFilter, page: PageRequest) =>
        Effect.gen(function*() {
          const after = yield* startOf(page, cursor)
          const found = yield* only("candidates", candidates, {
            at_ms: after?.[0] ?? null,
            category: category ?? null,
            subcategory: subcategory ?? null,
            timeframe: timeframe ?? null
          })
          const { median: medianNow, now_ms, questions } = found
          const median = after?.[1] ?? medianNow
          const ranks = rankDiscoveries(questions.map(factsOf), { now_ms, median })
          const begin = after === null
            ? page.offset
            : ranks.findIndex((rank) => compareDiscoveries({ score: after[2], id: after[3] }, rank) < 0)
          const { last, shown } = cut(begin === -1 ? [] : ranks.slice(begin, begin + page.limit + 1), page.limit)
          const rows = shown.length === 0 ? [] : yield* all<QuestionRow & { readonly now: Date }>("rows", rowsOf, [
            JSON.stringify(shown.map(({ id }) => id))
          ])
          const byId = new Map(rows.map((row) => [row.id, row]))
          return {
            items: shown.flatMap((rank) => {
              const row = byId.get(rank.id)
              return row === undefined ? [] : [{ ...rank, row, now: row.now }]
            }),
            total: ranks.length,
            next_cursor: last === null ? null : cursor.encode([now_ms, median, last.score, last.id])
          }
        })
    }))
)

/** Reads the facts of all candidates, ranks them by the domain's rule, and then reads the rows of one page. */
export const DiscoveryStorePg = { layer }
