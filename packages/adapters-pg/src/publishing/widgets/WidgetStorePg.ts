import type { SimilaritySums } from "@auspex/domain/consensus"
import { chartSnapshotsMax } from "@auspex/domain/history"
import { type WidgetSnapshot, WidgetStore } from "@auspex/domain/widgets"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { similaritySumsOf } from "../../forecasting/consensus/similaritySumsOf.ts"
import { storeStatements } from "../../database/statementsOf.ts"
import { ifUuid } from "../../kernel/ifUuid.ts"
import { isPublic } from "../../kernel/isPublic.ts"

/** $1 id, $2 the number of snapshots: every nth and the last one, as arrays, which take up less space than objects. */
const facts = `
  select ${similaritySumsOf("q")} as similarity,
    coalesce((
      select jsonb_agg(jsonb_build_array(
        floor(extract(epoch from s.taken_at) * 1000), s.total_agents, s.yes_count, s.option_counts) order by s.place)
      from (
        select n.*, row_number() over (order by n.taken_at, n.id) as place, count(*) over () as total
        from (
          select id, taken_at, total_agents, yes_count, option_counts from consensus_snapshots
          where question_id = q.id order by taken_at desc, id desc limit ${chartSnapshotsMax}
        ) n
      ) s
      where s.place = s.total or (s.place - 1) % ((s.total - 1) / $2::integer + 1) = 0
    ), '[]') as snapshots
  from questions q where q.id = $1::uuid and ${isPublic("q")}`

interface FactsRow {
  readonly similarity: SimilaritySums
  readonly snapshots: ReadonlyArray<
    readonly [millis: number, total: number, yes: number, options: WidgetSnapshot["option_counts"]]
  >
}

const layer: Layer.Layer<WidgetStore, never, SqlClient> = Layer.effect(
  WidgetStore,
  Effect.map(storeStatements("widget"), ({ first }) =>
    WidgetStore.of({
      facts: (questionId, countMax) =>
        ifUuid(
          questionId,
          Effect.map(first<FactsRow>("facts", facts, [questionId, countMax]), (row) =>
            row && {
              similarity: row.similarity,
              snapshots: row.snapshots.map(([millis, total_agents, yes_count, option_counts]) => ({
                taken_at: new Date(millis),
                total_agents,
                yes_count,
                option_counts
              }))
            })
        )
    }))
)

/** Reads the index of the question's snapshots. */
export const WidgetStorePg = { layer }
