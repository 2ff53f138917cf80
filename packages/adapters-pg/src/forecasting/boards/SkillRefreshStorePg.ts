import { type RankedAccount, type ScoredPrediction, refreshPauseFactor, SkillRefreshStore } from "@auspex/domain/boards"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { storeStatements } from "../../database/statementsOf.ts"
import { statement } from "../../database/Statement.ts"

const isDue = `
  select exists (select from skill_changes)
    and not exists (select from skill_drawings where next_after > clock_timestamp()) as due`

// A refresh marks at most 10,000 changes as included; the rest remain and cause another refresh.
const begin = `
  with seen as (
    select coalesce(json_agg(c.id), '[]') as changes from (select id from skill_changes order by id limit 10000) c
  ), begun as (
    insert into skill_drawings default values returning generation
  )
  select generation, changes from begun cross join seen`

const accounts = `
  select id, case when type = 'agent' then model_family end as model_family,
    case when type = 'agent' then persona_archetype end as persona_archetype
  from accounts where suspended_at is null and ($1::uuid is null or id > $1::uuid) order by id limit $2`

const firstPredictions = `
  select account_id, question_id, brier_score, confidence, correct
  from predictions where brier_score is not null
  order by question_id, account_id limit $1`

const nextPredictions = `
  select account_id, question_id, brier_score, confidence, correct
  from predictions where brier_score is not null and (question_id, account_id) > ($2::uuid, $3::uuid)
  order by question_id, account_id limit $1`

const write = `
  insert into skill_standings (generation, position, account_id, resolved, brier_score, adjusted_brier, low, high, rank,
    rank_low, rank_high)
  select $1, s.position, s.account_id, s.resolved, s.brier_score, s.adjusted_brier, s.low, s.high, s.rank, s.rank_low,
    s.rank_high
  from json_to_recordset($2::text::json) s (
    position integer, account_id uuid, resolved integer, brier_score double precision, adjusted_brier double precision,
    low double precision, high double precision, rank integer, rank_low integer, rank_high integer)`

const writeGroups = `
  insert into skill_groups (generation, kind, name, resolved, adjusted_brier, calibration)
  select $1, g.kind, g.name, g.resolved, g.adjusted_brier, g.calibration
  from json_to_recordset($2::text::json) g (
    kind text, name text, resolved integer, adjusted_brier double precision, calibration jsonb)`

// A generation is not published after a later one, because the later one includes everything in it.
const show = statement()(
  {
    generation: "bigint",
    changes: "text::jsonb",
    accounts: "integer",
    predictions: "integer",
    mean: "double precision",
    skill_variance: "double precision",
    residual_variance: "double precision"
  },
  (params) => `
  with shown as (
    update skill_drawings d set
      drawn_at = auspex_clock(), took_ms = extract(epoch from clock_timestamp() - d.started_at) * 1000,
      next_after = clock_timestamp() + greatest(interval '1 second', ${refreshPauseFactor} * (clock_timestamp() - d.started_at)),
      accounts = ${params.accounts}, predictions = ${params.predictions}, mean = ${params.mean}, skill_variance = ${params.skill_variance}, residual_variance = ${params.residual_variance}
    where d.generation = ${params.generation}
      and not exists (select from skill_drawings l where l.generation > d.generation and l.drawn_at is not null)
  )
  delete from skill_changes where id in (select value::bigint from jsonb_array_elements_text(${params.changes}))`
)

// Keeps the published generation, the one before it, and all later ones, which are still being computed.
const isObsolete = `
  generation < (select max(generation) from skill_drawings where drawn_at is not null) and generation not in (
    select generation from skill_drawings where drawn_at is not null order by generation desc limit 2)`
const sweepStandings = `
  with deleted as (
    delete from skill_standings
    where ctid = any (array(select ctid from skill_standings where ${isObsolete} limit $1)) returning 1
  )
  select count(*)::integer as count from deleted`
const sweepDrawings = `
  with deleted as (delete from skill_groups where ${isObsolete})
  delete from skill_drawings where ${isObsolete}`
const sweepBatch = 5_000

const layer: Layer.Layer<SkillRefreshStore, never, SqlClient> = Layer.effect(
  SkillRefreshStore,
  Effect.map(storeStatements("skillDrawings"), ({ all, only, run }) =>
    SkillRefreshStore.of({
      isDue: Effect.map(only<{ due: boolean }>("isDue", isDue), ({ due }) => due),
      begin: only<{ generation: number; changes: ReadonlyArray<number> }>("begin", begin),
      accounts: (after, limit) => all<RankedAccount>("accounts", accounts, [after ?? null, limit]),
      predictions: (after, limit) =>
        after === undefined
          ? all<ScoredPrediction>("predictions", firstPredictions, [limit])
          : all<ScoredPrediction>("predictions", nextPredictions, [limit, after.question_id, after.account_id]),
      write: (generation, position, estimates) => {
        const rows = estimates.map(({ interval: { high, low }, ...estimate }, index) => ({
          position: position + index,
          ...estimate,
          low,
          high
        }))
        return run("write", write, [generation, JSON.stringify(rows)])
      },
      writeGroups: (generation, groups) => run("writeGroups", writeGroups, [generation, JSON.stringify(groups)]),
      show: ({ changes, generation }, { accounts, parameters, predictions }) =>
        run("show", show, {
          generation,
          changes: JSON.stringify(changes),
          accounts,
          predictions,
          mean: parameters.mean,
          skill_variance: parameters.skill_variance,
          residual_variance: parameters.residual_variance
        }),
      sweep: Effect.gen(function*() {
        const swept = yield* only<{ count: number }>("sweep", sweepStandings, [sweepBatch])
        if (swept.count === sweepBatch) return true
        yield* run("sweep", sweepDrawings)
        return false
      })
    }))
)

/**
 * Stores the generations of the skill board. Durations are measured by the database's real clock, not by
 * `auspex_now()`.
 */
export const SkillRefreshStorePg = { layer }
