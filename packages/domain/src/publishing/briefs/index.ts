export { Briefs } from "./Briefs.ts"
export { type BriefFacts, type BriefQuestion, BriefStore } from "./BriefStore.ts"
export { briefSummary, type BriefSummaryRequest } from "./BriefSummary.ts"
export {
  type BriefMaterial,
  type BriefText,
  BriefWriter,
  type DayMaterial,
  type DayText,
  extractiveBrief,
  extractiveDay
} from "./BriefWriter.ts"
export { briefAttemptSeconds, BriefTextStore, type StoredBriefText } from "./BriefTextStore.ts"
export { modelBriefWriter } from "./modelBriefWriter.ts"
export { readBriefText, readDaySummary } from "./readWrittenText.ts"
export { closingDaysMax, DailyInsights, daysKeptMax } from "./DailyInsights.ts"
export { DailyInsightsStore, type DayAsked, type DayFacts, type ResolutionOfDay } from "./DailyInsightsStore.ts"
export { dailySummary, type DailySummaryRequest } from "./DailySummary.ts"
export { type DayTally, type QuestionOfDay } from "./DayHighlights.ts"
export { callCrowdMin, ClosingAfterDay, dayListMax, InsightsOfDay, OpenedOfDay, TopCall } from "./InsightsOfDay.ts"
export { BriefEvidence, IntelBrief, keyEvidenceMax } from "./IntelBrief.ts"
export {
  type ArguedPrediction,
  type KeyArgument,
  keyArguments,
  type KeyArgumentsRequest,
  readPredictionsMax
} from "./KeyArguments.ts"
export { lexRank, type LexRankTerms } from "./LexRank.ts"
export { type Candidate, marginallyRelevant } from "./MarginalRelevance.ts"
export { readReasoningMax } from "./Passage.ts"
export { type Sentence, sentencesOf } from "./Sentence.ts"
export { type Similarities, similarities } from "./Similarity.ts"
export type {} from "../../platform/inference/inferenceErrors.ts"
export type {} from "../../forecasting/predictions/predictionErrors.ts"
