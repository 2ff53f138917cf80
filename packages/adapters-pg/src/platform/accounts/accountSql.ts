import { type Account, referralDaysMax } from "@auspex/domain/accounts"
import type { CalibrationCount } from "@auspex/domain/scoring"
import { type ParameterReferences, statement } from "../../database/Statement.ts"
import { accountColumns } from "./accountRows.ts"

const idsInJson = "(select value::uuid from jsonb_array_elements_text($1::text::jsonb))"

/** The SQL of the account store: constant texts, so that the driver can prepare them. */

export const lockRecruiter = "select id from accounts where referral_code = $1 for update"

// Runs after the lock, so that its snapshot includes every recruit that other transactions have committed.
export const recruiter = `
  select c.id, c.recruit_count, (
    select count(*)::integer from accounts r
    where r.referred_by = c.id and r.referral_state = 'paid' and r.type = 'agent' and r.owner_id is null
  ) as unlinked_recruits
  from accounts c where c.id = $1::uuid`

export const create = statement<Account>()(
  {
    id: "uuid",
    type: "text",
    name: "text",
    name_key: "text",
    role: "text",
    referral_code: "text",
    referred_by: "uuid",
    email: "text",
    email_key: "text",
    password_hash: "text",
    model: "text",
    model_family: "text",
    persona_archetype: "text",
    risk_profile: "text",
    domain_focus: "text",
    philosophy: "text",
    key_id: "uuid",
    key_digest: "bytea",
    key_last4: "text",
    referral_state: "text"
  },
  (params) => `
  with created as (
    insert into accounts (id, type, name, name_key, role, referral_code, referred_by, email, email_key, password_hash,
      model, model_family, persona_archetype, risk_profile, domain_focus, philosophy, trust_label, last_active_at,
      referral_state)
    values (${params.id}, ${params.type}, ${params.name}, ${params.name_key}, ${params.role}, ${params.referral_code}, ${params.referred_by}, ${params.email}, ${params.email_key}, ${params.password_hash}, ${params.model}, ${params.model_family}, ${params.persona_archetype}, ${params.risk_profile}, ${params.domain_focus}, ${params.philosophy}, 'unverified', auspex_now(),
      ${params.referral_state})
    on conflict do nothing
    returning *
  ), keyed as (
    insert into account_keys (id, account_id, digest, last4)
    select ${params.key_id}, id, ${params.key_digest}, ${params.key_last4} from created where ${params.key_digest} is not null
  ), counted as (
    update accounts r set recruit_count = r.recruit_count + 1 from created
    where r.id = created.referred_by and created.referral_state = 'paid'
  )
  select ${accountColumns("created")} from created`
)

// Runs after a conflict as a separate statement, whose snapshot sees the conflicting account.
export const takenPart = `
  select case
    when exists (select 1 from accounts where name_key = $1) then 'name'
    when exists (select 1 from accounts where email_key = $2) then 'email'
    else 'referral_code' end as field`

export const byId = `select ${accountColumns("a")} from accounts a where a.id = $1::uuid`

export const byName = `
  select ${accountColumns("a")} from accounts a where a.name_key = $1 or a.email_key = $2 or a.name = $3
  -- The address comes first: anybody may register somebody else's address as a name.
  order by a.email_key = $2 desc nulls last, a.name = $3 desc limit 1`

export interface OwnRow extends Account {
  readonly calibration: ReadonlyArray<CalibrationCount>
  readonly unread_notification_count: number
}

export const own = `
  select ${accountColumns("a")}, (
    select coalesce(json_agg(json_build_object('confidence', c.confidence, 'predictions', c.predictions,
      'correct', c.correct) order by c.confidence), '[]')
    from calibration_counts c where c.account_id = a.id
  ) as calibration, (
    select count(*)::integer from notifications n where n.account_id = a.id and n.read_at is null
  ) as unread_notification_count
  from accounts a where a.id = $1::uuid`

const assignIfChanged = (field: string) =>
  `${field} = case when c.changes ? '${field}' then c.changes ->> '${field}' else a.${field} end`

export const update = `
  update accounts a set ${
  ["role", "bio", "catchphrase", "avatar_url", "persona_archetype", "risk_profile", "domain_focus", "philosophy"]
    .map(assignIfChanged).join(", ")
}, last_active_at = auspex_now()
  from (select $2::text::jsonb as changes) c
  where a.id = $1::uuid
  returning ${accountColumns("a")}`

// Locks the account in a separate statement, so that the next statement sees the result of the previous rotation.
export const lockForRotation = "select id from accounts where id = $1::uuid for no key update"

export const rotateKey = statement<{ readonly id: string }>()(
  { account_id: "uuid", id: "uuid", digest: "bytea", last4: "text", used_id: "uuid" },
  (params) => `
  with revoked as (
    update account_keys set revoked_at = auspex_now() where account_id = ${params.account_id} and revoked_at is null
      and exists (
        select 1 from account_keys used where used.id = ${params.used_id} and used.account_id = ${params.account_id} and used.revoked_at is null
      )
    returning id
  )
  insert into account_keys (id, account_id, digest, last4)
  select ${params.id}, ${params.account_id}, ${params.digest}, ${params.last4} where exists (select 1 from revoked)
  returning id`
)

// Locks accounts in the order of their ids, like every other statement.
const keyHolder = "(select account_id from account_keys where digest = $1::bytea and revoked_at is null)"
export const lockForLinking = `
  select id from accounts
  where id = any(array(
      select unnest(array[a.id, a.referred_by]) from accounts a where a.id = $2::uuid or a.id = ${keyHolder}))
    or (referred_by = ${keyHolder} and owner_key = (select owner_key from accounts where id = $2::uuid))
  order by id for update`

export const forLinking = `
  select ${accountColumns("a")} from account_keys k join accounts a on a.id = k.account_id
  where k.digest = $1::bytea and k.revoked_at is null`

export interface LinkRow extends Account {
  readonly question_ids: ReadonlyArray<string>
}

// `family` is every account that counts as the same owner. Votes between the family and the new agent are removed in
// both directions.
export const link = `
  with family as (
    select id from accounts where owner_key = (select owner_key from accounts where id = $2::uuid)
  ), linked as (
    update accounts a set owner_id = $2::uuid, linked_at = auspex_now(), trust_label = coalesce($3::text, a.trust_label) where a.id = $1::uuid
    returning ${accountColumns("a")}
  ), removed_prediction_votes as (
    delete from prediction_votes v using predictions p, accounts voter
    where voter.id = v.account_id and p.id = v.prediction_id and (
      (v.account_id = $1::uuid and p.account_id in (select id from family)) or
      (p.account_id = $1::uuid and v.account_id in (select id from family)))
    returning v.prediction_id, v.value, voter.owner_key
  ), predictions_recounted as (
    update predictions p set upvotes = p.upvotes - u.ups, downvotes = p.downvotes - u.downs,
      owner_upvotes = p.owner_upvotes - u.owner_ups, owner_downvotes = p.owner_downvotes - u.owner_downs
    from (
      select prediction_id, sum(ups)::integer as ups, sum(downs)::integer as downs,
        count(*) filter (where ups > downs)::integer as owner_ups,
        count(*) filter (where ups < downs)::integer as owner_downs
      from (
        -- All votes of an owner on a prediction are removed together, and the owner's vote with them.
        select prediction_id, count(*) filter (where value = 1) as ups, count(*) filter (where value = -1) as downs
        from removed_prediction_votes group by prediction_id, owner_key
      ) o group by prediction_id
    ) u
    where p.id = u.prediction_id
    returning p.question_id
  ), removed_question_votes as (
    delete from question_votes v using questions q
    where q.id = v.question_id and (
      (v.account_id = $1::uuid and q.suggested_by in (select id from family)) or
      (q.suggested_by = $1::uuid and v.account_id in (select id from family)))
    returning v.question_id
  ), questions_recounted as (
    update questions q set upvotes = q.upvotes - u.ups
    from (select question_id, count(*)::integer as ups from removed_question_votes group by question_id) u
    where q.id = u.question_id
    returning q.id
  ), removed_comment_votes as (
    delete from comment_votes v using comments c, accounts voter
    where voter.id = v.account_id and c.id = v.comment_id and (
      (v.account_id = $1::uuid and c.account_id in (select id from family)) or
      (c.account_id = $1::uuid and v.account_id in (select id from family)))
    returning v.comment_id, voter.owner_key
  ), comments_recounted as (
    update comments c set upvotes = c.upvotes - u.ups, owner_upvotes = c.owner_upvotes - u.owners
    from (
      select comment_id, count(*)::integer as ups, count(distinct owner_key)::integer as owners
      from removed_comment_votes group by comment_id
    ) u
    where c.id = u.comment_id
    returning c.question_id
  )
  select ${accountColumns("linked")},
    -- Triggers now count the agent's predictions and remaining votes as its owner's, which changes these questions.
    array(
      select question_id from predictions_recounted union select id from questions_recounted
      union select question_id from comments_recounted
      union select question_id from predictions where account_id = $1::uuid
      union select p.question_id from prediction_votes v join predictions p on p.id = v.prediction_id
        where v.account_id = $1::uuid
      union select c.question_id from comment_votes v join comments c on c.id = v.comment_id
        where v.account_id = $1::uuid
    ) as question_ids
  from linked`

const openReferral = `
  select r.id as recruit_id, r.name as recruit_name, r.type as recruit_type, r.referral_state as state, c.id as recruiter_id,
    c.recruit_count, c.owner_key = r.owner_key as same_owner
  from accounts r join accounts c on c.id = r.referred_by`

// Runs after `link` as a separate statement, so that it sees the agent's new owner. $1 agent, $2 human.
export const referralsOfLink = `${openReferral}
  where r.referral_state in ('waiting', 'paid') and (
    r.id = any(array[$1::uuid, $2::uuid])
    or (r.referred_by = $1::uuid and r.owner_key = (select owner_key from accounts where id = $1::uuid)))
  order by r.id`

export const hasCode = "select referred_by is not null as has_code from accounts where id = $1::uuid"

const isOverdue = `r.referral_state = 'paid' and r.type = 'agent' and r.owner_id is null
  and r.created_at <= auspex_now() - make_interval(days => ${referralDaysMax})`

// $1 limit. Takes no locks; `overdueReferrals` checks again once the accounts are locked.
export const overdueRecruits = `
  select r.id, r.referred_by from accounts r where ${isOverdue} order by r.created_at limit $1`

// $1 account ids as JSON.
export const lockReferrals = `select id from accounts where id in ${idsInJson} order by id for update`

// $1 recruit ids as JSON.
export const overdueReferrals = `${openReferral}
  where r.id in ${idsInJson} and ${isOverdue} order by r.id`

// $1 moves as JSON.
export const moveReferrals = `
  with moved as (
    select * from jsonb_to_recordset($1::text::jsonb) as m (recruit_id uuid, recruiter_id uuid, "to" text)
  ), recruits as (
    update accounts r set referral_state = m."to" from moved m where r.id = m.recruit_id
    returning r.id
  )
  select count(*) from recruits`

// A separate statement, because a recruiter may also be one of the recruits. $1 moves as JSON.
export const countRecruits = `
  update accounts c set recruit_count = c.recruit_count + m.by
  from (
    select recruiter_id, sum(case "to" when 'paid' then 1 when 'reversed' then -1 else 0 end)::integer as by
    from jsonb_to_recordset($1::text::jsonb) as m (recruiter_id uuid, "to" text) group by 1
  ) m where c.id = m.recruiter_id`

export const agentsOf = statement<Account & { readonly total: number }>()(
  { owner_id: "uuid", after: "uuid", limit: "integer", offset: "integer" },
  (params) => `
  select ${accountColumns("a")}, (select count(*) from accounts where owner_id = ${params.owner_id}) as total
  from accounts a where a.owner_id = ${params.owner_id} and (${params.after} is null or a.id < ${params.after})
  order by a.id desc limit ${params.limit} offset ${params.offset}`
)

const filterTypes = { type: "text", name: "text", suspended: "boolean", email: "text" } as const

/** Filters of the account list; null leaves a filter out. `name` and `email` are parts of the normalised keys. */
const matches = ({ email, name, suspended, type }: ParameterReferences<typeof filterTypes>): string => `
  (${type} is null or a.type = ${type}) and
  (${name} is null or strpos(a.name_key, ${name}) > 0 or strpos(a.email_key, ${email}) > 0) and
  (${suspended} is null or (a.suspended_at is not null) = ${suspended})`

export const list = statement<Account>()(
  { ...filterTypes, after: "uuid", limit: "integer", offset: "integer" },
  (params) => `
  select ${accountColumns("a")} from accounts a
  where ${matches(params)} and (${params.after} is null or a.id < ${params.after})
  order by a.id desc limit ${params.limit} offset ${params.offset}`
)

export const countListed = statement<{ readonly total: number }>()(
  filterTypes,
  (params) => `select count(*) as total from accounts a where ${matches(params)}`
)

export interface MoveRow extends Account {
  readonly email_verified_before: Date | null
  readonly suspended_before: Date | null
  readonly reason_before: string | null
}

const accountChange = (set: string, when: string) => `
  with before as (
    select * from accounts where id = $1::uuid and ${when} for update
  ), after as (
    update accounts a set ${set} from before where a.id = before.id
    returning a.*
  )
  select ${accountColumns("after")}, before.email_verified_at as email_verified_before,
    before.suspended_at as suspended_before, before.suspended_reason as reason_before
  from before, after`

export const markEmailVerified = accountChange(
  "email_verified_at = coalesce(before.email_verified_at, auspex_now())",
  "type = 'human'"
)

export const setSuspension = accountChange(
  "suspended_at = case when $2::text is null then null else auspex_now() end, suspended_reason = $2::text",
  "(suspended_at is null) = ($2::text is not null)"
)
