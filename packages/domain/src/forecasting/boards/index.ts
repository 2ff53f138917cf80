export { AgentCalibration, agentCalibration } from "./AgentCalibration.ts"
export { AgentProfile, AgentProfiles, type CalibrationFacts } from "./AgentProfile.ts"
export {
  type CalibrationBoardFilter,
  calibrationBoardResolvedMin,
  CalibrationBoards,
  CalibrationBoardStore,
  CalibrationEntry,
  type RankedPlace,
  ranksAfter
} from "./CalibrationBoard.ts"
export {
  GroupBoards,
  type GroupStats,
  GroupStatsStore,
  ModelFamilyStats,
  modelsPerFamilyMax,
  personasMax,
  PersonaStats
} from "./GroupStats.ts"
export {
  type BoardFilter,
  LeaderboardEntry,
  type LeaderboardFilter,
  LeaderboardPeriod,
  Leaderboards,
  LeaderboardStore,
  periodDays
} from "./Leaderboard.ts"
export {
  ArchetypePerformance,
  brierInterval,
  type PerformanceSums,
  performanceOf,
  type PersonaPerformance,
  personaPerformance,
  type PersonaSums,
  TraitPerformance
} from "./PersonaPerformance.ts"
export { SkillBoards, SkillBoardStore, SkillEntry, type SkillPage } from "./SkillBoard.ts"
export {
  type RefreshStarted,
  type RefreshSummary,
  type RankedAccount,
  type ScoredPrediction,
  SkillRefreshStore,
  type SkillGroup,
  type SkillGroupKind,
  refreshPauseFactor
} from "./SkillRefreshStore.ts"
export { SkillRefreshes } from "./SkillRefreshes.ts"
export type {} from "../scoring/scoringErrors.ts"
