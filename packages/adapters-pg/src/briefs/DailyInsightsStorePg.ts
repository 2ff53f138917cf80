import {
  type ClosingAfterDay,
  DailyInsightsStore,
  type DayFacts,
  InsightsOfDay,
  type OpenedOfDay,
  type QuestionOfDay,
  type ResolvedQuestion,
  type TopCall
} from "@auspex/domain/briefs"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer, Option, Schema } from "effect"
import { storage } from "../database/DatabaseError.ts"
import {
  ask,
  calls,
  closing,
  type Counted,
  dayToKeep,
  figures,
  keep,
  opened,
  predicted,
  type PredictedRow,
  resolved,
  type ResolvedRow
} from "./dailySql.ts"

const withCounted = (
  counts: ReadonlyArray<number>,
  counted: ReadonlyArray<Counted>,
  options: ReadonlyArray<string> | null
): ReadonlyArray<number> => {
  const sums = [...counts]
  for (const [prediction, option, count] of counted) {
    const index = options === null ? (prediction ? 0 : 1) : options.indexOf(option ?? "")
    if (index >= 0) sums[index] = (sums[index] ?? 0) + count
  }
  return sums
}

const predictedOf = (row: PredictedRow): QuestionOfDay => {
  const { option_counts, placed, total_agents, unsnapped, yes_count, ...question } = row
  const yes = yes_count ?? 0
  const snapped = row.options === null
    ? [yes, (total_agents ?? 0) - yes]
    : row.options.map((_, index) => option_counts?.[index] ?? 0)
  const before = withCounted(snapped, unsnapped ?? [], row.options)
  return { ...question, before, after: withCounted(before, placed, row.options) }
}

const resolvedOf = ({ correct, scored, ...question }: ResolvedRow): ResolvedQuestion => ({
  ...question,
  score: scored === null || correct === null ? null : { scored, correct }
})

const callOf = ({ selected_option, ...call }: TopCall & { readonly selected_option: string | null }): TopCall => ({
  ...call,
  ...(selected_option === null ? {} : { selected_option })
})

// Insights kept by an older version may lack a current field; they are then recomputed for every request.
const decodeKept = Schema.decodeUnknownOption(InsightsOfDay)
const encode = Schema.encodeSync(Schema.parseJson(InsightsOfDay))

const layer: Layer.Layer<DailyInsightsStore, never, SqlClient> = Layer.effect(
  DailyInsightsStore,
  Effect.map(SqlClient, (sql) => {
    const rows = <Row extends object>(text: string, date: string) => sql.unsafe<Row>(text, [date])
    return DailyInsightsStore.of({
      ask: (date) =>
        sql.unsafe<{ now: Date; today: string; date: string; kept: unknown }>(ask, [date ?? null]).pipe(
          Effect.map(([row]) => ({ ...row!, kept: Option.getOrUndefined(decodeKept(row!.kept)) })),
          storage("dailyInsights.ask")
        ),
      facts: (date) =>
        Effect.all({
          figures: Effect.map(rows<DayFacts["figures"]>(figures, date), ([row]) => row!),
          predicted: Effect.map(rows<PredictedRow>(predicted, date), (found) => found.map(predictedOf)),
          opened: rows<OpenedOfDay>(opened, date),
          resolved: Effect.map(rows<ResolvedRow>(resolved, date), (found) => found.map(resolvedOf)),
          closing: rows<ClosingAfterDay>(closing, date),
          calls: Effect.map(
            rows<TopCall & { readonly selected_option: string | null }>(calls, date),
            (found) => found.map(callOf)
          )
        }).pipe(storage("dailyInsights.facts")),
      keep: (insights) =>
        sql.unsafe(keep, [insights.date, encode(insights)]).pipe(Effect.asVoid, storage("dailyInsights.keep")),
      dayToKeep: ({ daysMax, graceMinutes }) =>
        sql.unsafe<{ day: string }>(dayToKeep, [daysMax, graceMinutes]).pipe(
          Effect.map(([row]) => row?.day),
          storage("dailyInsights.dayToKeep")
        )
    })
  })
)

/** Reads the facts of a day by time, and keeps finished insights in `daily_insights`. */
export const DailyInsightsStorePg = { layer }
