import type { ClaimedSource, ProjectSource } from "@auspex/domain/projects"
import { statement } from "../../database/Statement.ts"
import { statementTime } from "../../kernel/statementTime.ts"

const columns = `s.id, s.project_id, s.uri, coalesce(s.given_title, v.title) as title, s.status, s.reason, s.detail,
  s.duplicate_of, s.version, v.content_hash, s.read_at as retrieved_at, v.change ->> 'summary' as change, s.created_at,
  (select count(*)::integer from source_passages p where p.version_id = v.id) as passage_count`

const withVersion = "left join source_versions v on v.source_id = s.id and v.version = s.version"

export const add = statement<{ readonly id: string; readonly is_new: boolean }>()(
  { id: "uuid", project_id: "uuid", uri: "text", title: "text", status: "text" },
  (p) => `
  insert into sources as s (id, project_id, uri, given_title, status)
  values (${p.id}, ${p.project_id}, ${p.uri}, ${p.title}, ${p.status})
  on conflict (project_id, uri) do update set given_title = coalesce(excluded.given_title, s.given_title),
    status = excluded.status, reason = null, detail = null, duplicate_of = null,
    attempts = case when s.due_at is not null then s.attempts else 0 end,
    due_at = case when s.due_at is not null then s.due_at else auspex_now() end
  returning id, id = ${p.id} as is_new`
)

/** $1 project, $2 status, $3 number of new sources. */
export const countSources = `
  update projects set status = $2, source_count = source_count + $3::integer, last_updated_at = auspex_now()
  where id = $1::uuid`

/** $1 project, $2 uri. */
export const statusAt = "select status from sources where project_id = $1::uuid and uri = $2"

/** $1 project. */
export const list = `select ${columns} from sources s ${withVersion} where s.project_id = $1::uuid order by s.id`

/** $1 project, $2 id. */
export const find = `
  select ${columns} from sources s ${withVersion} where s.project_id = $1::uuid and s.id = $2::uuid`

export type SourceRow = ProjectSource

/** $1 holder, $2 seconds. */
export const claim = `
  update sources s set holder = $1, due_at = auspex_clock() + make_interval(secs => $2)
  from projects p
  where p.id = s.project_id and s.id = (
    select id from sources where due_at <= ${statementTime} order by due_at, id limit 1 for update skip locked)
  returning s.id, s.project_id, p.workspace_id, s.uri, s.version, s.attempts`

export type ClaimRow = ClaimedSource

/** The earlier text that a new text is compared with. Yields no row unless the holder has the source. */
export interface StandingRow {
  readonly version_id: string | null
  readonly content_hash: string | null
  readonly twin: string | null
}

export const lockClaim = statement<StandingRow>()(
  { id: "uuid", project_id: "uuid", holder: "text", content_hash: "text" },
  (p) => `
  with locked as materialized (
    select id, version from sources
    where id = ${p.id} and holder = ${p.holder} and due_at is not null for no key update
  )
  select v.id as version_id, v.content_hash, (
    select s.id from sources s join source_versions v on v.source_id = s.id and v.version = s.version
    where s.project_id = ${p.project_id} and s.id <> l.id and v.content_hash = ${p.content_hash} and s.reason is null
    order by s.id limit 1) as twin
  from locked l left join source_versions v on v.source_id = l.id and v.version = l.version`
)

/** $1 version. */
export const passagesOf = `
  select id, text, hash from source_passages where version_id = $1::uuid order by start_at`

/** `passages` holds id, start, end, text and hash of each. */
export const addVersion = statement<{ readonly title: string; readonly retrieved_at: Date }>()(
  {
    id: "uuid",
    source_id: "uuid",
    status: "text",
    title: "text",
    text: "text",
    content_hash: "text",
    content_type: "text",
    final_uri: "text",
    detail: "text",
    change: "text::jsonb",
    passages: "text::jsonb"
  },
  (p) => `
  with grown as (
    update sources set version = version + 1, status = ${p.status}, reason = null, detail = ${p.detail}, duplicate_of = null,
      attempts = 0, due_at = null, holder = null, read_at = auspex_now()
    where id = ${p.source_id} returning project_id, version, given_title, uri
  ), touched as (
    update projects set last_updated_at = auspex_now() where id = (select project_id from grown)
  ), added as (
    insert into source_versions (id, source_id, version, title, text, content_hash, content_type, final_uri, change)
    select ${p.id}, ${p.source_id}, version, ${p.title}, ${p.text}, ${p.content_hash}, ${p.content_type}, ${p.final_uri},
      ${p.change}
    from grown returning id, title, retrieved_at
  ), cut as (
    insert into source_passages (id, version_id, start_at, end_at, text, hash)
    select p.id, added.id, p.start, p."end", p.text, p.hash
    from added cross join jsonb_to_recordset(${p.passages})
      p (id uuid, start integer, "end" integer, text text, hash text)
  )
  select coalesce(grown.given_title, added.title, grown.uri) as title, added.retrieved_at from grown, added`
)

/** $1 id, $2 status, $3 detail. */
export const confirm = `
  update sources set status = $2, detail = $3, attempts = 0, due_at = null, holder = null, read_at = auspex_now()
  where id = $1::uuid`

export const reject = statement()(
  { id: "uuid", status: "text", reason: "text", detail: "text", duplicate_of: "uuid" },
  (p) => `
  with rejected as (
    update sources set status = ${p.status}, reason = ${p.reason}, detail = ${p.detail},
      duplicate_of = ${p.duplicate_of}, attempts = 0, due_at = null, holder = null, read_at = auspex_now()
    where id = ${p.id} returning project_id
  )
  update projects set last_updated_at = auspex_now() where id = (select project_id from rejected)`
)

/** $1 id, $2 status, $3 seconds. */
export const retry = `
  update sources set status = $2, attempts = attempts + 1, holder = null,
    due_at = auspex_clock() + make_interval(secs => $3)
  where id = $1::uuid`

/** $1 workspace, $2 ids as JSON. */
export const passages = `
  select p.id, v.source_id, coalesce(s.given_title, v.title, s.uri) as title, v.final_uri as uri, p.start_at as start,
    p.end_at as "end", p.text, v.retrieved_at, v.content_hash
  from source_passages p
  join source_versions v on v.id = p.version_id
  join sources s on s.id = v.source_id
  join projects j on j.id = s.project_id
  where j.workspace_id = $1::uuid and p.id in (select value::uuid from jsonb_array_elements_text($2::text::jsonb))`
