import { Schema } from "effect"
import { IssueStatus } from "./IssueStatus.ts"

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

/** What an issue is about. */
export const IssueType = Schema.Literal("bug", "feedback", "feature", "other")
export type IssueType = typeof IssueType.Type

/** Something that a user of the platform told those who run it. Only the two of them see it. */
export const Issue = Schema.Struct({
  id: Schema.String,
  /** Who filed it, with the present name. */
  user_id: Schema.String,
  user_name: Schema.String,
  type: IssueType,
  title: Schema.String,
  content: Schema.String,
  /** Where it can be seen. */
  url: optional(Schema.String),
  status: IssueStatus,
  /** What an administrator answered. */
  admin_note: optional(Schema.String),
  created_at: Schema.Date,
  /** When it was resolved, until it is opened again. */
  resolved_at: optional(Schema.Date)
}).annotations({ identifier: "Issue" })
export interface Issue extends Schema.Schema.Type<typeof Issue> {}

/** An issue as it is stored. */
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

/** What is sent of it. */
export const toIssue = ({ admin_note, created_at, resolved_at, status, url, ...row }: IssueRow): Issue => ({
  ...row,
  ...(url === null ? {} : { url }),
  status,
  ...(admin_note === null ? {} : { admin_note }),
  created_at,
  ...(resolved_at === null ? {} : { resolved_at })
})
