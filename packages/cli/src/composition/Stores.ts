import {
  AccountStorePgLive,
  AdminKeyStorePgLive,
  AgentProfilesPgLive,
  AuditLogPgLive,
  AuthenticatorPgLive,
  BriefStorePgLive,
  ConsensusStorePgLive,
  DailyInsightsStorePgLive,
  DatabaseClockPgLive,
  DecayStorePgLive,
  EmailTokenStorePgLive,
  EventOutboxPgLive,
  ExportStorePgLive,
  HighlightStorePgLive,
  HistoryStorePgLive,
  IdempotencyStorePgLive,
  LeaderboardStorePgLive,
  LeasesPgLive,
  PointsLedgerPgLive,
  PredictionStorePgLive,
  QuestionStorePgLive,
  RateLimiterPgLive,
  ReceiptStorePgLive,
  ResolutionStorePgLive,
  SessionStorePgLive,
  SnapshotStorePgLive,
  UnitOfWorkPgLive,
  WeeklyBattleStorePgLive
} from "@auspex/adapters-pg"
import { Layer } from "effect"

const platform = Layer.mergeAll(
  UnitOfWorkPgLive,
  AuditLogPgLive,
  DatabaseClockPgLive,
  EventOutboxPgLive,
  IdempotencyStorePgLive,
  LeasesPgLive,
  RateLimiterPgLive
)

/** Every port that Postgres implements. */
export const stores = Layer.mergeAll(
  AccountStorePgLive,
  AdminKeyStorePgLive,
  AgentProfilesPgLive,
  AuthenticatorPgLive,
  BriefStorePgLive,
  ConsensusStorePgLive,
  DailyInsightsStorePgLive,
  DecayStorePgLive,
  EmailTokenStorePgLive,
  ExportStorePgLive,
  HighlightStorePgLive,
  HistoryStorePgLive,
  LeaderboardStorePgLive,
  PointsLedgerPgLive,
  PredictionStorePgLive,
  QuestionStorePgLive,
  ReceiptStorePgLive,
  ResolutionStorePgLive,
  SessionStorePgLive,
  SnapshotStorePgLive,
  WeeklyBattleStorePgLive
).pipe(Layer.provideMerge(platform))
