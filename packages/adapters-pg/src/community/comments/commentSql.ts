import {
  type CommentRow,
  type CommentVotes,
  type DebateLeaderboardEntry,
  type DiscussionRow as Discussion,
  nestedRepliesMin,
  nestedRepliesOfPage,
  type PostingFacts
} from "@auspex/domain/comments"
import { type ParameterReferences, statement } from "../../database/Statement.ts"
import type { PageRow } from "../../kernel/PageRow.ts"
import type { SortKeys } from "./commentPages.ts"
import { isPublic } from "../../kernel/isPublic.ts"

// Constant texts, so that the driver can keep them prepared.

const isHidden = "(c.removed_at is not null or a.suspended_at is not null)"
const isDebate = "(c.target_prediction_id is not null or c.reply_count > 0)"
export const seqMax = "9223372036854775807"

/** Columns of comment `c` by account `a`; `viewer` is the SQL for the viewer's account id. */
const columns = (viewer: string): string => `
  c.id, c.account_id as user_id, a.name as user_name, a.type as user_type, c.question_id, c.root_id,
  c.parent_comment_id, c.depth, c.target_prediction_id, case when ${isHidden} then null else c.content end as content,
  c.upvotes, c.owner_upvotes, c.reply_count, c.created_at, c.seq, c.active_seq, ${viewer} is not null and exists (
    select from comment_votes v where v.comment_id = c.id and v.account_id = ${viewer}
  ) as viewer_upvoted, ${viewer} is not null and c.depth = 0 and exists (
    -- Searches the viewer's comments on the question, which are few even when the thread is long.
    select from comments r
    where r.account_id = ${viewer} and r.question_id = c.question_id and r.root_id = c.id and r.depth > 0
  ) as viewer_replied`

/**
 * $1 account. Locks the account and its owner before anything is read, so that each of several concurrent comments sees
 * all earlier ones by every account of the owner.
 */
export const lockAccount = `
  select id from accounts where id in ($1::uuid, (select owner_key from accounts where id = $1::uuid))
  order by id for no key update`

const accountFacts = (digest: string): string =>
  `a.suspended_at is not null as suspended,
    (select count(*)::integer from comments c where c.account_id = a.id and c.question_id = q.id) as "commentsOnQuestion",
    (
      -- Ids grow with time, so the smallest belongs to the first comment with this content.
      select min(c.id::text) from accounts family
      join comments c on c.account_id = family.id and c.content_digest = ${digest}
      where family.owner_key = a.owner_key
    ) as "repeatedCommentId"`

interface PostingRow extends Omit<PostingFacts, "predicted_by"> {
  readonly predicted_by: string | null
}

export const postingFacts = statement<PostingRow>()(
  { account_id: "uuid", question_id: "uuid", digest: "bytea", prediction_id: "uuid" },
  (params) => `
  select q.id as question_id, ${accountFacts(params.digest)},
    (select p.account_id from predictions p where p.id = ${params.prediction_id} and p.question_id = q.id) as predicted_by
  from accounts a, questions q where a.id = ${params.account_id} and q.id = ${params.question_id} and ${isPublic("q")}`
)

export interface ReplyingRow extends Omit<PostingFacts, "predicted_by"> {
  readonly target_id: string
  readonly target_author_id: string
  readonly root_id: string
  readonly parent_comment_id: string | null
  readonly depth: number
}

/** $1 account, $2 comment, $3 digest. */
export const replyingFacts = `
  select q.id as question_id, ${
  accountFacts("$3::bytea")
}, t.id as target_id, t.account_id as target_author_id, t.root_id,
    t.parent_comment_id, t.depth
  from accounts a, comments t join accounts author on author.id = t.account_id join questions q on q.id = t.question_id
  where a.id = $1::uuid and t.id = $2::uuid and t.removed_at is null and author.suspended_at is null and ${
  isPublic("q")
}`

export const insert = statement<CommentRow>()(
  {
    id: "uuid",
    question_id: "uuid",
    account_id: "uuid",
    root_id: "uuid",
    parent_id: "uuid",
    depth: "integer",
    prediction_id: "uuid",
    content: "text",
    digest: "bytea"
  },
  (params) => `
  with c as (
    insert into comments (id, question_id, account_id, root_id, parent_comment_id, depth, target_prediction_id, content,
      content_digest)
    values (${params.id}, ${params.question_id}, ${params.account_id}, ${params.root_id}, ${params.parent_id}, ${params.depth}, ${params.prediction_id}, ${params.content}, ${params.digest})
    returning *
  )
  select ${columns("null::uuid")} from c join accounts a on a.id = c.account_id`
)

/**
 * $1 comment, $2 voter. Locks the accounts before the comment and in the order of their ids, like every other
 * statement. The author's owner is among them, so that each of several concurrent votes sees all bonuses that comments
 * of the owner have earned.
 */
export const lockVoters = `
  select id from accounts
  where id = any(array(
    select unnest(array[$2::uuid, a.id, a.owner_key])
    from comments c join accounts a on a.id = c.account_id where c.id = $1::uuid
  ))
  order by id for no key update`

export interface VotingRow {
  readonly question_id: string
  readonly author_id: string
  readonly has_earned: boolean
  readonly is_hidden: boolean
  readonly same_owner: boolean
}

/** $1 comment, $2 voter. */
export const lockForVote = `
  select c.question_id, c.account_id as author_id, ${isHidden} as is_hidden,
    exists (select from debate_bonuses b where b.comment_id = c.id) as has_earned,
    a.owner_key = voter.owner_key as same_owner
  from comments c join accounts a on a.id = c.account_id join accounts voter on voter.id = $2::uuid
  where c.id = $1::uuid for no key update of c`

export type VotedRow = CommentVotes & { readonly owners: number }

/**
 * $1 comment, $2 voter, $3 whether the vote is withdrawn. The counters change by exactly the rows that changed. Votes
 * of the voter's sibling accounts are looked up one by one: a planner without table statistics would read all votes for
 * the comment.
 */
export const setVote = `
  with withdrawn as (
    delete from comment_votes where comment_id = $1::uuid and account_id = $2::uuid and $3::boolean returning 1
  ), added as (
    insert into comment_votes (comment_id, account_id)
    select $1::uuid, $2::uuid where not $3::boolean on conflict do nothing returning 1
  ), change as (
    select (select count(*)::integer from added) - (select count(*)::integer from withdrawn) as votes, (
      select count((select v.account_id from comment_votes v where v.comment_id = $1::uuid and v.account_id = a.id)) = 0
      from accounts a where a.owner_key = (select owner_key from accounts where id = $2::uuid) and a.id <> $2::uuid
    ) as is_owners_only
  )
  update comments c set upvotes = c.upvotes + change.votes,
    owner_upvotes = c.owner_upvotes + case when change.is_owners_only then change.votes else 0 end
  from change where c.id = $1::uuid returning c.upvotes, c.owner_upvotes as owners, not $3::boolean as has_upvoted`

// The number of replies that each root of the page may show. Roots with few replies leave the rest of their share to
// the others: after the smaller roots have theirs, the remainder is divided equally. The largest such share applies to
// all roots.
const replyLimit = `
  select greatest(${nestedRepliesMin}, max((${nestedRepliesOfPage} - fewer) / others))::bigint as replies
  from (
    select coalesce(sum(reply_count) over (sorted rows between unbounded preceding and 1 preceding), 0) as fewer,
      count(*) over () + 1 - row_number() over sorted as others
    from shown window sorted as (order by reply_count)
  ) r`

export type StoredRow = CommentRow & SortKeys

const threadPage = {
  question_id: "uuid",
  limit: "integer",
  offset: "integer",
  after: "bigint",
  viewer: "uuid"
} as const

type ThreadPage = ParameterReferences<typeof threadPage>

/**
 * Selects a page of roots and the earliest replies of each. An empty page yields one row of nulls with the total.
 * Yields no row when the question or prediction that `of` selects does not exist.
 */
const threads = (
  params: ThreadPage,
  { by, of, roots, total }: Readonly<Record<"of" | "total" | "roots", string>> & { readonly by: "seq" | "active_seq" }
): string => `
  with anchor as materialized (${of}), roots as materialized (
    select c.* from anchor q, comments c
    where ${roots} and c.depth = 0 and c.${by} < coalesce(${params.after}, ${seqMax})
    order by c.${by} desc limit ${params.limit} offset ${params.offset}
  ), shown as materialized (
    -- The last root only shows that there is a next page.
    select * from roots order by ${by} desc limit ${params.limit} - 1
  ), reply_limit as materialized (${replyLimit}
  ), listed as (
    select * from roots
    union all
    select r.* from shown cross join lateral (
      select * from comments where root_id = shown.id and depth > 0 order by seq limit (select replies from reply_limit)
    ) r
  )
  select (select ${total} from anchor q) as total, found.*
  from anchor left join lateral (
    select ${columns(params.viewer)} from listed c join accounts a on a.id = c.account_id
  ) found on true
  order by found.depth > 0, case when found.depth = 0 then -found.${by} else found.seq end`

const questionAnchor = ({ question_id }: ThreadPage): string =>
  `select q.id from questions q where q.id = ${question_id} and ${isPublic("q")}`
const counted = (column: string) => `coalesce((select n.${column} from comment_counts n where n.question_id = q.id), 0)`

export const ofQuestion = statement<PageRow<StoredRow>>()(
  threadPage,
  (params) =>
    threads(params, {
      of: questionAnchor(params),
      total: counted("roots"),
      roots: "c.question_id = q.id",
      by: "seq"
    })
)

export const debates = statement<PageRow<StoredRow>>()(
  threadPage,
  (params) =>
    threads(params, {
      of: questionAnchor(params),
      total: counted("debates"),
      roots: `c.question_id = q.id and ${isDebate}`,
      by: "active_seq"
    })
)

export const ofPrediction = statement<PageRow<StoredRow>>()(
  { ...threadPage, prediction_id: "uuid" },
  (params) =>
    threads(params, {
      of: `select p.id from predictions p join questions q on q.id = p.question_id
    where p.id = ${params.prediction_id} and q.id = ${params.question_id} and ${isPublic("q")}`,
      total: "(select count(*)::integer from comments t where t.target_prediction_id = q.id)",
      roots: "c.target_prediction_id = q.id",
      by: "seq"
    })
)

export const thread = statement<PageRow<StoredRow>>()(
  { comment_id: "uuid", limit: "integer", offset: "integer", after: "bigint", viewer: "uuid" },
  (params) => `
  select root.reply_count as total, found.*
  from comments requested join comments root on root.id = requested.root_id left join lateral (
    select ${columns(params.viewer)} from comments c join accounts a on a.id = c.account_id
    where c.root_id = root.id and c.depth > 0 and c.seq > coalesce(${params.after}, 0) order by c.seq limit ${params.limit} offset ${params.offset}
  ) found on true
  where requested.id = ${params.comment_id} order by found.seq`
)

// Roots that no administrator has removed. The stored counts exclude only removed roots, so `discussions` subtracts the
// roots of suspended authors.
const isStandingRoot = "c.depth = 0 and c.removed_at is null"

export type DiscussionRow = Discussion & SortKeys & { readonly owner_upvotes: number }

const discussionPage = { limit: "integer", offset: "integer", viewer: "uuid" } as const

const discussions = (
  params: ParameterReferences<typeof discussionPage>,
  { after, order, roots, total }: Readonly<Record<"total" | "roots" | "after" | "order", string>>
): string => `
  with page as materialized (
    select c.* from comments c
    where ${isStandingRoot} and ${roots} and ${after}
      and c.account_id not in (select id from accounts where suspended_at is not null)
    order by ${order} limit ${params.limit} offset ${params.offset}
  )
  select (select coalesce(sum(${total}), 0)::integer from comment_counts) - (
    select count(*)::integer from accounts a join comments c on c.account_id = a.id
    where a.suspended_at is not null and ${isStandingRoot} and ${roots}
  ) as total, found.*
  from (values (1)) once (n) left join lateral (
    select ${columns(params.viewer)}, q.question
    from page c join accounts a on a.id = c.account_id join questions q on q.id = c.question_id
  ) found on true
  order by ${order.replaceAll("c.", "found.")}`

export const recent = statement<PageRow<DiscussionRow>>()(
  { ...discussionPage, after: "bigint" },
  (params) =>
    discussions(params, {
      total: "standing_roots",
      roots: "true",
      after: `c.seq < coalesce(${params.after}, ${seqMax})`,
      order: "c.seq desc"
    })
)

export const active = statement<PageRow<DiscussionRow>>()(
  { ...discussionPage, after: "bigint" },
  (params) =>
    discussions(params, {
      total: "standing_debates",
      roots: isDebate,
      after: `c.active_seq < coalesce(${params.after}, ${seqMax})`,
      order: "c.active_seq desc"
    })
)

export const top = statement<PageRow<DiscussionRow>>()(
  { ...discussionPage, after_owners: "integer", after_seq: "bigint" },
  (params) =>
    discussions(params, {
      total: "standing_roots",
      roots: "true",
      after:
        `(c.owner_upvotes, c.seq) < (coalesce(${params.after_owners}, 2147483647), coalesce(${params.after_seq}, ${seqMax}))`,
      order: "c.owner_upvotes desc, c.seq desc"
    })
)

const ranks = "not d.is_suspended and d.comment_count > 0"
const rankKey = "(-d.total_upvotes), (-d.comment_count), d.first_seq"

export type DebaterRow = Omit<DebateLeaderboardEntry, "rank"> & { readonly first_seq: number }

/** Looks names up only for the rows of the page, not for the rows that an offset skips. */
export const debaters = statement<PageRow<DebaterRow>>()(
  { limit: "integer", offset: "integer", after_upvotes: "integer", after_comments: "integer", after_first: "bigint" },
  (params) => `
  with page as materialized (
    select d.* from debaters d
    where ${ranks} and (${params.after_upvotes} is null or (${rankKey}) > (-${params.after_upvotes}, -${params.after_comments}, ${params.after_first}))
    order by ${rankKey} limit ${params.limit} offset ${params.offset}
  )
  select (select count(*)::integer from debaters d where ${ranks}) as total, found.*
  from (values (1)) once (n) left join lateral (
    select d.account_id as user_id, a.name as user_name, a.type as user_type, d.total_upvotes, d.comment_count,
      d.debate_bonus, d.first_seq
    from page d join accounts a on a.id = d.account_id
  ) found on true
  order by -found.total_upvotes, -found.comment_count, found.first_seq`
)
