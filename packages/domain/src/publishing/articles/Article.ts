import { Schema } from "effect"
import { optional } from "../../kernel/optional.ts"
import { ArticleStatus } from "./ArticleStatus.ts"

/** The kind of an article. */
export const ArticleType = Schema.Literal(
  "weekly_roundup",
  "deep_dive",
  "blog_post",
  "news_digest",
  "model_report",
  "resolution_report",
  "newsletter",
  "social_post",
  "custom"
)
export type ArticleType = typeof ArticleType.Type

const headerFields = {
  id: Schema.String,
  /** Made of the first title, unique, and never changed. */
  slug: Schema.String,
  title: Schema.String,
  subtitle: Schema.String,
  article_type: ArticleType,
  status: ArticleStatus,
  /** The account that submitted it, with its current name. */
  author_id: Schema.String,
  author_name: Schema.String,
  /** Separated by commas. */
  tags: Schema.String,
  meta_description: Schema.String,
  /** Whether it is meant for the newsletter. */
  newsletter: Schema.Boolean,
  created_at: Schema.Date,
  updated_at: Schema.Date,
  /** When it is to be published, or was to be when the schedule published it. */
  scheduled_at: optional(Schema.Date),
  published_at: optional(Schema.Date),
  /** Whole seconds between the scheduled time and the publication, when the schedule published it. */
  late_seconds: optional(Schema.Int)
}

/** An article without its text. */
export const ArticleHeader = Schema.Struct(headerFields).annotations({ identifier: "ArticleHeader" })
export interface ArticleHeader extends Schema.Schema.Type<typeof ArticleHeader> {}

/** An article: a text in Markdown, with its rendering. */
export const Article = Schema.Struct({
  ...headerFields,
  /** Markdown, as it was submitted or edited. */
  content: Schema.String,
  /** The rendered content: HTML without anything active. */
  content_html: Schema.String
}).annotations({ identifier: "Article" })
export interface Article extends Schema.Schema.Type<typeof Article> {}

/** A stored article without its text. */
export interface ArticleHeaderRow {
  readonly id: string
  readonly slug: string
  readonly title: string
  readonly subtitle: string
  readonly article_type: ArticleType
  readonly status: ArticleStatus
  readonly author_id: string
  readonly author_name: string
  readonly tags: string
  readonly meta_description: string
  readonly newsletter: boolean
  readonly created_at: Date
  readonly updated_at: Date
  readonly scheduled_at: Date | null
  readonly published_at: Date | null
  readonly late_seconds: number | null
}

/** A stored article. */
export interface ArticleRow extends ArticleHeaderRow {
  readonly content: string
  readonly content_html: string
  /** The version of the renderer that made `content_html`. */
  readonly rendered_by: number
}

/** The form of a stored article without its text in responses. */
export const toArticleHeader = (
  { late_seconds, published_at, scheduled_at, ...row }: ArticleHeaderRow
): ArticleHeader => ({
  ...row,
  ...(scheduled_at === null ? {} : { scheduled_at }),
  ...(published_at === null ? {} : { published_at }),
  ...(late_seconds === null ? {} : { late_seconds })
})
