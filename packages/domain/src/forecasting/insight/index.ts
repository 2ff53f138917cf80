export {
  battleQuestionsMin,
  type BattleRank,
  type BattleScore,
  battleScoreDecimals,
  battleStandings
} from "./BattleStanding.ts"
export { CommunityStatsReads } from "./CommunityStatsReads.ts"
export { type CategorySums, type CommunityFacts, CommunityStats, communityWeekDays } from "./CommunityStats.ts"
export { CommunityStatsStore } from "./CommunityStatsStore.ts"
export { Discoveries } from "./Discoveries.ts"
export {
  compareDiscoveries,
  Discovery,
  type DiscoveryFacts,
  type DiscoveryMeasure,
  type DiscoveryRank,
  discoveryScore,
  DiscoveryTerms,
  discoveryTerms,
  discoveryWeights,
  movingDays,
  movingVoicesMin,
  rankDiscoveries
} from "./Discovery.ts"
export { type DiscoveredRow, type DiscoveryFilter, DiscoveryStore } from "./DiscoveryStore.ts"
export { type CrowdCounts, highConfidenceMin, Highlight, type HighlightedCall, HighlightType } from "./Highlight.ts"
export { type HighlightFilter, HighlightStore } from "./HighlightStore.ts"
export { Highlights } from "./Highlights.ts"
export { type IsoWeek, isoWeekEnd, isoWeekOf, isoWeekStart, isoWeekText } from "./IsoWeek.ts"
export { markedSnippet, markEnd, markStart } from "./SearchMarks.ts"
export { type SearchPosition } from "./SearchPosition.ts"
export { SearchStore } from "./SearchStore.ts"
export { SearchType, searchTypes } from "./SearchType.ts"
export {
  Searches,
  searchMatchesMax,
  searchNearestMax,
  type SearchFinding,
  type SearchPage,
  type SearchRequest
} from "./Searches.ts"
export { BattleStanding, IsoWeekText, WeeklyBattle } from "./WeeklyBattle.ts"
export { type BattleFacts, WeeklyBattleStore, type WeekSpan } from "./WeeklyBattleStore.ts"
export { WeeklyBattles } from "./WeeklyBattles.ts"
export type {} from "../../platform/accounts/accountErrors.ts"
