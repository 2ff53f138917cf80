import type { Resolution } from "@auspex/domain/questions"
import {
  type ChildOfResolved,
  type LockedJob,
  payoutRetrySeconds,
  payoutRetrySecondsMax,
  type QuestionToResolve,
  type ResolutionJob,
  ResolutionStore,
  type UnsettledPrediction
} from "@auspex/domain/scoring"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { v7 as uuidv7 } from "uuid"
import { storeStatements } from "../../database/statementsOf.ts"
import { statement } from "../../database/Statement.ts"
import { ifUuid } from "../../kernel/ifUuid.ts"
import { lockChildren } from "./childrenSql.ts"
import { isEarly } from "./earlySql.ts"
import { isHedged } from "./hedgedSql.ts"
import { recordOf, type RecordRow, settledRecords } from "./settledRecords.ts"

const lockQuestion = `
  select id, question, category, status, question_type, options, weight, prediction_count, resolution_version
  from questions where id = $1::uuid for update`

const record = statement<ResolutionJob>()(
  {
    question_id: "uuid",
    outcome: "boolean",
    correct_options: "text::jsonb",
    is_void: "boolean",
    note: "text",
    evidence_urls: "text::jsonb",
    job_id: "uuid",
    dispute_id: "uuid",
    status: "text"
  },
  (params) => `
  with resolved as (
    update questions set
      status = ${params.status}, outcome = ${params.outcome},
      correct_options = (select array_agg(o) from jsonb_array_elements_text(${params.correct_options}) o),
      is_void = ${params.is_void}, resolution_note = ${params.note},
      evidence_urls = (select array_agg(u) from jsonb_array_elements_text(${params.evidence_urls}) u),
      resolution_version = resolution_version + 1, waits_for_parent = false,
      closed_at = coalesce(closed_at, auspex_clock()), resolved_at = auspex_clock()
    where id = ${params.question_id}
    returning id, resolution_version, outcome, correct_options, is_void, prediction_count
  )
  insert into resolution_jobs (id, question_id, version, outcome, correct_options, is_void, total, dispute_id)
  select ${params.job_id}, id, resolution_version, outcome, correct_options, is_void, prediction_count, ${params.dispute_id} from resolved
  returning id, question_id, version, status, total, done`
)

const reinstate = `
  update questions set status = $2::text, is_void = false, resolution_note = null, evidence_urls = null, closed_at = null,
    resolved_at = null
  where id in (select value::uuid from jsonb_array_elements_text($1::text::jsonb))`

// The jobs of a question run one after another, so that the first has paid before the second takes it back.
const isNext = (job: string): string =>
  `not exists (
  select from resolution_jobs e
  where e.question_id = ${job}.question_id and e.version < ${job}.version and e.status = 'running')`

const claim = `
  update resolution_jobs set attempts = attempts + 1,
    retry_at = auspex_now() + least(${payoutRetrySecondsMax}, ${payoutRetrySeconds} * (attempts + 1)) * interval '1 second'
  where id = (
    select id from resolution_jobs j
    where status = 'running' and coalesce(retry_at, created_at) <= auspex_now() and ${isNext("j")}
    order by coalesce(retry_at, created_at) limit 1 for update skip locked
  )
  returning id`

interface JobRow extends ResolutionJob {
  readonly position: number
  readonly outcome: boolean | null
  readonly correct_options: ReadonlyArray<string> | null
  readonly is_void: boolean
  readonly dispute_id: string | null
  readonly weight: number
  readonly question: string
  readonly option_count: number
}

const lockedJobOf = (row: JobRow): LockedJob => {
  const { outcome, correct_options, is_void, ...job } = row
  const resolution: Resolution = is_void
    ? { kind: "void" }
    : outcome !== null
    ? { kind: "outcome", outcome }
    : { kind: "options", correct_options: correct_options ?? [] }
  return { ...job, resolution }
}

const lockJob = `
  select j.id, j.question_id, j.version, j.status, j.total, j.done, j.position, j.outcome, j.correct_options, j.is_void,
    j.dispute_id, q.weight, q.question, coalesce(cardinality(q.options), 2) as option_count
  from resolution_jobs j join questions q on q.id = j.question_id
  where j.status = 'running' and j.id = $1::uuid and ${isNext("j")} for update of j`

const nextBatch = `
  with batch as (
    select * from predictions where question_id = $1::uuid and seq > $2 order by seq limit $3
  )
  select b.id as prediction_id, b.account_id, b.seq, b.prediction, b.selected_option, b.confidence, b.contrarian,
    ${isEarly("b")} as early, ${isHedged("b", "a")} as hedged, b.stake,
    b.resolved_at is not null as is_settled, a.streak_count, a.max_streak
  from batch b join accounts a on a.id = b.account_id
  order by a.id for update of a`

// $1 question, $2 ids of locked accounts as JSON.
const recordsSince = `
  with since as materialized (
    select * from predictions
    where question_id = $1::uuid and resolved_at is not null
      and account_id in (select value::uuid from jsonb_array_elements_text($2::text::jsonb))
  )${settledRecords("since")}`

const amend = `
  update predictions p set payout = c.payout, streak_at_resolution = c.streak_count
  from jsonb_to_recordset($1::text::jsonb) as c (prediction_id uuid, payout integer, streak_count integer)
  where p.id = c.prediction_id`

// All parts of a statement see the rows as they were before it, so the counts of an earlier resolution are subtracted.
// The ledger already has the new entry, as the account's last.
const settle = statement()(
  { settled: "text::jsonb", job_id: "uuid", position: "integer", finished: "boolean" },
  (params) => `
  with settled as (
    select * from jsonb_to_recordset(${params.settled}) as s (
      prediction_id uuid, account_id uuid, hedged boolean, correct boolean, brier_score double precision, log_score double precision,
      payout integer, streak_count integer, max_streak integer)
  ), scored as (
    update predictions p set hedged = s.hedged, correct = s.correct, brier_score = s.brier_score,
      log_score = s.log_score, payout = s.payout, streak_at_resolution = s.streak_count,
      settled_seq = a.ledger_seq, resolved_at = auspex_now()
    from settled s join accounts a on a.id = s.account_id where p.id = s.prediction_id
  ), ranked as (
    update accounts a set
      streak_count = s.streak_count, max_streak = s.max_streak,
      locked_points = a.locked_points - case when p.resolved_at is null then p.stake else 0 end,
      resolved_count = a.resolved_count + (s.correct is not null)::integer - (p.correct is not null)::integer,
      correct_count = a.correct_count + coalesce(s.correct, false)::integer - coalesce(p.correct, false)::integer,
      brier_sum = a.brier_sum + (coalesce(s.brier_score, 0) - coalesce(p.brier_score, 0))
    from settled s join predictions p on p.id = s.prediction_id where a.id = s.account_id
  )
  update resolution_jobs set
    position = ${params.position}, attempts = 0, retry_at = null, done = done + (select count(*)::integer from settled),
    status = case when ${params.finished} then 'done' else status end,
    finished_at = case when ${params.finished} then auspex_now() end
  where id = ${params.job_id}`
)

// A separate statement, because one part of a statement does not see the writes of another part. A question without
// scored predictions has no row, and a question that was resolved again is scored by its last job.
const scoreQuestion = `
  with scored as (
    select q.id, q.resolved_at, count(*) as scored, count(*) filter (where p.correct) as correct,
      sum(p.log_score) as log_sum, sum(p.brier_score) as brier_sum
    from questions q join predictions p on p.question_id = q.id and p.correct is not null
    where q.id = $1::uuid and q.resolution_version = $2::integer group by q.id
  ), outdated as (
    delete from question_scores where question_id = $1::uuid and not exists (select from scored)
  )
  insert into question_scores (question_id, resolved_at, scored, correct, log_sum, brier_sum)
  select id, resolved_at, scored, correct, log_sum, brier_sum from scored
  on conflict (question_id) do update set
    resolved_at = excluded.resolved_at, scored = excluded.scored, correct = excluded.correct,
    log_sum = excluded.log_sum, brier_sum = excluded.brier_sum`

const layer: Layer.Layer<ResolutionStore, never, SqlClient> = Layer.effect(
  ResolutionStore,
  Effect.map(storeStatements("resolution"), ({ all, first, only, run }) =>
    ResolutionStore.of({
      lockQuestion: (questionId) =>
        ifUuid(questionId, first<QuestionToResolve>("lockQuestion", lockQuestion, [questionId])),
      record: ({ to }, { question_id, resolution, resolution_note, evidence_urls, dispute_id }) =>
        only("record", record, {
          question_id,
          outcome: resolution.kind === "outcome" ? resolution.outcome : null,
          correct_options: JSON.stringify(resolution.kind === "options" ? resolution.correct_options : []),
          is_void: resolution.kind === "void",
          note: resolution_note,
          evidence_urls: JSON.stringify(evidence_urls),
          job_id: uuidv7(),
          dispute_id: dispute_id ?? null,
          status: to
        }),
      lockChildren: (parentId) => all<ChildOfResolved>("lockChildren", lockChildren, [parentId]),
      reinstate: (questionIds, { to }) => run("reinstate", reinstate, [JSON.stringify(questionIds), to]),
      claim: Effect.map(first<{ id: string }>("claim", claim), (row) => row?.id),
      lockJob: (jobId) => Effect.map(first<JobRow>("lockJob", lockJob, [jobId]), (row) => row && lockedJobOf(row)),
      nextBatch: (job, limit) =>
        Effect.map(
          all<UnsettledPrediction>("nextBatch", nextBatch, [job.question_id, job.position, limit]),
          (rows) => [...rows].sort((a, b) => a.seq - b.seq)
        ),
      recordsSince: (questionId, accountIds) =>
        Effect.map(
          all<RecordRow>("recordsSince", recordsSince, [questionId, JSON.stringify(accountIds)]),
          (rows) => new Map(rows.map((row) => [row.account_id, recordOf(row)]))
        ),
      amend: (corrections) => run("amend", amend, [JSON.stringify(corrections.map(({ call }) => call))]),
      settle: (job, settled, position, finished) =>
        Effect.zipRight(
          run("settle", settle, { settled: JSON.stringify(settled), job_id: job.id, position, finished }),
          finished ? run("settle", scoreQuestion, [job.question_id, job.version]) : Effect.void
        ),
      job: (jobId) =>
        ifUuid(
          jobId,
          first<ResolutionJob>(
            "job",
            "select id, question_id, version, status, total, done from resolution_jobs where id = $1::uuid",
            [jobId]
          )
        )
    }))
)

/** Runs a resolution as a job with a row: the holder of the row's lock pays the next batch. */
export const ResolutionStorePg = { layer }
