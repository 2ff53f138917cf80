import {
  childQuestionsMax,
  draftFields,
  type LockedQuestion,
  type ParentFacts,
  type QuestionDetail,
  type QuestionRow
} from "@auspex/domain/questions"
import { statement } from "../../database/Statement.ts"
import { isShownAlone } from "../predictions/predictionRows.ts"
import { idsIn, questionColumns, viewerStateColumn } from "./questionColumns.ts"
import { isPublic } from "../../kernel/isPublic.ts"

// Constant texts, so that the driver can keep them prepared.

// 2,000 characters are more than an excerpt needs, unless a text begins with thousands of blanks.
const strongest = (side: boolean): string => `
  case when q.id = $1::uuid then (
    select left(p.reasoning, 2000) from predictions p where p.question_id = q.id and p.prediction = ${side} and ${isShownAlone}
    order by p.owner_upvotes - p.owner_downvotes desc, p.confidence desc, p.created_at, p.id limit 1
  ) end`

export type DetailRow = QuestionRow & Pick<QuestionDetail, "now" | "strongest_for" | "strongest_against">

const detailOf = (viewerState: string): string => `
  select auspex_now() as now, ${questionColumns},
    ${strongest(true)} as strongest_for, ${strongest(false)} as strongest_against${viewerState}
  from questions q
  where q.id = $1::uuid or q.parent_question_id = $1::uuid
  order by q.id <> $1::uuid, q.created_at, q.id
  limit ${childQuestionsMax + 1}`

/** $1 id. The question and its children, oldest child first. */
export const detail = detailOf("")

/** Like `detail`, with the viewer state of account $2 on each. */
export const detailFor = detailOf(`, ${viewerStateColumn("q.id", "$2::uuid")}`)

export type LockRow = QuestionRow & Pick<LockedQuestion, "now" | "child_count" | "survey_count">

/** $1 id. */
export const lock = `
  select auspex_now() as now, ${questionColumns},
    (select count(*)::integer from questions c where c.parent_question_id = q.id) as child_count,
    (select count(*)::integer from survey_questions l where l.question_id = q.id) as survey_count
  from questions q where q.id = $1::uuid for update of q`

/** $1 id. Prevents the removal of the question and serialises the addition of children. */
export const reserveParent = "select q.id from questions q where q.id = $1::uuid for no key update of q"

export interface FactsRow {
  readonly now: Date
  readonly parent: ParentFacts | null
}

/** $1 id of the parent, or null. */
export const draftingFacts = `
  select auspex_now() as now, (
    select jsonb_build_object('id', q.id, 'question_type', q.question_type, 'parent_question_id', q.parent_question_id,
      'child_count', (select count(*) from questions c where c.parent_question_id = q.id))
    from questions q where q.id = $1::uuid
  ) as parent`

/** $1 id. */
export const lockParent = `select ${questionColumns} from questions q where q.id = $1::uuid for share of q`

const draftTypes: Readonly<Record<(typeof draftFields)[number], string>> = {
  question: "text",
  category: "text",
  subcategory: "text",
  tag: "text",
  timeframe: "text",
  resolution_source: "text",
  resolution_url: "text",
  resolution_date: "date",
  question_type: "text",
  options: "text[]",
  parent_question_id: "uuid",
  parent_trigger: "boolean",
  evidence_urls: "text[]",
  context: "text",
  weight: "double precision",
  opens_at: "timestamptz",
  closes_at: "timestamptz"
}

const draftIn = (json: string): string =>
  `jsonb_to_record(${json}) as d (${draftFields.map((field) => `${field} ${draftTypes[field]}`).join(", ")})`

const noCounts = "case when d.options is not null then array_fill(0, array[cardinality(d.options)]) end"

/**
 * $1 the key, $2 the date. Serialises drafts of the same question until the transaction ends. A separate statement,
 * so that the next statement sees the writes of the previous holder.
 */
export const lockAsking = "select pg_advisory_xact_lock(hashtextextended('question:' || $2::text || $1::text, 0))"

/** $1 the key, $2 the date, $3 an id to exclude. */
export const asking = `
  select id from questions
  where text_key = md5($1::text) and resolution_date = $2::date and status <> 'resolved' and rejected_at is null
    and id is distinct from $3::uuid
  order by created_at, id limit 1`

export const insert = statement<QuestionRow>()(
  { id: "uuid", draft: "text::jsonb", suggested_by: "uuid", submitter_name: "text", key: "text", status: "text" },
  (params) => `
  with q as (
    insert into questions (id, status, suggested_by, submitter_name, text_key, option_counts, ${draftFields.join(", ")})
    select ${params.id}, ${params.status}, ${params.suggested_by}, ${params.submitter_name}, md5(${params.key}), ${noCounts}, ${
    draftFields.map((field) => `d.${field}`).join(", ")
  }
    from ${draftIn(params.draft)}
    returning *
  )
  select ${questionColumns} from q`
)

/** $1 id, $2 draft as JSON, $3 the key. Supersedes the guardians' reviews, which were about the former text. */
export const rewrite = `
  with superseded as (
    update draft_reviews set superseded_at = auspex_now() where question_id = $1::uuid and superseded_at is null
  ), q as (
    update questions o set ${draftFields.map((field) => `${field} = d.${field}`).join(", ")},
      text_key = md5($3::text),
      option_counts = case when d.options is distinct from o.options then ${noCounts} else o.option_counts end
    from ${draftIn("$2::text::jsonb")}
    where o.id = $1::uuid
    returning o.*
  )
  select ${questionColumns} from q`

export const move = statement<QuestionRow>()(
  { ids: "text::jsonb", status: "text", action: "text", note: "text" },
  (params) => `
  with q as (
    update questions o set
      status = ${params.status},
      waits_for_parent = ${params.action} = 'publish_waiting',
      rejected_at = case ${params.action} when 'approve' then null when 'reject' then auspex_now() else o.rejected_at end,
      reject_reason = case ${params.action} when 'approve' then null when 'reject' then ${params.note} else o.reject_reason end,
      published_at = case when ${params.action} in ('publish', 'publish_waiting') then auspex_now() else o.published_at end,
      -- The row is locked, so the wall clock is later than every prediction that was placed.
      closed_at = case ${params.action}
        when 'close' then auspex_clock() when 'reopen' then null when 'trigger' then null
        when 'void' then coalesce(o.closed_at, auspex_clock()) else o.closed_at end,
      is_void = o.is_void or ${params.action} = 'void',
      resolved_at = case when ${params.action} = 'void' then auspex_clock() else o.resolved_at end,
      resolution_version = o.resolution_version + case when ${params.action} = 'void' then 1 else 0 end,
      resolution_note = case when ${params.action} = 'reject' then o.resolution_note else coalesce(${params.note}, o.resolution_note) end
    where o.id in ${idsIn(params.ids)}
    returning o.*
  )
  select ${questionColumns} from q`
)

export interface VoteRow {
  readonly same_owner: boolean
  readonly upvotes: number
}

const voter = `
  requested as (
    select q.id, q.suggested_by is not null and s.owner_key = v.owner_key as same_owner
    from questions q join accounts v on v.id = $2::uuid join accounts s on s.id = coalesce(q.suggested_by, v.id)
    where q.id = $1::uuid and ${isPublic("q")}
    -- A concurrent link of either account waits, or has been waited for.
    for share of v, s
  )`

/** $1 question, $2 account. Yields one row if the question exists and is public. */
export const vote = `
  with ${voter}, voted as (
    insert into question_votes (question_id, account_id)
    select id, $2::uuid from requested where not same_owner
    on conflict do nothing
    returning question_id
  ), counted as (
    update questions q set upvotes = q.upvotes + 1 from voted where q.id = voted.question_id returning q.upvotes
  )
  select requested.same_owner, coalesce((select upvotes from counted), q.upvotes) as upvotes
  from requested join questions q on q.id = requested.id`

/** Like `vote`, but withdraws the vote. */
export const withdrawVote = `
  with ${voter}, withdrawn as (
    delete from question_votes v using requested
    where v.question_id = requested.id and v.account_id = $2::uuid and not requested.same_owner
    returning v.question_id
  ), counted as (
    update questions q set upvotes = q.upvotes - 1 from withdrawn where q.id = withdrawn.question_id returning q.upvotes
  )
  select requested.same_owner, coalesce((select upvotes from counted), q.upvotes) as upvotes
  from requested join questions q on q.id = requested.id`

/** $1 question, $2 account. Yields one row if the question exists and is public. */
export const watch = `
  with requested as (
    select q.id from questions q where q.id = $1::uuid and ${isPublic("q")}
  ), watched as (
    insert into question_watches (question_id, account_id) select id, $2::uuid from requested on conflict do nothing
  )
  select id from requested`

/** Like `watch`, but removes the question from the watchlist. */
export const unwatch = `
  with requested as (
    select q.id from questions q where q.id = $1::uuid and ${isPublic("q")}
  ), unwatched as (
    delete from question_watches w using requested where w.question_id = requested.id and w.account_id = $2::uuid
  )
  select id from requested`

/** $1 parent. */
export const childrenWaiting = `
  select ${questionColumns} from questions q
  where q.parent_question_id = $1::uuid and q.waits_for_parent and q.status = 'closed'
  order by q.id for update of q`
