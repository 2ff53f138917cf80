/**
 * The domain for teams that embed it, by subject. A rule is exported with the types of its arguments and its result. Ports
 * and use cases are exported by name; the types that their methods speak of are exports of their slice,
 * `@auspex/domain/<slice>`.
 */

// Reasonings: what a text holds, the gates that it passes, its citations, and the search for near copies.
export { headingAt, type ParsedReasoning, parseReasoning } from "./forecasting/predictions/index.ts"
export { type ReasoningHeading, type ReasoningSection } from "./forecasting/predictions/index.ts"
export { type JudgedQuestion } from "./forecasting/predictions/index.ts"
export { confidenceMax, confidenceMin } from "./forecasting/scoring/index.ts"
export { judgePrediction, judgeReasoning, type PredictionInput } from "./forecasting/predictions/index.ts"
export {
  noOriginalityFacts,
  type OriginalityFacts,
  reasoningGates,
  type StatementInput
} from "./forecasting/predictions/index.ts"
export { canonicalCitation, citationPage } from "./forecasting/predictions/index.ts"
export { type ClosestPrediction, closestToReasoning } from "./forecasting/predictions/index.ts"
export { OriginalityIndex, type OriginalityReadings } from "./forecasting/predictions/index.ts"
export { type EngagementFacts, type EngagementReward, engagementReward } from "./forecasting/predictions/index.ts"
export { Prediction, StatedPrediction } from "./forecasting/predictions/index.ts"

// Comments: the gates, the rules against spam, and where a reply is placed.
export {
  type CommentFacts,
  commentGates,
  judgeComment,
  noCommentFacts,
  noProfanityFilter
} from "./community/comments/index.ts"
export { type CommentLink, type CommentText, type SpamExample } from "./community/comments/index.ts"
export { type SpamFacts, type SpamRule, spamRules } from "./community/comments/index.ts"
export {
  type CommentPlace,
  type FlatComment,
  placeReply,
  type Threaded,
  threadsOf
} from "./community/comments/index.ts"

// Articles: the gates of a text, the calendar, and how good a subject a question is.
export {
  articleGates,
  type ArticleRequest,
  type ArticleText,
  type ArticleTools,
  judgeArticle
} from "./publishing/articles/index.ts"
export { articleCalendar, type ArticleHeaderRow, calendarSpan, type CalendarSpan } from "./publishing/articles/index.ts"
export {
  type BlogTallies,
  blogScore,
  blogScoreFull,
  blogScoreWeights,
  BlogTerms,
  blogTerms
} from "./publishing/articles/index.ts"

// Surveys: their fields, and what may be linked and assigned.
export { judgeSurveyFields, type SurveyFields, type SurveyInput } from "./surveys/surveys/index.ts"
export { judgeSurveyTarget, type SurveyTarget, targetWidthMax, targetWidthMin } from "./surveys/surveys/index.ts"
export { judgeSurveyText, type SurveyText, type SurveyTextInput } from "./surveys/surveys/index.ts"
export { type AssignmentCandidate, judgeAssignments, judgeLinks } from "./surveys/surveys/index.ts"

// Inference: one request to a model with its time limits, and the choice of a provider and of a machine.
export {
  acceptedInference,
  advanceInference,
  type InferenceEvent,
  type InferenceProgress
} from "./platform/inference/index.ts"
export { BridgeMachine, BridgeStatus, bridgeStatusOf, rankMachines } from "./platform/inference/index.ts"
export { judgeLlmConfig, type ResolutionFacts, resolveProvider } from "./platform/inference/index.ts"
export { readForecast } from "./forecasting/agentRuns/index.ts"

// Research projects: their life cycle, and how their questions are judged.
export {
  type JudgedProjectQuestion,
  judgeProjectQuestion,
  type ProjectQuestionFacts
} from "./research/projects/index.ts"
export { type NewProjectQuestion, ProjectKind, projectMove, type ProjectMove } from "./research/projects/index.ts"
export { type ProjectAction, type ProjectMover, projectMoves, type ProjectMoveRow } from "./research/projects/index.ts"

// Surveys that people answer through links: how links and responses are judged, and what the answers say together.
export {
  countResponses,
  judgeResponse,
  judgeSurveyLink,
  panelResults,
  surveyLinkStatus
} from "./surveys/surveyLinks/index.ts"
export { type ResponseTallies, type StoredAnswer, type SurveyLinkDraft } from "./surveys/surveyLinks/index.ts"

// Questions: drafts, options, weights, windows, resolutions and the taxonomy.
export { type DraftFacts, draftFields, judgeDraft } from "./forecasting/questions/index.ts"
export { type ParentFacts, type QuestionDraft, type QuestionInput } from "./forecasting/questions/index.ts"
export { judgeOptions, judgeWeight, optionsMax, optionsMin } from "./forecasting/questions/index.ts"
export { QuestionType, weightMax, weightMin } from "./forecasting/questions/index.ts"
export { freezeHours, freezeStart, Timeframe, windowEnd } from "./forecasting/questions/index.ts"
export { type QuestionSurveys, surveysAreOver } from "./forecasting/questions/index.ts"
export { type WindowFacts, type WindowState, windowState } from "./forecasting/questions/index.ts"
export {
  type PredictedAnswer,
  isCorrect,
  judgeEvidence,
  judgeResolution,
  type Resolution
} from "./forecasting/questions/index.ts"
export {
  type ResolutionRequest,
  type ResolutionVerdict,
  type ResolvableQuestion
} from "./forecasting/questions/index.ts"
export { categories, type Category, isCategory } from "./forecasting/questions/index.ts"
export { isSubcategoryOf, subcategoriesOf, type Subcategory } from "./forecasting/questions/index.ts"
export { taxonomy, type TaxonomyCategory } from "./forecasting/questions/index.ts"

// Life cycles, each as a table and the function that draws a row of it.
export { type QuestionMove, questionMove, type QuestionMover } from "./forecasting/questions/index.ts"
export { type QuestionMoveRow, questionMoves } from "./forecasting/questions/index.ts"
export { eventsOf, MyPrediction, type QuestionAction, type QuestionRow } from "./forecasting/questions/index.ts"
export { type ViewerState, QuestionStatus, type EventQuestion } from "./forecasting/questions/index.ts"
export { type DisputeMove, disputeMove, type DisputeMover } from "./forecasting/disputes/index.ts"
export { type DisputeMoveRow, disputeMoves, DisputeStatus } from "./forecasting/disputes/index.ts"
export { type DisputeFacts, type DisputeRequest, type DisputeRow } from "./forecasting/disputes/index.ts"
export { disputeWindowHours, type JudgedDispute, judgeDispute } from "./forecasting/disputes/index.ts"
export { type DisputedResolution, DisputeEnd, type DisputeVerdict } from "./forecasting/disputes/index.ts"
export { type DisputeVerdictRequest, judgeVerdict } from "./forecasting/disputes/index.ts"
export { type ResolvedQuestion } from "./forecasting/disputes/index.ts"
export { type IssueMove, issueMove, type IssueMover } from "./community/issues/index.ts"
export { type IssueMoveRow, issueMoves, IssueStatus } from "./community/issues/index.ts"
export {
  type ArticleMove,
  articleMove,
  type ArticleMover,
  type ArticleMoveRow,
  articleMoves
} from "./publishing/articles/index.ts"
export { type ArticleAction, ArticleStatus } from "./publishing/articles/index.ts"
export { type SurveyAction, type SurveyMove, surveyMove, type SurveyMover } from "./surveys/surveys/index.ts"
export { type SurveyMoveRow, surveyMoves, SurveyStatus } from "./surveys/surveys/index.ts"
export { type IssueRequest, IssueType, judgeIssue, type NewIssue } from "./community/issues/index.ts"
export {
  type ModeratedText,
  type ModerationAction,
  type ModerationMove,
  moderationMove
} from "./community/moderation/index.ts"
export { type ModerationMoveRow, moderationMoves } from "./community/moderation/index.ts"
export { TrustLabel, type TrustMove, type TrustMoveRow } from "./platform/identity/index.ts"
export { trustMoves, type TrustEvidence, evidenceTrustMoves } from "./platform/identity/index.ts"

// Points: payouts and settlements, streaks, bonuses, the stipend and the decay.
export {
  multiplierMax,
  participationPoints,
  type Payout,
  payout,
  type PayoutFacts
} from "./forecasting/scoring/index.ts"
export { type ReceiptFacts, ScoreReceipt, scoreReceipt } from "./forecasting/scoring/index.ts"
export { settle, type Settlement, type SettlementFacts } from "./forecasting/scoring/index.ts"
export { noStreak, type Streak, streakAfter, streakOf } from "./forecasting/scoring/index.ts"
export { earlyOrdinalMax, isContrarian, isEarly, placementEntries } from "./forecasting/scoring/index.ts"
export { PlacementPoints, placementPoints, type PlacementRewards } from "./forecasting/scoring/index.ts"
export { debateBonus, earnsFoundingBonus, foundingAgentsMax, foundingBonus } from "./forecasting/scoring/index.ts"
export { milestoneBonus, milestones, registrationPoints } from "./forecasting/scoring/index.ts"
export { dailyStipend, decayAfterDays, decayDue } from "./forecasting/scoring/index.ts"
export { decayFloor, decayPercentPerDay, validationReward } from "./forecasting/scoring/index.ts"
export {
  appendChanges,
  type BalancedChange,
  type PointsChange,
  PointsReason,
  sumOfChanges
} from "./forecasting/scoring/index.ts"
export { referralBonus, referralTiers, referralTotal } from "./platform/accounts/index.ts"

// Scoring rules.
export { brierBinary, brierMulti, type BrierMultiFacts } from "./forecasting/scoring/index.ts"
export { brierOfProbability, brierScore, meanBrier } from "./forecasting/scoring/index.ts"
export { logScore, logScoreBinary, logScoreMulti, logScoreOfProbability } from "./forecasting/scoring/index.ts"
export { baselineScore, peerScore, type QuestionLogScores } from "./forecasting/scoring/index.ts"

// Calibration, skill and ranks.
export { type CalibrationBand, calibrationBands, CalibrationBin } from "./forecasting/scoring/index.ts"
export { type CalibrationCount, calibrationCurve, CalibrationPoint } from "./forecasting/scoring/index.ts"
export {
  CalibrationAdvice,
  calibrationAdvice,
  CalibrationTerms,
  calibrationTerms
} from "./forecasting/scoring/index.ts"
export { type SkillEstimate, type SkillEstimates, skillInSteps } from "./forecasting/scoring/index.ts"
export { skillOf, type SkillRecord, SkillRecordBuilder } from "./forecasting/scoring/index.ts"
export { competitionRanks, type RankRange, rankRanges } from "./forecasting/scoring/index.ts"
export { Interval, wilsonInterval } from "./kernel/index.ts"

// Consensus: what a crowd says, how many independent voices it has, and its course over time.
export { type ConfidenceBand, confidenceBand, confidenceBands } from "./forecasting/consensus/index.ts"
export { consensus, ConsensusData, type ConsensusFacts } from "./forecasting/consensus/index.ts"
export {
  type ConsensusCounts,
  ConsensusSnapshot,
  consensusSummary,
  type ConsensusTally
} from "./forecasting/consensus/index.ts"
export { type Argument, type ArgumentStrength, byStrength } from "./forecasting/consensus/index.ts"
export {
  effectiveAgents,
  noveltyOf,
  type WeightedPrediction,
  type SimilaritySums,
  similaritySums
} from "./forecasting/consensus/index.ts"
export { type ChartData, chartOf, type ConsensusTimeline, downsample } from "./forecasting/history/index.ts"
export { ConsensusSummary } from "./forecasting/questions/index.ts"

// Surveys: results from tallies, how precise they are, and the change between two runs.
export { type AnswerTally, type PanelAgent, type PanelFamilyTally, type PanelTally } from "./surveys/surveys/index.ts"
export { type QuestionTally, RunningTallies, type SurveyAnswer, type SurveyTallies } from "./surveys/surveys/index.ts"
export { tallyOf, type TallyScope } from "./surveys/surveys/index.ts"
export { FamilyAgreement, FamilyShare, ModelAgreement, PanelBalance, SplitAlert } from "./surveys/surveys/index.ts"
export {
  rankedQuestionsMax,
  SurveyAnalytics,
  type SurveyedQuestion,
  type SurveyFacts
} from "./surveys/surveys/index.ts"
export { type SurveyFigures, SurveyQuestionResult, SurveyQuestionRow, SurveyResults } from "./surveys/surveys/index.ts"
export { surveyResults } from "./surveys/surveys/index.ts"
export { type PrecisionFacts, QuestionPrecision, SurveyPrecision, surveyPrecision } from "./surveys/surveys/index.ts"
export { type ComparedQuestions, compareRuns, type EstimatedShare, QuestionChange } from "./surveys/surveys/index.ts"
export { shareChange, SurveyComparison } from "./surveys/surveys/index.ts"

// Who somebody is: actors, tiers, trust labels, model families, names and addresses.
export { type AccountActor, type Actor, type AdminActor, AgentRole } from "./platform/identity/index.ts"
export { agentRoles, type Anonymous, anonymous } from "./platform/identity/index.ts"
export { type NextTier, nextTier, Tier, tierAtLeast, tierOf, tiers } from "./platform/identity/index.ts"
export { ModelFamily, modelFamilyOf, nextTrustLabel, noValidations } from "./platform/identity/index.ts"
export { judgePassword, normaliseEmail, normaliseName } from "./platform/accounts/index.ts"

// Guardians: what follows for a prediction from what was said of it, and the queue of what waits for a validation.
export { type JudgedValidation, judgeValidation, ValidationFlag } from "./community/guardians/index.ts"
export { type ValidationRequest, ValidationVerdict } from "./community/guardians/index.ts"
export {
  type ValidationSummary,
  type PredictionVotes,
  validationSummary,
  type OwnedValidation
} from "./community/guardians/index.ts"
export { type QueuePart, queuePart, type QueuePosition } from "./community/guardians/index.ts"
export { type QueueKey, type WaitingPrediction } from "./community/guardians/index.ts"
export { evidenceOf, type ValidationCounts, type TrustRecord } from "./community/guardians/index.ts"
export { type AccountType } from "./platform/accounts/index.ts"

// Sources of evidence: the stored text of a source, its passages, why a source is rejected, and how two versions differ.
export { cleanText, cleanTitle, cutPassages, judgeReading, type ReadPage } from "./research/evidence/index.ts"
export { type RejectionReason, rejectionReasons, type SourceRejection } from "./research/evidence/index.ts"
export { type SourcePassage, type SourceReading } from "./research/evidence/index.ts"
export {
  compareVersions,
  type Digest,
  type HashedPassage,
  passageHash,
  type VersionChange
} from "./research/evidence/index.ts"

// Personas: archetypes as data, and the compiler that makes prompts of them.
export { type Archetype, type ArchetypeCategory, archetypeOf, archetypes } from "./community/personas/index.ts"
export { compilePersona, judgeInterview, personaInterview, personaLayers } from "./community/personas/index.ts"
export { type PersonaDimension, personaDimensions, type PersonaDimensions } from "./community/personas/index.ts"
export { type PersonaTrait, personaTraits, type PersonaTraits } from "./community/personas/index.ts"
export { promptTokenizer, promptTokensMax, promptTokensMin } from "./community/personas/index.ts"

// Workspaces of the research API: what they hold, and what their members may do.
export { Workspace, WorkspaceAuditEntry, WorkspaceKey, WorkspaceMember } from "./research/workspaces/index.ts"
export { type AuditedAct, type AuditedActor, type CreatedWorkspaceKey } from "./research/workspaces/index.ts"
export { type NewWorkspaceKey, type WorkspaceManager } from "./research/workspaces/index.ts"
export {
  requireRight,
  roleHas,
  type WorkspaceActor,
  type WorkspaceKeyHolder,
  type WorkspaceRight
} from "./platform/identity/index.ts"
export { WorkspaceRole, WorkspaceTier } from "./platform/identity/index.ts"

// Research questions: the framing rules as data, and the function that judges a question by all of them.
export { framingExamplesToday, frameQuestion, frameQuestions, framingRules } from "./research/framing/index.ts"
export { framingRulesAsData, framingRulesVersion, questionFingerprint } from "./research/framing/index.ts"
export {
  FramingFinding,
  FramingPurpose,
  FramingRecord,
  FramingRuleData,
  FramingSeverity
} from "./research/framing/index.ts"
export { type FramingBreach, FramingExample, type FramingFacts, type FramingRule } from "./research/framing/index.ts"
export { type FramingVerdict, KindOptions, ResearchQuestionDraft } from "./research/framing/index.ts"
export { ResearchQuestionKind, ResolutionSignal } from "./research/framing/index.ts"
export {
  type QuestionReading,
  type QuestionSentence,
  type QuestionWord,
  type TimeMention
} from "./research/framing/index.ts"

// Packets: what is made of a panel's answers.
export {
  DecisionPacket,
  packetConstants,
  packetInSteps,
  packetJson,
  packetOf,
  packetRulesVersion
} from "./research/packets/index.ts"
export { type CrowdAnswer, type PacketInputs, type PacketPassage, type PacketSource } from "./research/packets/index.ts"
export {
  ClaimUse,
  EvidenceRow,
  MindChanger,
  MovedAnswer,
  PacketAnswer,
  PacketChanges
} from "./research/packets/index.ts"
export {
  PacketCitation,
  PacketClaim,
  PacketContribution,
  PacketCrowd,
  PacketDissent
} from "./research/packets/index.ts"
export { PacketMethod, PacketProject, PacketRound, PacketSegment } from "./research/packets/index.ts"
export { AnswerText, canonicalJson, PooledAnswer, PooledOption, PooledRow } from "./research/packets/index.ts"
export {
  type Dissenter,
  type Distribution,
  type PanelPool,
  poolAnswers,
  type PoolRequest
} from "./research/packets/index.ts"
export { percentWords, type ProbabilityLevel, probabilityLevels, probabilityWords } from "./research/packets/index.ts"
export {
  advanceRounds,
  audienceAnswer,
  roundEstimates,
  type RoundState,
  type RoundWidths
} from "./research/packets/index.ts"
export { noRecord, recordOf, scoreSpecialists, type SpecialistAnswer, TrackRecord } from "./research/packets/index.ts"
export {
  type SpecialistScore,
  type SpecialistWeight,
  specialistWeights,
  specialistName
} from "./research/packets/index.ts"

// Retrieval: terms of texts, and an index that ranks texts by words and meaning.
export {
  EntryIndex,
  type IndexedEntry,
  type RankingPart,
  readSearchText,
  type SearchText
} from "./research/retrieval/index.ts"
export { englishStem, matchSpans, packTerms, type Span, type TextTerm, textTerms } from "./research/retrieval/index.ts"
export { fuse, type LatentModel, projectTerms, type Ranking, trainLatentModel } from "./research/retrieval/index.ts"
export { type EntryFilters, type FoundEntry, type RetrievalEntry } from "./research/retrieval/index.ts"

// Panels: specialists who plan, answer and cite, and what becomes of their answers.
export { type AnswerSpace, Audience, type EvidencePassage, UnsupportedClaim } from "./research/panels/index.ts"
export { answerSpaceOf, checkQuotes, dataFence, extractiveReasoning, panelOf } from "./research/panels/index.ts"
export { answerPrompt, planPrompt, repairPrompt, specialistPrompt } from "./research/panels/index.ts"
export { AudiencePanel, AudienceSegment, ProjectPanel, SimulationPanel } from "./research/panels/index.ts"
export {
  expertsOf,
  type Respondent,
  respondentPrompt,
  respondentsOf,
  type RoundFeedback
} from "./research/panels/index.ts"
export { PanelQuestion, panelReasoning, Quote, readPanelAnswer, readPlan, Reasoning } from "./research/panels/index.ts"
export { judgeSegments, nextRound, type SegmentDraft } from "./research/panelRuns/index.ts"
export { advanceRun, exhaustedBudget, judgeStep, PanelBudget, PanelRun } from "./research/panelRuns/index.ts"
export { panelBudgetFor, panelRunMove, panelRunMoves, planRun, sharedPanelModel } from "./research/panelRuns/index.ts"

// Texts: sentences, quotations, summaries, and briefs made of them.
export {
  type KeyArgument,
  keyArguments,
  type KeyArgumentsRequest,
  type Sentence,
  sentencesOf
} from "./publishing/briefs/index.ts"
export { type Candidate, lexRank, type LexRankTerms } from "./publishing/briefs/index.ts"
export { marginallyRelevant, type Similarities, similarities } from "./publishing/briefs/index.ts"
export { type ArguedPrediction, BriefEvidence, type BriefFacts } from "./publishing/briefs/index.ts"
export { type BriefMaterial, type BriefQuestion, type BriefText } from "./publishing/briefs/index.ts"
export { briefSummary, type BriefSummaryRequest, extractiveBrief } from "./publishing/briefs/index.ts"
export { dailySummary, type DailySummaryRequest, type DayMaterial } from "./publishing/briefs/index.ts"
export { type DayText, extractiveDay, InsightsOfDay } from "./publishing/briefs/index.ts"
export { excerpt } from "./kernel/index.ts"

// The record as tables.
export { type ExportColumn, type ExportColumns, type ExportColumnType } from "./publishing/exports/index.ts"
export { type ExportTable, exportTables } from "./publishing/exports/index.ts"
export { dataDictionary, type ExportCell, type ExportFormat, type ExportRow } from "./publishing/exports/index.ts"
export { type ExportWriter, exportWriter, restored } from "./publishing/exports/index.ts"

// Events.
export { type PlatformEvent, type PlatformEventData } from "./platform/events/index.ts"
export { PlatformEventName, platformEventNames } from "./platform/events/index.ts"
export { type ProjectEvent, type ProjectEventData } from "./platform/events/index.ts"
export { ProjectEventName, projectEventNames } from "./platform/events/index.ts"
export { type OutboxEvent, type OutboxEventData, OutboxEventName } from "./platform/events/index.ts"

// Deliveries of events: the schedule of attempts, and what a receiver gets.
export { attemptsMax, type AttemptResult, type DeliveryVerdict, failingHoursMax } from "./platform/webhooks/index.ts"
export { retryDelaysSeconds, retryJitter, verdictAfter } from "./platform/webhooks/index.ts"
export { deliveryBody, deliveryBytesMax, type DeliveredEvent, judgeWebhookEvents } from "./platform/webhooks/index.ts"

// Refusals and failures, with the codes of the API.
export { type ErrorCauses, type ErrorCode, kernelErrors } from "./kernel/index.ts"
export { accountErrors } from "./platform/accounts/index.ts"
export { articleErrors } from "./publishing/articles/index.ts"
export { campaignErrors } from "./surveys/campaigns/index.ts"
export { commentErrors } from "./community/comments/index.ts"
export { disputeErrors } from "./forecasting/disputes/index.ts"
export { guardianErrors } from "./community/guardians/index.ts"
export { identityErrors } from "./platform/identity/index.ts"
export { issueErrors } from "./community/issues/index.ts"
export { personaErrors } from "./community/personas/index.ts"
export { predictionErrors } from "./forecasting/predictions/index.ts"
export { questionErrors } from "./forecasting/questions/index.ts"
export { researchErrors } from "./research/panelRuns/index.ts"
export { responseErrors } from "./surveys/surveyLinks/index.ts"
export { scoringErrors } from "./forecasting/scoring/index.ts"
export { surveyErrors } from "./surveys/surveys/index.ts"
export { webhookErrors } from "./platform/webhooks/index.ts"
export { workspaceErrors } from "./research/workspaces/index.ts"
export { type Failure, failure, type Failures, Refusal, refuse, StorageUnavailable } from "./kernel/index.ts"

// Ports: implement them on your own storage and services.
export {
  AccountStore,
  AdminKeyStore,
  Authenticator,
  ConfiguredAdminKey,
  EmailTokenStore
} from "./platform/accounts/index.ts"
export { Mailer, MailUndeliverable, PasswordHasher, SessionStore, TrustReview } from "./platform/accounts/index.ts"
export { ArticleRenderer, ArticleSlugs, ArticleStore } from "./publishing/articles/index.ts"
export { CampaignStore } from "./surveys/campaigns/index.ts"
export { AgentProfiles, CalibrationBoardStore, GroupStatsStore } from "./forecasting/boards/index.ts"
export { LeaderboardStore, SkillBoardStore, SkillRefreshStore } from "./forecasting/boards/index.ts"
export { BriefStore, BriefTextStore, BriefWriter, DailyInsightsStore } from "./publishing/briefs/index.ts"
export { CommentStore, ProfanityFilter } from "./community/comments/index.ts"
export { ConsensusStore } from "./forecasting/consensus/index.ts"
export { DisputeStore } from "./forecasting/disputes/index.ts"
export { PageReader } from "./research/evidence/index.ts"
export { ExportStore } from "./publishing/exports/index.ts"
export { FeedStore, PublicFeedStore, ReferralShareStore, ResolutionNoticeStore } from "./community/feed/index.ts"
export { GuardianStore, TrustStore } from "./community/guardians/index.ts"
export { HistoryStore, SnapshotStore } from "./forecasting/history/index.ts"
export { PublicBaseUrl, Secrets } from "./platform/identity/index.ts"
export { BridgeLink, BridgePresence, FrameRouter, LlmConfigStore, LlmKeys } from "./platform/inference/index.ts"
export { ModelProviders, ModelSources } from "./platform/inference/index.ts"
export {
  CommunityStatsStore,
  DiscoveryStore,
  HighlightStore,
  SearchStore,
  WeeklyBattleStore
} from "./forecasting/insight/index.ts"
export { IssueStore } from "./community/issues/index.ts"
export { AuditLog, Changes, DatabaseClock, IdempotencyStore, Leases } from "./kernel/index.ts"
export { Outbound, OutboundFailure, RateLimiter, UnitOfWork, WriteGate } from "./kernel/index.ts"
export { PersonaStore, TokenCounter } from "./community/personas/index.ts"
export { PredictionListStore, PredictionModerationStore, PredictionStore } from "./forecasting/predictions/index.ts"
export { QuestionStore, WatchlistStore } from "./forecasting/questions/index.ts"
export { EvidenceSearch, PanelModel, PanelRunStore, RunCompletion } from "./research/panelRuns/index.ts"
export { ResponseStore } from "./surveys/surveyLinks/index.ts"
export { Embeddings, EmbeddingsFailed, EmbeddingStore, RetrievalStore } from "./research/retrieval/index.ts"
export { AgentRunStore } from "./forecasting/agentRuns/index.ts"
export { DecayStore, PointsLedger, ReceiptStore, ResolutionStore } from "./forecasting/scoring/index.ts"
export { FollowStore, NotificationStore } from "./community/social/index.ts"
export { SurveyStore, SurveyTallyStore } from "./surveys/surveys/index.ts"
export { SitemapStore, WidgetStore } from "./publishing/widgets/index.ts"
export { EventOutbox } from "./platform/events/index.ts"
export { DeliveryQueue, EventLog, WebhookSecrets, WebhookStore, WebhookTransport } from "./platform/webhooks/index.ts"
export { ForecastStore, PacketStore } from "./research/panelRuns/index.ts"
export { FindingStore, ProjectStore, SourceStore } from "./research/projects/index.ts"
export { WorkspaceAudit, WorkspaceStore } from "./research/workspaces/index.ts"

// Ports in memory: enough to place, resolve and score without a database.
export { type MemoryAccount, MemoryPlatform, memoryPlatform, type NewMemoryAccount } from "./memory/index.ts"
export { type MemoryPorts } from "./memory/index.ts"

// Use cases: services whose `layer` names the ports that they need.
export { Accounts, AdminKeys, OutgoingMail } from "./platform/accounts/index.ts"
export { ArticleAdministration, ArticleClock, Articles } from "./publishing/articles/index.ts"
export { Campaigns } from "./surveys/campaigns/index.ts"
export {
  CalibrationBoards,
  GroupBoards,
  Leaderboards,
  SkillBoards,
  SkillRefreshes
} from "./forecasting/boards/index.ts"
export { Briefs, DailyInsights } from "./publishing/briefs/index.ts"
export { CommentModeration, Comments, Debates } from "./community/comments/index.ts"
export { ConsensusReads } from "./forecasting/consensus/index.ts"
export { DisputeAdministration, Disputes } from "./forecasting/disputes/index.ts"
export { Exports } from "./publishing/exports/index.ts"
export { Feeds, PublicFeeds, ReferralShares, ResolutionNotices } from "./community/feed/index.ts"
export { Guardians, TrustLabels, Validations } from "./community/guardians/index.ts"
export { ConsensusHistory, History } from "./forecasting/history/index.ts"
export { Bridges, Inferences, LlmSettings } from "./platform/inference/index.ts"
export { CommunityStatsReads, Discoveries, Highlights, Searches, WeeklyBattles } from "./forecasting/insight/index.ts"
export { IssueAdministration, Issues } from "./community/issues/index.ts"
export { Personas } from "./community/personas/index.ts"
export { PredictionLists, PredictionModeration, Predictions } from "./forecasting/predictions/index.ts"
export {
  QuestionAdministration,
  QuestionChildren,
  QuestionClock,
  Questions,
  Watchlists
} from "./forecasting/questions/index.ts"
export { PanelRuns } from "./research/panelRuns/index.ts"
export { SurveyForms, SurveyLinks, SurveyPanels, SurveyResponses } from "./surveys/surveyLinks/index.ts"
export { EmbeddedRanking, EntryEmbeddings, Retrieval } from "./research/retrieval/index.ts"
export { AgentRuns } from "./forecasting/agentRuns/index.ts"
export { PointsDecay, Receipts, Resolutions } from "./forecasting/scoring/index.ts"
export { Follows, Notifications } from "./community/social/index.ts"
export { SurveyAdministration, SurveyAutoClose, Surveys } from "./surveys/surveys/index.ts"
export { QuestionWidgets, Sitemaps } from "./publishing/widgets/index.ts"
export {
  EventPulls,
  OwnedWebhooks,
  WebhookAdministration,
  WebhookDispatch,
  Webhooks
} from "./platform/webhooks/index.ts"
export { WebhookTests } from "./platform/webhooks/index.ts"
export { ProjectForecasts, ProjectPanels, ProjectRuns } from "./research/panelRuns/index.ts"
export { Findings, Projects, SourceIntake } from "./research/projects/index.ts"
export { Workspaces, WorkspaceWebhooks } from "./research/workspaces/index.ts"
