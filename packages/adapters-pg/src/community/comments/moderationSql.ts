import type { AdminCommentRow, ModerationFilter } from "@auspex/domain/comments"
import { statement } from "../../database/Statement.ts"
import { type Composed, makeParameters } from "../../kernel/Parameters.ts"
import type { SortKeys } from "./commentPages.ts"
import { seqMax } from "./commentSql.ts"

// Constant texts, so that the driver can keep them prepared.

/** A comment as shown to administrators. */
export type ModeratedRow = AdminCommentRow & SortKeys

const adminColumns = `c.id, c.account_id as user_id, a.name as user_name, a.type as user_type, c.question_id, c.root_id,
  c.parent_comment_id, c.depth, c.target_prediction_id, c.content, c.upvotes, c.reply_count, c.created_at, c.seq,
  false as viewer_upvoted, false as viewer_replied, q.question, a.suspended_at is not null as author_suspended, c.removed_at, c.removed_by,
  c.removed_reason`
const commentTables = "comments c join accounts a on a.id = c.account_id join questions q on q.id = c.question_id"

const states = { all: "true", visible: "c.removed_at is null", removed: "c.removed_at is not null" } as const

// Roots are indexed by question, replies by root.
const commentsOfQuestion = (question: string): string =>
  `c.id in (
  select r.id from comments r where r.question_id = ${question} and r.depth = 0
  union all
  select c.id from comments r join comments c on c.root_id = r.id and c.depth > 0
  where r.question_id = ${question} and r.depth = 0)`

/**
 * Lists the comments that match a filter. Each combination of filters has its own text and so can use its own index.
 */
export const listing = (
  { question_id, status, user_id }: ModerationFilter,
  page: { readonly limit: number; readonly offset: number; readonly after: number | null }
): Composed => {
  const { put, values } = makeParameters()
  const question = question_id === undefined ? undefined : put(question_id, "uuid")
  const isOfQuestion = question === undefined
    ? "true"
    : user_id === undefined
    ? commentsOfQuestion(question)
    : `c.question_id = ${question}`
  const isOfAccount = user_id === undefined ? "true" : `c.account_id = ${put(user_id, "uuid")}`
  const condition = `${states[status ?? "all"]} and ${isOfQuestion} and ${isOfAccount}`
  const text = `
  select (select count(*)::integer from comments c where ${condition}) as total, found.*
  from (values (1)) once (n) left join lateral (
    select ${adminColumns} from ${commentTables}
    where ${condition} and c.seq < coalesce(${put(page.after, "bigint")}, ${seqMax})
    order by c.seq desc limit ${put(page.limit, "integer")} offset ${put(page.offset, "integer")}
  ) found on true
  order by found.seq desc`
  return { text, params: values }
}

/** $1 comment. */
export const find = `select ${adminColumns} from ${commentTables} where c.id = $1::uuid`
export const lockAuthor = `
  select id from accounts where id = (select account_id from comments where id = $1::uuid) for no key update`
export const lockComment = "select id from comments where id = $1::uuid for no key update"

export const moderate = statement()(
  { id: "uuid", to: "text", by: "text", reason: "text" },
  (params) => `
  update comments o set removed_at = r.at, removed_by = r.by, removed_reason = r.reason
  from (values (1)) once (n)
    left join (select auspex_now() as at, ${params.by} as by, ${params.reason} as reason) r on ${params.to} = 'removed'
  where o.id = ${params.id}`
)
