import { Schema } from "effect"

/** The kind of source that settles a research question. */
export const ResolutionSignal = Schema.Literal(
  "press_release",
  "filing",
  "founder_email",
  "earnings_call",
  "regulatory_decision",
  "court_ruling",
  "product_release",
  "funding_announcement",
  "official_statistic",
  "academic_publication",
  "market_price",
  "election_result",
  "survey_result",
  "news_report",
  "expert_panel",
  "internal_metric",
  "other"
)
export type ResolutionSignal = typeof ResolutionSignal.Type
