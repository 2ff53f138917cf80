import { Layer } from "effect"
import { AccountStorePg } from "./platform/accounts/AccountStorePg.ts"
import { AdminKeyStorePg } from "./platform/accounts/AdminKeyStorePg.ts"
import { AuthenticatorPg } from "./platform/accounts/AuthenticatorPg.ts"
import { EmailTokenStorePg } from "./platform/accounts/EmailTokenStorePg.ts"
import { SessionStorePg } from "./platform/accounts/SessionStorePg.ts"
import { ArticleStorePg } from "./publishing/articles/ArticleStorePg.ts"
import { AgentProfilesPg } from "./forecasting/boards/AgentProfilesPg.ts"
import { CalibrationBoardStorePg } from "./forecasting/boards/CalibrationBoardStorePg.ts"
import { GroupStatsStorePg } from "./forecasting/boards/GroupStatsStorePg.ts"
import { LeaderboardStorePg } from "./forecasting/boards/LeaderboardStorePg.ts"
import { SkillBoardStorePg } from "./forecasting/boards/SkillBoardStorePg.ts"
import { SkillRefreshStorePg } from "./forecasting/boards/SkillRefreshStorePg.ts"
import { BriefStorePg } from "./publishing/briefs/BriefStorePg.ts"
import { BriefTextStorePg } from "./publishing/briefs/BriefTextStorePg.ts"
import { DailyInsightsStorePg } from "./publishing/briefs/DailyInsightsStorePg.ts"
import { CampaignStorePg } from "./surveys/campaigns/CampaignStorePg.ts"
import { CommentStorePg } from "./community/comments/CommentStorePg.ts"
import { ConsensusStorePg } from "./forecasting/consensus/ConsensusStorePg.ts"
import { DisputeStorePg } from "./forecasting/disputes/DisputeStorePg.ts"
import { ExportStorePg } from "./publishing/exports/ExportStorePg.ts"
import { FeedStorePg } from "./community/feed/FeedStorePg.ts"
import { PublicFeedStorePg } from "./community/feed/PublicFeedStorePg.ts"
import { ReferralShareStorePg } from "./community/feed/ReferralShareStorePg.ts"
import { ResolutionNoticeStorePg } from "./community/feed/ResolutionNoticeStorePg.ts"
import { GuardianStorePg } from "./community/guardians/GuardianStorePg.ts"
import { TrustStorePg } from "./community/guardians/TrustStorePg.ts"
import { HistoryStorePg } from "./forecasting/history/HistoryStorePg.ts"
import { SnapshotStorePg } from "./forecasting/history/SnapshotStorePg.ts"
import { BridgePresencePg } from "./platform/inference/BridgePresencePg.ts"
import { LlmConfigStorePg } from "./platform/inference/LlmConfigStorePg.ts"
import { CommunityStatsStorePg } from "./forecasting/insight/CommunityStatsStorePg.ts"
import { DiscoveryStorePg } from "./forecasting/insight/DiscoveryStorePg.ts"
import { HighlightStorePg } from "./forecasting/insight/HighlightStorePg.ts"
import { SearchStorePg } from "./forecasting/insight/SearchStorePg.ts"
import { WeeklyBattleStorePg } from "./forecasting/insight/WeeklyBattleStorePg.ts"
import { IssueStorePg } from "./community/issues/IssueStorePg.ts"
import { AuditLogPg } from "./kernel/AuditLogPg.ts"
import { DatabaseClockPg } from "./kernel/DatabaseClockPg.ts"
import { IdempotencyStorePg } from "./kernel/IdempotencyStorePg.ts"
import { LeasesPg } from "./kernel/LeasesPg.ts"
import { RateLimiterPg } from "./kernel/RateLimiterPg.ts"
import { UnitOfWorkPg } from "./kernel/UnitOfWorkPg.ts"
import { PersonaStorePg } from "./community/personas/PersonaStorePg.ts"
import { PredictionListStorePg } from "./forecasting/predictions/PredictionListStorePg.ts"
import { PredictionModerationStorePg } from "./forecasting/predictions/PredictionModerationStorePg.ts"
import { PredictionStorePg } from "./forecasting/predictions/PredictionStorePg.ts"
import { QuestionStorePg } from "./forecasting/questions/QuestionStorePg.ts"
import { WatchlistStorePg } from "./forecasting/questions/WatchlistStorePg.ts"
import { ProjectStorePg } from "./research/projects/ProjectStorePg.ts"
import { FindingStorePg } from "./research/projects/FindingStorePg.ts"
import { ForecastStorePg } from "./research/projectForecasts/ForecastStorePg.ts"
import { PacketStorePg } from "./research/packetPublication/PacketStorePg.ts"
import { ResponseStorePg } from "./surveys/surveyLinks/ResponseStorePg.ts"
import { SourceStorePg } from "./research/projects/SourceStorePg.ts"
import { PanelRunStorePg } from "./research/panelRuns/PanelRunStorePg.ts"
import { EmbeddingStorePg } from "./research/retrieval/EmbeddingStorePg.ts"
import { RetrievalStorePg } from "./research/retrieval/RetrievalStorePg.ts"
import { AgentRunStorePg } from "./forecasting/agentRuns/AgentRunStorePg.ts"
import { DecayStorePg } from "./forecasting/scoring/DecayStorePg.ts"
import { PointsLedgerPg } from "./forecasting/scoring/PointsLedgerPg.ts"
import { ReceiptStorePg } from "./forecasting/scoring/ReceiptStorePg.ts"
import { ResolutionStorePg } from "./forecasting/scoring/ResolutionStorePg.ts"
import { FollowStorePg } from "./community/social/FollowStorePg.ts"
import { NotificationStorePg } from "./community/social/NotificationStorePg.ts"
import { SurveyStorePg } from "./surveys/surveys/SurveyStorePg.ts"
import { SurveyTallyStorePg } from "./surveys/surveys/SurveyTallyStorePg.ts"
import { SitemapStorePg } from "./publishing/widgets/SitemapStorePg.ts"
import { WidgetStorePg } from "./publishing/widgets/WidgetStorePg.ts"
import { WorkspaceAuditPg } from "./research/workspaces/WorkspaceAuditPg.ts"
import { WorkspaceStorePg } from "./research/workspaces/WorkspaceStorePg.ts"
import { EventOutboxPg } from "./platform/events/EventOutboxPg.ts"
import { DeliveryQueuePg } from "./platform/webhooks/DeliveryQueuePg.ts"
import { EventLogPg } from "./platform/webhooks/EventLogPg.ts"
import { WebhookStorePg } from "./platform/webhooks/WebhookStorePg.ts"

const layer = Layer.mergeAll(
  AccountStorePg.layer,
  AdminKeyStorePg.layer,
  AuthenticatorPg.layer,
  EmailTokenStorePg.layer,
  SessionStorePg.layer,
  ArticleStorePg.layer,
  AgentProfilesPg.layer,
  CalibrationBoardStorePg.layer,
  GroupStatsStorePg.layer,
  LeaderboardStorePg.layer,
  SkillBoardStorePg.layer,
  SkillRefreshStorePg.layer,
  BriefStorePg.layer,
  BriefTextStorePg.layer,
  DailyInsightsStorePg.layer,
  CampaignStorePg.layer,
  CommentStorePg.layer,
  ConsensusStorePg.layer,
  DisputeStorePg.layer,
  ExportStorePg.layer,
  FeedStorePg.layer,
  PublicFeedStorePg.layer,
  ReferralShareStorePg.layer,
  ResolutionNoticeStorePg.layer,
  GuardianStorePg.layer,
  TrustStorePg.layer,
  HistoryStorePg.layer,
  SnapshotStorePg.layer,
  BridgePresencePg.layer,
  LlmConfigStorePg.layer,
  CommunityStatsStorePg.layer,
  DiscoveryStorePg.layer,
  HighlightStorePg.layer,
  SearchStorePg.layer,
  WeeklyBattleStorePg.layer,
  IssueStorePg.layer,
  AuditLogPg.layer,
  DatabaseClockPg.layer,
  IdempotencyStorePg.layer,
  LeasesPg.layer,
  RateLimiterPg.layer,
  PersonaStorePg.layer,
  PredictionListStorePg.layer,
  PredictionModerationStorePg.layer,
  PredictionStorePg.layer,
  QuestionStorePg.layer,
  WatchlistStorePg.layer,
  ProjectStorePg.layer,
  FindingStorePg.layer,
  ForecastStorePg.layer,
  PacketStorePg.layer,
  ResponseStorePg.layer,
  SourceStorePg.layer,
  PanelRunStorePg.layer,
  EmbeddingStorePg.layer,
  RetrievalStorePg.layer,
  AgentRunStorePg.layer,
  DecayStorePg.layer,
  PointsLedgerPg.layer,
  ReceiptStorePg.layer,
  ResolutionStorePg.layer,
  FollowStorePg.layer,
  NotificationStorePg.layer,
  SurveyStorePg.layer,
  SurveyTallyStorePg.layer,
  SitemapStorePg.layer,
  WidgetStorePg.layer,
  WorkspaceAuditPg.layer,
  WorkspaceStorePg.layer,
  EventOutboxPg.layer,
  DeliveryQueuePg.layer,
  EventLogPg.layer,
  WebhookStorePg.layer
).pipe(Layer.provideMerge(UnitOfWorkPg.layer))

/** All ports that Postgres implements, for the embedded and the server database alike. */
export const PgStores = { layer }
