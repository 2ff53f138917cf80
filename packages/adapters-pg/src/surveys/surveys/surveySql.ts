import type { QuestionRow, ViewerState } from "@auspex/domain/questions"
import type { MatchingAgent, Survey, SurveyAgentProgress, SurveyAssignment } from "@auspex/domain/surveys"
import { statement } from "../../database/Statement.ts"
import type { PageRow } from "../../kernel/PageRow.ts"
import { idsIn, questionColumns, viewerStateColumn } from "../../forecasting/questions/questionColumns.ts"

// Constant texts, so that the driver can keep them prepared.

/** The answers to survey `s`: the predictions `p` on its questions `l` that were placed before it closed. */
const answers = `survey_questions l join predictions p on p.question_id = l.question_id
    and p.created_at <= coalesce(s.closed_at, 'infinity')`

/** The columns of a `Survey` from its row `s`. */
const columns = `s.id, s.title, s.description, s.status, s.category, s.tags, s.target_width, s.auto_close,
  s.created_by, s.opened_at, s.closed_at, s.created_at, s.updated_at,
  (select count(*)::integer from survey_questions l where l.survey_id = s.id) as question_count,
  case when s.status = 'draft'
    then (select count(distinct p.account_id)::integer from ${answers} where l.survey_id = s.id)
    else (select count(*)::integer from survey_respondents r where r.survey_id = s.id) end as response_count`

export const insert = statement<Survey>()(
  {
    id: "uuid",
    status: "text",
    title: "text",
    description: "text",
    category: "text",
    tags: "text",
    target_width: "double precision",
    auto_close: "boolean",
    created_by: "text"
  },
  (p) => `
  with s as (
    insert into surveys (id, status, title, description, category, tags, target_width, auto_close, created_by)
    values (${p.id}, ${p.status}, ${p.title}, ${p.description}, ${p.category}, ${p.tags}, ${p.target_width},
      ${p.auto_close}, ${p.created_by}) returning *
  )
  select ${columns} from s`
)

/** A page of the surveys that `from` and `isListed` select. The columns are computed for the rows of the page only. */
const listing = (
  { from, isListed }: { readonly from: string; readonly isListed: string },
  { after, limit, offset }: Readonly<Record<"after" | "limit" | "offset", string>>
): string => `
  with counted as (
    select count(*)::integer as total from ${from} where ${isListed}
  ), page as (
    select s.id from ${from} where ${isListed} and (${after} is null or s.id < ${after})
    order by s.id desc limit ${limit} offset ${offset}
  )
  select counted.total, ${columns}
  from counted left join page on true left join surveys s on s.id = page.id
  order by page.id desc`

const isOneOf = (statuses: string): string => `s.status in (select value from jsonb_array_elements_text(${statuses}))`

/** Yields at least one row. `statuses` is a JSON list. */
export const list = statement<PageRow<Survey>>()(
  { statuses: "text::jsonb", limit: "integer", offset: "integer", after: "uuid" },
  (p) => listing({ from: "surveys s", isListed: isOneOf(p.statuses) }, p)
)

/** Yields at least one row. `statuses` is a JSON list. */
export const assignedTo = statement<PageRow<Survey>>()(
  { account_id: "uuid", statuses: "text::jsonb", limit: "integer", offset: "integer", after: "uuid" },
  (p) =>
    listing({
      from: "survey_assignments m join surveys s on s.id = m.survey_id",
      isListed: `m.account_id = ${p.account_id} and ${isOneOf(p.statuses)}`
    }, p)
)

/** $1 survey. */
export const find = `select ${columns} from surveys s where s.id = $1::uuid`

/** $1 survey. A separate statement, so that the next statement sees the writes of the previous holder of the lock. */
export const lock = "select id from surveys where id = $1::uuid for update"

export const rewrite = statement<Survey>()(
  {
    id: "uuid",
    status: "text",
    title: "text",
    description: "text",
    category: "text",
    tags: "text",
    target_width: "double precision",
    auto_close: "boolean"
  },
  (p) => `
  with s as (
    update surveys set status = ${p.status}, title = ${p.title}, description = ${p.description},
      category = ${p.category}, tags = ${p.tags}, target_width = ${p.target_width}, auto_close = ${p.auto_close},
      predictions_judged = null, updated_at = auspex_now()
    where id = ${p.id} returning *
  )
  select ${columns} from s`
)

/**
 * $1 the id after which to look, or null. Locks the next open survey with `auto_close` whose questions have another
 * number of predictions than when it was last judged.
 */
export const claimChanged = `
  select s.id, s.status, s.target_width, n.prediction_count
  from surveys s cross join lateral (
    select coalesce(sum(q.prediction_count), 0)::bigint as prediction_count
    from survey_questions l join questions q on q.id = l.question_id where l.survey_id = s.id
  ) n
  where s.status = 'open' and s.auto_close and ($1::uuid is null or s.id > $1::uuid)
    and s.predictions_judged is distinct from n.prediction_count
  order by s.id limit 1 for update of s skip locked`

/** $1 survey, $2 the number of predictions when it was claimed. */
export const markJudged = "update surveys set predictions_judged = $2::bigint where id = $1::uuid"

/** $1 survey. Locks its questions, in the order of their ids. */
export const lockQuestions = `
  select q.id from questions q where q.id in (select question_id from survey_questions where survey_id = $1::uuid)
  order by q.id for no key update of q`

/** $1 survey, $2 and $3 by how much the numbers of open and of closed surveys grow. Follows the lock. */
export const countQuestions = `
  update questions q set surveys_open = q.surveys_open + $2::integer, surveys_closed = q.surveys_closed + $3::integer
  from survey_questions l where l.survey_id = $1::uuid and q.id = l.question_id`

/** $1 survey. Counts the answers from before it opens, under the lock of its questions; placements count the rest. */
export const countRespondents = `
  insert into survey_respondents (survey_id, account_id, answered)
  select l.survey_id, p.account_id, count(*)
  from survey_questions l join predictions p on p.question_id = l.question_id
  where l.survey_id = $1::uuid group by 1, 2`

/** $1 survey, $2 status. The wall clock: under the locks of the questions it is later than every prediction on them. */
export const move = `
  with s as (
    update surveys set status = $2::text, updated_at = auspex_clock(),
      opened_at = case when $2::text = 'open' then auspex_clock() else opened_at end,
      closed_at = case when $2::text = 'closed' then auspex_clock() else closed_at end
    where id = $1::uuid returning *
  )
  select ${columns} from s`

/** $1 survey, $2 status. For changes of what belongs to it. */
export const touch = `
  with s as (
    update surveys set status = $2::text, updated_at = auspex_now() where id = $1::uuid returning *
  )
  select ${columns} from s`

/** $1 survey. */
export const remove = "delete from surveys where id = $1::uuid"

/** A linked question with its position. */
export interface LinkedQuestion extends Omit<QuestionRow, "viewer_state"> {
  readonly position: number
  readonly viewer_state: ViewerState | null
}

/** A row of a page of linked questions, with the database's time. */
export type LinkedRow = PageRow<LinkedQuestion> & { readonly now: Date }

/** Yields at least one row. `viewer` is null for rows without their viewer state. */
export const questions = statement<LinkedRow>()(
  { survey_id: "uuid", viewer: "uuid", limit: "integer", offset: "integer", after: "integer" },
  (p) => `
  with counted as (
    select count(*)::integer as total from survey_questions where survey_id = ${p.survey_id}
  ), page as (
    select question_id, position from survey_questions
    where survey_id = ${p.survey_id} and position > coalesce(${p.after}, -1)
    order by position limit ${p.limit} offset ${p.offset}
  )
  select counted.total, auspex_now() as now, page.position, ${questionColumns},
    case when ${p.viewer} is not null then viewed.viewer_state end as viewer_state
  from counted left join page on true left join questions q on q.id = page.question_id
    left join lateral (select ${viewerStateColumn("q.id", p.viewer)}) viewed on ${p.viewer} is not null
  order by page.position`
)

/** $1 survey. */
export const questionIds = "select question_id as id from survey_questions where survey_id = $1::uuid order by position"

/** $1 ids as a JSON list. Keeps the questions from being removed. */
export const knownQuestions = `
  select q.id from questions q where q.id in ${idsIn("$1::text::jsonb")} order by q.id for key share of q`

/** $1 survey, $2 ids of questions as a JSON list. */
export const link = `
  insert into survey_questions (survey_id, question_id, position)
  select $1::uuid, u.id::uuid, u.place + coalesce((select max(position) from survey_questions where survey_id = $1::uuid), 0)
  from jsonb_array_elements_text($2::text::jsonb) with ordinality u (id, place)`

/** $1 survey, $2 question. */
export const unlink = `
  delete from survey_questions where survey_id = $1::uuid and question_id = $2::uuid returning question_id`

/** $1 ids as a JSON list. */
export const candidates = `select a.id, a.name, a.type from accounts a where a.id in ${idsIn("$1::text::jsonb")}`

/**
 * The agents that a filter selects; the lists are JSON, and null for any. Suspended agents are asked nothing.
 * `unassigned_to` is the survey whose panel is left out, or null.
 */
export const matching = statement<MatchingAgent>()(
  {
    families: "text::jsonb",
    trust: "text::jsonb",
    resolved_min: "integer",
    unassigned_to: "uuid",
    limit: "integer"
  },
  (p) => `
  select a.id as user_id, a.name as user_name, a.model_family, a.trust_label from accounts a
  where a.type = 'agent' and a.suspended_at is null
    and (${p.families} is null or ${p.families} ? a.model_family)
    and (${p.trust} is null or ${p.trust} ? a.trust_label)
    and a.resolved_count >= ${p.resolved_min}
    and not exists (select from survey_assignments m where m.survey_id = ${p.unassigned_to} and m.account_id = a.id)
  order by a.id limit ${p.limit}`
)

/** $1 survey, $2 ids of accounts as a JSON list, $3 the name of the administrator. */
export const assign = `
  insert into survey_assignments (survey_id, account_id, assigned_by)
  select $1::uuid, u.id::uuid, $3::text from jsonb_array_elements_text($2::text::jsonb) u (id)
  on conflict do nothing returning account_id as id`

/** $1 survey, $2 accounts. */
export const unassign = `
  delete from survey_assignments m using jsonb_array_elements_text($2::text::jsonb) u (id)
  where m.survey_id = $1::uuid and m.account_id = u.id::uuid returning m.account_id as id`

/** $1 survey. */
export const panelSize = "select count(*)::integer as count from survey_assignments where survey_id = $1::uuid"

/** Yields at least one row. */
export const assignments = statement<PageRow<SurveyAssignment>>()(
  { survey_id: "uuid", limit: "integer", offset: "integer", after: "uuid" },
  (p) => `
  with counted as (
    select count(*)::integer as total from survey_assignments where survey_id = ${p.survey_id}
  ), page as (
    select account_id, assigned_at, assigned_by from survey_assignments
    where survey_id = ${p.survey_id} and (${p.after} is null or account_id > ${p.after})
    order by account_id limit ${p.limit} offset ${p.offset}
  )
  select counted.total, page.account_id as user_id, a.name as user_name, page.assigned_at, page.assigned_by
  from counted left join page on true left join accounts a on a.id = page.account_id
  order by page.account_id`
)

/** The answers of the account to survey `s`, as `c`: one look-up for each question. */
const answeredBy = (account: string): string => `
  lateral (
    select count(p.id)::integer as answered, count(l.question_id)::integer as total,
      min(p.created_at) as started_at, max(p.created_at) as updated_at
    from survey_questions l left join predictions p
      on p.question_id = l.question_id and p.account_id = ${account}
      and p.created_at <= coalesce(s.closed_at, 'infinity')
    where l.survey_id = s.id
  ) c`

/** $1 survey, $2 account. */
export const progressOf = `
  select s.id as survey_id, $2::uuid as user_id, c.answered, c.total, c.started_at, c.updated_at
  from surveys s, ${answeredBy("$2::uuid")} where s.id = $1::uuid`

/** A row of the panel; `questions` is the total of its progress. */
export type ProgressRow = Omit<SurveyAgentProgress, "total"> & { readonly questions: number }

/** Yields at least one row. */
export const progress = statement<PageRow<ProgressRow>>()(
  { survey_id: "uuid", limit: "integer", offset: "integer", after: "uuid" },
  (p) => `
  with s as materialized (
    select id, closed_at from surveys where id = ${p.survey_id}
  ), panel as materialized (
    select account_id, true as assigned from survey_assignments where survey_id = ${p.survey_id}
    union all
    select distinct p.account_id, false from s cross join ${answers}
    where l.survey_id = s.id and not exists (select from survey_assignments where survey_id = ${p.survey_id})
  ), counted as (
    select count(*)::integer as total from panel
  ), page as (
    select account_id, assigned from panel where ${p.after} is null or account_id > ${p.after}
    order by account_id limit ${p.limit} offset ${p.offset}
  )
  select counted.total, page.account_id as user_id, a.name as user_name, page.assigned, c.answered,
    c.total as questions, c.started_at, c.updated_at
  from counted left join (
    page join accounts a on a.id = page.account_id cross join s cross join ${answeredBy("page.account_id")}
  ) on true
  order by page.account_id`
)
