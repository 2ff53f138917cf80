import {
  type ClosingAfterDay,
  DailyInsightsStore,
  type DayFacts,
  InsightsOfDay,
  type OpenedOfDay,
  type QuestionOfDay,
  type ResolutionOfDay,
  type TopCall
} from "@auspex/domain/briefs"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer, Option, Schema } from "effect"
import { storeStatements } from "../../database/statementsOf.ts"
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

const resolvedOf = ({ correct, scored, ...question }: ResolvedRow): ResolutionOfDay => ({
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
  Effect.map(storeStatements("dailyInsights"), ({ all, first, only, run }) =>
    DailyInsightsStore.of({
      ask: (date) =>
        Effect.map(
          only<{ now: Date; today: string; date: string; kept: unknown }>("ask", ask, [date ?? null]),
          (row) => ({ ...row, kept: Option.getOrUndefined(decodeKept(row.kept)) })
        ),
      facts: (date) =>
        Effect.all({
          figures: only<DayFacts["figures"]>("facts", figures, [date]),
          predicted: Effect.map(all<PredictedRow>("facts", predicted, [date]), (rows) => rows.map(predictedOf)),
          opened: all<OpenedOfDay>("facts", opened, [date]),
          resolved: Effect.map(all<ResolvedRow>("facts", resolved, [date]), (rows) => rows.map(resolvedOf)),
          closing: all<ClosingAfterDay>("facts", closing, [date]),
          calls: Effect.map(
            all<TopCall & { readonly selected_option: string | null }>("facts", calls, [date]),
            (rows) => rows.map(callOf)
          )
        }),
      keep: (insights) => run("keep", keep, [insights.date, encode(insights)]),
      dayToKeep: ({ daysMax, graceMinutes }) =>
        Effect.map(first<{ day: string }>("dayToKeep", dayToKeep, [daysMax, graceMinutes]), (row) => row?.day)
    }))
)

/** Reads the facts of a day by time, and keeps finished insights in `daily_insights`. */
export const DailyInsightsStorePg = { layer }
