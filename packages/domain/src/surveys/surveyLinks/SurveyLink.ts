import { Schema } from "effect"

/** The longest name of a link, in code points. */
export const linkNameMax = 80

/** The maximum number of links of a project, and of days that a link may be open. */
export const linksPerProjectMax = 20
export const linkDaysMax = 366

/** The maximum number of responses of a link, and the default. */
export const responsesPerLinkMax = 10_000

/**
 * `open` links take responses. A `closed` link was closed, or its project was archived; an `expired` link has passed
 * `closes_at`; a `full` link has its maximum of responses.
 */
export const SurveyLinkStatus = Schema.Literal("open", "closed", "full", "expired")
export type SurveyLinkStatus = typeof SurveyLinkStatus.Type

/** A link through which people answer a survey, without its token. */
export const SurveyLink = Schema.Struct({
  id: Schema.String,
  project_id: Schema.String,
  /** For readers of the results; respondents do not see it. */
  name: Schema.String,
  status: SurveyLinkStatus,
  response_count: Schema.Int,
  /** The maximum number of responses; 1 for an invitation that works once. */
  responses_max: Schema.Int,
  closes_at: Schema.NullOr(Schema.Date),
  closed_at: Schema.NullOr(Schema.Date),
  created_at: Schema.Date
}).annotations({ identifier: "SurveyLink" })
export interface SurveyLink extends Schema.Schema.Type<typeof SurveyLink> {}

/** A link as it is stored; its status is computed. */
export type StoredSurveyLink = Omit<SurveyLink, "status">

/** The circumstances on which the status of a link depends. */
export interface LinkCircumstances {
  readonly now: Date
  /** Whether the project of the link is archived. */
  readonly archived: boolean
}

/**
 * The status of a link. If several reasons end it, the order of precedence is closed, expired, full.
 *
 * @example surveyLinkStatus({ closed_at: null, closes_at: null, response_count: 1, responses_max: 1 }, { now: new Date(0), archived: false }) // "full"
 */
export const surveyLinkStatus = (
  link: Pick<StoredSurveyLink, "closed_at" | "closes_at" | "response_count" | "responses_max">,
  { archived, now }: LinkCircumstances
): SurveyLinkStatus => {
  if (archived || link.closed_at !== null) return "closed"
  if (link.closes_at !== null && link.closes_at <= now) return "expired"
  return link.response_count >= link.responses_max ? "full" : "open"
}
