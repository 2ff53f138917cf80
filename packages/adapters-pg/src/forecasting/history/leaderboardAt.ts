import { type LeaderboardEntry, type LeaderboardFilter, periodDays } from "@auspex/domain/boards"
import type { Page, PageRequest, Refusal, StorageUnavailable } from "@auspex/domain/kernel"
import type { Effect } from "effect"
import type { EntryColumns } from "../boards/boardSql.ts"
import { readPointsBoard, type Source } from "../boards/pointsBoard.ts"
import type { Statements } from "../../database/statementsOf.ts"
import type { Parameters } from "../../kernel/Parameters.ts"

/**
 * Two common table expressions: `accounts_at`, the accounts as they were just before `until`, and `days`, what each
 * account did by day and category before it. `days` holds the sums of whole days and, for the day of `until`, the
 * ledger entries, placements and settlements before it.
 */
const tablesAt = (until: string): string => {
  const day = `(${until} at time zone 'UTC')::date`
  const begin = `(${day}::timestamp at time zone 'UTC')`
  return `
  current_day as (
    select l.account_id, coalesce(q.category, '') as category, l.amount as points,
      case when auspex_is_earned(l.reason) then l.amount else 0 end as earned, 0 as predictions, 0 as resolved, 0 as correct,
      0 as flagged
    from ledger l left join questions q on q.id = l.question_id
    where l.created_at >= ${begin} and l.created_at < ${until}
    union all
    select p.account_id, q.category, 0, 0, 1, 0, 0, 0
    from predictions p join questions q on q.id = p.question_id
    where p.created_at >= ${begin} and p.created_at < ${until}
    union all
    select h.account_id, q.category, 0, 0, 0, h.resolved - coalesce(b.resolved, 0), h.correct - coalesce(b.correct, 0),
      h.flagged - coalesce(b.flagged, 0)
    from (
      select distinct on (prediction_id) prediction_id, account_id, question_id, (correct is not null)::integer as resolved,
        coalesce(correct, false)::integer as correct, (hallucination_flags is not null)::integer as flagged
      from prediction_history where recorded_at >= ${begin} and recorded_at < ${until}
      order by prediction_id, recorded_at desc, seq desc
    ) h join questions q on q.id = h.question_id left join lateral (
      select (e.correct is not null)::integer as resolved, coalesce(e.correct, false)::integer as correct,
        (e.hallucination_flags is not null)::integer as flagged
      from prediction_history e where e.prediction_id = h.prediction_id and e.recorded_at < ${begin}
      order by e.recorded_at desc, e.seq desc limit 1
    ) b on true
  ), days as (
    select account_id, day, category, points, earned, predictions, resolved, correct, flagged
    from account_days where day < ${day}
    union all
    select account_id, ${day}, category, points, earned, predictions, resolved, correct, flagged from current_day
  ), totals as (
    select account_id, sum(points) as points, sum(predictions) as predictions, sum(resolved) as resolved,
      sum(correct) as correct, sum(flagged) as flagged
    from days group by account_id
  ), accounts_at as materialized (
    select r.id, r.name, r.type, r.created_at, v.role, v.model, v.model_family, v.persona_archetype, v.trust_label,
      case when v.suspended then v.recorded_at end as suspended_at, coalesce(t.points, 0)::bigint as points,
      coalesce(t.predictions, 0)::integer as prediction_count, coalesce(t.resolved, 0)::integer as resolved_count,
      coalesce(t.correct, 0)::integer as correct_count, coalesce(t.flagged, 0)::integer as flagged_prediction_count
    from accounts r cross join lateral (
      select * from account_versions v where v.account_id = r.id and v.recorded_at < ${until}
      order by v.recorded_at desc, v.seq desc limit 1
    ) v left join totals t on t.account_id = r.id
    where r.created_at < ${until}
  ), `
}

/**
 * SQL for account `a` at `until`: its stakes on predictions that were unsettled then, and its streak of correct
 * predictions. A prediction that was settled again later counts as settled from the first verdict in its history.
 */
const columnsAt = (until: string): EntryColumns => ({
  locked: `(
      select coalesce(sum(p.stake), 0)::integer from predictions p
      where p.account_id = a.id and p.created_at < ${until} and (p.resolved_at is null or p.resolved_at >= ${until})
        and not exists (select from prediction_history h
          where h.prediction_id = p.id and h.recorded_at < ${until} and h.correct is not null))`,
  streak: `coalesce((
      select p.streak_at_resolution from predictions p
      where p.account_id = a.id and p.resolved_at < ${until}
      order by coalesce(p.settled_seq, 0) desc, p.resolved_at desc, p.id desc limit 1), 0)`
})

const sourceAt = (filter: LeaderboardFilter, before: Date, { put }: Parameters): Source => {
  const { category, period } = filter
  const until = put(before, "timestamptz")
  const days = periodDays[period]
  if (days === null && category === undefined) {
    return {
      tables: tablesAt(until),
      from: "accounts_at a",
      points: "a.points",
      columns: columnsAt(until),
      predictions: "a.prediction_count",
      correct: "a.correct_count",
      resolved: "a.resolved_count"
    }
  }
  const where = [
    ...(days === null
      ? []
      : [
        "(earned <> 0 or predictions <> 0 or resolved <> 0)",
        `day > ((${until} - interval '1 millisecond') at time zone 'UTC')::date - ${put(days, "integer")}`
      ]),
    ...(category === undefined ? [] : [`category = ${put(category, "text")}`])
  ].join(" and ")
  return {
    tables: `${tablesAt(until)}sums as (
    select account_id, sum(${days === null ? "points" : "earned"})::bigint as points,
      sum(predictions)::integer as predictions, sum(correct)::integer as correct, sum(resolved)::integer as resolved
    from days where ${where} group by account_id
  ), `,
    from: "sums s join accounts_at a on a.id = s.account_id",
    accountTable: "accounts_at",
    points: "s.points",
    columns: columnsAt(until),
    predictions: "s.predictions",
    correct: "s.correct",
    resolved: "s.resolved"
  }
}

/** The board by points as it was just before an instant, in the form and with the cursors of the current board. */
export const leaderboardAt = (
  history: Statements,
  filter: LeaderboardFilter,
  page: PageRequest,
  before: Date
): Effect.Effect<Page<LeaderboardEntry>, Refusal | StorageUnavailable> =>
  readPointsBoard(history, "leaderboard", filter, page, (parameters) => sourceAt(filter, before, parameters))
