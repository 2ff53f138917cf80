import { childQuestionsMax, type QuestionQuery, type QuestionRow } from "@auspex/domain/questions"
import { statement } from "../../database/Statement.ts"
import { type Composed, makeParameters } from "../../kernel/Parameters.ts"
import { windowEndOf, type WindowMoment } from "../../kernel/predictionWindow.ts"
import { isShownAlone } from "../predictions/predictionRows.ts"
import { isListed } from "../questions/questionListSql.ts"
import {
  isBeyond,
  keyColumns,
  keyNames,
  orderBy,
  positionColumn,
  questionOrders
} from "../questions/questionOrderSql.ts"

/** The SQL of a question's id and of the first instant that is out of view, in statements about an earlier time. */
export type Earlier = Readonly<Record<"question_id" | "before", string>>

/** Votes minus withdrawn votes. */
const upvotesOf = (question: string, until: string): string =>
  `(
  select coalesce(sum(case when h.value = 1 then 1 else -1 end), 0)::integer from question_vote_history h
  where h.question_id = ${question} and h.recorded_at < ${until})`

/** Recounts the counters of a version `q` of a question, as `c` and `o`. */
export const countsAt = (until: string): string => `
  lateral (
    select count(*)::integer as prediction_count, count(*) filter (where p.prediction)::integer as yes_count,
      count(*) filter (where not p.prediction)::integer as no_count, coalesce(sum(p.confidence), 0)::integer as confidence_sum,
      count(distinct p.model) filter (where p.model <> '')::integer as model_count
    from predictions p where p.question_id = q.id and p.created_at < ${until}
  ) c,
  lateral (
    select case when q.options is not null then array_agg(coalesce(n.count, 0)::integer order by o.place) end as option_counts
    from unnest(q.options) with ordinality o (option, place) left join (
      select p.selected_option as option, count(*) as count from predictions p
      where q.options is not null and p.question_id = q.id and p.created_at < ${until} group by 1
    ) n on n.option = o.option
  ) o`

/** The number of surveys with the question `q` of which this is true. */
const surveysAt = (condition: string): string =>
  `(select count(*)::integer from survey_questions l join surveys s on s.id = l.survey_id
    where l.question_id = q.id and ${condition})`

/** The number of surveys that were open before `until`. */
const openAt = (until: string): string =>
  surveysAt(`s.opened_at < ${until} and (s.closed_at is null or s.closed_at >= ${until})`)
/** The number of surveys that had closed before `until`. */
const closedAt = (until: string): string => surveysAt(`s.closed_at < ${until}`)

const momentAt = (until: string): WindowMoment => ({
  now: until,
  surveysAreOver: `(${closedAt(until)} > 0 and ${openAt(until)} = 0)`,
  surveysEnd: `(select max(s.closed_at) from survey_questions l join surveys s on s.id = l.survey_id
    where l.question_id = q.id and s.closed_at < ${until})`
})

/** The columns of a `QuestionRow` from a version `q` and its counters `c` and `o`. */
const columnsAt = (until: string): string => `
  q.id, q.question, q.category, q.subcategory, q.tag, q.timeframe, q.resolution_source, q.resolution_url,
  q.resolution_date, q.status, q.question_type, q.options, q.parent_question_id, q.parent_trigger, q.outcome,
  q.correct_options, q.resolution_note, q.evidence_urls, q.context, q.weight, ${upvotesOf("q.id", until)} as upvotes,
  c.prediction_count, c.yes_count, c.no_count, c.confidence_sum, o.option_counts, q.suggested_by, q.submitter_name,
  q.rejected_at, q.reject_reason, q.waits_for_parent, q.opens_at, q.closes_at,
  ${
  windowEndOf("q", momentAt(until))
} as window_ends_at, q.created_at, q.published_at, q.closed_at, q.resolved_at, c.model_count,
  ${openAt(until)} as surveys_open, ${closedAt(until)} as surveys_closed`

/** The votes on each prediction of the question before `before`. */
export const votesAt = ({ before, question_id }: Earlier): string => `
  select h.prediction_id, sum((h.value = 1)::integer - (h.former = 1)::integer)::integer as upvotes,
    sum((h.value = -1)::integer - (h.former = -1)::integer)::integer as downvotes
  from prediction_vote_history h where h.question_id = ${question_id} and h.recorded_at < ${before} group by 1`

/**
 * The key of the account's owner just before `before`; an agent without an owner was its own. `account` is the SQL of
 * the account's id.
 */
export const ownerAt = (account: string, before: string): string => `
  coalesce((
    select o.owner_key from (
      select coalesce(a.owner_id, a.account_id) as id from account_versions a
      where a.account_id = ${account} and a.recorded_at < ${before}
      order by a.recorded_at desc, a.seq desc limit 1
    ) a join accounts o on o.id = a.id and o.type = 'human'
  ), ${account})`

/**
 * For each prediction of the question, owners in favour minus owners against, by the ownership of the voters at the
 * time.
 */
const ownerVotesAt = ({ before, question_id }: Earlier): string => `
  select owner_votes.prediction_id, sum(sign(owner_votes.value))::integer as net
  from (
    select account_votes.prediction_id, voter.owner, sum(account_votes.value) as value
    from (
      select h.prediction_id, h.account_id, sum(h.value - h.former) as value
      from prediction_vote_history h where h.question_id = ${question_id} and h.recorded_at < ${before} group by 1, 2
    ) account_votes join voters voter on voter.id = account_votes.account_id
    group by 1, 2
  ) owner_votes group by 1`

/**
 * The common table expressions `voters` and `votes`: the owners' votes on the question's predictions before `before`.
 */
export const withOwnerVotes = ({ before, question_id }: Earlier): string => `
  voters as materialized (
    select v.id, ${ownerAt("v.id", before)} as owner from (
      select distinct h.account_id as id
      from prediction_vote_history h where h.question_id = ${question_id} and h.recorded_at < ${before}
    ) v
  ), votes as materialized (${ownerVotesAt({ before, question_id })})`

/** The order of arguments, strongest first, over rows `p` of predictions with their owners' `net` votes. */
export const strongestFirst = "p.net desc, p.confidence desc, p.created_at, p.id"

/** The predictions on the question before `before` whose text is shown now, without their reasoning, which is long. */
const arguedAt = ({ before, question_id }: Earlier): string => `
  select p.id, p.prediction, p.confidence, p.created_at, coalesce(v.net, 0) as net
  from predictions p left join votes v on v.prediction_id = p.id
  where p.question_id = ${question_id} and p.created_at < ${before} and ${isShownAlone}`

const strongest = (side: boolean, question_id: string): string => `
  case when q.id = ${question_id} then (
    select left(r.reasoning, 2000)
    from (select p.id from argued p where p.prediction = ${side} order by ${strongestFirst} limit 1) p
      join predictions r on r.id = p.id
  ) end`

/**
 * The parameters of a statement about a question at an earlier time; `before` is the first instant that is out of view.
 */
export const earlier = { question_id: "uuid", before: "timestamptz" } as const

export interface DetailRow extends QuestionRow {
  readonly strongest_for: string | null
  readonly strongest_against: string | null
}

/** The question and its children, oldest child first. A published question never changes its parent. */
export const detailAt = statement<DetailRow>()(
  earlier,
  (params) => `
  with ${withOwnerVotes(params)}, argued as materialized (${arguedAt(params)})
  select ${columnsAt(params.before)}, ${strongest(true, params.question_id)} as strongest_for, ${
    strongest(false, params.question_id)
  } as strongest_against
  from (select id from questions where id = ${params.question_id} or parent_question_id = ${params.question_id}) requested,
    lateral auspex_question_at(requested.id, ${params.before}) q, ${countsAt(params.before)}
  order by q.id <> ${params.question_id}, q.created_at, q.id
  limit ${childQuestionsMax + 1}`
)

const searched = `(setweight(to_tsvector('english', q.question), 'A')
  || setweight(to_tsvector('english', coalesce(q.context, '') || ' ' || coalesce(q.tag, '')), 'B'))`

/**
 * The page of the list just before `instant`, in the form of the live list's statement: one row more than the page
 * holds, the total on every row, and one row without a question for an empty page. Counters are recounted only for the
 * rows of the page.
 */
export const listingAt = (query: QuestionQuery, instant: Date): Composed => {
  const parameters = makeParameters()
  const until = parameters.put(instant, "timestamptz")
  const filters = isListed(query.filter, searched, parameters)
  // The other orders use counters, which would have to be recounted for every question.
  const order = questionOrders(momentAt(until))[query.sort === "closing" ? "closing" : "newest"]
  const { after } = query
  const beyond = after === undefined
    ? ""
    : `where ${isBeyond(order, keyNames(order, (name) => name), after, parameters)}`
  const orderOf = (alias: string): string => orderBy(order, keyNames(order, (name) => `${alias}.${name}`))
  const text = `
    with known as materialized (
      select q.id, ${keyColumns(order)}
      from questions every cross join lateral auspex_question_at(every.id, ${until}) q
      where every.created_at < ${until} and ${filters}
    ), counted as (select count(*)::integer as total from known), chosen as (
      select * from known ${beyond} order by ${orderOf("known")}
      limit ${parameters.put(query.limit + 1, "integer")} offset ${parameters.put(query.offset, "integer")}
    ), page as (
      select ${columnsAt(until)}, ${order.parts.map((_, index) => `chosen.key_${index}`).join(", ")}
      from chosen cross join lateral auspex_question_at(chosen.id, ${until}) q, ${countsAt(until)}
    )
    select counted.total, page.*,
      ${positionColumn(order)}
    from counted left join page on true
    order by ${orderOf("page")}`
  return { text, params: parameters.values }
}
