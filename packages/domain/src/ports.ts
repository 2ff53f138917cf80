/**
 * The use cases, and the ports that they need: what you implement to run them on your own storage. The types that their methods
 * speak of are exports of the slice that a port belongs to; docs/embedding.md has a table of use cases and ports.
 */
export { CommentModeration, Comments, CommentStore, Debates, ProfanityFilter } from "./community/comments/index.ts"
export {
  Feeds,
  FeedStore,
  PublicFeeds,
  PublicFeedStore,
  ReferralShares,
  ReferralShareStore,
  ResolutionNotices,
  ResolutionNoticeStore
} from "./community/feed/index.ts"
export { Guardians, GuardianStore, TrustLabels, TrustStore, Validations } from "./community/guardians/index.ts"
export { IssueAdministration, Issues, IssueStore } from "./community/issues/index.ts"
export { Personas, PersonaStore, TokenCounter } from "./community/personas/index.ts"
export { Follows, FollowStore, Notifications, NotificationStore } from "./community/social/index.ts"
export { AgentRuns, AgentRunStore } from "./forecasting/agentRuns/index.ts"
export {
  AgentProfiles,
  CalibrationBoards,
  CalibrationBoardStore,
  GroupBoards,
  GroupStatsStore,
  Leaderboards,
  LeaderboardStore,
  SkillBoards,
  SkillBoardStore,
  SkillRefreshes,
  SkillRefreshStore
} from "./forecasting/boards/index.ts"
export { ConsensusReads, ConsensusStore } from "./forecasting/consensus/index.ts"
export { DisputeAdministration, Disputes, DisputeStore } from "./forecasting/disputes/index.ts"
export { ConsensusHistory, History, HistoryStore, SnapshotStore } from "./forecasting/history/index.ts"
export {
  CommunityStatsReads,
  CommunityStatsStore,
  Discoveries,
  DiscoveryStore,
  Highlights,
  HighlightStore,
  Searches,
  SearchStore,
  WeeklyBattles,
  WeeklyBattleStore
} from "./forecasting/insight/index.ts"
export {
  PredictionLists,
  PredictionListStore,
  PredictionModeration,
  PredictionModerationStore,
  Predictions,
  PredictionStore
} from "./forecasting/predictions/index.ts"
export {
  QuestionAdministration,
  QuestionChildren,
  QuestionClock,
  Questions,
  QuestionStore,
  Watchlists,
  WatchlistStore
} from "./forecasting/questions/index.ts"
export {
  DecayStore,
  PointsDecay,
  PointsLedger,
  Receipts,
  ReceiptStore,
  Resolutions,
  ResolutionStore
} from "./forecasting/scoring/index.ts"
export {
  AuditLog,
  Changes,
  DatabaseClock,
  IdempotencyStore,
  Leases,
  Outbound,
  RateLimiter,
  UnitOfWork,
  WriteGate
} from "./kernel/index.ts"
export {
  Accounts,
  AccountStore,
  AdminKeys,
  AdminKeyStore,
  Authenticator,
  ConfiguredAdminKey,
  EmailTokenStore,
  Mailer,
  OutgoingMail,
  PasswordHasher,
  SessionStore,
  TrustReview
} from "./platform/accounts/index.ts"
export { EventOutbox } from "./platform/events/index.ts"
export { PublicBaseUrl, Secrets } from "./platform/identity/index.ts"
export {
  BridgeLink,
  BridgePresence,
  Bridges,
  FrameRouter,
  Inferences,
  LlmConfigStore,
  LlmKeys,
  LlmSettings,
  ModelProviders,
  ModelSources
} from "./platform/inference/index.ts"
export {
  DeliveryQueue,
  EventLog,
  EventPulls,
  OwnedWebhooks,
  WebhookAdministration,
  WebhookDispatch,
  Webhooks,
  WebhookSecrets,
  WebhookStore,
  WebhookTests,
  WebhookTransport
} from "./platform/webhooks/index.ts"
export {
  ArticleAdministration,
  ArticleClock,
  ArticleRenderer,
  Articles,
  ArticleSlugs,
  ArticleStore
} from "./publishing/articles/index.ts"
export {
  Briefs,
  BriefStore,
  BriefTextStore,
  BriefWriter,
  DailyInsights,
  DailyInsightsStore
} from "./publishing/briefs/index.ts"
export { Exports, ExportStore } from "./publishing/exports/index.ts"
export { QuestionWidgets, Sitemaps, SitemapStore, WidgetStore } from "./publishing/widgets/index.ts"
export { EvidenceSearch, PageReader } from "./research/evidence/index.ts"
export { PacketStore, ProjectDossiers } from "./research/packetPublication/index.ts"
export { PanelModel, PanelRuns, PanelRunStore, ProjectRuns, RunCompletion } from "./research/panelRuns/index.ts"
export { ForecastStore, ProjectForecasts } from "./research/projectForecasts/index.ts"
export {
  Findings,
  FindingStore,
  ProjectPanels,
  Projects,
  ProjectStore,
  SourceIntake,
  SourceStore
} from "./research/projects/index.ts"
export {
  EmbeddedRanking,
  Embeddings,
  EmbeddingStore,
  EntryEmbeddings,
  Retrieval,
  RetrievalStore
} from "./research/retrieval/index.ts"
export { WorkspaceAudit, Workspaces, WorkspaceStore, WorkspaceWebhooks } from "./research/workspaces/index.ts"
export { Campaigns, CampaignStore } from "./surveys/campaigns/index.ts"
export { ResponseStore, SurveyForms, SurveyLinks, SurveyPanels, SurveyResponses } from "./surveys/surveyLinks/index.ts"
export {
  SurveyAdministration,
  SurveyAutoClose,
  Surveys,
  SurveyStore,
  SurveyTallyStore
} from "./surveys/surveys/index.ts"
