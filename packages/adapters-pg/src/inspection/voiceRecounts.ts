import { noOwner } from "../forecasting/predictions/placementSql.ts"
import type { Recount } from "./Recount.ts"

/** The weights of the independent voices on questions. */
export const voiceRecounts: ReadonlyArray<Recount> = [
  {
    name: "voices",
    differing: `
      with counted as (
        select p.question_id, v.owner_id, v.family, sum(p.novelty) as weight
        from predictions p join accounts a on a.id = p.account_id,
          auspex_voice_family(p.model, p.model_family) f (family),
          lateral (values (a.owner_key, ''), (a.owner_key, nullif(f.family, '')),
            ('${noOwner}'::uuid, nullif(f.family, ''))) v (owner_id, family)
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
          sum(weight::bigint * weight) filter (where owner_id = '${noOwner}') as families,
          sum(weight::bigint * weight) filter (where family <> '' and owner_id <> '${noOwner}') as owner_families
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
  }
]
