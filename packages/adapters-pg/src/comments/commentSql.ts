import { nestedRepliesMin, nestedRepliesOfPage } from "@auspex/domain/comments"

// Constant texts, so that the driver can keep them prepared.

const isPublic = "q.status in ('open', 'closed', 'resolved')"
const isHidden = "(c.removed_at is not null or a.suspended_at is not null)"
const isDebate = "(c.target_prediction_id is not null or c.reply_count > 0)"
const seqMax = "9223372036854775807"

/** Columns of comment `c` by account `a`; `viewer` is the SQL for the viewer's account id. */
const columns = (viewer: string): string => `
  c.id, c.account_id as user_id, a.name as user_name, a.type as user_type, c.question_id, c.root_id,
  c.parent_comment_id, c.depth, c.target_prediction_id, case when ${isHidden} then null else c.content end as content,
  c.upvotes, c.owner_upvotes, c.reply_count, c.created_at, c.seq, c.active_seq, ${viewer} is not null and exists (
    select from comment_votes v where v.comment_id = c.id and v.account_id = ${viewer}
  ) as viewer_upvoted, ${viewer} is not null and c.depth = 0 and exists (
    -- By its own comments on the question, which are few, however long the thread is.
    select from comments r
    where r.account_id = ${viewer} and r.question_id = c.question_id and r.root_id = c.id and r.depth > 0
  ) as viewer_replied`

/**
 * $1 account. With its owner, before anything is read, so that of racing comments each sees all earlier ones of all that
 * the owner answers for.
 */
export const lockAccount = `
  select id from accounts where id in ($1::uuid, (select owner_key from accounts where id = $1::uuid))
  order by id for no key update`

const accountFacts = `a.suspended_at is not null as suspended,
    (select count(*)::integer from comments c where c.account_id = a.id and c.question_id = q.id) as "commentsOnQuestion",
    (
      -- Ids grow with time: the first that said it.
      select min(c.id::text) from accounts family
      join comments c on c.account_id = family.id and c.content_digest = $3::bytea
      where family.owner_key = a.owner_key
    ) as "repeatedCommentId"`

/** $1 account, $2 question, $3 digest, $4 prediction. */
export const postingFacts = `
  select q.id as question_id, ${accountFacts},
    (select p.account_id from predictions p where p.id = $4::uuid and p.question_id = q.id) as predicted_by
  from accounts a, questions q where a.id = $1::uuid and q.id = $2::uuid and ${isPublic}`

/** $1 account, $2 comment, $3 digest. */
export const replyingFacts = `
  select q.id as question_id, ${accountFacts}, t.id as target_id, t.account_id as target_author_id, t.root_id,
    t.parent_comment_id, t.depth
  from accounts a, comments t join accounts author on author.id = t.account_id join questions q on q.id = t.question_id
  where a.id = $1::uuid and t.id = $2::uuid and t.removed_at is null and author.suspended_at is null and ${isPublic}`

/** $1 id, $2 question, $3 account, $4 root, $5 parent, $6 depth, $7 prediction, $8 content, $9 digest. */
export const insert = `
  with c as (
    insert into comments (id, question_id, account_id, root_id, parent_comment_id, depth, target_prediction_id, content,
      content_digest)
    values ($1::uuid, $2::uuid, $3::uuid, $4::uuid, $5::uuid, $6::integer, $7::uuid, $8::text, $9::bytea)
    returning *
  )
  select ${columns("null::uuid")} from c join accounts a on a.id = c.account_id`

/** $1 comment, $2 voter. The accounts before the comment, in the order of their ids, as everywhere. */
export const lockVoters = `
  select id from accounts where id in ($2::uuid, (select account_id from comments where id = $1::uuid))
  order by id for no key update`

/** $1 comment, $2 voter. */
export const lockForVote = `
  select c.question_id, c.account_id as author_id, c.debate_bonus, ${isHidden} as is_hidden,
    a.owner_key = voter.owner_key as same_owner
  from comments c join accounts a on a.id = c.account_id join accounts voter on voter.id = $2::uuid
  where c.id = $1::uuid for no key update of c`

/**
 * $1 comment, $2 voter, $3 whether it is withdrawn. The counters move by exactly what changed. Siblings' votes are looked up
 * one by one: a planner that does not know the tables would read all votes for the comment.
 */
export const setVote = `
  with withdrawn as (
    delete from comment_votes where comment_id = $1::uuid and account_id = $2::uuid and $3::boolean returning 1
  ), given as (
    insert into comment_votes (comment_id, account_id)
    select $1::uuid, $2::uuid where not $3::boolean on conflict do nothing returning 1
  ), change as (
    select (select count(*)::integer from given) - (select count(*)::integer from withdrawn) as votes, (
      select count((select v.account_id from comment_votes v where v.comment_id = $1::uuid and v.account_id = a.id)) = 0
      from accounts a where a.owner_key = (select owner_key from accounts where id = $2::uuid) and a.id <> $2::uuid
    ) as is_owners_only
  )
  update comments c set upvotes = c.upvotes + change.votes,
    owner_upvotes = c.owner_upvotes + case when change.is_owners_only then change.votes else 0 end
  from change where c.id = $1::uuid returning c.upvotes, c.owner_upvotes as owners, not $3::boolean as has_upvoted`

/** $1 comment, $2 points. */
export const markBonus = "update comments set debate_bonus = $2::integer where id = $1::uuid"

// How many replies the roots have room for: those with few leave theirs to the others. After the roots with fewer have
// theirs, the rest is shared; the most that any root would so have is what all may have.
const room = `
  select greatest(${nestedRepliesMin}, max((${nestedRepliesOfPage} - fewer) / others))::bigint as replies
  from (
    select coalesce(sum(reply_count) over (sorted rows between unbounded preceding and 1 preceding), 0) as fewer,
      count(*) over () + 1 - row_number() over sorted as others
    from shown window sorted as (order by reply_count)
  ) r`

/**
 * A page of roots and the earliest replies of each; a row of nulls, with the total, when the page is empty. No row when
 * there is nothing that it could be a page of.
 */
const threads = (input: {
  readonly of: string
  readonly total: string
  readonly roots: string
  readonly by: "seq" | "active_seq"
}): string => `
  with anchor as materialized (${input.of}), roots as materialized (
    select c.* from anchor q, comments c
    where ${input.roots} and c.depth = 0 and c.${input.by} < coalesce($4::bigint, ${seqMax})
    order by c.${input.by} desc limit $2 offset $3
  ), shown as materialized (
    -- The last of them only tells that there are more.
    select * from roots order by ${input.by} desc limit $2 - 1
  ), room as materialized (${room}
  ), listed as (
    select * from roots
    union all
    select r.* from shown cross join lateral (
      select * from comments where root_id = shown.id and depth > 0 order by seq limit (select replies from room)
    ) r
  )
  select (select ${input.total} from anchor q) as total, found.*
  from anchor left join lateral (
    select ${columns("$5::uuid")} from listed c join accounts a on a.id = c.account_id
  ) found on true
  order by found.depth > 0, case when found.depth = 0 then -found.${input.by} else found.seq end`

const questionAnchor = `select q.id from questions q where q.id = $1::uuid and ${isPublic}`
const counted = (column: string) => `coalesce((select n.${column} from comment_counts n where n.question_id = q.id), 0)`

/** $1 question, $2 limit, $3 offset, $4 the last one seen, $5 viewer. */
export const ofQuestion = threads({
  of: questionAnchor,
  total: counted("roots"),
  roots: "c.question_id = q.id",
  by: "seq"
})

/** As `ofQuestion`. */
export const debates = threads({
  of: questionAnchor,
  total: counted("debates"),
  roots: `c.question_id = q.id and ${isDebate}`,
  by: "active_seq"
})

/** As `ofQuestion`, and $6 prediction. */
export const ofPrediction = threads({
  of: `select p.id from predictions p join questions q on q.id = p.question_id
    where p.id = $6::uuid and q.id = $1::uuid and ${isPublic}`,
  total: "(select count(*)::integer from comments t where t.target_prediction_id = q.id)",
  roots: "c.target_prediction_id = q.id",
  by: "seq"
})

/** $1 comment, $2 limit, $3 offset, $4 the last one seen, $5 viewer. */
export const thread = `
  select root.reply_count as total, found.*
  from comments asked join comments root on root.id = asked.root_id left join lateral (
    select ${columns("$5::uuid")} from comments c join accounts a on a.id = c.account_id
    where c.root_id = root.id and c.depth > 0 and c.seq > coalesce($4::bigint, 0) order by c.seq limit $2 offset $3
  ) found on true
  where asked.id = $1::uuid order by found.seq`

// Those that neither an administrator nor a suspension hides: the counts know of the first alone.
const isStandingRoot = "c.depth = 0 and c.removed_at is null"

const discussions = (tab: {
  readonly total: string
  readonly roots: string
  readonly after: string
  readonly order: string
}): string => `
  with page as materialized (
    select c.* from comments c
    where ${isStandingRoot} and ${tab.roots} and ${tab.after}
      and c.account_id not in (select id from accounts where suspended_at is not null)
    order by ${tab.order} limit $1 offset $2
  )
  select (select coalesce(sum(${tab.total}), 0)::integer from comment_counts) - (
    select count(*)::integer from accounts a join comments c on c.account_id = a.id
    where a.suspended_at is not null and ${isStandingRoot} and ${tab.roots}
  ) as total, found.*
  from (values (1)) once (n) left join lateral (
    select ${columns("$3::uuid")}, q.question
    from page c join accounts a on a.id = c.account_id join questions q on q.id = c.question_id
  ) found on true
  order by ${tab.order.replaceAll("c.", "found.")}`

/** $1 limit, $2 offset, $3 viewer, $4 the last one seen. */
export const recent = discussions({
  total: "standing_roots",
  roots: "true",
  after: `c.seq < coalesce($4::bigint, ${seqMax})`,
  order: "c.seq desc"
})

/** As `recent`. */
export const active = discussions({
  total: "standing_debates",
  roots: isDebate,
  after: `c.active_seq < coalesce($4::bigint, ${seqMax})`,
  order: "c.active_seq desc"
})

/** $1 limit, $2 offset, $3 viewer, $4 owners that vote for and $5 seq of the last one seen. */
export const top = discussions({
  total: "standing_roots",
  roots: "true",
  after: `(c.owner_upvotes, c.seq) < (coalesce($4::integer, 2147483647), coalesce($5::bigint, ${seqMax}))`,
  order: "c.owner_upvotes desc, c.seq desc"
})

const ranks = "not d.is_suspended and d.comment_count > 0"
const rankKey = "(-d.total_upvotes), (-d.comment_count), d.first_seq"

/**
 * $1 limit, $2 offset, $3 upvotes, $4 comments and $5 first comment of the last one seen. Names are looked up for the page
 * alone, whatever was passed over.
 */
export const debaters = `
  with page as materialized (
    select d.* from debaters d
    where ${ranks} and ($3::integer is null or (${rankKey}) > (-$3::integer, -$4::integer, $5::bigint))
    order by ${rankKey} limit $1 offset $2
  )
  select (select count(*)::integer from debaters d where ${ranks}) as total, found.*
  from (values (1)) once (n) left join lateral (
    select d.account_id as user_id, a.name as user_name, a.type as user_type, d.total_upvotes, d.comment_count,
      d.debate_bonus, d.first_seq
    from page d join accounts a on a.id = d.account_id
  ) found on true
  order by -found.total_upvotes, -found.comment_count, found.first_seq`

const adminColumns = `c.id, c.account_id as user_id, a.name as user_name, a.type as user_type, c.question_id, c.root_id,
  c.parent_comment_id, c.depth, c.target_prediction_id, c.content, c.upvotes, c.reply_count, c.created_at, c.seq,
  false as viewer_upvoted, false as viewer_replied, q.question, a.suspended_at is not null as author_suspended, c.removed_at, c.removed_by,
  c.removed_reason`
const administered = "comments c join accounts a on a.id = c.account_id join questions q on q.id = c.question_id"

const listOf = (condition: string): string => `
  select (select count(*)::integer from comments c where ${condition}) as total, found.*
  from (values (1)) once (n) left join lateral (
    select ${adminColumns} from ${administered}
    where ${condition} and c.seq < coalesce($3::bigint, ${seqMax}) order by c.seq desc limit $1 offset $2
  ) found on true
  order by found.seq desc`

const states = { all: "true", visible: "c.removed_at is null", removed: "c.removed_at is not null" } as const

// Roots have an index by question, and replies one by root.
const ofThatQuestion = `c.id in (
  select r.id from comments r where r.question_id = $4::uuid and r.depth = 0
  union all
  select c.id from comments r join comments c on c.root_id = r.id and c.depth > 0
  where r.question_id = $4::uuid and r.depth = 0)`

const listsOf = (condition: string) => ({
  all: listOf(`${states.all} and ${condition}`),
  visible: listOf(`${states.visible} and ${condition}`),
  removed: listOf(`${states.removed} and ${condition}`)
})

/**
 * $1 limit, $2 offset, $3 the last one seen, $4 the question or account, $5 the account where both are said. By what is
 * said, so that each goes by an index of its own.
 */
export const lists = {
  any: listsOf("true"),
  ofQuestion: listsOf(ofThatQuestion),
  byAccount: listsOf("c.account_id = $4::uuid"),
  both: listsOf("c.question_id = $4::uuid and c.account_id = $5::uuid")
} as const

/** $1 comment. */
export const find = `select ${adminColumns} from ${administered} where c.id = $1::uuid`
export const lockAuthor = `
  select id from accounts where id = (select account_id from comments where id = $1::uuid) for no key update`
export const lockComment = "select id from comments where id = $1::uuid for no key update"

/** $1 comment, $2 where its text moves, $3 who and $4 why. */
export const moderate = `
  update comments o set removed_at = r.at, removed_by = r.by, removed_reason = r.reason
  from (values (1)) once (n)
    left join (select auspex_now() as at, $3::text as by, $4::text as reason) r on $2::text = 'removed'
  where o.id = $1::uuid`
