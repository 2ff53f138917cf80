import { ForecastStore, type ProjectForecast, type SettledForecast } from "@auspex/domain/projectForecasts"
import type { TrackRecord } from "@auspex/domain/packets"
import type { Resolution } from "@auspex/domain/questions"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { storeStatements } from "../../database/statementsOf.ts"

/** $1 project. */
const list = `
  select f.question_id, f.platform_question_id from project_forecasts f
  join project_questions q on q.id = f.question_id where q.project_id = $1::uuid order by f.question_id`

/** $1 project's question, $2 platform's question. */
const link = "insert into project_forecasts (question_id, platform_question_id) values ($1::uuid, $2::uuid)"

const claimSettled = `
  select f.question_id, f.platform_question_id, p.id as project_id, f.scored_at, q.outcome, q.correct_options,
    q.question_type, case when q.status = 'resolved' then q.resolution_version end as version
  from project_forecasts f
  join questions q on q.id = f.platform_question_id
  join project_questions pq on pq.id = f.question_id
  join projects p on p.id = pq.project_id
  where f.is_due
  order by f.question_id limit 1
  for no key update of f skip locked`

interface SettledRow extends Omit<SettledForecast, "resolved"> {
  readonly outcome: boolean | null
  readonly correct_options: ReadonlyArray<string> | null
  readonly question_type: "binary" | "multi"
  readonly version: number | null
}

const resolutionOf = ({ correct_options, outcome, question_type }: SettledRow): Resolution =>
  question_type === "binary"
    ? outcome === null ? { kind: "void" } : { kind: "outcome", outcome }
    : correct_options === null || correct_options.length === 0
    ? { kind: "void" }
    : { kind: "options", correct_options }

const settledOf = (row: SettledRow): SettledForecast => {
  const { platform_question_id, project_id, question_id, scored_at, version } = row
  const resolved = version === null ? null : { resolution: resolutionOf(row), version }
  return { platform_question_id, project_id, question_id, scored_at, resolved }
}

/**
 * $1 project's question, $2 version or null, $3 scores as JSON. The forecast stays due when the platform's question was
 * resolved anew between the claim and its lock.
 */
const putScores = `
  update project_forecasts f set scored_version = $2::integer, scores = $3::text::jsonb,
    scored_at = case when $2::integer is not null then coalesce(f.scored_at, auspex_now()) end,
    is_due = $2::integer is distinct from case when q.status = 'resolved' then q.resolution_version end
  from questions q
  where f.question_id = $1::uuid and q.id = f.platform_question_id`

/** $1 workspace. */
const records = `
  select s.specialist, count(*)::integer as resolved, sum(s.brier order by f.question_id) as brier_sum,
    sum(s.log order by f.question_id) as log_sum
  from projects p
  join project_questions pq on pq.project_id = p.id
  join project_forecasts f on f.question_id = pq.id
  cross join jsonb_to_recordset(f.scores) s (specialist text, brier double precision, log double precision)
  where p.workspace_id = $1::uuid group by s.specialist order by s.specialist`

const layer: Layer.Layer<ForecastStore, never, SqlClient> = Layer.effect(
  ForecastStore,
  Effect.map(storeStatements("forecasts"), ({ all, first, run }) =>
    ForecastStore.of({
      list: (projectId) => all<ProjectForecast>("list", list, [projectId]),
      link: ({ platform_question_id, question_id }) => run("link", link, [question_id, platform_question_id]),
      claimSettled: Effect.map(
        first<SettledRow>("claimSettled", claimSettled),
        (row) => row && settledOf(row)
      ),
      putScores: (questionId, version, scores) =>
        run("putScores", putScores, [questionId, version, JSON.stringify(scores)]),
      records: (workspaceId) => all<TrackRecord>("records", records, [workspaceId])
    }))
)

/** Stores forecasts with the scores of their specialists in `project_forecasts`. */
export const ForecastStorePg = { layer }
