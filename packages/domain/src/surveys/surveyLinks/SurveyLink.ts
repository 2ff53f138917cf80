import { Schema } from "effect"

/** The longest name of a link, in code points. */
export const linkNameMax = 80

/** How many links a project may have, and for how many days a link may be open at most. */
export const linksPerProjectMax = 20
export const linkDaysMax = 366

/** How many responses a link takes when it has no lower limit of its own. */
export const responsesPerLinkMax = 10_000

/**
 * `open` links take responses. `closed` ones were closed, or their project was archived; `expired` ones have passed
 * `closes_at`; `full` ones have as many responses as they may have.
 */
export const SurveyLinkStatus = Schema.Literal("open", "closed", "full", "expired")
export type SurveyLinkStatus = typeof SurveyLinkStatus.Type

/** A link through which people answer a survey, without its token. */
export const SurveyLink = Schema.Struct({
  id: Schema.String,
  project_id: Schema.String,
  /** For whoever reads the results; respondents do not see it. */
  name: Schema.String,
  status: SurveyLinkStatus,
  response_count: Schema.Int,
  /** How many responses it takes; 1 for an invitation that works once. */
  responses_max: Schema.Int,
  closes_at: Schema.NullOr(Schema.Date),
  closed_at: Schema.NullOr(Schema.Date),
  created_at: Schema.Date
}).annotations({ identifier: "SurveyLink" })
export interface SurveyLink extends Schema.Schema.Type<typeof SurveyLink> {}

/** A link as it is stored: its status follows from it. */
export type StoredSurveyLink = Omit<SurveyLink, "status">

/** What the status of a link depends on besides the link. */
export interface LinkCircumstances {
  readonly now: Date
  /** Whether the project of the link is archived. */
  readonly archived: boolean
}

/**
 * The status of a link; of several reasons why it takes no responses, the first in the order closed, expired, full.
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
