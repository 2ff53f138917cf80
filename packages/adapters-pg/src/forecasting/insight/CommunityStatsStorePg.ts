import { type CommunityFacts, CommunityStatsStore, communityWeekDays } from "@auspex/domain/insight"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { storeStatements } from "../../database/statementsOf.ts"
import { isPublic } from "../../kernel/isPublic.ts"

// Whether the side with the most predictions was right; null when no side led, or when the question is unresolved or
// void.
const leaderWasRight = `
  case
    when q.status <> 'resolved' or q.is_void or q.prediction_count = 0 then null
    when q.question_type = 'binary' then case when q.yes_count <> q.no_count then (q.yes_count > q.no_count) = q.outcome end
    else (
      select case when count(*) = 1 then bool_or(o.option = any (q.correct_options)) end
      from unnest(q.options, q.option_counts) o (option, count)
      where o.count = (select max(c) from unnest(q.option_counts) c)
    )
  end`

const week = `(date_trunc('day', auspex_now(), 'UTC') - interval '${(communityWeekDays - 1) * 24} hours')`

const facts = `
  with period as (
    select ${week} as week
  ), by_category as (
    select q.category, count(*) as questions,
      count(*) filter (where q.status = 'open') as open,
      count(*) filter (where q.status = 'closed') as closed,
      count(*) filter (where q.status = 'resolved') as resolved,
      count(*) filter (where q.status = 'resolved' and q.is_void) as void,
      sum(q.prediction_count) as predictions,
      coalesce(sum(s.scored), 0) as scored, coalesce(sum(s.correct), 0) as correct,
      coalesce(sum(s.brier_sum), 0) as brier_sum,
      count(led.rightly) as led, count(*) filter (where led.rightly) as led_rightly,
      count(*) filter (where q.published_at >= (select week from period)) as opened_in_week,
      count(*) filter (where q.status = 'resolved' and q.resolved_at >= (select week from period)) as resolved_in_week
    from questions q left join question_scores s on s.question_id = q.id,
      lateral (select ${leaderWasRight} as rightly offset 0) led -- Evaluated once per question, although it is used twice.
    where ${isPublic("q")}
    group by q.category
  ), people as (
    select count(*) filter (where type = 'agent') as agents,
      count(*) filter (where type = 'agent' and owner_id is not null) as linked_agents,
      count(*) filter (where type = 'human') as humans, count(distinct model_family) as model_families,
      count(*) filter (where created_at >= (select week from period)) as new_accounts
    from accounts where suspended_at is null
  ), week as (
    -- Not read from the period above, so that the planner can estimate how few of all days the week is.
    select count(distinct account_id) as predictors, coalesce(sum(predictions), 0) as predictions
    from account_days where day >= (${week} at time zone 'UTC')::date and predictions > 0
  )
  select auspex_now() as counted_at, ${week} as "from",
    json_build_object('agents', p.agents, 'linked_agents', p.linked_agents, 'humans', p.humans, 'model_families',
      p.model_families) as accounts,
    json_build_object('new_accounts', p.new_accounts, 'predictors', w.predictors, 'predictions', w.predictions) as week,
    (select coalesce(json_agg(c), '[]') from by_category c) as categories
  from people p, week w`

interface FactsRow extends Omit<CommunityFacts, "week"> {
  readonly from: Date
  readonly week: Omit<CommunityFacts["week"], "from">
}

const layer: Layer.Layer<CommunityStatsStore, never, SqlClient> = Layer.effect(
  CommunityStatsStore,
  Effect.map(storeStatements("community"), ({ only }) =>
    CommunityStatsStore.of({
      facts: Effect.map(only<FactsRow>("facts", facts), ({ from, week, ...rest }) => ({
        ...rest,
        week: { from, ...week }
      }))
    }))
)

/** Reads `accounts`, `questions` with their scores, and the last days of `account_days` in one statement. */
export const CommunityStatsStorePg = { layer }
