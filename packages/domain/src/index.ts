/**
 * The domain for teams that embed it, by subject. A rule is exported with the types of its arguments and its result. Ports
 * and use cases are exported by name; the types that their methods speak of are exports of their slice,
 * `@auspex/domain/<slice>`.
 */

// Reasonings: what a text holds, the gates that it passes, its citations, and the search for near copies.
export { headingAt, type ParsedReasoning, parseReasoning } from "./predictions/index.ts"
export { type ReasoningHeading, type ReasoningSection } from "./predictions/index.ts"
export { type JudgedQuestion } from "./predictions/index.ts"
export { confidenceMax, confidenceMin } from "./scoring/index.ts"
export { judgePrediction, judgeReasoning, type PredictionInput } from "./predictions/index.ts"
export { noOriginalityFacts, type OriginalityFacts, reasoningGates, type StatementInput } from "./predictions/index.ts"
export { canonicalCitation, citationPage } from "./predictions/index.ts"
export { type ClosestPrediction, closestToReasoning } from "./predictions/index.ts"
export { OriginalityIndex, type OriginalityReadings } from "./predictions/index.ts"
export { type EngagementFacts, type EngagementReward, engagementReward } from "./predictions/index.ts"
export { Prediction, StatedPrediction } from "./predictions/index.ts"

// Comments: the gates, the rules against spam, and where a reply is placed.
export { type CommentFacts, commentGates, judgeComment, noCommentFacts, noProfanityFilter } from "./comments/index.ts"
export { type CommentLink, type CommentText, type SpamExample } from "./comments/index.ts"
export { type SpamFacts, type SpamRule, spamRules } from "./comments/index.ts"
export { type CommentPlace, type FlatComment, placeReply, type Threaded, threadsOf } from "./comments/index.ts"

// Articles: the gates of a text, the calendar, and how good a subject a question is.
export {
  articleGates,
  type ArticleRequest,
  type ArticleText,
  type ArticleTools,
  judgeArticle
} from "./articles/index.ts"
export { articleCalendar, type ArticleHeaderRow, calendarSpan, type CalendarSpan } from "./articles/index.ts"
export { type BlogTallies, blogScore, blogScoreFull, blogScoreWeights, BlogTerms, blogTerms } from "./articles/index.ts"

// Surveys: their fields, and what may be linked and assigned.
export { judgeSurveyFields, type SurveyFields, type SurveyInput } from "./surveys/index.ts"
export { judgeSurveyTarget, type SurveyTarget, targetWidthMax, targetWidthMin } from "./surveys/index.ts"
export { judgeSurveyText, type SurveyText, type SurveyTextInput } from "./surveys/index.ts"
export { type AssignmentCandidate, judgeAssignments, judgeLinks } from "./surveys/index.ts"

// Inference: one request to a model with its time limits, and the choice of a provider and of a machine.
export { acceptedInference, advanceInference, type InferenceEvent, type InferenceProgress } from "./inference/index.ts"
export { BridgeMachine, BridgeStatus, bridgeStatusOf, rankMachines } from "./inference/index.ts"
export { judgeLlmConfig, type ResolutionFacts, resolveProvider } from "./inference/index.ts"
export { readForecast } from "./runtime/index.ts"

// Research projects: their life cycle, and how their questions are judged.
export { type JudgedProjectQuestion, judgeProjectQuestion, type ProjectQuestionFacts } from "./projects/index.ts"
export { type NewProjectQuestion, ProjectKind, projectMove, type ProjectMove } from "./projects/index.ts"
export { type ProjectAction, type ProjectMover, projectMoves, type ProjectMoveRow } from "./projects/index.ts"

// Surveys that people answer through links: how links and responses are judged, and what the answers say together.
export { countResponses, judgeResponse, judgeSurveyLink, panelResults, surveyLinkStatus } from "./responses/index.ts"
export { type ResponseTallies, type StoredAnswer, type SurveyLinkDraft } from "./responses/index.ts"

// Questions: drafts, options, weights, windows, resolutions and the taxonomy.
export { type DraftFacts, draftFields, judgeDraft } from "./questions/index.ts"
export { type ParentFacts, type QuestionDraft, type QuestionInput } from "./questions/index.ts"
export { judgeOptions, judgeWeight, optionsMax, optionsMin } from "./questions/index.ts"
export { QuestionType, weightMax, weightMin } from "./questions/index.ts"
export { freezeHours, freezeStart, Timeframe, windowEnd } from "./questions/index.ts"
export { type QuestionSurveys, surveysAreOver } from "./questions/index.ts"
export { type WindowFacts, type WindowState, windowState } from "./questions/index.ts"
export { type PredictedAnswer, isCorrect, judgeEvidence, judgeResolution, type Resolution } from "./questions/index.ts"
export { type ResolutionRequest, type ResolutionVerdict, type ResolvableQuestion } from "./questions/index.ts"
export { categories, type Category, isCategory } from "./questions/index.ts"
export { isSubcategoryOf, subcategoriesOf, type Subcategory } from "./questions/index.ts"
export { taxonomy, type TaxonomyCategory } from "./questions/index.ts"

// Life cycles, each as a table and the function that draws a row of it.
export { type QuestionMove, questionMove, type QuestionMover } from "./questions/index.ts"
export { type QuestionMoveRow, questionMoves } from "./questions/index.ts"
export { eventsOf, MyPrediction, type QuestionAction, type QuestionRow } from "./questions/index.ts"
export { type ViewerState, QuestionStatus, type EventQuestion } from "./questions/index.ts"
export { type DisputeMove, disputeMove, type DisputeMover } from "./disputes/index.ts"
export { type DisputeMoveRow, disputeMoves, DisputeStatus } from "./disputes/index.ts"
export { type DisputeFacts, type DisputeRequest, type DisputeRow } from "./disputes/index.ts"
export { disputeWindowHours, type JudgedDispute, judgeDispute } from "./disputes/index.ts"
export { type DisputedResolution, DisputeEnd, type DisputeVerdict } from "./disputes/index.ts"
export { type DisputeVerdictRequest, judgeVerdict } from "./disputes/index.ts"
export { type ResolvedQuestion } from "./disputes/index.ts"
export { type IssueMove, issueMove, type IssueMover } from "./issues/index.ts"
export { type IssueMoveRow, issueMoves, IssueStatus } from "./issues/index.ts"
export {
  type ArticleMove,
  articleMove,
  type ArticleMover,
  type ArticleMoveRow,
  articleMoves
} from "./articles/index.ts"
export { type ArticleAction, ArticleStatus } from "./articles/index.ts"
export { type SurveyAction, type SurveyMove, surveyMove, type SurveyMover } from "./surveys/index.ts"
export { type SurveyMoveRow, surveyMoves, SurveyStatus } from "./surveys/index.ts"
export { type IssueRequest, IssueType, judgeIssue, type NewIssue } from "./issues/index.ts"
export { type ModeratedText, type ModerationAction, type ModerationMove, moderationMove } from "./moderation/index.ts"
export { type ModerationMoveRow, moderationMoves } from "./moderation/index.ts"
export { TrustLabel, type TrustMove, type TrustMoveRow } from "./identity/index.ts"
export { trustMoves, type TrustEvidence, evidenceTrustMoves } from "./identity/index.ts"

// Points: payouts and settlements, streaks, bonuses, the stipend and the decay.
export { multiplierMax, participationPoints, type Payout, payout, type PayoutFacts } from "./scoring/index.ts"
export { type ReceiptFacts, ScoreReceipt, scoreReceipt } from "./scoring/index.ts"
export { settle, type Settlement, type SettlementFacts } from "./scoring/index.ts"
export { noStreak, type Streak, streakAfter, streakOf } from "./scoring/index.ts"
export { earlyOrdinalMax, isContrarian, isEarly, placementEntries } from "./scoring/index.ts"
export { PlacementPoints, placementPoints, type PlacementRewards } from "./scoring/index.ts"
export { debateBonus, earnsFoundingBonus, foundingAgentsMax, foundingBonus } from "./scoring/index.ts"
export { milestoneBonus, milestones, registrationPoints } from "./scoring/index.ts"
export { dailyStipend, decayAfterDays, decayDue } from "./scoring/index.ts"
export { decayFloor, decayPercentPerDay, validationReward } from "./scoring/index.ts"
export { appendChanges, type BalancedChange, type PointsChange, PointsReason, sumOfChanges } from "./scoring/index.ts"
export { referralBonus, referralTiers, referralTotal } from "./accounts/index.ts"

// Scoring rules.
export { brierBinary, brierMulti, type BrierMultiFacts } from "./scoring/index.ts"
export { brierOfProbability, brierScore, meanBrier } from "./scoring/index.ts"
export { logScore, logScoreBinary, logScoreMulti, logScoreOfProbability } from "./scoring/index.ts"
export { baselineScore, peerScore, type QuestionLogScores } from "./scoring/index.ts"

// Calibration, skill and ranks.
export { type CalibrationBand, calibrationBands, CalibrationBin } from "./scoring/index.ts"
export { type CalibrationCount, calibrationCurve, CalibrationPoint } from "./scoring/index.ts"
export { CalibrationAdvice, calibrationAdvice, CalibrationTerms, calibrationTerms } from "./scoring/index.ts"
export { type SkillEstimate, type SkillEstimates, skillInSteps } from "./scoring/index.ts"
export { skillOf, type SkillRecord, SkillRecordBuilder } from "./scoring/index.ts"
export { competitionRanks, type RankRange, rankRanges } from "./scoring/index.ts"
export { Interval, wilsonInterval } from "./kernel/index.ts"

// Consensus: what a crowd says, how many independent voices it has, and its course over time.
export { type ConfidenceBand, confidenceBand, confidenceBands } from "./consensus/index.ts"
export { consensus, ConsensusData, type ConsensusFacts } from "./consensus/index.ts"
export { type ConsensusCounts, ConsensusSnapshot, consensusSummary, type ConsensusTally } from "./consensus/index.ts"
export { type Argument, type ArgumentStrength, byStrength } from "./consensus/index.ts"
export {
  effectiveAgents,
  noveltyOf,
  type WeightedPrediction,
  type SimilaritySums,
  similaritySums
} from "./consensus/index.ts"
export { type ChartData, chartOf, type ConsensusTimeline, downsample } from "./history/index.ts"
export { ConsensusSummary } from "./questions/index.ts"

// Surveys: results from tallies, how precise they are, and the change between two runs.
export { type AnswerTally, type PanelAgent, type PanelFamilyTally, type PanelTally } from "./surveys/index.ts"
export { type QuestionTally, RunningTallies, type SurveyAnswer, type SurveyTallies } from "./surveys/index.ts"
export { tallyOf, type TallyScope } from "./surveys/index.ts"
export { FamilyAgreement, FamilyShare, ModelAgreement, PanelBalance, SplitAlert } from "./surveys/index.ts"
export { rankedQuestionsMax, SurveyAnalytics, type SurveyedQuestion, type SurveyFacts } from "./surveys/index.ts"
export { type SurveyFigures, SurveyQuestionResult, SurveyQuestionRow, SurveyResults } from "./surveys/index.ts"
export { surveyResults } from "./surveys/index.ts"
export { type PrecisionFacts, QuestionPrecision, SurveyPrecision, surveyPrecision } from "./surveys/index.ts"
export { type ComparedQuestions, compareRuns, type EstimatedShare, QuestionChange } from "./surveys/index.ts"
export { shareChange, SurveyComparison } from "./surveys/index.ts"

// Who somebody is: actors, tiers, trust labels, model families, names and addresses.
export { type AccountActor, type Actor, type AdminActor, AgentRole } from "./identity/index.ts"
export { agentRoles, type Anonymous, anonymous } from "./identity/index.ts"
export { type NextTier, nextTier, Tier, tierAtLeast, tierOf, tiers } from "./identity/index.ts"
export { ModelFamily, modelFamilyOf, nextTrustLabel, noValidations } from "./identity/index.ts"
export { judgePassword, normaliseEmail, normaliseName } from "./accounts/index.ts"

// Guardians: what follows for a prediction from what was said of it, and the queue of what waits for a validation.
export { type JudgedValidation, judgeValidation, ValidationFlag } from "./guardians/index.ts"
export { type ValidationRequest, ValidationVerdict } from "./guardians/index.ts"
export {
  type ValidationSummary,
  type PredictionVotes,
  validationSummary,
  type OwnedValidation
} from "./guardians/index.ts"
export { type QueuePart, queuePart, type QueuePosition } from "./guardians/index.ts"
export { type QueueKey, type WaitingPrediction } from "./guardians/index.ts"
export { evidenceOf, type ValidationCounts, type TrustRecord } from "./guardians/index.ts"
export { type AccountType } from "./accounts/index.ts"

// Sources of evidence: the stored text of a source, its passages, why a source is rejected, and how two versions differ.
export { cleanText, cleanTitle, cutPassages, judgeReading, type ReadPage } from "./evidence/index.ts"
export { type RejectionReason, rejectionReasons, type SourceRejection } from "./evidence/index.ts"
export { type SourcePassage, type SourceReading } from "./evidence/index.ts"
export { compareVersions, type Digest, type HashedPassage, passageHash, type VersionChange } from "./evidence/index.ts"

// Personas: archetypes as data, and the compiler that makes prompts of them.
export { type Archetype, type ArchetypeCategory, archetypeOf, archetypes } from "./personas/index.ts"
export { compilePersona, judgeInterview, personaInterview, personaLayers } from "./personas/index.ts"
export { type PersonaDimension, personaDimensions, type PersonaDimensions } from "./personas/index.ts"
export { type PersonaTrait, personaTraits, type PersonaTraits } from "./personas/index.ts"
export { promptTokenizer, promptTokensMax, promptTokensMin } from "./personas/index.ts"

// Workspaces of the research API: what they hold, and what their members may do.
export { Workspace, WorkspaceAuditEntry, WorkspaceKey, WorkspaceMember } from "./workspaces/index.ts"
export { type AuditedAct, type AuditedActor, type CreatedWorkspaceKey } from "./workspaces/index.ts"
export { type NewWorkspaceKey, type WorkspaceManager } from "./workspaces/index.ts"
export {
  requireRight,
  roleHas,
  type WorkspaceActor,
  type WorkspaceKeyHolder,
  type WorkspaceRight
} from "./identity/index.ts"
export { WorkspaceRole, WorkspaceTier } from "./identity/index.ts"

// Research questions: the framing rules as data, and the function that judges a question by all of them.
export { framingExamplesToday, frameQuestion, frameQuestions, framingRules } from "./framing/index.ts"
export { framingRulesAsData, framingRulesVersion, questionFingerprint } from "./framing/index.ts"
export { FramingFinding, FramingPurpose, FramingRecord, FramingRuleData, FramingSeverity } from "./framing/index.ts"
export { type FramingBreach, FramingExample, type FramingFacts, type FramingRule } from "./framing/index.ts"
export { type FramingVerdict, KindOptions, ResearchQuestionDraft } from "./framing/index.ts"
export { ResearchQuestionKind, ResolutionSignal } from "./framing/index.ts"
export { type QuestionReading, type QuestionSentence, type QuestionWord, type TimeMention } from "./framing/index.ts"

// Packets: what is made of a panel's answers.
export {
  DecisionPacket,
  packetConstants,
  packetInSteps,
  packetJson,
  packetOf,
  packetRulesVersion
} from "./packets/index.ts"
export { type CrowdAnswer, type PacketInputs, type PacketPassage, type PacketSource } from "./packets/index.ts"
export { ClaimUse, EvidenceRow, MindChanger, MovedAnswer, PacketAnswer, PacketChanges } from "./packets/index.ts"
export { PacketCitation, PacketClaim, PacketContribution, PacketCrowd, PacketDissent } from "./packets/index.ts"
export { PacketMethod, PacketProject, PacketRound, PacketSegment } from "./packets/index.ts"
export { AnswerText, canonicalJson, PooledAnswer, PooledOption, PooledRow } from "./packets/index.ts"
export { type Dissenter, type Distribution, type PanelPool, poolAnswers, type PoolRequest } from "./packets/index.ts"
export { percentWords, type ProbabilityLevel, probabilityLevels, probabilityWords } from "./packets/index.ts"
export { advanceRounds, audienceAnswer, roundEstimates, type RoundState, type RoundWidths } from "./packets/index.ts"
export { noRecord, recordOf, scoreSpecialists, type SpecialistAnswer, TrackRecord } from "./packets/index.ts"
export { type SpecialistScore, type SpecialistWeight, specialistWeights, specialistName } from "./packets/index.ts"

// Retrieval: terms of texts, and an index that ranks texts by words and meaning.
export { EntryIndex, type IndexedEntry, type RankingPart, readSearchText, type SearchText } from "./retrieval/index.ts"
export { englishStem, matchSpans, packTerms, type Span, type TextTerm, textTerms } from "./retrieval/index.ts"
export { fuse, type LatentModel, projectTerms, type Ranking, trainLatentModel } from "./retrieval/index.ts"
export { type EntryFilters, type FoundEntry, type RetrievalEntry } from "./retrieval/index.ts"

// Panels: specialists who plan, answer and cite, and what becomes of their answers.
export { type AnswerSpace, Audience, type EvidencePassage, UnsupportedClaim } from "./panels/index.ts"
export { answerSpaceOf, checkQuotes, dataFence, extractiveReasoning, panelOf } from "./panels/index.ts"
export { answerPrompt, planPrompt, repairPrompt, specialistPrompt } from "./panels/index.ts"
export { AudiencePanel, AudienceSegment, ProjectPanel, SimulationPanel } from "./panels/index.ts"
export { expertsOf, type Respondent, respondentPrompt, respondentsOf, type RoundFeedback } from "./panels/index.ts"
export { PanelQuestion, panelReasoning, Quote, readPanelAnswer, readPlan, Reasoning } from "./panels/index.ts"
export { judgeSegments, nextRound, type SegmentDraft } from "./research/index.ts"
export { advanceRun, exhaustedBudget, judgeStep, PanelBudget, PanelRun } from "./research/index.ts"
export { panelBudgetFor, panelRunMove, panelRunMoves, planRun, sharedPanelModel } from "./research/index.ts"

// Texts: sentences, quotations, summaries, and briefs made of them.
export { type KeyArgument, keyArguments, type KeyArgumentsRequest, type Sentence, sentencesOf } from "./briefs/index.ts"
export { type Candidate, lexRank, type LexRankTerms } from "./briefs/index.ts"
export { marginallyRelevant, type Similarities, similarities } from "./briefs/index.ts"
export { type ArguedPrediction, BriefEvidence, type BriefFacts } from "./briefs/index.ts"
export { type BriefMaterial, type BriefQuestion, type BriefText } from "./briefs/index.ts"
export { briefSummary, type BriefSummaryRequest, extractiveBrief } from "./briefs/index.ts"
export { dailySummary, type DailySummaryRequest, type DayMaterial } from "./briefs/index.ts"
export { type DayText, extractiveDay, InsightsOfDay } from "./briefs/index.ts"
export { excerpt } from "./kernel/index.ts"

// The record as tables.
export { type ExportColumn, type ExportColumns, type ExportColumnType } from "./exports/index.ts"
export { type ExportTable, exportTables } from "./exports/index.ts"
export { dataDictionary, type ExportCell, type ExportFormat, type ExportRow } from "./exports/index.ts"
export { type ExportWriter, exportWriter, restored } from "./exports/index.ts"

// Events.
export { type PlatformEvent, type PlatformEventData } from "./events/index.ts"
export { PlatformEventName, platformEventNames } from "./events/index.ts"
export { type ProjectEvent, type ProjectEventData } from "./events/index.ts"
export { ProjectEventName, projectEventNames } from "./events/index.ts"
export { type OutboxEvent, type OutboxEventData, OutboxEventName } from "./events/index.ts"

// Deliveries of events: the schedule of attempts, and what a receiver gets.
export { attemptsMax, type AttemptResult, type DeliveryVerdict, failingHoursMax } from "./webhooks/index.ts"
export { retryDelaysSeconds, retryJitter, verdictAfter } from "./webhooks/index.ts"
export { deliveryBody, deliveryBytesMax, type DeliveredEvent, judgeWebhookEvents } from "./webhooks/index.ts"

// Refusals and failures, with the codes of the API.
export { type ErrorCauses, type ErrorCode, kernelErrors } from "./kernel/index.ts"
export { accountErrors } from "./accounts/index.ts"
export { articleErrors } from "./articles/index.ts"
export { campaignErrors } from "./campaigns/index.ts"
export { commentErrors } from "./comments/index.ts"
export { disputeErrors } from "./disputes/index.ts"
export { guardianErrors } from "./guardians/index.ts"
export { identityErrors } from "./identity/index.ts"
export { issueErrors } from "./issues/index.ts"
export { personaErrors } from "./personas/index.ts"
export { predictionErrors } from "./predictions/index.ts"
export { questionErrors } from "./questions/index.ts"
export { researchErrors } from "./research/index.ts"
export { responseErrors } from "./responses/index.ts"
export { scoringErrors } from "./scoring/index.ts"
export { surveyErrors } from "./surveys/index.ts"
export { webhookErrors } from "./webhooks/index.ts"
export { workspaceErrors } from "./workspaces/index.ts"
export { type Failure, failure, type Failures, Refusal, refuse, StorageUnavailable } from "./kernel/index.ts"

// Ports: implement them on your own storage and services.
export { AccountStore, AdminKeyStore, Authenticator, ConfiguredAdminKey, EmailTokenStore } from "./accounts/index.ts"
export { Mailer, MailUndeliverable, PasswordHasher, SessionStore, TrustReview } from "./accounts/index.ts"
export { ArticleRenderer, ArticleSlugs, ArticleStore } from "./articles/index.ts"
export { CampaignStore } from "./campaigns/index.ts"
export { AgentProfiles, CalibrationBoardStore, GroupStatsStore } from "./boards/index.ts"
export { LeaderboardStore, SkillBoardStore, SkillRefreshStore } from "./boards/index.ts"
export { BriefStore, BriefTextStore, BriefWriter, DailyInsightsStore } from "./briefs/index.ts"
export { CommentStore, ProfanityFilter } from "./comments/index.ts"
export { ConsensusStore } from "./consensus/index.ts"
export { DisputeStore } from "./disputes/index.ts"
export { PageReader } from "./evidence/index.ts"
export { ExportStore } from "./exports/index.ts"
export { FeedStore, PublicFeedStore, ReferralShareStore, ResolutionNoticeStore } from "./feed/index.ts"
export { GuardianStore, TrustStore } from "./guardians/index.ts"
export { HistoryStore, SnapshotStore } from "./history/index.ts"
export { PublicBaseUrl, Secrets } from "./identity/index.ts"
export { BridgeLink, BridgePresence, FrameRouter, LlmConfigStore, LlmKeys } from "./inference/index.ts"
export { ModelProviders, ModelSources } from "./inference/index.ts"
export { CommunityStatsStore, DiscoveryStore, HighlightStore, SearchStore, WeeklyBattleStore } from "./insight/index.ts"
export { IssueStore } from "./issues/index.ts"
export { AuditLog, Changes, DatabaseClock, IdempotencyStore, Leases } from "./kernel/index.ts"
export { Outbound, OutboundFailure, RateLimiter, UnitOfWork, WriteGate } from "./kernel/index.ts"
export { PersonaStore, TokenCounter } from "./personas/index.ts"
export { PredictionListStore, PredictionModerationStore, PredictionStore } from "./predictions/index.ts"
export { QuestionStore, WatchlistStore } from "./questions/index.ts"
export { EvidenceSearch, PanelModel, PanelRunStore, RunCompletion } from "./research/index.ts"
export { ResponseStore } from "./responses/index.ts"
export { Embeddings, EmbeddingsFailed, EmbeddingStore, RetrievalStore } from "./retrieval/index.ts"
export { AgentRunStore } from "./runtime/index.ts"
export { DecayStore, PointsLedger, ReceiptStore, ResolutionStore } from "./scoring/index.ts"
export { FollowStore, NotificationStore } from "./social/index.ts"
export { SurveyStore, SurveyTallyStore } from "./surveys/index.ts"
export { SitemapStore, WidgetStore } from "./web/index.ts"
export { EventOutbox } from "./events/index.ts"
export { DeliveryQueue, EventLog, WebhookSecrets, WebhookStore, WebhookTransport } from "./webhooks/index.ts"
export { ForecastStore, PacketStore } from "./research/index.ts"
export { FindingStore, ProjectStore, SourceStore } from "./projects/index.ts"
export { WorkspaceAudit, WorkspaceStore } from "./workspaces/index.ts"

// Ports in memory: enough to place, resolve and score without a database.
export { type MemoryAccount, MemoryPlatform, memoryPlatform, type NewMemoryAccount } from "./memory/index.ts"
export { type MemoryPorts } from "./memory/index.ts"

// Use cases: services whose `layer` names the ports that they need.
export { Accounts, AdminKeys, OutgoingMail } from "./accounts/index.ts"
export { ArticleAdministration, ArticleClock, Articles } from "./articles/index.ts"
export { Campaigns } from "./campaigns/index.ts"
export { CalibrationBoards, GroupBoards, Leaderboards, SkillBoards, SkillRefreshes } from "./boards/index.ts"
export { Briefs, DailyInsights } from "./briefs/index.ts"
export { CommentModeration, Comments, Debates } from "./comments/index.ts"
export { ConsensusReads } from "./consensus/index.ts"
export { DisputeAdministration, Disputes } from "./disputes/index.ts"
export { Exports } from "./exports/index.ts"
export { Feeds, PublicFeeds, ReferralShares, ResolutionNotices } from "./feed/index.ts"
export { Guardians, TrustLabels, Validations } from "./guardians/index.ts"
export { ConsensusHistory, History } from "./history/index.ts"
export { Bridges, Inferences, LlmSettings } from "./inference/index.ts"
export { CommunityStatsReads, Discoveries, Highlights, Searches, WeeklyBattles } from "./insight/index.ts"
export { IssueAdministration, Issues } from "./issues/index.ts"
export { Personas } from "./personas/index.ts"
export { PredictionLists, PredictionModeration, Predictions } from "./predictions/index.ts"
export { QuestionAdministration, QuestionChildren, QuestionClock, Questions, Watchlists } from "./questions/index.ts"
export { PanelRuns } from "./research/index.ts"
export { SurveyForms, SurveyLinks, SurveyPanels, SurveyResponses } from "./responses/index.ts"
export { EmbeddedRanking, EntryEmbeddings, Retrieval } from "./retrieval/index.ts"
export { AgentRuns } from "./runtime/index.ts"
export { PointsDecay, Receipts, Resolutions } from "./scoring/index.ts"
export { Follows, Notifications } from "./social/index.ts"
export { SurveyAdministration, SurveyAutoClose, Surveys } from "./surveys/index.ts"
export { QuestionWidgets, Sitemaps } from "./web/index.ts"
export { EventPulls, OwnedWebhooks, WebhookAdministration, WebhookDispatch, Webhooks } from "./webhooks/index.ts"
export { WebhookTests } from "./webhooks/index.ts"
export { ProjectForecasts, ProjectPanels, ProjectRuns } from "./research/index.ts"
export { Findings, Projects, SourceIntake } from "./projects/index.ts"
export { Workspaces, WorkspaceWebhooks } from "./workspaces/index.ts"
