import { highConfidenceMin } from "@auspex/domain/insight"
import type { Recount } from "./Recount.ts"

/** The scores of predictions and questions. */
export const scoreRecounts: ReadonlyArray<Recount> = [
  {
    // p on the chosen option, the rest evenly on the others; each of m correct options has 1/m.
    name: "prediction scores",
    differing: `
      with settled as (
        select p.id, p.correct, p.brier_score, p.log_score, p.confidence / 100.0::double precision as sure,
          case when q.question_type = 'binary' then p.prediction = q.outcome
            else p.selected_option = any (q.correct_options) end as is_right,
          coalesce(cardinality(q.options), 2) - 1 as others,
          case when q.question_type = 'binary' then 1 else cardinality(q.correct_options) end as came_true
        from predictions p join questions q on q.id = p.question_id and q.status = 'resolved' and not q.is_void
        where p.correct is not null and not exists (
          select 1 from resolution_jobs j where j.question_id = q.id and j.status = 'running'
        )
      ), scored as (
        select s.*, power(sure - is_right::integer / came_true::double precision, 2) as chosen,
          (1 - sure) / others as each, came_true - is_right::integer as missed
        from settled s
      ), counted as (
        -- Of two options, the one that was not chosen is correct exactly when the chosen one is not.
        select s.*, (chosen + missed * power(each - 1 / came_true::double precision, 2)
            + (others - missed) * power(each, 2)) / 2 as brier,
          (case when is_right then ln(sure) else 0 end + missed * ln(each)) / came_true as log
        from scored s
      )
      select format('Prediction %s is %s and scored %s (log %s); it is %s and scores %s (%s).', id, correct, brier_score,
        log_score, is_right, brier, log)
      from counted
      where correct is distinct from is_right or abs(brier_score - brier) > 1e-9 or abs(log_score - log) > 1e-9
        or (brier_score is null) or (log_score is null)`
  },
  {
    name: "question scores",
    differing: `
      with counted as (
        select q.id, q.resolved_at, count(*) as scored, count(*) filter (where p.correct) as correct,
          sum(p.log_score) as log_sum, sum(p.brier_score) as brier_sum
        from questions q join predictions p on p.question_id = q.id and p.correct is not null
        where q.status = 'resolved' and not exists (
          select 1 from resolution_jobs j where j.question_id = q.id and j.status = 'running'
        )
        group by q.id
      )
      select format('Question %s scored %s predictions (%s right, log %s, Brier %s); there are %s (%s, %s, %s).',
        coalesce(s.question_id, c.id), s.scored, s.correct, s.log_sum, s.brier_sum, c.scored, c.correct, c.log_sum,
        c.brier_sum)
      from question_scores s full join counted c on c.id = s.question_id
      where not exists (select 1 from resolution_jobs j where j.question_id = s.question_id and j.status = 'running')
        and ((s.scored, s.correct, s.resolved_at) is distinct from (c.scored, c.correct, c.resolved_at)
          or abs(s.log_sum - c.log_sum) > 1e-6 or abs(s.brier_sum - c.brier_sum) > 1e-6)`
  },
  {
    name: "highlights",
    differing: `
      with counted as (
        select question_id, count(*) filter (where contrarian) as contrarian,
          count(*) filter (where not contrarian) as sure
        from predictions where correct and (contrarian or confidence >= ${highConfidenceMin}) group by 1
      )
      select format('Question %s counts %s contrarian and %s sure highlights; there are %s and %s.',
        coalesce(h.question_id, c.question_id), h.contrarian, h.high_confidence_correct, c.contrarian, c.sure)
      from question_highlights h full join counted c on c.question_id = h.question_id
      where (coalesce(h.contrarian, 0), coalesce(h.high_confidence_correct, 0))
        is distinct from (coalesce(c.contrarian, 0), coalesce(c.sure, 0))`
  }
]
