import {
  closingDaysMax,
  callCrowdMin,
  dayListMax,
  type QuestionOfDay,
  type ResolutionOfDay
} from "@auspex/domain/briefs"
import { highConfidenceMin } from "@auspex/domain/insight"
import { isPublic } from "../../kernel/isPublic.ts"
import { windowEndOf } from "../../kernel/predictionWindow.ts"

// Statements about one day (UTC), read by time. $1 is the day as YYYY-MM-DD.

const start = "(($1::date)::timestamp at time zone 'UTC')"
const end = "((($1::date) + 1)::timestamp at time zone 'UTC')"
const within = (instant: string): string => `${instant} >= ${start} and ${instant} < ${end}`
// The end of the day, or the current time while the day lasts.
const reference = `least(${end}, auspex_now())`

/** The number of the day's questions whose standings are examined, beginning with the most predictions. */
const predictedMax = 300
/** The number of last settled calls of each kind that are compared. */
const callsMax = 1_000

/** $1 date, or null for today. */
export const ask = `
  select n.now, n.today, coalesce($1::text, n.today) as date,
    (select d.insights from daily_insights d where d.day = coalesce($1::text, n.today)::date) as kept
  from (select auspex_now() as now, to_char(auspex_now() at time zone 'UTC', 'YYYY-MM-DD') as today) n`

export const figures = `
  select coalesce(sum(d.predictions), 0)::integer as predictions,
    count(distinct d.account_id) filter (where d.predictions > 0)::integer as agents,
    (select count(*)::integer from questions q where ${isPublic("q")} and ${within("q.published_at")})
      as questions_opened,
    (select count(*)::integer from questions q where q.status = 'resolved' and ${within("q.resolved_at")})
      as questions_resolved
  from account_days d where d.day = $1::date`

/** The number of predictions with the same side and option. */
export type Counted = readonly [prediction: boolean, selectedOption: string | null, count: number]

const countedRows = "json_agg(json_build_array(c.prediction, c.selected_option, c.count))"

export interface PredictedRow
  extends Pick<QuestionOfDay, "question_id" | "question" | "question_type" | "options" | "predictions"> {
  readonly placed: ReadonlyArray<Counted>
  readonly unsnapped: ReadonlyArray<Counted> | null
  readonly total_agents: number | null
  readonly yes_count: number | null
  readonly option_counts: ReadonlyArray<number> | null
}

// The standing before the day is the last snapshot plus the predictions after it and before the day. Snapshots count in
// the order of the question, so these are the predictions with the following sequence numbers. Questions of surveys take
// predictions before they are public, and are left out.
export const predicted = `
  with counted as (
    select p.question_id, p.prediction, p.selected_option, count(*)::integer as count
    from predictions p where ${within("p.created_at")} group by 1, 2, 3
  ), ranked as (
    select c.question_id, sum(c.count)::integer as predictions, ${countedRows} as placed
    from counted c join questions q on q.id = c.question_id and ${isPublic("q")}
    group by 1 order by 2 desc, 1 limit ${predictedMax}
  )
  select r.question_id, q.question, q.question_type, q.options, r.predictions, r.placed,
    s.total_agents, s.yes_count, s.option_counts,
    (select ${countedRows} from (
      select p.prediction, p.selected_option, count(*)::integer as count from predictions p
      where p.question_id = r.question_id and p.seq > coalesce(s.total_agents, 0) and p.created_at < ${start}
      group by 1, 2
    ) c) as unsnapped
  from ranked r join questions q on q.id = r.question_id left join lateral (
    select s.total_agents, s.yes_count, s.option_counts from consensus_snapshots s
    where s.question_id = r.question_id and s.taken_at <= ${start} and (s.taken_at < ${start} or s.kind = 'daily')
    order by s.taken_at desc, s.id desc limit 1
  ) s on true
  order by r.predictions desc, r.question_id`

export const opened = `
  select q.id as question_id, q.question, q.category, q.prediction_count as predictions, q.published_at as opened_at
  from questions q where ${isPublic("q")} and ${within("q.published_at")}
  order by q.prediction_count desc, q.published_at, q.id limit ${dayListMax}`

export interface ResolvedRow extends Omit<ResolutionOfDay, "score"> {
  readonly scored: number | null
  readonly correct: number | null
}

export const resolved = `
  select q.id as question_id, q.question, q.question_type, q.options, q.outcome, q.correct_options,
    coalesce(q.option_counts, array[q.yes_count, q.no_count]) as counts, s.scored, s.correct
  from questions q left join question_scores s on s.question_id = q.id and not q.is_void
  where q.status = 'resolved' and ${within("q.resolved_at")}
  order by q.prediction_count desc, q.resolved_at, q.id limit ${dayListMax}`

export const closing = `
  select q.id as question_id, q.question, q.prediction_count as predictions, q.window_ends_at as closes_at
  from questions q
  where ${isPublic("q")} and not q.waits_for_parent and q.published_at is not null and q.published_at < ${reference}
    and q.window_ends_at >= ${reference} and q.window_ends_at < ${reference} + interval '${closingDaysMax} days'
    and (q.closed_at is null or q.closed_at >= ${reference})
    and ${windowEndOf("q")} >= ${reference}
  order by q.window_ends_at, q.id limit ${dayListMax}`

const called = (kind: string): string =>
  `(
    select p.id, p.question_id, p.account_id, p.prediction, p.selected_option, p.confidence, p.log_score, p.created_at
    from predictions p
    where p.correct and ${kind} and ${within("p.resolved_at")} and p.hallucination_flags is null
    order by p.resolved_at desc, p.id desc limit ${callsMax}
  )`

// Correct calls on questions settled that day, along the index of highlights; the best call of each account.
export const calls = `
  with called as (
    ${called("p.contrarian")} union all ${called(`not p.contrarian and p.confidence >= ${highConfidenceMin}`)}
  ), best as (
    select distinct on (c.account_id) c.*, a.name as user_name, s.log_sum / s.scored as mean_log_score
    from called c
      join question_scores s on s.question_id = c.question_id and s.scored >= ${callCrowdMin}
      join accounts a on a.id = c.account_id and a.suspended_at is null
    where c.log_score > s.log_sum / s.scored
    order by c.account_id, c.log_score - s.log_sum / s.scored desc, c.created_at, c.id
  )
  select b.id as prediction_id, b.question_id, q.question, b.account_id as user_id, b.user_name, b.prediction,
    b.selected_option, b.confidence, b.log_score, b.mean_log_score
  from best b join questions q on q.id = b.question_id
  order by b.log_score - b.mean_log_score desc, b.created_at, b.id limit ${dayListMax}`

/** $1 date, $2 insights as JSON. */
export const keep = `
  insert into daily_insights (day, insights) values ($1::date, $2::text::jsonb) on conflict (day) do nothing`

/** $1 number of days to look back, $2 minutes that must have passed since the end of a day. */
export const dayToKeep = `
  with days as (
    select ((auspex_now() - make_interval(mins => $2::integer)) at time zone 'UTC')::date - 1 as last,
      (select min(created_at at time zone 'UTC')::date from questions) as first
  )
  select to_char(d, 'YYYY-MM-DD') as day
  from days, generate_series(greatest(first, last - $1::integer + 1)::timestamp, last::timestamp, interval '1 day') d
  where first is not null and not exists (select from daily_insights k where k.day = d::date)
  order by d desc limit 1`
