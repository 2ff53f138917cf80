import { accountColumns } from "./accountRows.ts"

/** The statements of accounts. Constant texts, so that the driver can prepare them. */

export const recruiterByCode = "select id, recruit_count from accounts where referral_code = $1 for update"

export const create = `
  with created as (
    insert into accounts (id, type, name, name_key, role, referral_code, referred_by, email, email_key, password_hash,
      model, model_family, persona_archetype, risk_profile, domain_focus, philosophy, trust_label, last_active_at)
    values ($1::uuid, $2, $3, $4, $5, $6, $7::uuid, $8, $9, $10, $11, $12, $13, $14, $15, $16, 'unverified', auspex_now())
    on conflict do nothing
    returning *
  ), keyed as (
    insert into account_keys (id, account_id, digest, last4)
    select $17::uuid, id, $18::bytea, $19 from created where $18::bytea is not null
  ), counted as (
    update accounts r set recruit_count = r.recruit_count + 1 from created where r.id = created.referred_by
  )
  select ${accountColumns("created")} from created`

// After a conflict, with a new snapshot: what was in the way is visible now.
export const takenPart = `
  select case
    when exists (select 1 from accounts where name_key = $1) then 'name'
    when exists (select 1 from accounts where email_key = $2) then 'email'
    else 'referral_code' end as field`

export const byId = `select ${accountColumns("a")} from accounts a where a.id = $1::uuid`

export const byName = `
  select ${accountColumns("a")} from accounts a where a.name_key = $1 or a.email_key = $2
  -- The address first: anybody may take somebody else's address for a name.
  order by a.email_key = $2 desc nulls last limit 1`

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

/** $1 account, $2 id, $3 digest and $4 last characters of the new key, $5 id of the key that was shown. */
export const rotateKey = `
  with revoked as (
    update account_keys set revoked_at = auspex_now() where account_id = $1::uuid and revoked_at is null
      and exists (
        select 1 from account_keys used where used.id = $5::uuid and used.account_id = $1::uuid and used.revoked_at is null
      )
    returning id
  )
  insert into account_keys (id, account_id, digest, last4)
  select $2::uuid, $1::uuid, $3::bytea, $4 where exists (select 1 from revoked)
  returning id`

// In the order of the ids, as every other lock on accounts.
export const lockForLinking = `
  select id from accounts
  where id = $2::uuid or id = (select account_id from account_keys where digest = $1::bytea and revoked_at is null)
  order by id for update`

export const forLinking = `
  select ${accountColumns("a")} from account_keys k join accounts a on a.id = k.account_id
  where k.digest = $1::bytea and k.revoked_at is null`

// The family: the owner and all of the owner's agents. Votes between it and the new agent, either way, are taken back.
export const link = `
  with family as (
    select id from accounts where id = $2::uuid or owner_id = $2::uuid
  ), linked as (
    update accounts a set owner_id = $2::uuid, linked_at = auspex_now(), trust_label = $3 where a.id = $1::uuid
    returning ${accountColumns("a")}
  ), unvoted as (
    delete from prediction_votes v using predictions p
    where p.id = v.prediction_id and (
      (v.account_id = $1::uuid and p.account_id in (select id from family)) or
      (p.account_id = $1::uuid and v.account_id in (select id from family)))
    returning v.prediction_id, v.value
  ), predictions_recounted as (
    update predictions p set upvotes = p.upvotes - u.ups, downvotes = p.downvotes - u.downs
    from (
      select prediction_id, count(*) filter (where value = 1)::integer as ups,
        count(*) filter (where value = -1)::integer as downs
      from unvoted group by prediction_id
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
    delete from comment_votes v using comments c
    where c.id = v.comment_id and (
      (v.account_id = $1::uuid and c.account_id in (select id from family)) or
      (c.account_id = $1::uuid and v.account_id in (select id from family)))
    returning v.comment_id
  ), comments_recounted as (
    update comments c set upvotes = c.upvotes - u.ups
    from (select comment_id, count(*)::integer as ups from unpraised group by comment_id) u
    where c.id = u.comment_id
    returning c.question_id
  ), bonuses as (
    select l.account_id as recruiter_id, recruit.id as recruit_id, l.amount
    from accounts recruit join ledger l on l.key = 'referral:' || recruit.id::text
    where (recruit.id = $1::uuid and recruit.referred_by in (select id from family))
       or (recruit.referred_by = $1::uuid and recruit.id in (select id from family))
  )
  select ${accountColumns("linked")},
    -- Where it has predicted its voice is its owner's now: the database sees to that.
    array(
      select question_id from predictions_recounted union select id from questions_recounted
      union select question_id from comments_recounted
      union select question_id from predictions where account_id = $1::uuid
    ) as question_ids,
    (select coalesce(json_agg(b), '[]') from bonuses b) as bonuses
  from linked`

export const agentsOf = `
  select ${accountColumns("a")}, (select count(*) from accounts where owner_id = $1::uuid) as total
  from accounts a where a.owner_id = $1::uuid and ($2::uuid is null or a.id < $2::uuid)
  order by a.id desc limit $3 offset $4`

const listed = `
  ($1::text is null or a.type = $1) and
  ($2::text is null or strpos(a.name_key, $2) > 0 or strpos(a.email_key, $2) > 0) and
  ($3::boolean is null or (a.suspended_at is not null) = $3)`

export const list = `
  select ${accountColumns("a")} from accounts a
  where ${listed} and ($4::uuid is null or a.id < $4::uuid)
  order by a.id desc limit $5 offset $6`

export const countListed = `select count(*) as total from accounts a where ${listed}`

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
