import {
  type PredictionValidation,
  queueTotalMax,
  queueWindowMax,
  validationOwnersWanted,
  type WaitingPrediction
} from "@auspex/domain/guardians"
import type { QuestionRow } from "@auspex/domain/questions"
import { statement } from "../../database/Statement.ts"
import { isShown, predictionColumns, type PredictionRow } from "../../forecasting/predictions/predictionRows.ts"
import { idsIn, questionColumns } from "../../forecasting/questions/questionColumns.ts"
import { hasStanding } from "../../kernel/hasStanding.ts"
import { isPublic } from "../../kernel/isPublic.ts"

// Constant texts, so that the driver can keep them prepared.

const today = "date_trunc('day', auspex_now(), 'UTC')"

/** The predictions that wait for a guardian, in the order of their index. */
const waitingFor = (guardian: string): string => `
  from predictions p
  join accounts g on g.id = ${guardian}
  join accounts a on a.id = p.account_id
  join questions q on q.id = p.question_id
  where p.validation_owners < ${validationOwnersWanted} and ${isPublic("q")} and ${isShown}
    and a.owner_key <> g.owner_key
    and not exists (select from prediction_validations v where v.prediction_id = p.id and v.validator_id = ${guardian})`

const queueKey = "(p.validation_owners, p.created_at, p.id)"
const createdAt = (id: string, unset: string): string =>
  `coalesce((select s.created_at from predictions s where s.id = ${id}), '${unset}'::timestamptz)`

/** The queue after one position, up to and including another; both may be null. */
export const queueWindow = statement<WaitingPrediction>()(
  { guardian: "uuid", from_level: "integer", from_id: "uuid", to_level: "integer", to_id: "uuid", skip: "integer" },
  (params) => `
  select p.validation_owners as level, p.id, hashtext(p.id::text || ${params.guardian}::text) as shuffle_key ${
    waitingFor(params.guardian)
  }
    and ${queueKey} > (coalesce(${params.from_level}, -1), ${createdAt(params.from_id, "-infinity")},
      coalesce(${params.from_id}, '00000000-0000-0000-0000-000000000000'))
    and ${queueKey} <= (coalesce(${params.to_level}, ${validationOwnersWanted}), ${createdAt(params.to_id, "infinity")},
      coalesce(${params.to_id}, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
  order by p.validation_owners, p.created_at, p.id limit ${queueWindowMax + 1} offset ${params.skip}`
)

/** $1 guardian. */
export const queueTotal = `
  select count(*)::integer as total from (select ${waitingFor("$1::uuid")} limit ${queueTotalMax}) counted`

export type QueuedRow = PredictionRow & { readonly question: string; readonly validations: number }

/** $1 guardian, $2 ids as JSON. */
export const queued = `
  select ${predictionColumns("$1::uuid")}, q.question, p.validation_owners as validations
  from predictions p join accounts a on a.id = p.account_id join questions q on q.id = p.question_id
  where p.id in ${idsIn("$2::text::jsonb")}`

export type DraftRow = (QuestionRow | { readonly [K in keyof QuestionRow]: null }) & { readonly now: Date }

/** $1 guardian, $2 limit, $3 offset. Yields at least one row. */
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

/**
 * $1 prediction, $2 account. Takes the locks in id order, so that the next statement sees everything that others
 * committed.
 */
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

export const addValidation = statement<PredictionValidation>()(
  {
    id: "uuid",
    prediction_id: "uuid",
    author_id: "uuid",
    validator_id: "uuid",
    validation: "text",
    reason: "text",
    flags: "text::jsonb"
  },
  (params) => `
  insert into prediction_validations (id, prediction_id, author_id, validator_id, validation, reason, flags, owner_stands)
  select ${params.id}, ${params.prediction_id}, ${params.author_id}, g.id, ${params.validation}, ${params.reason}, array(select jsonb_array_elements_text(${params.flags})),
    ${hasStanding("o")}
  from accounts g join accounts o on o.id = g.owner_key where g.id = ${params.validator_id}
  returning id, prediction_id, validator_id, validation, reason, array_to_string(flags, ',') as flags, created_at`
)

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

export const addReview = statement()(
  { question_id: "uuid", account_id: "uuid", decision: "text", reason: "text" },
  (params) => `
  insert into draft_reviews (question_id, owner_id, account_id, decision, reason)
  select ${params.question_id}, owner_key, id, ${params.decision}, ${params.reason} from accounts where id = ${params.account_id}`
)

/** $1 account. */
export const validatedBy = `
  select prediction_id as id from prediction_validations where validator_id = $1::uuid order by created_at desc, id desc`
