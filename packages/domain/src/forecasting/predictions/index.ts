export { AdminPrediction } from "./AdminPrediction.ts"
export { canonicalCitation } from "./Citation.ts"
export { citationPage } from "./CitationPage.ts"
export { type EngagementFacts, type EngagementReward, engagementReward } from "./EngagementReward.ts"
export {
  type ClosestPrediction,
  closestToReasoning,
  OriginalityIndex,
  type OriginalityReadings
} from "./OriginalityIndex.ts"
export { EngagementRewardSchema, Prediction, VoteCounts } from "./Prediction.ts"
export { judgePrediction, type PredictionInput } from "./PredictionGates.ts"
export {
  ListedPrediction,
  OwnPrediction,
  type OwnPredictionsRequest,
  pickFields,
  type PredictionField,
  predictionFields,
  type PredictionFilter,
  type PredictionListRequest,
  type PredictionPage,
  predictionsBytesMax,
  PredictionSort,
  predictionsPageDefault,
  predictionsPageMax,
  wantsReasoning
} from "./PredictionList.ts"
export { PredictionLists } from "./PredictionLists.ts"
export { PredictionListStore } from "./PredictionListStore.ts"
export { PredictionModeration } from "./PredictionModeration.ts"
export { PredictionModerationStore, type RemovedFilter } from "./PredictionModerationStore.ts"
export { type PredictionRequest } from "./PredictionRequest.ts"
export {
  type JudgedQuestion,
  probabilityMax,
  probabilityMin,
  StatedPrediction,
  type StatementInput
} from "./PredictionStatement.ts"
export {
  type PlacedPrediction,
  type PredictionTokens,
  type Placement,
  type PlacementFacts,
  PredictionStore
} from "./PredictionStore.ts"
export { type Placed, type PlacementTerms, Predictions, type DryRun } from "./Predictions.ts"
export { type ParsedReasoning, parseReasoning } from "./Reasoning.ts"
export { judgeReasoning, noOriginalityFacts, type OriginalityFacts, reasoningGates } from "./ReasoningGates.ts"
export { headingAt, type ReasoningHeading, type ReasoningSection } from "./ReasoningSection.ts"
export { ResolutionProtocol } from "./ResolutionProtocol.ts"
export { predictionErrors } from "./predictionErrors.ts"
