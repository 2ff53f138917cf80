import { nobody } from "../predictions/placementSql.ts"
import type { Recount } from "./Recount.ts"

/** Voices, snapshots and scores of questions. */
export const voiceRecounts: ReadonlyArray<Recount> = [
  {
    name: "voices",
    differing: `
      with counted as (
        select p.question_id, v.owner_id, v.family, sum(p.novelty) as weight
        from predictions p join accounts a on a.id = p.account_id,
          auspex_voice_family(p.model, p.model_family) f (family),
          lateral (values (coalesce(a.owner_id, a.id), ''), (coalesce(a.owner_id, a.id), nullif(f.family, '')),
            ('${nobody}'::uuid, nullif(f.family, ''))) v (owner_id, family)
        where v.family is not null and p.novelty > 0
        group by 1, 2, 3
      )
      select format('Question %s weighs the voices of owner %s in family "%s" at %s; they add up to %s.',
        coalesce(v.question_id, c.question_id), coalesce(v.owner_id, c.owner_id), coalesce(v.family, c.family),
        coalesce(v.weight, 0), coalesce(c.weight, 0))
      from consensus_voices v full join counted c
        on c.question_id = v.question_id and c.owner_id = v.owner_id and c.family = v.family
      where v.weight is distinct from c.weight`
  },
  {
    name: "voice sums",
    differing: `
      with squared as (
        select question_id,
          sum(weight::bigint * weight) filter (where family = '') as owners,
          sum(weight::bigint * weight) filter (where owner_id = '${nobody}') as families,
          sum(weight::bigint * weight) filter (where family <> '' and owner_id <> '${nobody}') as owner_families
        from consensus_voices group by 1
      ), summed as (
        select question_id, sum(novelty) as weight, sum(novelty * (100 - novelty)) as overlap from predictions group by 1
      )
      select format('Question %s sums its voices to %s, %s, %s, %s, %s; they give %s, %s, %s, %s, %s.', q.id,
        q.voice_weight, q.voice_overlap, q.voice_owner_squares, q.voice_family_squares, q.voice_owner_family_squares,
        s.weight, s.overlap, v.owners, v.families, v.owner_families)
      from questions q left join summed s on s.question_id = q.id left join squared v on v.question_id = q.id
      where (q.voice_weight, q.voice_overlap, q.voice_owner_squares, q.voice_family_squares, q.voice_owner_family_squares)
        is distinct from (coalesce(s.weight, 0), coalesce(s.overlap, 0), coalesce(v.owners, 0), coalesce(v.families, 0),
          coalesce(v.owner_families, 0))`
  },
  {
    // Those of moves stand where a prediction moved the consensus, those of days between the last one of the day and the next.
    name: "snapshots",
    differing: `
      with running as (
        select question_id, created_at, seq, row_number() over by_time as nth,
          lead(created_at) over by_time as next_at,
          sum(prediction::integer) over by_time as yes, sum(confidence) over by_time as confidence,
          sum(prediction::integer) over by_number as yes_by_number, sum(confidence) over by_number as confidence_by_number
        from predictions
        window by_time as (partition by question_id order by created_at, seq rows unbounded preceding),
          by_number as (partition by question_id order by seq rows unbounded preceding)
      )
      select format('Question %s had %s predictions (%s yes, confidence %s) at %s by its snapshot; it had %s (%s, %s).',
        s.question_id, s.total_agents, s.yes_count, s.confidence_sum, s.taken_at, coalesce(d.nth, m.seq),
        coalesce(d.yes, m.yes_by_number), coalesce(d.confidence, m.confidence_by_number))
      from consensus_snapshots s
      left join running d on s.kind = 'daily' and d.question_id = s.question_id and d.nth = s.total_agents
        and d.created_at < s.taken_at and (d.next_at is null or d.next_at >= s.taken_at)
      left join running m on s.kind = 'moved' and m.question_id = s.question_id and m.seq = s.total_agents
        and m.created_at <= s.taken_at
      where (s.yes_count, s.confidence_sum)
          is distinct from (coalesce(d.yes, m.yes_by_number), coalesce(d.confidence, m.confidence_by_number))
        or (select sum(n) from unnest(s.option_counts) n) <> s.total_agents`
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
        from predictions where correct and (contrarian or confidence >= 90) group by 1
      )
      select format('Question %s counts %s contrarian and %s sure highlights; there are %s and %s.',
        coalesce(h.question_id, c.question_id), h.contrarian, h.high_confidence_correct, c.contrarian, c.sure)
      from question_highlights h full join counted c on c.question_id = h.question_id
      where (coalesce(h.contrarian, 0), coalesce(h.high_confidence_correct, 0))
        is distinct from (coalesce(c.contrarian, 0), coalesce(c.sure, 0))`
  }
]
