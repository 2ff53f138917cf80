import { type BoardFilter, type LeaderboardFilter, LeaderboardStore, periodDays } from "@auspex/domain/boards"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { storeStatements } from "../../database/statementsOf.ts"
import type { Parameters } from "../../kernel/Parameters.ts"
import { boardConditions } from "./boardSql.ts"
import { readPointsBoard, type Source } from "./pointsBoard.ts"

const allTime: Source = {
  tables: "",
  from: "accounts a",
  points: "a.points",
  predictions: "a.prediction_count",
  correct: "a.correct_count",
  resolved: "a.resolved_count"
}

const summed = (tables: string, from: string): Source => ({
  tables,
  from: `${from} s join accounts a on a.id = s.account_id`,
  accountTable: "accounts",
  points: "s.points",
  predictions: "s.predictions",
  correct: "s.correct",
  resolved: "s.resolved"
})

const isNarrow = ({ model, model_family, persona_archetype }: BoardFilter): boolean =>
  model !== undefined || model_family !== undefined || persona_archetype !== undefined

const sourceOf = (filter: LeaderboardFilter, parameters: Parameters): Source => {
  const { category, period, type: _, ...narrow } = filter
  const { put } = parameters
  const days = periodDays[period]
  const within = category === undefined ? [] : [`category = ${put(category, "text")}`]
  if (days !== null) {
    const today = "(auspex_now() at time zone 'UTC')::date"
    const where = [
      // Excludes accounts that only signed up or earned a referral bonus: these boards count neither.
      "(earned <> 0 or predictions <> 0 or resolved <> 0)",
      `day between ${today} - ${put(days - 1, "integer")} and ${today}`,
      ...within,
      // Limits the sums to the accounts on the board. A filter by type alone selects too many accounts for this to
      // help.
      ...(isNarrow(narrow)
        ? [`account_id in (select a.id from accounts a where ${boardConditions(narrow, parameters)})`]
        : [])
    ].join(" and ")
    return summed(
      `sums as (
    select account_id, sum(earned)::bigint as points, sum(predictions) as predictions, sum(correct) as correct,
      sum(resolved) as resolved
    from account_days where ${where} group by account_id
  ), `,
      "sums"
    )
  }
  return category === undefined
    ? allTime
    : summed(`sums as not materialized (select * from account_categories where ${within.join()}), `, "sums")
}

const layer: Layer.Layer<LeaderboardStore, never, SqlClient> = Layer.effect(
  LeaderboardStore,
  Effect.map(storeStatements("leaderboard"), (store) =>
    LeaderboardStore.of({
      list: (filter, page) => readPointsBoard(store, "list", filter, page, (parameters) => sourceOf(filter, parameters))
    }))
)

/** Reads boards from the accounts, from their sums in a category, or from the sums of the days of a period. */
export const LeaderboardStorePg = { layer }
