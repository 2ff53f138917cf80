import { earnedReasons } from "@auspex/domain/scoring"
import type { Recount } from "./Recount.ts"

const earned = earnedReasons.map((reason) => `'${reason}'`).join(", ")

// Sums of scores depend on the order in which they were added up.
const nearlyEqual = (left: string, right: string): string => `abs(coalesce(${left}, 0) - coalesce(${right}, 0)) <= 1e-6`

/** The activity of accounts by day and category, and the histories of values that change. */
export const recordRecounts: ReadonlyArray<Recount> = [
  {
    name: "account days",
    differing: `
      with activity as (
        select l.account_id, (l.created_at at time zone 'UTC')::date as day, coalesce(q.category, '') as category,
          l.amount as points, case when l.reason in (${earned}) then l.amount else 0 end as earned, 0 as predictions,
          0 as resolved, 0 as correct, 0::double precision as brier,
          0::double precision as log, 0 as flagged
        from ledger l left join questions q on q.id = l.question_id
        union all
        select p.account_id, (p.created_at at time zone 'UTC')::date, q.category, 0, 0, 1, 0, 0, 0, 0, 0
        from predictions p join questions q on q.id = p.question_id
        union all
        select h.account_id, (h.recorded_at at time zone 'UTC')::date, q.category, 0, 0, 0,
          h.resolved - lag(h.resolved, 1, 0) over later, h.right - lag(h.right, 1, 0) over later,
          h.brier - lag(h.brier, 1, 0::double precision) over later, h.log - lag(h.log, 1, 0::double precision) over later,
          h.flagged - lag(h.flagged, 1, 0) over later
        from (
          select *, (correct is not null)::integer as resolved, coalesce(correct, false)::integer as right,
            coalesce(brier_score, 0) as brier, coalesce(log_score, 0) as log,
            (hallucination_flags is not null)::integer as flagged
          from prediction_history
        ) h join questions q on q.id = h.question_id
        window later as (partition by h.prediction_id order by h.recorded_at, h.seq)
      ), counted as (
        select account_id, day, category, sum(points) as points, sum(earned) as earned, sum(predictions) as predictions,
          sum(resolved) as resolved, sum(correct) as correct, sum(brier) as brier, sum(log) as log, sum(flagged) as flagged
        from activity group by 1, 2, 3
      )
      select format('Account %s did %s on %s in "%s"; its record gives %s.', coalesce(d.account_id, c.account_id),
        (d.points, d.earned, d.predictions, d.resolved, d.correct, d.brier_sum, d.log_sum, d.flagged), coalesce(d.day, c.day),
        coalesce(d.category, c.category),
        (c.points, c.earned, c.predictions, c.resolved, c.correct, c.brier, c.log, c.flagged))
      from account_days d full join counted c
        on c.account_id = d.account_id and c.day = d.day and c.category = d.category
      where (d.account_id is null) <> (c.account_id is null)
        or (d.points, d.earned, d.predictions, d.resolved, d.correct, d.flagged)
          is distinct from (c.points, c.earned, c.predictions, c.resolved, c.correct, c.flagged)
        or not (${nearlyEqual("d.brier_sum", "c.brier")} and ${nearlyEqual("d.log_sum", "c.log")})`
  },
  {
    name: "account categories",
    differing: `
      with counted as (
        select account_id, category, sum(points) as points, sum(predictions) as predictions, sum(resolved) as resolved,
          sum(correct) as correct, sum(brier_sum) as brier_sum, sum(log_sum) as log_sum, sum(flagged) as flagged
        from account_days group by 1, 2
      )
      select format('Account %s did %s in "%s"; its days add up to %s.', coalesce(s.account_id, c.account_id),
        (s.points, s.predictions, s.resolved, s.correct, s.flagged), coalesce(s.category, c.category),
        (c.points, c.predictions, c.resolved, c.correct, c.flagged))
      from account_categories s full join counted c on c.account_id = s.account_id and c.category = s.category
      where (s.points, s.predictions, s.resolved, s.correct, s.flagged)
          is distinct from (c.points, c.predictions, c.resolved, c.correct, c.flagged)
        or not (${nearlyEqual("s.brier_sum", "c.brier_sum")} and ${nearlyEqual("s.log_sum", "c.log_sum")})`
  },
  {
    name: "calibration counts",
    differing: `
      with counted as (
        select account_id, confidence, count(*) as n, count(*) filter (where correct) as correct
        from predictions where correct is not null group by 1, 2
      )
      select format('Account %s counts %s predictions at %s %%, %s right; there are %s, %s.',
        coalesce(k.account_id, c.account_id), k.predictions, coalesce(k.confidence, c.confidence), k.correct, c.n, c.correct)
      from calibration_counts k full join counted c on c.account_id = k.account_id and c.confidence = k.confidence
      where (coalesce(k.predictions, 0), coalesce(k.correct, 0)) is distinct from (coalesce(c.n, 0), coalesce(c.correct, 0))`
  },
  {
    name: "history of predictions",
    differing: `
      with latest as (
        select distinct on (prediction_id) * from prediction_history order by prediction_id, recorded_at desc, seq desc
      )
      select format('Prediction %s is %s; its history ends with %s.', p.id,
        (p.correct, p.brier_score, p.log_score, p.hallucination_flags),
        (h.correct, h.brier_score, h.log_score, h.hallucination_flags))
      from predictions p left join latest h on h.prediction_id = p.id
      where (p.correct, p.brier_score, p.log_score, p.hallucination_flags)
        is distinct from (h.correct, h.brier_score, h.log_score, h.hallucination_flags)`
  },
  {
    name: "history of questions",
    differing: `
      select format('Question %s is %s; its history ends with %s.', q.id,
        (q.status, q.outcome, q.correct_options, q.resolved_at, q.tag, q.closes_at),
        (v.status, v.outcome, v.correct_options, v.resolved_at, v.tag, v.closes_at))
      from questions q left join lateral auspex_question_at(q.id, 'infinity') v on true
      where (q.question, q.category, q.subcategory, q.tag, q.timeframe, q.context, q.status, q.outcome, q.correct_options,
          q.is_void, q.resolution_note, q.evidence_urls, q.options, q.weight, q.waits_for_parent, q.opens_at, q.closes_at,
          q.window_ends_at, q.published_at, q.closed_at, q.resolved_at)
        is distinct from (v.question, v.category, v.subcategory, v.tag, v.timeframe, v.context, v.status, v.outcome,
          v.correct_options, v.is_void, v.resolution_note, v.evidence_urls, v.options, v.weight, v.waits_for_parent,
          v.opens_at, v.closes_at, v.window_ends_at, v.published_at, v.closed_at, v.resolved_at)`
  },
  {
    name: "history of accounts",
    differing: `
      with latest as (
        select distinct on (account_id) * from account_versions order by account_id, recorded_at desc, seq desc
      )
      select format('Account %s (%s) is %s; its history ends with %s.', a.name, a.id,
        (a.owner_id, a.role, a.model, a.trust_label, a.suspended_at is not null),
        (v.owner_id, v.role, v.model, v.trust_label, v.suspended))
      from accounts a left join latest v on v.account_id = a.id
      where (a.owner_id, a.role, a.model, a.model_family, a.persona_archetype, a.trust_label, a.suspended_at is not null)
        is distinct from (v.owner_id, v.role, v.model, v.model_family, v.persona_archetype, v.trust_label, v.suspended)`
  },
  {
    name: "history of votes on predictions",
    differing: `
      with latest as (
        select distinct on (prediction_id, account_id) prediction_id, account_id, value
        from prediction_vote_history order by prediction_id, account_id, recorded_at desc, seq desc
      )
      select format('Account %s votes %s on prediction %s; the history ends with %s.', coalesce(v.account_id, h.account_id),
        v.value, coalesce(v.prediction_id, h.prediction_id), h.value)
      from prediction_votes v full join latest h on h.prediction_id = v.prediction_id and h.account_id = v.account_id
      where coalesce(v.value, 0) <> coalesce(h.value, 0)
      union all
      -- The votes at an earlier time are sums of the history.
      select format('Prediction %s counts %s up- and %s downvotes; its history adds up to %s and %s.', p.id, p.upvotes,
        p.downvotes, coalesce(h.up, 0), coalesce(h.down, 0))
      from predictions p left join (
        select prediction_id, sum((value = 1)::integer - (former = 1)::integer) as up,
          sum((value = -1)::integer - (former = -1)::integer) as down
        from prediction_vote_history group by 1
      ) h on h.prediction_id = p.id
      where (p.upvotes, p.downvotes) is distinct from (coalesce(h.up, 0), coalesce(h.down, 0))`
  },
  {
    name: "history of votes on questions",
    differing: `
      with latest as (
        select distinct on (question_id, account_id) question_id, account_id, value
        from question_vote_history order by question_id, account_id, recorded_at desc, seq desc
      )
      select format('Account %s votes %s for question %s; the history ends with %s.', coalesce(v.account_id, h.account_id),
        (v.question_id is not null)::integer, coalesce(v.question_id, h.question_id), h.value)
      from question_votes v full join latest h on h.question_id = v.question_id and h.account_id = v.account_id
      where (v.question_id is not null)::integer <> coalesce(h.value, 0)
      union all
      select format('Question %s counts %s upvotes; its history adds up to %s.', q.id, q.upvotes, coalesce(h.up, 0))
      from questions q left join (
        select question_id, sum(case when value = 1 then 1 else -1 end) as up from question_vote_history group by 1
      ) h on h.question_id = q.id
      where q.upvotes <> coalesce(h.up, 0)`
  }
]
