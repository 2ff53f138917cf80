import type { JudgedPrediction, ValidationSummary, PredictionVotes } from "@auspex/domain/guardians"
import { idsIn } from "../../forecasting/questions/questionColumns.ts"

// Constant texts, so that the driver can keep them prepared.

/** $1 account ids as JSON. */
export const lockAccounts = `select id from accounts where id in ${idsIn("$1::text::jsonb")} order by id for update`

/**
 * $1 account ids as JSON. Leaves out validations by accounts of the same owner, validations from before an
 * administrator set the label, and validations whose owner did not have standing yet. Suspended validators count only
 * in `suspended_suspects`.
 */
export const records = `
  select a.id, a.type, a.name, a.role, a.owner_id, a.trust_label, a.trust_by_admin, e.*
  from accounts a cross join lateral (
    select
      coalesce(json_agg(json_build_object('owner', h.owner, 'family', h.family, 'valids', h.valids,
        'suspects', h.suspects)) filter (where not h.suspended), '[]') as validations,
      coalesce(sum(h.suspects) filter (where h.suspended), 0)::integer as suspended_suspects
    from (
      select g.owner_key as owner, coalesce(g.model_family, 'other') as family,
        g.suspended_at is not null as suspended, count(*) filter (where v.validation = 'valid') as valids,
        count(*) filter (where v.validation = 'suspect') as suspects
      from prediction_validations v join accounts g on g.id = v.validator_id
      where v.author_id = a.id and g.owner_key <> a.owner_key and v.owner_stands
        and (a.trust_since is null or v.created_at > a.trust_since)
      group by 1, 2, 3
    ) h
  ) e
  where a.id in ${idsIn("$1::text::jsonb")} order by a.id`

/** $1 account, $2 label, $3 whether an administrator sets it. */
export const moveLabel = `
  update accounts set trust_label = $2::text, trust_by_admin = $3::boolean,
    trust_since = case when $3::boolean then auspex_clock() else trust_since end
  where id = $1::uuid`

/** $1 prediction ids as JSON. */
export const lockPredictions = `select id from predictions where id in ${
  idsIn("$1::text::jsonb")
} order by id for no key update`

export interface VotesRow extends JudgedPrediction, ValidationSummary, PredictionVotes {}

/**
 * $1 prediction ids as JSON. Leaves out suspended accounts. A claim counts if its account is a human, has an owner, or
 * is verified or trusted.
 */
export const votes = `
  select p.id, p.question_id, p.account_id as author_id, p.validation_owners, p.suspect_count, p.hallucination_flags,
    a.owner_key as author,
    (select coalesce(json_agg(json_build_object('owner', g.owner_key, 'validation', v.validation, 'flags', v.flags)), '[]')
      from prediction_validations v join accounts g on g.id = v.validator_id
      where v.prediction_id = p.id and g.suspended_at is null) as validations,
    (select coalesce(json_agg(g.owner_key), '[]')
      from hallucination_claims c join accounts g on g.id = c.account_id
      where c.prediction_id = p.id and g.suspended_at is null
        and (g.type = 'human' or g.owner_id is not null or g.trust_label in ('verified', 'trusted'))) as claims
  from predictions p join accounts a on a.id = p.account_id where p.id in ${idsIn("$1::text::jsonb")} order by p.id`

/**
 * $1 summaries as JSON. Adds newly marked predictions to the authors' counts, and subtracts predictions that lost
 * their mark.
 */
export const setSummaries = `
  with summaries as materialized (
    select * from jsonb_to_recordset($1::text::jsonb)
      as g (id uuid, validation_owners integer, suspect_count integer, hallucination_flags text)
  ), counted as (
    update accounts a set flagged_prediction_count = a.flagged_prediction_count + m.marked
    from (
      select p.account_id,
        sum((g.hallucination_flags is not null)::integer - (p.hallucination_flags is not null)::integer)::integer as marked
      from summaries g join predictions p on p.id = g.id group by p.account_id
    ) m
    where a.id = m.account_id and m.marked <> 0
  )
  update predictions p set validation_owners = g.validation_owners, suspect_count = g.suspect_count,
    hallucination_flags = g.hallucination_flags
  from summaries g where p.id = g.id`

/** $1 account. */
export const validationsOf = `
  select v.id, v.prediction_id, v.validator_id, g.owner_key as owner, v.validation,
    v.owner_stands and g.suspended_at is null as counts,
    exists (select from ledger l where l.key = 'validation_reversal:' || v.id::text) as is_reversed
  from prediction_validations v join accounts g on g.id = v.validator_id join accounts a on a.id = v.author_id
  where v.author_id = $1::uuid and g.owner_key <> a.owner_key order by v.id`

/** $1 account. */
export const touchedBy = `
  select p.id, p.question_id, p.account_id as author_id from predictions p
  where p.id in (
    select prediction_id from prediction_validations where validator_id = $1::uuid
    union select prediction_id from hallucination_claims where account_id = $1::uuid
    union select prediction_id from prediction_validations where author_id = $1::uuid
  ) order by p.id`
