import {
  queueTotalMax,
  queueWindowMax,
  standingOwnerDaysMin,
  standingOwnerResolvedMin,
  validationOwnersWanted
} from "@auspex/domain/guardians"
import { isShown, predictionColumns } from "../predictions/predictionRows.ts"
import { idsIn, isPublic, questionColumns } from "../questions/questionColumns.ts"

// Constant texts, so that the driver can keep them prepared.

const today = "date_trunc('day', auspex_now(), 'UTC')"

/** What waits for the guardian $1: walked in the order of its index. */
const waiting = `
  from predictions p
  join accounts g on g.id = $1::uuid
  join accounts a on a.id = p.account_id
  join questions q on q.id = p.question_id
  where p.validation_owners < ${validationOwnersWanted} and ${isPublic("q")} and ${isShown}
    and a.owner_key <> g.owner_key
    and not exists (select from prediction_validations v where v.prediction_id = p.id and v.validator_id = $1::uuid)`

const spot = "(p.validation_owners, p.created_at, p.id)"
const createdAt = (id: string, unset: string): string =>
  `coalesce((select s.created_at from predictions s where s.id = ${id}::uuid), '${unset}'::timestamptz)`

/**
 * $1 guardian, $2 and $3 level and id of the spot after which to begin, $4 and $5 of the spot with which to end, $6 how many
 * to skip; the spots may be null.
 */
export const queueWindow = `
  select p.validation_owners as level, p.id, hashtext(p.id::text || $1::text) as lot ${waiting}
    and ${spot} > (coalesce($2::integer, -1), ${createdAt("$3", "-infinity")},
      coalesce($3::uuid, '00000000-0000-0000-0000-000000000000'))
    and ${spot} <= (coalesce($4::integer, ${validationOwnersWanted}), ${createdAt("$5", "infinity")},
      coalesce($5::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
  order by p.validation_owners, p.created_at, p.id limit ${queueWindowMax + 1} offset $6::integer`

/** $1 guardian. */
export const queueTotal = `
  select count(*)::integer as total from (select ${waiting} limit ${queueTotalMax}) counted`

/** $1 guardian, $2 ids as JSON. */
export const queued = `
  select ${predictionColumns("$1::uuid")}, q.question, p.validation_owners as validations
  from predictions p join accounts a on a.id = p.account_id join questions q on q.id = p.question_id
  where p.id in ${idsIn("$2")}`

/** $1 guardian, $2 limit, $3 offset. At least one row. */
export const drafts = `
  select auspex_now() as now, listed.*
  from (values (1)) once (n) left join lateral (
    select ${questionColumns}
    from questions q join accounts g on g.id = $1::uuid join accounts s on s.id = q.suggested_by
    where q.status = 'draft' and q.rejected_at is null and s.owner_key <> g.owner_key
      and not exists (select from draft_reviews r where r.question_id = q.id and r.owner_id = g.owner_key
      and r.superseded_at is null)
    order by q.created_at, q.id limit $2::integer offset $3::integer
  ) listed on true order by listed.created_at, listed.id`

/** $1 prediction, $2 account: first the locks, in the order of the ids, so that what follows sees what others committed. */
export const lockActors = `
  select id from accounts
  where id = $2::uuid or id = (
    select p.account_id from predictions p join questions q on q.id = p.question_id where p.id = $1::uuid and ${
  isPublic("q")
}
  )
  order by id for update`

/** $1 prediction, $2 account. */
export const actFacts = `
  select json_build_object('type', g.type, 'role', g.role, 'trust_label', g.trust_label,
      'suspended', g.suspended_at is not null) as account,
    json_build_object('id', p.id, 'question_id', p.question_id, 'author_id', p.account_id, 'question', q.question)
      as prediction,
    g.owner_key = a.owner_key as same_owner,
    exists (select from prediction_validations v where v.prediction_id = p.id and v.validator_id = g.id) as has_validated,
    (select count(*)::integer from prediction_validations v where v.validator_id = g.id and v.created_at >= ${today}
      and v.created_at < ${today} + interval '24 hours') as validations_today,
    exists (select from hallucination_claims c where c.prediction_id = p.id and c.account_id = g.id) as has_flagged,
    (select count(*)::integer from hallucination_claims c where c.account_id = g.id and c.created_at >= ${today}
      and c.created_at < ${today} + interval '24 hours') as flags_today,
    (select count(*)::integer from hallucination_claims c where c.prediction_id = p.id) as flags,
    greatest(1, ceil(extract(epoch from ${today} + interval '24 hours' - auspex_now())))::integer as seconds_to_midnight
  from predictions p join questions q on q.id = p.question_id join accounts a on a.id = p.account_id
  join accounts g on g.id = $2::uuid
  where p.id = $1::uuid and ${isPublic("q")}`

/** $1 id, $2 prediction, $3 author, $4 validator, $5 validation, $6 reason, $7 flags as JSON. */
export const addValidation = `
  insert into prediction_validations (id, prediction_id, author_id, validator_id, validation, reason, flags, owner_stands)
  select $1::uuid, $2::uuid, $3::uuid, g.id, $5::text, $6::text, array(select jsonb_array_elements_text($7::text::jsonb)),
    o.created_at <= auspex_now() - make_interval(days => ${standingOwnerDaysMin})
      or (select sum(resolved_count) from accounts s where s.owner_key = o.id) >= ${standingOwnerResolvedMin}
  from accounts g join accounts o on o.id = g.owner_key where g.id = $4::uuid
  returning id, prediction_id, validator_id, validation, reason, array_to_string(flags, ',') as flags, created_at`

/** $1 prediction, $2 account. */
export const addClaim = "insert into hallucination_claims (prediction_id, account_id) values ($1::uuid, $2::uuid)"

/** $1 question, $2 account. */
export const lockReviewers = `
  select id from accounts
  where id = $2::uuid or id = (select suggested_by from questions where id = $1::uuid)
  order by id for update`

/** $1 question, $2 account. */
export const reviewFacts = `
  select json_build_object('type', g.type, 'role', g.role, 'trust_label', g.trust_label) as account,
    s.id is null as by_admin, s.id is not null and s.owner_key = g.owner_key as same_owner,
    exists (select from draft_reviews r where r.question_id = q.id and r.owner_id = g.owner_key
      and r.superseded_at is null) as has_reviewed,
    (select count(*)::integer from draft_reviews r where r.question_id = q.id and r.decision = 'reject'
      and r.superseded_at is null) as rejecting_owners,
    (select count(*)::integer from draft_reviews r where r.account_id = g.id and r.created_at >= ${today}
      and r.created_at < ${today} + interval '24 hours') as reviews_today,
    greatest(1, ceil(extract(epoch from ${today} + interval '24 hours' - auspex_now())))::integer as seconds_to_midnight
  from questions q join accounts g on g.id = $2::uuid left join accounts s on s.id = q.suggested_by
  where q.id = $1::uuid`

/** $1 question, $2 account, $3 decision, $4 reason. */
export const addReview = `
  insert into draft_reviews (question_id, owner_id, account_id, decision, reason)
  select $1::uuid, owner_key, id, $3::text, $4::text from accounts where id = $2::uuid`

/** $1 account. */
export const validatedBy = `
  select prediction_id as id from prediction_validations where validator_id = $1::uuid order by created_at desc, id desc`
