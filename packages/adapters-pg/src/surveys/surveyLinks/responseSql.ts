import type { StoredResponse, StoredSurveyLink } from "@auspex/domain/surveyLinks"
import { statement } from "../../database/Statement.ts"
import type { PageRow } from "../../kernel/PageRow.ts"

const linkColumns = `id, project_id, name, response_count, responses_max, closes_at, closed_at, created_at`

export const insertLink = statement<StoredSurveyLink>()(
  {
    project_id: "uuid",
    name: "text",
    digest: "bytea",
    created_by: "uuid",
    closes_at: "timestamptz",
    responses_max: "integer"
  },
  (p) => `
  insert into survey_links (id, project_id, name, digest, created_by, closes_at, responses_max)
  values (auspex_uuid_v7(auspex_clock()), ${p.project_id}, ${p.name}, ${p.digest}, ${p.created_by}, ${p.closes_at},
    ${p.responses_max})
  returning ${linkColumns}`
)

/** $1 project. */
export const countLinks = "select count(*)::integer as links from survey_links where project_id = $1::uuid"

export const links = statement<PageRow<StoredSurveyLink>>()(
  { project_id: "uuid", limit: "integer", offset: "integer", after: "uuid" },
  (p) => `
  select (select count(*)::integer from survey_links where project_id = ${p.project_id}) as total, listed.*
  from (values (1)) once (n) left join lateral (
    select ${linkColumns} from survey_links
    where project_id = ${p.project_id} and (${p.after} is null or id < ${p.after})
    order by id desc limit ${p.limit} offset ${p.offset}
  ) listed on true order by listed.id desc`
)

/** $1 project, $2 id. */
export const lockLink = `
  select ${linkColumns} from survey_links where project_id = $1::uuid and id = $2::uuid for no key update`

/** $1 id. */
export const closeLink = `
  update survey_links set closed_at = auspex_clock() where id = $1::uuid returning ${linkColumns}`

/** $1 digest. */
export const linkOf = `select ${linkColumns} from survey_links where digest = $1::bytea`

/** $1 digest. */
export const lockLinkOf = `${linkOf} for no key update`

/** $1 link, $2 form. */
export const hasResponse = "select 1 from survey_responses where link_id = $1::uuid and form_id = $2::uuid"

/** Adds a response, and counts it in its link, its questions and the chosen options. */
export const addResponse = statement()(
  { link_id: "uuid", form_id: "uuid", answers: "text::jsonb" },
  (p) => `
  with link as (
    update survey_links set response_count = response_count + 1 where id = ${p.link_id} returning id, project_id
  ), added as (
    insert into survey_responses (id, project_id, link_id, form_id, answers)
    select auspex_uuid_v7(auspex_clock()), project_id, id, ${p.form_id}, ${p.answers} from link
  ), answer as materialized (
    select (a ->> 'question_id')::uuid as question_id, a -> 'choices' as choices
    from jsonb_array_elements(${p.answers}) a
  ), asked as (
    insert into survey_question_counts as c (link_id, question_id, asked, answered)
    select link.id, q.id, 1, (exists (select 1 from answer a where a.question_id = q.id))::integer
    from link join project_questions q on q.project_id = link.project_id
    on conflict (link_id, question_id) do update set asked = c.asked + 1, answered = c.answered + excluded.answered
  )
  insert into survey_choice_counts as c (link_id, question_id, row, choice, count)
  select link.id, a.question_id, o.place - 1, o.choice::integer, 1
  from link cross join answer a cross join lateral jsonb_array_elements(a.choices) with ordinality o (choice, place)
  where jsonb_typeof(o.choice) = 'number'
  on conflict (link_id, question_id, row, choice) do update set count = c.count + 1`
)

export const responses = statement<PageRow<StoredResponse>>()(
  { project_id: "uuid", link_id: "uuid", limit: "integer", offset: "integer", after: "uuid" },
  (p) => `
  select (
    select coalesce(sum(response_count), 0)::integer from survey_links
    where project_id = ${p.project_id} and (${p.link_id} is null or id = ${p.link_id})
  ) as total, listed.*
  from (values (1)) once (n) left join lateral (
    select id, link_id, created_at, answers from survey_responses
    where project_id = ${p.project_id} and (${p.link_id} is null or link_id = ${p.link_id})
      and (${p.after} is null or id < ${p.after})
    order by id desc limit ${p.limit} offset ${p.offset}
  ) listed on true order by listed.id desc`
)

/** All counts in one statement, so that they describe the same moment. $1 project. */
export const tallies = `
  with links as materialized (
    select id, name, response_count from survey_links where project_id = $1::uuid and response_count > 0
  )
  select
    coalesce((
      select jsonb_agg(jsonb_build_object('link_id', id, 'name', name, 'responses', response_count) order by id)
      from links
    ), '[]') as links,
    coalesce((
      select jsonb_agg(to_jsonb(c)) from survey_question_counts c where c.link_id in (select id from links)
    ), '[]') as questions,
    coalesce((
      select jsonb_agg(to_jsonb(c)) from survey_choice_counts c where c.link_id in (select id from links)
    ), '[]') as choices`
