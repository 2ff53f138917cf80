export {
  type Argument,
  type ArgumentStrength,
  byStrength,
  type ConfidenceBand,
  confidenceBand,
  confidenceBands,
  consensus,
  type ConsensusFacts,
  consensusSummary,
  type ConsensusTally,
  shareInterval
} from "./Consensus.ts"
export { ConsensusData } from "./ConsensusData.ts"
export { ConsensusReads } from "./ConsensusReads.ts"
export { type ConsensusCounts, ConsensusSnapshot, needsSnapshot, snapshotOf } from "./ConsensusSnapshot.ts"
export { ConsensusStore } from "./ConsensusStore.ts"
export {
  effectiveAgents,
  effectiveAgentsLimit,
  noveltyOf,
  type WeightedPrediction,
  type SimilaritySums,
  similaritySums,
  voiceFamilyOf
} from "./EffectiveAgents.ts"
export { logOddsOf, type LogOddsSums, ownerLogOdds, pooled, pooledOptions, PooledProbability } from "./Pooled.ts"
export { pooledHistory, type PooledPoint, type Voice, yesChanceOf } from "./PooledHistory.ts"
export { shownPercent } from "./shownPercent.ts"
export type {} from "../questions/questionErrors.ts"
