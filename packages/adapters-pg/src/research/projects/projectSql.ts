import type { OwnedProject, Project } from "@auspex/domain/projects"
import { statement } from "../../database/Statement.ts"
import { panelColumn } from "../../kernel/panelColumn.ts"
import type { PageRow } from "../../kernel/PageRow.ts"

const columns = `id, kind, title, brief, audience, status, created_at, last_updated_at, question_count, source_count,
  reasoning_count`

export const insert = statement<Project>()(
  {
    workspace_id: "uuid",
    created_by: "uuid",
    kind: "text",
    title: "text",
    brief: "text",
    audience: "text",
    status: "text"
  },
  (p) => `
  insert into projects (id, workspace_id, created_by, kind, title, brief, audience, status)
  values (auspex_uuid_v7(auspex_clock()), ${p.workspace_id}, ${p.created_by}, ${p.kind}, ${p.title}, ${p.brief},
    ${p.audience}, ${p.status})
  returning ${columns}`
)

/** $1 workspace. */
export const lockWorkspace = "select 1 from workspaces where id = $1::uuid for no key update"

/** $1 workspace. */
export const count = "select count(*)::integer as projects from projects where workspace_id = $1::uuid"

export const list = statement<PageRow<Project>>()(
  { workspace_id: "uuid", status: "text", kind: "text", limit: "integer", offset: "integer", after: "uuid" },
  (p) => `
  with matching as (
    select * from projects where workspace_id = ${p.workspace_id}
      and (${p.status} is null or status = ${p.status}) and (${p.kind} is null or kind = ${p.kind})
  )
  select (select count(*)::integer from matching) as total, listed.*
  from (values (1)) once (n) left join lateral (
    select ${columns} from matching where ${p.after} is null or id < ${p.after}
    order by id desc limit ${p.limit} offset ${p.offset}
  ) listed on true order by listed.id desc`
)

/** A project with its workspace. */
export type OwnedRow = Project & Pick<OwnedProject, "workspace_id">

/** $1 id. */
export const find = `select workspace_id, ${columns} from projects where id = $1::uuid`

/** $1 id. */
export const lock = `${find} for no key update`

/** $1 id, $2 status. */
export const move = `
  update projects set status = $2, last_updated_at = auspex_now() where id = $1::uuid returning ${columns}`

/** $1 project, $2 the panel as JSON. */
export const putPanel = `
  insert into project_panels (project_id, segments, experts, rounds_max)
  select $1::uuid, p.segments, p.experts, p.rounds_max
  from jsonb_to_record($2::text::jsonb) p (segments jsonb, experts integer, rounds_max integer)
  on conflict (project_id) do update
  set segments = excluded.segments, experts = excluded.experts, rounds_max = excluded.rounds_max`

/** $1 project. */
export const panel = `select ${panelColumn} from project_panels pp where pp.project_id = $1::uuid`

const questionColumns = `id, project_id, text, kind, kind_options, resolution_signal,
  to_char(resolution_date, 'YYYY-MM-DD') as resolution_date, resolution_threshold, framing, created_at`

/** $1 project. */
export const questions = `select ${questionColumns} from project_questions where project_id = $1::uuid order by id`

/** $1 project. */
export const fingerprints = "select fingerprint from project_questions where project_id = $1::uuid"

/** $1 project, $2 the questions as JSON. */
export const addQuestions = `
  insert into project_questions (id, project_id, text, kind, kind_options, resolution_signal, resolution_date,
    resolution_threshold, fingerprint, framing)
  select q.id, $1::uuid, q.text, q.kind, q.kind_options, q.resolution_signal, q.resolution_date,
    q.resolution_threshold, q.fingerprint, q.framing
  from jsonb_to_recordset($2::text::jsonb) q (id uuid, text text, kind text, kind_options jsonb, resolution_signal text,
    resolution_date date, resolution_threshold text, fingerprint text, framing jsonb)
  order by q.id
  returning ${questionColumns}`

/** $1 project, $2 status, $3 number of questions. */
export const countQuestions = `
  update projects set status = $2, question_count = question_count + $3::integer, last_updated_at = auspex_now()
  where id = $1::uuid`
