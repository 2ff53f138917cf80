import { Layer } from "effect"
import { AccountStorePg } from "./accounts/AccountStorePg.ts"
import { AdminKeyStorePg } from "./accounts/AdminKeyStorePg.ts"
import { AuthenticatorPg } from "./accounts/AuthenticatorPg.ts"
import { EmailTokenStorePg } from "./accounts/EmailTokenStorePg.ts"
import { SessionStorePg } from "./accounts/SessionStorePg.ts"
import { ArticleStorePg } from "./articles/ArticleStorePg.ts"
import { AgentProfilesPg } from "./boards/AgentProfilesPg.ts"
import { CalibrationBoardStorePg } from "./boards/CalibrationBoardStorePg.ts"
import { GroupStatsStorePg } from "./boards/GroupStatsStorePg.ts"
import { LeaderboardStorePg } from "./boards/LeaderboardStorePg.ts"
import { SkillBoardStorePg } from "./boards/SkillBoardStorePg.ts"
import { SkillRefreshStorePg } from "./boards/SkillRefreshStorePg.ts"
import { BriefStorePg } from "./briefs/BriefStorePg.ts"
import { BriefTextStorePg } from "./briefs/BriefTextStorePg.ts"
import { DailyInsightsStorePg } from "./briefs/DailyInsightsStorePg.ts"
import { CampaignStorePg } from "./campaigns/CampaignStorePg.ts"
import { CommentStorePg } from "./comments/CommentStorePg.ts"
import { ConsensusStorePg } from "./consensus/ConsensusStorePg.ts"
import { DisputeStorePg } from "./disputes/DisputeStorePg.ts"
import { ExportStorePg } from "./exports/ExportStorePg.ts"
import { FeedStorePg } from "./feed/FeedStorePg.ts"
import { PublicFeedStorePg } from "./feed/PublicFeedStorePg.ts"
import { ReferralShareStorePg } from "./feed/ReferralShareStorePg.ts"
import { ResolutionNoticeStorePg } from "./feed/ResolutionNoticeStorePg.ts"
import { GuardianStorePg } from "./guardians/GuardianStorePg.ts"
import { TrustStorePg } from "./guardians/TrustStorePg.ts"
import { HistoryStorePg } from "./history/HistoryStorePg.ts"
import { SnapshotStorePg } from "./history/SnapshotStorePg.ts"
import { BridgePresencePg } from "./inference/BridgePresencePg.ts"
import { LlmConfigStorePg } from "./inference/LlmConfigStorePg.ts"
import { CommunityStatsStorePg } from "./insight/CommunityStatsStorePg.ts"
import { DiscoveryStorePg } from "./insight/DiscoveryStorePg.ts"
import { HighlightStorePg } from "./insight/HighlightStorePg.ts"
import { SearchStorePg } from "./insight/SearchStorePg.ts"
import { WeeklyBattleStorePg } from "./insight/WeeklyBattleStorePg.ts"
import { IssueStorePg } from "./issues/IssueStorePg.ts"
import { AuditLogPg } from "./kernel/AuditLogPg.ts"
import { DatabaseClockPg } from "./kernel/DatabaseClockPg.ts"
import { IdempotencyStorePg } from "./kernel/IdempotencyStorePg.ts"
import { LeasesPg } from "./kernel/LeasesPg.ts"
import { RateLimiterPg } from "./kernel/RateLimiterPg.ts"
import { UnitOfWorkPg } from "./kernel/UnitOfWorkPg.ts"
import { PersonaStorePg } from "./personas/PersonaStorePg.ts"
import { PredictionListStorePg } from "./predictions/PredictionListStorePg.ts"
import { PredictionModerationStorePg } from "./predictions/PredictionModerationStorePg.ts"
import { PredictionStorePg } from "./predictions/PredictionStorePg.ts"
import { QuestionStorePg } from "./questions/QuestionStorePg.ts"
import { WatchlistStorePg } from "./questions/WatchlistStorePg.ts"
import { ProjectStorePg } from "./projects/ProjectStorePg.ts"
import { FindingStorePg } from "./projects/FindingStorePg.ts"
import { ForecastStorePg } from "./research/ForecastStorePg.ts"
import { PacketStorePg } from "./research/PacketStorePg.ts"
import { ResponseStorePg } from "./responses/ResponseStorePg.ts"
import { SourceStorePg } from "./projects/SourceStorePg.ts"
import { PanelRunStorePg } from "./research/PanelRunStorePg.ts"
import { EmbeddingStorePg } from "./retrieval/EmbeddingStorePg.ts"
import { RetrievalStorePg } from "./retrieval/RetrievalStorePg.ts"
import { AgentRunStorePg } from "./runtime/AgentRunStorePg.ts"
import { DecayStorePg } from "./scoring/DecayStorePg.ts"
import { PointsLedgerPg } from "./scoring/PointsLedgerPg.ts"
import { ReceiptStorePg } from "./scoring/ReceiptStorePg.ts"
import { ResolutionStorePg } from "./scoring/ResolutionStorePg.ts"
import { FollowStorePg } from "./social/FollowStorePg.ts"
import { NotificationStorePg } from "./social/NotificationStorePg.ts"
import { SurveyStorePg } from "./surveys/SurveyStorePg.ts"
import { SurveyTallyStorePg } from "./surveys/SurveyTallyStorePg.ts"
import { SitemapStorePg } from "./web/SitemapStorePg.ts"
import { WidgetStorePg } from "./web/WidgetStorePg.ts"
import { WorkspaceAuditPg } from "./workspaces/WorkspaceAuditPg.ts"
import { WorkspaceStorePg } from "./workspaces/WorkspaceStorePg.ts"
import { EventOutboxPg } from "./events/EventOutboxPg.ts"
import { DeliveryQueuePg } from "./webhooks/DeliveryQueuePg.ts"
import { EventLogPg } from "./webhooks/EventLogPg.ts"
import { WebhookStorePg } from "./webhooks/WebhookStorePg.ts"

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
