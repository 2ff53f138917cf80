import { isPublic } from "../kernel/isPublic.ts"
import type { Recount } from "./Recount.ts"

/** The counters of questions, predictions and accounts. */
export const countRecounts: ReadonlyArray<Recount> = [
  {
    name: "question counts",
    differing: `
      select format('Question %s counts %s predictions (%s yes, %s no, confidence %s); there are %s (%s, %s, %s).',
        q.id, q.prediction_count, q.yes_count, q.no_count, q.confidence_sum, p.n, p.yes, p.no, p.confidence)
      from questions q
      cross join lateral (
        select count(*) as n, count(*) filter (where prediction) as yes, count(*) filter (where not prediction) as no,
          coalesce(sum(confidence), 0) as confidence
        from predictions where question_id = q.id
      ) p
      where (q.prediction_count, q.yes_count, q.no_count, q.confidence_sum) is distinct from
        (p.n, p.yes, p.no, p.confidence)`
  },
  {
    name: "option counts",
    differing: `
      select format('Question %s counts %s for its options; the predictions give %s.', q.id, q.option_counts, r.counts)
      from questions q
      cross join lateral (
        select array_agg(
          (select count(*)::integer from predictions p where p.question_id = q.id and p.selected_option = o.option)
          order by o.place
        ) as counts
        from unnest(q.options) with ordinality as o (option, place)
      ) r
      where q.option_counts is distinct from r.counts`
  },
  {
    name: "prediction order",
    differing: `
      select format('The %s predictions on question %s are numbered %s to %s.', n, question_id, first, last)
      from (
        select question_id, count(*) as n, min(seq) as first, max(seq) as last from predictions group by question_id
      ) p
      where first <> 1 or last <> n`
  },
  {
    name: "prediction words",
    differing: `
      select format('Prediction %s and the words %s under number %s of question %s do not belong together.',
        coalesce(p.id::text, 'none'), coalesce('of ' || w.prediction_id::text, 'of none'),
        coalesce(p.seq, w.seq), coalesce(p.question_id, w.question_id))
      from predictions p full join prediction_words w on w.question_id = p.question_id and w.seq = p.seq
      where p.id is distinct from w.prediction_id`
  },
  {
    name: "consensus tallies",
    differing: `
      with counted as (
        select question_id, coalesce(model, '') as model, model_family, confidence / 10 as band,
          count(*) as n, count(*) filter (where prediction) as yes, sum(confidence) as confidence
        from predictions group by 1, 2, 3, 4
      )
      select format(
        'Question %s tallies %s (%s yes, confidence %s) for model "%s" between %s0 and %s9; there are %s (%s, %s).',
        coalesce(t.question_id, c.question_id), t.count, t.yes_count, t.confidence_sum, coalesce(t.model, c.model),
        coalesce(t.band, c.band), coalesce(t.band, c.band), c.n, c.yes, c.confidence)
      from consensus_tallies t full join counted c
        on c.question_id = t.question_id and c.model = t.model and c.band = t.band and c.model_family = t.model_family
      where (t.count, t.yes_count, t.confidence_sum) is distinct from (c.n, c.yes, c.confidence)`
  },
  {
    name: "votes on questions",
    differing: `
      select format('Question %s counts %s upvotes; there are %s.', q.id, q.upvotes, v.n)
      from questions q
      cross join lateral (select count(*) as n from question_votes where question_id = q.id) v
      where q.upvotes <> v.n`
  },
  {
    name: "votes on predictions",
    differing: `
      select format('Prediction %s counts %s up- and %s downvotes; there are %s and %s.', p.id, p.upvotes, p.downvotes,
        v.up, v.down)
      from predictions p
      cross join lateral (
        select count(*) filter (where value = 1) as up, count(*) filter (where value = -1) as down
        from prediction_votes where prediction_id = p.id
      ) v
      where (p.upvotes, p.downvotes) is distinct from (v.up, v.down)`
  },
  {
    name: "votes within a family",
    differing: `
      select format('Account %s votes on prediction %s of an account with the same owner.', v.account_id,
        v.prediction_id)
      from prediction_votes v
      join accounts voter on voter.id = v.account_id
      join predictions p on p.id = v.prediction_id
      join accounts author on author.id = p.account_id
      where voter.owner_key = author.owner_key
      union all
      select format('Account %s votes for question %s of an account with the same owner.', v.account_id, v.question_id)
      from question_votes v
      join accounts voter on voter.id = v.account_id
      join questions q on q.id = v.question_id
      join accounts author on author.id = q.suggested_by
      where voter.owner_key = author.owner_key`
  },
  {
    name: "account counts",
    differing: `
      select format('Account %s (%s) counts %s predictions, %s resolved, %s correct, %s flagged; there are %s, %s, %s, %s.',
        a.name, a.id, a.prediction_count, a.resolved_count, a.correct_count, a.flagged_prediction_count, p.n, p.resolved,
        p.correct, p.flagged)
      from accounts a
      cross join lateral (
        select count(*) as n, count(correct) as resolved, count(*) filter (where correct) as correct,
          count(hallucination_flags) as flagged
        from predictions where account_id = a.id
      ) p
      where (a.prediction_count, a.resolved_count, a.correct_count, a.flagged_prediction_count)
        is distinct from (p.n, p.resolved, p.correct, p.flagged)`
  },
  {
    name: "locked stakes",
    differing: `
      select format('Account %s (%s) has %s points locked; its predictions that are not settled stake %s.', a.name, a.id,
        a.locked_points, p.locked)
      from accounts a
      cross join lateral (
        select coalesce(sum(stake), 0) as locked from predictions where account_id = a.id and resolved_at is null
      ) p
      where a.locked_points <> p.locked`
  },
  {
    name: "last predictions",
    differing: `
      select format('Account %s (%s) last predicted in the categories at %s; by its predictions it did at %s.', a.name, a.id,
        (a.last_technology_prediction_at, a.last_industry_prediction_at, a.last_society_prediction_at),
        (p.technology, p.industry, p.society))
      from accounts a
      cross join lateral (
        select max(p.created_at) filter (where q.category = 'technology') as technology,
          max(p.created_at) filter (where q.category = 'industry') as industry,
          max(p.created_at) filter (where q.category = 'society') as society
        from predictions p join questions q on q.id = p.question_id where p.account_id = a.id
      ) p
      where (a.last_technology_prediction_at, a.last_industry_prediction_at, a.last_society_prediction_at)
        is distinct from (p.technology, p.industry, p.society)`
  },
  {
    name: "Brier sums",
    differing: `
      select format('Account %s (%s) sums its Brier scores to %s; they give %s.', a.name, a.id, a.brier_sum, p.brier)
      from accounts a
      cross join lateral (
        select coalesce(sum(brier_score), 0) as brier from predictions where account_id = a.id
      ) p
      where abs(a.brier_sum - p.brier) > 1e-6`
  },
  {
    name: "recruits",
    differing: `
      select format('Account %s (%s) counts %s recruits; %s are paid for.', a.name, a.id, a.recruit_count, r.n)
      from accounts a
      cross join lateral (select count(*) as n from accounts where referred_by = a.id and referral_state = 'paid') r
      where a.recruit_count <> r.n
      union all
      select format('The bonus for recruit %s (%s) is %s; the ledger has %s.', r.name, r.id, r.referral_state,
        concat_ws(' and ', p.reason, t.reason))
      from accounts r
      left join ledger p on p.key = 'referral:' || r.id::text and p.account_id = r.referred_by
      left join ledger t on t.key = 'referral_reversal:' || r.id::text and t.account_id = r.referred_by
      where r.referral_state is not null and (p.id is not null, t.id is not null)
        is distinct from (r.referral_state in ('paid', 'reversed'), r.referral_state = 'reversed')`
  },
  {
    name: "followers",
    differing: `
      select format('Agent %s (%s) counts %s followers; there are %s.', a.name, a.id, a.follower_count, f.n)
      from accounts a
      cross join lateral (select count(*) as n from follows where agent_id = a.id) f
      where a.follower_count <> f.n`
  },
  {
    name: "texts to be found",
    differing: `
      select format('The %s %s is public, but the search does not know of it.', v.type, v.id)
      from (
        select id, 'question' as type from questions q where ${isPublic("q")}
        union all
        select id, 'account' from accounts where suspended_at is null
      ) v
      left join platform_texts t on t.id = v.id and t.type = v.type
      where t.id is null`
  }
]
