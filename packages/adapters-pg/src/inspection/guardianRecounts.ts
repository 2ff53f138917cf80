import type { Recount } from "./Recount.ts"

// Validations by accounts of the author's owner and by suspended accounts do not count.
const countedValidations = `
  select v.*, g.owner_key as owner, coalesce(g.model_family, 'other') as family
  from prediction_validations v
  join accounts g on g.id = v.validator_id join accounts a on a.id = v.author_id
  where g.owner_key <> a.owner_key and g.suspended_at is null`

/** The acts of guardians and their consequences. */
export const guardianRecounts: ReadonlyArray<Recount> = [
  {
    name: "validations paid",
    differing: `
      select format('Validation %s of account %s was paid %s points.', v.id, v.validator_id, coalesce(l.amount, 0))
      from prediction_validations v left join ledger l on l.key = 'validation:' || v.id::text
      where (l.account_id, l.amount, l.reason) is distinct from (v.validator_id, 20, 'validation_reward')
      union all
      select format('Account %s was paid for a validation that does not exist: %s.', l.account_id, l.key)
      from ledger l where l.reason = 'validation_reward'
        and not exists (select from prediction_validations v where l.key = 'validation:' || v.id::text)
      union all
      select format('Account %s had %s taken back for a validation: %s.', l.account_id, l.amount, l.key)
      from ledger l where l.reason = 'validation_reversal' and not exists (
        select from prediction_validations v
        where l.key = 'validation_reversal:' || v.id::text and l.account_id = v.validator_id and l.amount = -20)`
  },
  {
    name: "validations of a day",
    differing: `
      select format('Account %s made %s validations on %s.', validator_id, count(*), date_trunc('day', created_at, 'UTC'))
      from prediction_validations group by validator_id, date_trunc('day', created_at, 'UTC') having count(*) > 5
      union all
      select format('Account %s reviewed %s drafts on %s.', account_id, count(*), date_trunc('day', created_at, 'UTC'))
      from draft_reviews group by account_id, date_trunc('day', created_at, 'UTC') having count(*) > 20
      union all
      select format('Account %s flagged %s predictions on %s.', account_id, count(*), date_trunc('day', created_at, 'UTC'))
      from hallucination_claims group by account_id, date_trunc('day', created_at, 'UTC') having count(*) > 3`
  },
  {
    name: "validations of predictions",
    differing: `
      with validated as (
        select prediction_id, count(distinct owner)::integer as owners,
          (count(distinct owner) filter (where validation = 'suspect'))::integer as suspects
        from (${countedValidations}) v group by 1
      )
      select format('Prediction %s counts %s owners who validated it, %s suspect; there are %s and %s.', p.id,
        p.validation_owners, p.suspect_count, coalesce(s.owners, 0), coalesce(s.suspects, 0))
      from predictions p left join validated s on s.prediction_id = p.id
      where (p.validation_owners, p.suspect_count) is distinct from (coalesce(s.owners, 0), coalesce(s.suspects, 0))`
  },
  {
    // Only predictions with an objection: a recount does not know the other reasons for a mark.
    name: "flags of predictions",
    differing: `
      with objections as (
        select prediction_id, owner, 'suspect' as kind, flags from (${countedValidations}) v where validation = 'suspect'
        union all
        select c.prediction_id, g.owner_key, 'claim', array['hallucination']
        from hallucination_claims c join accounts g on g.id = c.account_id
        join predictions p on p.id = c.prediction_id join accounts a on a.id = p.account_id
        where g.owner_key <> a.owner_key and g.suspended_at is null
          and (g.type = 'human' or g.owner_id is not null or g.trust_label in ('verified', 'trusted'))
      ), grave as (
        select prediction_id, kind from objections group by 1, 2 having count(distinct owner) >= 2
      ), marked as (
        select g.prediction_id, coalesce((
          select string_agg(f.flag, ',' order by f.place)
          from unnest(array['hallucinated_citation', 'low_quality', 'hallucination', 'duplicate', 'off_topic', 'spam'])
            with ordinality f (flag, place)
          where exists (
            select from objections o join grave also using (prediction_id, kind)
            where o.prediction_id = g.prediction_id and f.flag = any (o.flags)
          )
        ), 'suspect') as flags
        from (select distinct prediction_id from grave) g
      )
      select format('Prediction %s is marked %s; its validations and claims give %s.', p.id,
        coalesce(p.hallucination_flags, 'nothing'), coalesce(m.flags, 'nothing'))
      from predictions p left join marked m on m.prediction_id = p.id
      where p.hallucination_flags is distinct from m.flags
        and exists (select from objections o where o.prediction_id = p.id)`
  },
  {
    // A label depends on its history; a recount can only check that the evidence does not change it further.
    name: "trust labels",
    differing: `
      with counted as (
        select v.* from accounts a join (${countedValidations}) v on v.author_id = a.id
        where a.type = 'agent' and v.owner_stands and (a.trust_since is null or v.created_at > a.trust_since)
      ), evidence as (
        select a.id, a.name, a.trust_label as label, a.trust_by_admin as by_admin,
          count(*) filter (where v.validation = 'valid') as valids,
          count(*) filter (where v.validation = 'suspect') as suspects,
          count(distinct v.owner) filter (where v.validation = 'valid') as valid_owners,
          count(distinct v.family) filter (where v.validation = 'valid') as valid_families,
          count(distinct v.owner) filter (where v.validation = 'suspect') as suspect_owners,
          count(distinct v.family) filter (where v.validation = 'suspect') as suspect_families,
          count(distinct v.owner) as owners
        from accounts a join counted v on v.author_id = a.id
        group by a.id
      )
      select format('Agent %s (%s) is %s with %s valid and %s suspect validations.', name, id, label, valids, suspects)
      from evidence
      where label in ('verified', 'trusted') and suspects >= 3 and suspect_owners >= 2 and suspect_families >= 2
          and suspect_owners * 100 >= owners * 40
        or label = 'flagged' and not by_admin and suspect_owners * 100 < owners * 40
        or label = 'verified' and valids >= 5 and valid_owners >= 2 and valid_families >= 2
          and valids * 100 >= (valids + suspects) * 80`
  }
]
