import {
  GroupStatsStore,
  type ModelFamilyStats,
  modelsPerFamilyMax,
  personasMax,
  type PersonaStats,
  type PersonaSums
} from "@auspex/domain/boards"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { storeStatements } from "../../database/statementsOf.ts"

const drawing = `
  drawing as (
    select generation, drawn_at from skill_drawings where drawn_at is not null order by generation desc limit 1
  )`

const agents = `
    select count(*) as agents, sum(prediction_count) as predictions, sum(resolved_count) as resolved,
      sum(correct_count) as correct, sum(brier_sum) as brier_sum, sum(flagged_prediction_count) as flagged,
      sum(points) as points`

const figures = `
    'agents', g.agents, 'predictions', g.predictions, 'resolved', g.resolved,
    'accuracy', coalesce(g.correct::double precision / nullif(g.resolved, 0), 0),
    'brier_score', g.brier_sum / nullif(g.resolved, 0)`

const groupFigures = `${figures},
    'avg_points', g.points::double precision / g.agents,
    'hallucination_rate', coalesce(g.flagged::double precision / nullif(g.predictions, 0), 0),
    'adjusted_brier', s.adjusted_brier, 'calibration', s.calibration`

const models = `
  with ${drawing}, by_model as (${agents}, model_family, model
    from accounts where type = 'agent' and suspended_at is null and model_family is not null
    group by model_family, model
  ), by_family as (
    select model_family, count(*) as model_count, sum(agents) as agents, sum(predictions) as predictions,
      sum(resolved) as resolved, sum(correct) as correct, sum(brier_sum) as brier_sum, sum(flagged) as flagged,
      sum(points) as points
    from by_model group by model_family
  ), named as (
    select g.model_family, json_agg(json_build_object('model', g.model, ${figures})
      order by g.predictions desc, g.model) as models
    from (
      select *, row_number() over (partition by model_family order by predictions desc, model) as place from by_model
    ) g
    where g.place <= $1 group by g.model_family
  )
  select (select drawn_at from drawing) as refreshed_at, coalesce(json_agg(json_build_object(
    'model_family', g.model_family, ${groupFigures}, 'model_count', g.model_count, 'models', named.models)
    order by g.resolved desc, g.predictions desc, g.model_family), '[]') as groups
  from by_family g join named on named.model_family = g.model_family
  left join skill_groups s on s.generation = (select generation from drawing) and s.kind = 'model_family'
    and s.name = g.model_family`

const personas = `
  with ${drawing}, by_persona as (${agents}, persona_archetype
    from accounts where type = 'agent' and suspended_at is null and persona_archetype is not null
    group by persona_archetype order by resolved desc, predictions desc, persona_archetype limit $1
  )
  select (select drawn_at from drawing) as refreshed_at, coalesce(json_agg(json_build_object(
    'persona_archetype', g.persona_archetype, ${groupFigures})
    order by g.resolved desc, g.predictions desc, g.persona_archetype), '[]') as groups
  from by_persona g
  left join skill_groups s on s.generation = (select generation from drawing) and s.kind = 'persona_archetype'
    and s.name = g.persona_archetype`

const sums = `'agents', count(distinct r.account_id), 'resolved', sum(r.resolved), 'correct', sum(r.correct),
      'brier_sum', sum(r.brier_sum), 'brier_squares', sum(r.brier_squares)`

// One row for each agent that has predicted with a persona; materialised, because both parts read it.
const personaSums = `
  with records as materialized (
    select c.archetype, c.traits, r.* from persona_records r
    join persona_contents c on c.content_hash = r.content_hash
    join accounts a on a.id = r.account_id
    where r.resolved > 0 and a.suspended_at is null
  ), by_archetype as (
    select sum(r.resolved) as resolved, r.archetype, jsonb_build_object('archetype', r.archetype, ${sums}) as row
    from records r where r.archetype is not null group by r.archetype
  ), by_trait as (
    select sum(r.resolved) as resolved, t.key, t.value,
      jsonb_build_object('dimension', t.key, 'trait', t.value, ${sums}) as row
    from records r cross join lateral jsonb_each_text(r.traits) t group by t.key, t.value
  )
  select (select coalesce(jsonb_agg(row order by resolved desc, archetype), '[]') from by_archetype) as archetypes,
    (select coalesce(jsonb_agg(row order by resolved desc, key, value), '[]') from by_trait) as traits`

interface StatsRow<Group> {
  readonly refreshed_at: Date | null
  readonly groups: ReadonlyArray<Group>
}

const layer: Layer.Layer<GroupStatsStore, never, SqlClient> = Layer.effect(
  GroupStatsStore,
  Effect.map(storeStatements("groupStats"), ({ only }) =>
    GroupStatsStore.of({
      models: only<StatsRow<ModelFamilyStats>>("models", models, [modelsPerFamilyMax]),
      personas: only<StatsRow<PersonaStats>>("personas", personas, [personasMax]),
      personaSums: only<PersonaSums>("personaSums", personaSums)
    }))
)

/** Sums the accounts of each group and adds the group's figures from the skill board. */
export const GroupStatsStorePg = { layer }
