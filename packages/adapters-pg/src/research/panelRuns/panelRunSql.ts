import type { Audience, PanelQuestion, ProjectPanel, PanelReasoning } from "@auspex/domain/panels"
import type { PanelRun, PanelStage, PanelStepInput, RunCounts } from "@auspex/domain/panelRuns"
import { statement } from "../../database/Statement.ts"
import { statementTime } from "../../kernel/statementTime.ts"
import type { PageRow } from "../../kernel/PageRow.ts"
import { panelColumn } from "../../kernel/panelColumn.ts"

/** $1 workspace, $2 project. */
export const subject = `
  select p.audience, ${panelColumn}, coalesce((
    select jsonb_agg(q.id order by q.id) from project_questions q where q.project_id = p.id), '[]') as question_ids
  from projects p left join project_panels pp on pp.project_id = p.id
  where p.workspace_id = $1::uuid and p.id = $2::uuid`

/** Inserts steps, given as JSON, into a run of `from`. */
const insertSteps = (run: string, from: string, steps: string) => `
    insert into panel_steps (id, run_id, question_id, specialist, round, stage, input, due_at)
    select auspex_uuid_v7(auspex_clock() + s.place * interval '1 microsecond'), ${run}, s.question_id, s.specialist,
      s.round, s.stage, s.input, auspex_now() - interval '1 second' + s.place * interval '1 microsecond'
    from ${from} cross join jsonb_to_recordset(${steps})
      as s (place integer, question_id uuid, specialist text, round integer, stage text, input jsonb)
    order by s.place`

/** $1 run, $2 steps as JSON. */
export const addSteps = insertSteps("r.id", "(select $1::uuid as id) r", "$2::text::jsonb")

/** $1 run. */
export const questions = `
  select q.id, q.text, q.kind, q.kind_options, q.resolution_signal,
    to_char(q.resolution_date, 'YYYY-MM-DD') as resolution_date, q.resolution_threshold
  from project_questions q where q.id in (select s.question_id from panel_steps s where s.run_id = $1::uuid)
  order by q.id`

/** Steps are due in their order, and follow-up steps keep it, so that reasonings are finished one after another. */
export const insert = statement<{ readonly id: string }>()(
  {
    project_id: "uuid",
    started_by: "uuid",
    method: "text",
    prompt_version: "integer",
    status: "text",
    calls_max: "integer",
    tokens_max: "integer",
    seconds_max: "integer",
    steps: "text::jsonb"
  },
  (p) => `
  with run as (
    insert into panel_runs (id, project_id, started_by, method, prompt_version, status, calls_max, tokens_max, seconds_max)
    values (auspex_uuid_v7(auspex_clock()), ${p.project_id}, ${p.started_by}, ${p.method}, ${p.prompt_version},
      ${p.status}, ${p.calls_max}, ${p.tokens_max}, ${p.seconds_max})
    on conflict (project_id) where ended_at is null do nothing
    returning id
  ), steps as (
    ${insertSteps("run.id", "run", p.steps)}
  )
  select id from run`
)

/** Whether a part of the budget of `panel_runs r` is used up; the same as `exhaustedBudget`. */
const isExhausted = `(r.calls >= r.calls_max or r.tokens >= r.tokens_max
    or coalesce(auspex_clock() >= r.began_at + make_interval(secs => r.seconds_max), false))`

/** A step with the data needed to work on it. */
export interface ClaimedRow {
  readonly id: string
  readonly claims: number
  readonly question_id: string
  readonly specialist: string
  readonly round: number
  readonly stage: PanelStage
  readonly input: PanelStepInput
  readonly failures: number
  readonly answer: string | null
  readonly model: string | null
  readonly run_id: string
  readonly method: PanelRun["method"]
  readonly project_id: string
  readonly workspace_id: string
  readonly audience: Audience | null
  readonly panel: ProjectPanel | null
  readonly question: PanelQuestion
  readonly now: Date
}

/** Answered steps come first, because they need no further request to a model. */
export const claim = statement<ClaimedRow>()(
  { seconds: "integer", from: "text", to: "text" },
  (p) => `
  with live as materialized (
    select r.id, r.method = 'extractive' or not ${isExhausted} as may_go_on,
      (select count(*) from panel_steps s
        where s.run_id = r.id and s.outcome is null and s.leased_until > ${statementTime}) as leased
    from panel_runs r where r.ended_at is null
  ), chosen as materialized (
    select s.id from live join panel_steps s on s.run_id = live.id
    where s.outcome is null and s.due_at <= ${statementTime}
      and (s.leased_until is null or s.leased_until <= ${statementTime}) and (live.may_go_on or s.answer is not null)
    order by live.leased, s.answer is null, s.due_at, s.id limit 1 for update of s skip locked
  ), claimed as (
    update panel_steps s set claims = s.claims + 1,
      leased_until = auspex_clock() + make_interval(secs => ${p.seconds})
    from chosen where s.id = chosen.id
    returning s.*
  ), begun as (
    update panel_runs r set status = ${p.to}, began_at = auspex_clock()
    from claimed where r.id = claimed.run_id and r.status = ${p.from}
  )
  select s.id, s.claims, s.question_id, s.specialist, s.round, s.stage, s.input, s.failures, s.answer, s.model, s.run_id,
    r.method, r.project_id, p.workspace_id, p.audience, ${panelColumn}, auspex_now() as now,
    jsonb_build_object('id', q.id, 'text', q.text, 'kind', q.kind, 'kind_options', q.kind_options,
      'resolution_signal', q.resolution_signal, 'resolution_date', q.resolution_date,
      'resolution_threshold', q.resolution_threshold) as question
  from claimed s join panel_runs r on r.id = s.run_id join projects p on p.id = r.project_id
    join project_questions q on q.id = s.question_id left join project_panels pp on pp.project_id = p.id`
)

/** $1 step, $2 claim, $3 seconds. */
export const renew = `
  update panel_steps set leased_until = auspex_clock() + make_interval(secs => $3::integer)
  where id = $1::uuid and claims = $2 and outcome is null returning id`

/** Yields no row when no request may be made. The run is locked before the step, as everywhere. */
export const begin = statement<{ readonly id: string }>()(
  { step_id: "uuid", claim: "integer", tokens: "integer", passage_ids: "text::jsonb" },
  (p) => `
  with counted as (
    update panel_runs r set calls = r.calls + 1, tokens = r.tokens + ${p.tokens}
    from panel_steps s
    where s.id = ${p.step_id} and s.claims = ${p.claim} and s.outcome is null and s.answer is null
      and r.id = s.run_id and r.ended_at is null and not ${isExhausted}
    returning s.id
  )
  update panel_steps s set input = s.input || jsonb_build_object('passage_ids', ${p.passage_ids})
  from counted where s.id = counted.id returning s.id`
)

export const saveAnswer = statement<{ readonly content: string; readonly model: string }>()(
  { step_id: "uuid", content: "text", model: "text", tokens: "integer" },
  (p) => `
  update panel_steps set answer = coalesce(answer, ${p.content}), model = coalesce(model, ${p.model}),
    answer_tokens = coalesce(answer_tokens, ${p.tokens})
  where id = ${p.step_id} returning answer as content, model`
)

export const release = statement()(
  { step_id: "uuid", claim: "integer", seconds: "integer", failed: "boolean" },
  (p) => `
  update panel_steps set leased_until = null, due_at = auspex_clock() + make_interval(secs => ${p.seconds}),
    failures = failures + ${p.failed}::integer
  where id = ${p.step_id} and claims = ${p.claim} and outcome is null`
)

/** $1 run. Its project is locked first: the same order as in statements that lock a project and then its run. */
export const lock = `
  with p as materialized (
    select id from projects where id = (select project_id from panel_runs where id = $1::uuid) for no key update
  )
  select r.status from p join panel_runs r on r.project_id = p.id where r.id = $1::uuid for no key update of r`

/**
 * The next step takes the place of its predecessor among the steps that are due. The counts of the run are the counts
 * before the statement, which sees all commits up to the lock on the run, plus the changes of the statement.
 */
export const settle = statement<RunCounts>()(
  {
    step_id: "uuid",
    claim: "integer",
    outcome: "text",
    why: "text",
    stage: "text",
    input: "text::jsonb",
    reasoning: "text::jsonb"
  },
  (p) => `
  with settled as (
    update panel_steps s set outcome = ${p.outcome}, why = ${p.why}, leased_until = null
    from panel_runs r
    where s.id = ${p.step_id} and s.claims = ${p.claim} and s.outcome is null and r.id = s.run_id
    returning s.*, r.project_id
  ), counted as (
    update panel_runs r set tokens = r.tokens + coalesce(s.answer_tokens, 0) from settled s where r.id = s.run_id
  ), next as (
    insert into panel_steps (id, run_id, question_id, specialist, round, stage, input, due_at)
    select auspex_uuid_v7(auspex_clock()), run_id, question_id, specialist, round, ${p.stage}, ${p.input}, due_at
    from settled where ${p.stage} is not null
  ), reasoned as (
    insert into reasonings (id, project_id, run_id, question_id, specialist, round, model, answer, probability, distribution,
      confidence, narrative, evidence, counter_evidence, unsupported, falsifiers)
    select auspex_uuid_v7(auspex_clock()), s.project_id, s.run_id, s.question_id, s.specialist, s.round, n.model,
      nullif(n.answer, 'null'), n.probability, nullif(n.distribution, 'null'), n.confidence, n.narrative, n.evidence,
      n.counter_evidence, n.unsupported, n.falsifiers
    from settled s cross join jsonb_to_record(${p.reasoning}) as n (model text, answer jsonb,
      probability double precision, distribution jsonb, confidence double precision, narrative text, evidence jsonb,
      counter_evidence jsonb, unsupported jsonb, falsifiers jsonb)
    where ${p.reasoning} is not null
  ), dated as (
    update projects p set reasoning_count = p.reasoning_count + 1, last_updated_at = auspex_clock()
    from settled s where p.id = s.project_id and ${p.reasoning} is not null
  )
  select c.open - 1 + (${p.stage} is not null)::integer as open,
    c.reasoned + (${p.reasoning} is not null)::integer as reasoned
  from settled cross join lateral (
    select count(*) filter (where s.outcome is null)::integer as open,
      count(*) filter (where s.outcome = 'reasoned')::integer as reasoned
    from panel_steps s where s.run_id = settled.run_id
  ) c`
)

/** $1 run, $2 status, $3 reason. */
export const end = `
  update panel_runs set status = $2, reason = $3, ended_at = auspex_clock() where id = $1::uuid`

/** Only the last round of a simulation is tried again. A lease that somebody holds stays, so that no request under way is made twice. */
export const resume = statement()(
  { run_id: "uuid", status: "text", calls_max: "integer", tokens_max: "integer", seconds_max: "integer" },
  (p) => `
  with steps as (
    update panel_steps s set outcome = null, why = null, failures = 0, due_at = auspex_clock(),
      answer = case when s.why = 'unreadable_answer' then null else s.answer end,
      model = case when s.why = 'unreadable_answer' then null else s.model end,
      answer_tokens = case when s.why = 'unreadable_answer' then null else s.answer_tokens end
    where s.run_id = ${p.run_id} and (s.outcome is null or s.outcome = 'given_up' and s.round = (
      select max(l.round) from panel_steps l where l.run_id = s.run_id))
  )
  update panel_runs r set status = ${p.status}, reason = null, began_at = null, ended_at = null,
    calls_max = r.calls + ${p.calls_max}, tokens_max = r.tokens + ${p.tokens_max}, seconds_max = ${p.seconds_max}
  where r.id = ${p.run_id}`
)

/** A run whose budget is used up. */
export interface ExhaustedRow {
  readonly id: string
  readonly calls: number
  readonly tokens: number
  readonly seconds: number
  readonly calls_max: number
  readonly tokens_max: number
  readonly seconds_max: number
}

export const exhausted = `
  select r.id, r.calls, r.tokens, r.calls_max, r.tokens_max, r.seconds_max,
    extract(epoch from auspex_clock() - r.began_at)::float8 as seconds
  from panel_runs r
  where r.ended_at is null and r.status = 'running' and r.method = 'specialists' and ${isExhausted}
    and not exists (
      select 1 from panel_steps s
      where s.run_id = r.id and s.outcome is null and (s.answer is not null or s.leased_until > ${statementTime}))
  limit 1`

const runColumns = `
  r.id, r.project_id, r.status, r.reason, r.method, r.prompt_version, c.planned, c.reasoned,
  coalesce(c.given_up, '[]') as given_up,
  jsonb_build_object('calls_max', r.calls_max, 'tokens_max', r.tokens_max, 'seconds_max', r.seconds_max) as budget,
  r.calls, r.tokens, r.created_at, r.began_at, r.ended_at`

const withCounts = `
  cross join lateral (
    select count(distinct (s.question_id, s.specialist, s.round))::integer as planned,
      count(*) filter (where s.outcome = 'reasoned')::integer as reasoned,
      jsonb_agg(jsonb_build_object('question_id', s.question_id, 'specialist', s.specialist, 'why', s.why) order by s.id)
        filter (where s.outcome = 'given_up') as given_up
    from panel_steps s where s.run_id = r.id
  ) c`

/** $1 workspace, $2 project. */
export const latest = `
  select ${runColumns} from (
    select r.* from panel_runs r join projects p on p.id = r.project_id
    where p.workspace_id = $1::uuid and r.project_id = $2::uuid order by r.id desc limit 1
  ) r ${withCounts}`

/** $1 run. */
export const find = `select ${runColumns} from panel_runs r ${withCounts} where r.id = $1::uuid`

/** `round` is null outside of simulations. */
export type ReasoningRow = Omit<PanelReasoning, "round"> & { readonly round: number | null }

const reasoningColumns = `r.id, question_id, specialist,
    case when exists (
      select 1 from project_panels pp where pp.project_id = r.project_id and pp.rounds_max is not null) then round end as round,
    model, answer, probability, distribution, confidence, narrative, evidence,
    counter_evidence, unsupported, falsifiers, created_at`

/** $1 project, $2 run or null. */
export const reasonings = `
  select ${reasoningColumns} from reasonings r
  where project_id = $1::uuid and ($2::uuid is null or run_id = $2::uuid) order by r.id`

/** $1 project. */
export const shownReasonings = `
  select ${reasoningColumns} from reasonings r where run_id = (
    select id from panel_runs where project_id = $1::uuid
    order by ended_at is null desc, status = 'completed' desc, id desc limit 1
  ) order by r.id`

/** A reasoning with its run. */
export type RunReasoningRow = ReasoningRow & { readonly run_id: string }

export const listReasonings = statement<PageRow<RunReasoningRow>>()(
  { project_id: "uuid", run_id: "uuid", limit: "integer", offset: "integer", after: "uuid" },
  (p) => `
  with matching as (
    select * from reasonings
    where project_id = ${p.project_id} and (${p.run_id} is null or run_id = ${p.run_id})
  )
  select (select count(*)::integer from matching) as total, listed.*
  from (values (1)) once (n) left join lateral (
    select run_id, ${reasoningColumns} from matching r where ${p.after} is null or id > ${p.after}
    order by id limit ${p.limit} offset ${p.offset}
  ) listed on true order by listed.id`
)
