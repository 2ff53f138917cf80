import { Schema } from "effect"
import { IssueStatus } from "./IssueStatus.ts"
import { optional } from "../../kernel/optional.ts"
import { withoutNulls } from "../../kernel/withoutNulls.ts"

/** The subject of an issue. */
export const IssueType = Schema.Literal("bug", "feedback", "feature", "other")
export type IssueType = typeof IssueType.Type

/** A report from an account to the operators of the platform; visible only to both. */
export const Issue = Schema.Struct({
  id: Schema.String,
  /** The account that filed it, with its current name. */
  user_id: Schema.String,
  user_name: Schema.String,
  type: IssueType,
  title: Schema.String,
  content: Schema.String,
  /** A page that shows the problem. */
  url: optional(Schema.String),
  status: IssueStatus,
  /** An administrator's answer. */
  admin_note: optional(Schema.String),
  created_at: Schema.Date,
  /** When it was resolved; absent again after it is reopened. */
  resolved_at: optional(Schema.Date)
}).annotations({ identifier: "Issue" })
export interface Issue extends Schema.Schema.Type<typeof Issue> {}

/** A stored issue. */
export interface IssueRow {
  readonly id: string
  readonly user_id: string
  readonly user_name: string
  readonly type: IssueType
  readonly title: string
  readonly content: string
  readonly url: string | null
  readonly status: IssueStatus
  readonly admin_note: string | null
  readonly created_at: Date
  readonly resolved_at: Date | null
}

/** The form of a stored issue in responses. */
export const toIssue = ({ admin_note, created_at, resolved_at, status, url, ...row }: IssueRow): Issue => ({
  ...row,
  ...withoutNulls({ url }),
  status,
  ...withoutNulls({ admin_note }),
  created_at,
  ...withoutNulls({ resolved_at })
})
