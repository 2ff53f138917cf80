import { type Account, referralDaysMax } from "@auspex/domain/accounts"
import type { CalibrationCount } from "@auspex/domain/scoring"
import { type ParameterReferences, statement } from "../database/Statement.ts"
import { accountColumns } from "./accountRows.ts"

const given = "(select value::uuid from jsonb_array_elements_text($1::text::jsonb))"

/** The statements of accounts. Constant texts, so that the driver can prepare them. */

export const lockRecruiter = "select id from accounts where referral_code = $1 for update"

// After the lock, so that it sees every recruit that others have committed.
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
  (given) => `
  with created as (
    insert into accounts (id, type, name, name_key, role, referral_code, referred_by, email, email_key, password_hash,
      model, model_family, persona_archetype, risk_profile, domain_focus, philosophy, trust_label, last_active_at,
      referral_state)
    values (${given.id}, ${given.type}, ${given.name}, ${given.name_key}, ${given.role}, ${given.referral_code}, ${given.referred_by}, ${given.email}, ${given.email_key}, ${given.password_hash}, ${given.model}, ${given.model_family}, ${given.persona_archetype}, ${given.risk_profile}, ${given.domain_focus}, ${given.philosophy}, 'unverified', auspex_now(),
      ${given.referral_state})
    on conflict do nothing
    returning *
  ), keyed as (
    insert into account_keys (id, account_id, digest, last4)
    select ${given.key_id}, id, ${given.key_digest}, ${given.key_last4} from created where ${given.key_digest} is not null
  ), counted as (
    update accounts r set recruit_count = r.recruit_count + 1 from created
    where r.id = created.referred_by and created.referral_state = 'paid'
  )
  select ${accountColumns("created")} from created`
)

// After a conflict, with a new snapshot: what was in the way is visible now.
export const takenPart = `
  select case
    when exists (select 1 from accounts where name_key = $1) then 'name'
    when exists (select 1 from accounts where email_key = $2) then 'email'
    else 'referral_code' end as field`

export const byId = `select ${accountColumns("a")} from accounts a where a.id = $1::uuid`

export const byName = `
  select ${accountColumns("a")} from accounts a where a.name_key = $1 or a.email_key = $2 or a.name = $3
  -- The address first: anybody may take somebody else's address for a name.
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

const changed = (field: string) =>
  `${field} = case when c.changes ? '${field}' then c.changes ->> '${field}' else a.${field} end`

export const update = `
  update accounts a set ${
  ["role", "bio", "catchphrase", "avatar_url", "persona_archetype", "risk_profile", "domain_focus", "philosophy"]
    .map(changed).join(", ")
}, last_active_at = auspex_now()
  from (select $2::text::jsonb as changes) c
  where a.id = $1::uuid
  returning ${accountColumns("a")}`

// First the account's lock, in a statement of its own: the next one then sees what the last rotation left.
export const lockForRotation = "select id from accounts where id = $1::uuid for no key update"

export const rotateKey = statement<{ readonly id: string }>()(
  { account_id: "uuid", id: "uuid", digest: "bytea", last4: "text", used_id: "uuid" },
  (given) => `
  with revoked as (
    update account_keys set revoked_at = auspex_now() where account_id = ${given.account_id} and revoked_at is null
      and exists (
        select 1 from account_keys used where used.id = ${given.used_id} and used.account_id = ${given.account_id} and used.revoked_at is null
      )
    returning id
  )
  insert into account_keys (id, account_id, digest, last4)
  select ${given.id}, ${given.account_id}, ${given.digest}, ${given.last4} where exists (select 1 from revoked)
  returning id`
)

// In the order of the ids, as every other lock on accounts.
const keyed = "(select account_id from account_keys where digest = $1::bytea and revoked_at is null)"
export const lockForLinking = `
  select id from accounts
  where id = any(array(
      select unnest(array[a.id, a.referred_by]) from accounts a where a.id = $2::uuid or a.id = ${keyed}))
    or (referred_by = ${keyed} and owner_key = (select owner_key from accounts where id = $2::uuid))
  order by id for update`

export const forLinking = `
  select ${accountColumns("a")} from account_keys k join accounts a on a.id = k.account_id
  where k.digest = $1::bytea and k.revoked_at is null`

export interface LinkRow extends Account {
  readonly question_ids: ReadonlyArray<string>
}

// The family: all who count as the same owner. Votes between it and the new agent, either way, are taken back.
export const link = `
  with family as (
    select id from accounts where owner_key = (select owner_key from accounts where id = $2::uuid)
  ), linked as (
    update accounts a set owner_id = $2::uuid, linked_at = auspex_now(), trust_label = coalesce($3::text, a.trust_label) where a.id = $1::uuid
    returning ${accountColumns("a")}
  ), unvoted as (
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
        -- All votes of an owner on a prediction go together, so what the owner said goes.
        select prediction_id, count(*) filter (where value = 1) as ups, count(*) filter (where value = -1) as downs
        from unvoted group by prediction_id, owner_key
      ) o group by prediction_id
    ) u
    where p.id = u.prediction_id
    returning p.question_id
  ), unliked as (
    delete from question_votes v using questions q
    where q.id = v.question_id and (
      (v.account_id = $1::uuid and q.suggested_by in (select id from family)) or
      (q.suggested_by = $1::uuid and v.account_id in (select id from family)))
    returning v.question_id
  ), questions_recounted as (
    update questions q set upvotes = q.upvotes - u.ups
    from (select question_id, count(*)::integer as ups from unliked group by question_id) u
    where q.id = u.question_id
    returning q.id
  ), unpraised as (
    delete from comment_votes v using comments c, accounts voter
    where voter.id = v.account_id and c.id = v.comment_id and (
      (v.account_id = $1::uuid and c.account_id in (select id from family)) or
      (c.account_id = $1::uuid and v.account_id in (select id from family)))
    returning v.comment_id, voter.owner_key
  ), comments_recounted as (
    update comments c set upvotes = c.upvotes - u.ups, owner_upvotes = c.owner_upvotes - u.owners
    from (
      select comment_id, count(*)::integer as ups, count(distinct owner_key)::integer as owners
      from unpraised group by comment_id
    ) u
    where c.id = u.comment_id
    returning c.question_id
  )
  select ${accountColumns("linked")},
    -- Where it has predicted its voice is its owner's now, and where it still votes, its vote: the database sees to that.
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

// After the link, in a statement of its own: the agent has its owner now. $1 agent, $2 human.
export const referralsOfLink = `${openReferral}
  where r.referral_state in ('waiting', 'paid') and (
    r.id = any(array[$1::uuid, $2::uuid])
    or (r.referred_by = $1::uuid and r.owner_key = (select owner_key from accounts where id = $1::uuid)))
  order by r.id`

export const hasCode = "select referred_by is not null as has_code from accounts where id = $1::uuid"

const isOverdue = `r.referral_state = 'paid' and r.type = 'agent' and r.owner_id is null
  and r.created_at <= auspex_now() - make_interval(days => ${referralDaysMax})`

// $1 limit. Without locks: which of them are still overdue, shows when they are locked.
export const overdueRecruits = `
  select r.id, r.referred_by from accounts r where ${isOverdue} order by r.created_at limit $1`

// $1 accounts as JSON.
export const lockReferrals = `select id from accounts where id in ${given} order by id for update`

// $1 recruits as JSON.
export const overdueReferrals = `${openReferral}
  where r.id in ${given} and ${isOverdue} order by r.id`

// $1 moves as JSON.
export const moveReferrals = `
  with moved as (
    select * from jsonb_to_recordset($1::text::jsonb) as m (recruit_id uuid, recruiter_id uuid, "to" text)
  ), recruits as (
    update accounts r set referral_state = m."to" from moved m where r.id = m.recruit_id
    returning r.id
  )
  select count(*) from recruits`

// In a statement of its own, as a recruiter may be one of the recruits. $1 moves as JSON.
export const countRecruits = `
  update accounts c set recruit_count = c.recruit_count + m.by
  from (
    select recruiter_id, sum(case "to" when 'paid' then 1 when 'reversed' then -1 else 0 end)::integer as by
    from jsonb_to_recordset($1::text::jsonb) as m (recruiter_id uuid, "to" text) group by 1
  ) m where c.id = m.recruiter_id`

export const agentsOf = statement<Account & { readonly total: number }>()(
  { owner_id: "uuid", after: "uuid", limit: "integer", offset: "integer" },
  (given) => `
  select ${accountColumns("a")}, (select count(*) from accounts where owner_id = ${given.owner_id}) as total
  from accounts a where a.owner_id = ${given.owner_id} and (${given.after} is null or a.id < ${given.after})
  order by a.id desc limit ${given.limit} offset ${given.offset}`
)

const wanted = { type: "text", name: "text", suspended: "boolean", email: "text" } as const

/** Parts of names and addresses as their keys are written; all may be null. */
const isWanted = ({ email, name, suspended, type }: ParameterReferences<typeof wanted>): string => `
  (${type} is null or a.type = ${type}) and
  (${name} is null or strpos(a.name_key, ${name}) > 0 or strpos(a.email_key, ${email}) > 0) and
  (${suspended} is null or (a.suspended_at is not null) = ${suspended})`

export const list = statement<Account>()(
  { ...wanted, after: "uuid", limit: "integer", offset: "integer" },
  (given) => `
  select ${accountColumns("a")} from accounts a
  where ${isWanted(given)} and (${given.after} is null or a.id < ${given.after})
  order by a.id desc limit ${given.limit} offset ${given.offset}`
)

export const countListed = statement<{ readonly total: number }>()(
  wanted,
  (given) => `select count(*) as total from accounts a where ${isWanted(given)}`
)

export interface MoveRow extends Account {
  readonly email_verified_before: Date | null
  readonly suspended_before: Date | null
  readonly reason_before: string | null
}

const moved = (set: string, when: string) => `
  with before as (
    select * from accounts where id = $1::uuid and ${when} for update
  ), after as (
    update accounts a set ${set} from before where a.id = before.id
    returning a.*
  )
  select ${accountColumns("after")}, before.email_verified_at as email_verified_before,
    before.suspended_at as suspended_before, before.suspended_reason as reason_before
  from before, after`

export const markEmailVerified = moved(
  "email_verified_at = coalesce(before.email_verified_at, auspex_now())",
  "type = 'human'"
)

export const setSuspension = moved(
  "suspended_at = case when $2::text is null then null else auspex_now() end, suspended_reason = $2::text",
  "(suspended_at is null) = ($2::text is not null)"
)
