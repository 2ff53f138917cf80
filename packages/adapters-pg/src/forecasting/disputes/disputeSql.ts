import type { DisputeOfQuestion, DisputeRow, OpenDispute, OverturnedPrediction } from "@auspex/domain/disputes"
import { statement } from "../../database/Statement.ts"
import type { PageRow } from "../../kernel/PageRow.ts"
import { isEarly } from "../scoring/earlySql.ts"
import { isHedged } from "../scoring/hedgedSql.ts"
import { earliestOf, type RecordRow, settledRecords } from "../scoring/settledRecords.ts"
import { isPublic } from "../../kernel/isPublic.ts"

// Constant texts, so that the driver can keep them prepared.

const columns = `d.id, d.question_id, d.resolution_version, d.disputed_by, a.name as disputer_name, d.reason,
  d.evidence_urls, d.status, d.resolution_note, d.resolved_by, d.created_at, d.resolved_at`
const ofQuestionColumns = `q.question, q.question_type, q.options, q.outcome, q.correct_options, q.prediction_count,
  (select count(*)::integer from disputes o where o.question_id = d.question_id and o.status = 'open') as open_count`

/** $1 question. */
export const lockQuestion = `select q.id from questions q where q.id = $1::uuid and ${isPublic("q")} for no key update`

/** $1 question, $2 account. Runs after the lock, so that it sees every dispute that others have committed. */
export const filingFacts = `
  select auspex_now() as now, q.id as question_id, q.question, q.status as question_status,
    q.resolved_at as question_resolved_at, q.resolution_version, q.suggested_by,
    exists (select from predictions p where p.question_id = q.id and p.account_id = $2::uuid) as has_predicted,
    exists (select from disputes d where d.question_id = q.id and d.disputed_by = $2::uuid
      and d.status = 'open') as has_open_dispute
  from questions q where q.id = $1::uuid`

export const insert = statement<DisputeRow>()(
  {
    id: "uuid",
    question_id: "uuid",
    resolution_version: "integer",
    account_id: "uuid",
    reason: "text",
    evidence_urls: "text::jsonb",
    status: "text"
  },
  (params) => `
  with d as (
    insert into disputes (id, question_id, resolution_version, disputed_by, reason, evidence_urls, status)
    values (${params.id}, ${params.question_id}, ${params.resolution_version}, ${params.account_id}, ${params.reason}, array(select jsonb_array_elements_text(${params.evidence_urls})),
      ${params.status})
    on conflict do nothing
    returning *
  )
  select ${columns} from d join accounts a on a.id = d.disputed_by`
)

/** Yields at least one row if the question exists and is public. */
export const ofQuestion = statement<PageRow<DisputeRow>>()(
  { question_id: "uuid", limit: "integer", offset: "integer", after: "uuid" },
  (params) => `
  select (select count(*)::integer from disputes where question_id = q.id) as total, listed.*
  from questions q left join lateral (
    select ${columns} from disputes d join accounts a on a.id = d.disputed_by
    where d.question_id = q.id and (${params.after} is null or d.id < ${params.after})
    order by d.id desc limit ${params.limit} offset ${params.offset}
  ) listed on true
  where q.id = ${params.question_id} and ${isPublic("q")} order by listed.id desc`
)

/** Yields at least one row. */
export const list = statement<PageRow<DisputeOfQuestion>>()(
  { status: "text", limit: "integer", offset: "integer", after: "uuid", question_id: "uuid" },
  (params) => `
  select (select count(*)::integer from disputes
    where (${params.status} is null or status = ${params.status}) and (${params.question_id} is null or question_id = ${params.question_id})) as total, listed.*
  from (values (1)) once (n) left join lateral (
    select ${columns}, ${ofQuestionColumns}
    from disputes d join accounts a on a.id = d.disputed_by join questions q on q.id = d.question_id
    where (${params.status} is null or d.status = ${params.status}) and (${params.after} is null or d.id < ${params.after})
      and (${params.question_id} is null or d.question_id = ${params.question_id})
    order by d.id desc limit ${params.limit} offset ${params.offset}
  ) listed on true order by listed.id desc`
)

/** $1 dispute. */
export const find = `
  select ${columns}, ${ofQuestionColumns}
  from disputes d join accounts a on a.id = d.disputed_by join questions q on q.id = d.question_id where d.id = $1::uuid`

/** $1 dispute. Locks the question first, like resolving and filing do. */
export const lockQuestionOf = `
  select q.id from questions q where q.id = (select question_id from disputes where id = $1::uuid) for update`
export const lockDispute = "select id from disputes where id = $1::uuid for update"

/** $1 question, $2 limit of addresses, $3 the dispute that is left out. Each address once, by its earliest dispute. */
export const otherEvidence = `
  select url from disputes d cross join lateral unnest(d.evidence_urls) with ordinality as e (url, place)
  where d.question_id = $1::uuid and d.status = 'open' and d.id <> $3::uuid
  group by url order by min(d.id::text), min(place) limit $2::integer`

const openColumns = "d.id, d.disputed_by, a.name as disputer_name, d.created_at"

/** $1 question, $2 limit. */
export const open = `
  select ${openColumns} from disputes d join accounts a on a.id = d.disputed_by
  where d.question_id = $1::uuid and d.status = 'open' order by d.id limit $2::integer`

export const end = statement<OpenDispute>()(
  { question_id: "uuid", status: "text", note: "text", by: "text", from: "text" },
  (params) => `
  with d as (
    update disputes
    set status = ${params.status}, resolution_note = ${params.note}, resolved_by = ${params.by}, resolved_at = auspex_clock()
    where question_id = ${params.question_id} and status = ${params.from} returning *
  )
  select ${openColumns} from d join accounts a on a.id = d.disputed_by order by d.id`
)

export interface AffectedAccountRow extends RecordRow {
  readonly name: string
  readonly points: number
  readonly predictions: ReadonlyArray<OverturnedPrediction>
}

/** Yields at least one row. */
export const affectedAccounts = statement<PageRow<AffectedAccountRow>>()(
  { question_ids: "text::jsonb", limit: "integer", offset: "integer", after: "uuid" },
  (params) => `
  with affected as materialized (
    select * from predictions where question_id in (select value::uuid from jsonb_array_elements_text(${params.question_ids}))
  ), page as materialized (
    select distinct account_id from affected where ${params.after} is null or account_id > ${params.after}
    order by account_id limit ${params.limit} offset ${params.offset}
  ), chosen as materialized (
    select s.* from affected s join page using (account_id)
  ), since as materialized (
    ${earliestOf("chosen")}
  ), records as materialized (${settledRecords("since")}
  )
  select (select count(distinct account_id)::integer from affected) as total, listed.*
  from (values (1)) once (n) left join lateral (
    select a.id as account_id, a.name, a.points, coalesce(r.streak_count, a.streak_count) as streak_count,
      coalesce(r.max_streak, a.max_streak) as max_streak, coalesce(r.calls, '[]') as calls,
      (select jsonb_agg(jsonb_build_object('prediction_id', c.id, 'question_id', c.question_id, 'early', ${
    isEarly("c")
  },
          'prediction', c.prediction, 'selected_option', c.selected_option, 'confidence', c.confidence,
          'contrarian', c.contrarian, 'hedged', ${
    isHedged("c", "a")
  }, 'weight', q.weight, 'option_count', coalesce(cardinality(q.options), 2)))
        from chosen c join questions q on q.id = c.question_id where c.account_id = a.id) as predictions
    from page join accounts a on a.id = page.account_id left join records r on r.account_id = a.id
  ) listed on true order by listed.account_id`
)
