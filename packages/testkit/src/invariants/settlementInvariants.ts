import type { Invariant } from "./Invariant.ts"

/** Resolved questions have been paid, once and in full. */
export const settlementInvariants: ReadonlyArray<Invariant> = [
  {
    name: "resolution job",
    violations: `
      select format('Question %s is resolved (version %s) without a job that pays for it.', q.id, q.resolution_version)
      from questions q
      where q.status = 'resolved'
        and not exists (
          select 1 from resolution_jobs j where j.question_id = q.id and j.version = q.resolution_version
        )
        -- A void child whose parent had another outcome never took a prediction, so there is nothing to pay.
        and not (q.is_void and q.parent_question_id is not null and q.prediction_count = 0)`
  },
  {
    // Resolving a question again raises its version, and an overturned dispute explains it.
    name: "overturn",
    violations: `
      select format('Question %s is resolved for the %s. time; disputes explain %s of them.', q.id, q.resolution_version, j.n)
      from questions q cross join lateral (
        select count(*) as n from resolution_jobs j join disputes d on d.id = j.dispute_id
        where j.question_id = q.id and d.status = 'overturned' and d.question_id in (q.id, q.parent_question_id)
      ) j
      where q.parent_question_id is null and q.resolution_version > 1 and j.n <> q.resolution_version - 1`
  },
  {
    name: "job progress",
    violations: `
      select format('Job %s is done with %s of %s payouts, up to number %s.', id, done, total, position)
      from resolution_jobs
      where done > total or (status = 'done') <> (finished_at is not null)
        or (status = 'done' and (done <> total or position <> total))`
  },
  {
    name: "settlement",
    violations: `
      select format('Prediction %s on question %s, which has been paid, is not settled.', p.id, p.question_id)
      from predictions p
      join questions q on q.id = p.question_id and q.status = 'resolved'
      join resolution_jobs j on j.question_id = q.id and j.version = q.resolution_version and j.status = 'done'
      where p.resolved_at is null or p.payout is null or (p.correct is null) <> q.is_void
        or (p.brier_score is null) <> q.is_void
      union all
      select format('Prediction %s is settled, but question %s is %s.', p.id, p.question_id, q.status)
      from predictions p join questions q on q.id = p.question_id
      where p.resolved_at is not null and q.resolution_version = 0`
  },
  {
    // Earlier payouts have been taken back and the streaks that others broke or made have been corrected: the sum of
    // all these entries is the payout.
    name: "payout",
    violations: `
      select format('Prediction %s was paid %s; the ledger has %s.', p.id, p.payout, l.amount)
      from predictions p
      join questions q on q.id = p.question_id
      join resolution_jobs j on j.question_id = q.id and j.version = q.resolution_version and j.status = 'done'
      left join lateral (
        select sum(amount) as amount from ledger l
        where l.account_id = p.account_id and l.question_id = p.question_id
          and (l.key like 'resolve:%' or l.key like 'dispute:%')
      ) l on true
      where p.payout is distinct from coalesce(l.amount, 0)`
  }
]
