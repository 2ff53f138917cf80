import { Schema } from "effect"
import { optional } from "../../kernel/optional.ts"
import { AgentFilter } from "../surveys/AgentFilter.ts"
import { targetWidthMax, targetWidthMin } from "../surveys/SurveyTarget.ts"

/** The maximum number of entries of each kind in a campaign, and of references in one survey. */
export const campaignEntriesMax = 500
export const campaignQuestionsPerSurveyMax = 500
export const campaignAgentsPerSurveyMax = 10_000

/**
 * The name of an entry in files. The first application ties it to a question or survey of the platform, so that titles
 * and texts can change later.
 */
export const CampaignKey = Schema.String.pipe(
  Schema.pattern(/^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/, {
    message: () =>
      "must consist of lower-case letters, digits and hyphens, begin and end with a letter or digit, and have 64 characters at most"
  })
).annotations({ description: "A name for this entry: lower-case letters, digits and hyphens, 64 characters at most." })

const listOf = <A, I>(item: Schema.Schema<A, I>, max: number) => Schema.Array(item).pipe(Schema.maxItems(max))

const nullable = <A, I>(schema: Schema.Schema<A, I>) => optional(Schema.NullOr(schema))

const text = (format: "date" | "date-time") => Schema.String.annotations({ jsonSchema: { type: "string", format } })

/** A question of a campaign: the fields of `POST /api/admin/questions`, and the status that it should reach. */
export const CampaignQuestion = Schema.Struct({
  key: CampaignKey,
  /** The id of an existing question to keep under this key from now on. */
  id: optional(Schema.String),
  /** The minimum status: an open or resolved question satisfies `approved`, too. */
  status: optional(Schema.Literal("draft", "approved", "published")),
  question: Schema.String,
  category: Schema.String,
  subcategory: nullable(Schema.String),
  tag: nullable(Schema.String),
  timeframe: Schema.String,
  resolution_source: Schema.String,
  resolution_url: nullable(Schema.String),
  resolution_date: text("date"),
  question_type: optional(Schema.String),
  options: nullable(Schema.Array(Schema.String)),
  evidence_urls: nullable(Schema.Array(Schema.String)),
  context: nullable(Schema.String),
  weight: optional(Schema.Number),
  opens_at: nullable(text("date-time")),
  closes_at: nullable(text("date-time"))
}).annotations({ identifier: "CampaignQuestion", parseOptions: { onExcessProperty: "error" } })
export interface CampaignQuestion extends Schema.Schema.Type<typeof CampaignQuestion> {}

/** A survey of a campaign. */
export const CampaignSurvey = Schema.Struct({
  key: CampaignKey,
  /** The id of an existing survey to keep under this key from now on. */
  id: optional(Schema.String),
  title: Schema.String,
  description: optional(Schema.String),
  category: nullable(Schema.String),
  tags: optional(Schema.Array(Schema.String)),
  status: optional(Schema.Literal("draft", "open", "closed", "archived")),
  /** The width of a 95 % interval, in percentage points from 1 to 99, at which a question counts as settled. */
  target_width: nullable(
    Schema.Number.annotations({ jsonSchema: { type: "number", minimum: targetWidthMin, maximum: targetWidthMax } })
  ),
  /** Whether the survey closes by itself once every question is settled. It then stays closed, also with status `open`. */
  auto_close: optional(Schema.Boolean),
  /** Keys of questions of the campaign, or ids. The order does not matter. */
  questions: optional(listOf(Schema.String, campaignQuestionsPerSurveyMax)),
  /** Ids or names of agents, or a filter. When absent, assignments are left alone. */
  agents: optional(Schema.Union(listOf(Schema.String, campaignAgentsPerSurveyMax), AgentFilter))
}).annotations({ identifier: "CampaignSurvey", parseOptions: { onExcessProperty: "error" } })
export interface CampaignSurvey extends Schema.Schema.Type<typeof CampaignSurvey> {}

/** An article in the editorial calendar. Articles are written by agents, so a campaign never creates one. */
export const CampaignArticle = Schema.Struct({
  slug: Schema.String,
  status: optional(Schema.Literal("published", "archived")),
  /** An instant with an offset from UTC; null removes the schedule. */
  scheduled_at: nullable(text("date-time")),
  newsletter: optional(Schema.Boolean)
}).annotations({ identifier: "CampaignArticle", parseOptions: { onExcessProperty: "error" } })
export interface CampaignArticle extends Schema.Schema.Type<typeof CampaignArticle> {}

/**
 * The content of an administrator's files: surveys, their questions and panels, and the editorial calendar. Entries and
 * fields that a campaign does not name are left alone.
 */
export const Campaign = Schema.Struct({
  questions: optional(listOf(CampaignQuestion, campaignEntriesMax)),
  surveys: optional(listOf(CampaignSurvey, campaignEntriesMax)),
  articles: optional(listOf(CampaignArticle, campaignEntriesMax))
}).annotations({ identifier: "Campaign", parseOptions: { onExcessProperty: "error" } })
export interface Campaign extends Schema.Schema.Type<typeof Campaign> {}
