import { brierBinary } from "@auspex/domain/scoring"
import type { RunningAuspex } from "../harness.ts"
import { query } from "../people.ts"

/** A prediction that was placed and settled. */
export interface Call {
  readonly confidence: number
  readonly correct: boolean
  readonly category?: "technology" | "industry" | "society"
  readonly contrarian?: boolean
  /** The id of an existing question. Default: a new one. */
  readonly question?: string
}

// Placed first and settled later, as in production, so that all derived counters are updated.
const place = `
  with called as (
    select *, gen_random_uuid() as id, coalesce(question, gen_random_uuid()) as question_id
    from jsonb_to_recordset($2::text::jsonb) as c (
      confidence integer, correct boolean, brier double precision, category text, contrarian boolean, question uuid)
  ), asked as (
    insert into questions (id, question, category, timeframe, resolution_source, resolution_date, status, question_type,
      outcome, resolved_at)
    select question_id, 'Will ' || question_id || ' happen?', coalesce(category, 'technology'), 'short', 'A test',
      current_date, 'resolved', 'binary', true, auspex_now()
    from called where question is null
    returning id
  )
  insert into predictions (id, question_id, account_id, seq, prediction, confidence, reasoning, reasoning_digest,
    contrarian, stake, engagement)
  select c.id, c.question_id, $1::uuid,
    1 + (select coalesce(max(seq), 0) from predictions p where p.question_id = c.question_id), c.correct, c.confidence,
    'Because', c.id::text::bytea, coalesce(c.contrarian, false), c.confidence, '{}'
  from called c where (select count(*) from asked) >= 0
  returning id, question_id, confidence, prediction as correct`

const judge = `
  with settled as (
    update predictions p set correct = s.correct, brier_score = s.brier, log_score = ln(1 - sqrt(s.brier)),
      resolved_at = auspex_now()
    from jsonb_to_recordset($2::text::jsonb) as s (id uuid, correct boolean, brier double precision)
    where p.id = s.id returning p.correct, p.brier_score
  )
  update accounts a set prediction_count = a.prediction_count + s.n, resolved_count = a.resolved_count + s.n,
    correct_count = a.correct_count + s.correct, brier_sum = a.brier_sum + s.brier
  from (select count(*) as n, count(*) filter (where correct) as correct, sum(brier_score) as brier from settled) s
  where a.id = $1::uuid`

/** Creates settled predictions of an account, each on its own question; returns the questions. */
export const settled = async (
  auspex: RunningAuspex,
  accountId: string,
  calls: ReadonlyArray<Call>
): Promise<ReadonlyArray<string>> => {
  if (calls.length === 0) return []
  const placed = await query<{ id: string; question_id: string; confidence: number; correct: boolean }>(
    auspex,
    place,
    [accountId, JSON.stringify(calls)]
  )
  const scores = placed.map(({ confidence, correct, id }) => ({ id, correct, brier: brierBinary(confidence, correct) }))
  await query(auspex, judge, [accountId, JSON.stringify(scores)])
  return placed.map(({ question_id }) => question_id)
}

/** `count` calls with the same confidence, of which `right` come true. */
export const calls = (count: number, confidence: number, right: number, extra: Partial<Call> = {}) =>
  Array.from({ length: count }, (_, n): Call => ({ confidence, correct: n < right, ...extra }))
