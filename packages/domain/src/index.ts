/**
 * The rules to begin with, by subject: at most 250 names. The subjects have entries of their own, with all of their rules and
 * types: `gates`, `scoring`, `consensus`, `states`, `surveys`, `framing`, `packets`; `ports` has the use cases and what they need of
 * storage, `memory` those ports in memory.
 */

// Refusals: what a rule reports, and the intervals that several rules state.
export {
  type ErrorCode,
  excerpt,
  type Failure,
  failure,
  type Failures,
  Interval,
  kernelErrors,
  refuse,
  wilsonInterval
} from "./kernel/index.ts"

// Who acts: tiers, trust labels, model families.
export {
  evidenceTrustMoves,
  ModelFamily,
  modelFamilyOf,
  type NextTier,
  nextTier,
  nextTrustLabel,
  noValidations,
  Tier,
  tierAtLeast,
  tierOf,
  tiers,
  type TrustEvidence,
  TrustLabel,
  type TrustMove,
  trustMoves
} from "./platform/identity/index.ts"

// Names, addresses, passwords, referral bonuses.
export {
  judgePassword,
  normaliseEmail,
  normaliseName,
  referralBonus,
  referralTiers,
  referralTotal
} from "./platform/accounts/index.ts"

// Reasonings: what a text holds, the gates that it passes, its citations, and the search for near copies.
export {
  canonicalCitation,
  type ClosestPrediction,
  closestToReasoning,
  type EngagementFacts,
  type EngagementReward,
  engagementReward,
  type JudgedQuestion,
  judgePrediction,
  judgeReasoning,
  noOriginalityFacts,
  type OriginalityFacts,
  OriginalityIndex,
  type OriginalityReadings,
  type ParsedReasoning,
  parseReasoning,
  Prediction,
  type PredictionInput,
  Predictions,
  reasoningGates,
  StatedPrediction
} from "./forecasting/predictions/index.ts"

// Questions: drafts, options, weights, windows, resolutions, the taxonomy, and the life cycle.
export {
  categories,
  type Category,
  ConsensusSummary,
  type DraftFacts,
  type EventQuestion,
  eventsOf,
  freezeStart,
  isCorrect,
  judgeDraft,
  judgeResolution,
  optionsMax,
  optionsMin,
  type PredictedAnswer,
  type QuestionAction,
  QuestionAdministration,
  QuestionChildren,
  type QuestionDraft,
  questionErrors,
  type QuestionInput,
  type QuestionMove,
  questionMove,
  questionMoves,
  QuestionStatus,
  type QuestionSurveys,
  QuestionType,
  type Resolution,
  type ResolutionRequest,
  type ResolutionVerdict,
  type ResolvableQuestion,
  subcategoriesOf,
  type Subcategory,
  surveysAreOver,
  taxonomy,
  type TaxonomyCategory,
  Timeframe,
  weightMax,
  weightMin,
  windowEnd,
  type WindowFacts,
  windowState
} from "./forecasting/questions/index.ts"

// Points, scores, calibration and skill.
export {
  appendChanges,
  type BalancedChange,
  baselineScore,
  brierScore,
  CalibrationAdvice,
  calibrationAdvice,
  type CalibrationCount,
  calibrationCurve,
  CalibrationPoint,
  CalibrationTerms,
  calibrationTerms,
  competitionRanks,
  confidenceMax,
  confidenceMin,
  dailyStipend,
  debateBonus,
  decayDue,
  decayFloor,
  foundingBonus,
  isContrarian,
  isEarly,
  logScore,
  logScoreOfProbability,
  meanBrier,
  milestoneBonus,
  milestones,
  noStreak,
  participationPoints,
  type Payout,
  payout,
  type PayoutFacts,
  peerScore,
  placementEntries,
  PlacementPoints,
  placementPoints,
  type PlacementRewards,
  type PointsChange,
  PointsReason,
  type QuestionLogScores,
  type RankRange,
  rankRanges,
  type ReceiptFacts,
  Receipts,
  registrationPoints,
  Resolutions,
  ScoreReceipt,
  scoreReceipt,
  settle,
  type Settlement,
  type SettlementFacts,
  type SkillEstimates,
  skillInSteps,
  skillOf,
  type SkillRecord,
  SkillRecordBuilder,
  type Streak,
  streakAfter,
  streakOf,
  validationReward
} from "./forecasting/scoring/index.ts"

// The consensus of the predictions on a question.
export {
  type ConfidenceBand,
  confidenceBand,
  consensus,
  ConsensusData,
  type ConsensusFacts,
  ConsensusReads,
  ConsensusStore,
  consensusSummary
} from "./forecasting/consensus/index.ts"

// The consensus over time.
export { type ChartData, chartOf, type ConsensusTimeline, downsample } from "./forecasting/history/index.ts"

// Disputes of resolutions.
export {
  type DisputedResolution,
  disputeErrors,
  type DisputeFacts,
  type DisputeMove,
  disputeMove,
  disputeMoves,
  type DisputeRequest,
  type DisputeRow,
  DisputeStatus,
  type DisputeVerdict,
  type DisputeVerdictRequest,
  type JudgedDispute,
  judgeDispute,
  judgeVerdict
} from "./forecasting/disputes/index.ts"

// Comments: the gates, the rules against spam, and where a reply is placed.
export {
  commentErrors,
  type CommentFacts,
  commentGates,
  type CommentPlace,
  type CommentText,
  type FlatComment,
  judgeComment,
  noCommentFacts,
  noProfanityFilter,
  placeReply,
  type SpamRule,
  spamRules,
  type Threaded,
  threadsOf
} from "./community/comments/index.ts"

// Validations by guardians.
export {
  evidenceOf,
  judgeValidation,
  queuePart,
  type TrustRecord,
  type ValidationRequest,
  type ValidationSummary,
  validationSummary
} from "./community/guardians/index.ts"

// Issues that are reported about the platform.
export { issueMove, issueMoves, IssueStatus, judgeIssue } from "./community/issues/index.ts"

// Moderation of texts.
export { moderationMove, moderationMoves } from "./community/moderation/index.ts"

// Articles: the gates of a text, the calendar, and how good a subject a question is.
export {
  articleCalendar,
  articleGates,
  articleMove,
  articleMoves,
  type ArticleRequest,
  ArticleStatus,
  type ArticleText,
  type ArticleTools,
  blogScore,
  type BlogTallies,
  BlogTerms,
  blogTerms,
  judgeArticle
} from "./publishing/articles/index.ts"

// Surveys: their fields, life cycle and results.
export {
  compareRuns,
  judgeAssignments,
  judgeLinks,
  judgeSurveyFields,
  shareChange,
  type SurveyFields,
  surveyMove,
  surveyMoves,
  surveyPrecision,
  surveyResults,
  SurveyStatus,
  type SurveyTallies,
  tallyOf
} from "./surveys/surveys/index.ts"

// Framing: how a research question is put.
export { frameQuestion, frameQuestions, framingRules } from "./research/framing/index.ts"

// Decision packets: pooling, words and the document.
export {
  DecisionPacket,
  packetInSteps,
  packetJson,
  packetOf,
  poolAnswers,
  probabilityWords
} from "./research/packets/index.ts"

// A platform in memory.
export { MemoryPlatform, memoryPlatform } from "./memory/index.ts"
