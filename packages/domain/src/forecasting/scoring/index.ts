export { baselineScore } from "./BaselineScore.ts"
export { brierBinary, brierMulti, type BrierMultiFacts, brierOfProbability, meanBrier } from "./Brier.ts"
export { type CalibrationCount, CalibrationTerms, calibrationTerms } from "./Calibration.ts"
export { CalibrationAdvice, calibrationAdvice } from "./CalibrationAdvice.ts"
export { type CalibrationBand, calibrationBands, predictionsOf } from "./CalibrationBands.ts"
export { CalibrationBin } from "./CalibrationBin.ts"
export { calibrationCurve, CalibrationPoint } from "./CalibrationCurve.ts"
export { confidenceMax, confidenceMin } from "./Confidence.ts"
export { isContrarian, placedContrarian } from "./Contrarian.ts"
export { decayAfterDays, decayDue, decayFloor, decayPercentPerDay } from "./Decay.ts"
export { DecayStore, type IdleAccount } from "./DecayStore.ts"
export { earlyOrdinalMax, isEarly } from "./Early.ts"
export { appendChanges, type BalancedChange, type PointsChange, sumOfChanges } from "./Ledger.ts"
export { logScoreBinary, logScoreMulti, logScore, logScoreOfProbability } from "./LogScore.ts"
export { milestoneBonus, milestones } from "./Milestone.ts"
export { type OwnerSides, sideOf } from "./OwnerSides.ts"
export { multiplierMax, participationPoints, type Payout, payout, type PayoutFacts } from "./Payout.ts"
export { peerScore, type QuestionLogScores } from "./PeerScore.ts"
export { placementEntries, PlacementPoints, placementPoints, type PlacementRewards } from "./Placement.ts"
export { PointTransaction } from "./PointTransaction.ts"
export { PointsDecay } from "./PointsDecay.ts"
export { type LedgerEntry, PointsLedger } from "./PointsLedger.ts"
export {
  debateBonus,
  debateBonusesPerDayMax,
  debateUpvotes,
  earnedReasons,
  PointsReason,
  registrationPoints,
  validationReward
} from "./PointsReason.ts"
export {
  PayoutCorrection,
  PredictionReceipt,
  type PredictionReceiptFacts,
  SettlementEntry
} from "./PredictionReceipt.ts"
export { competitionRanks, type RankRange, rankRanges } from "./Ranks.ts"
export { type ReceiptFacts, ScoreReceipt, scoreReceipt } from "./Receipt.ts"
export { type ReceiptFinding, ReceiptStore } from "./ReceiptStore.ts"
export { Receipts } from "./Receipts.ts"
export { type Correction, type PriorSettlement, type SettledRecord } from "./Replay.ts"
export {
  type ChildOfResolved,
  type LockedJob,
  type QuestionToResolve,
  type ResolutionJob,
  ResolutionJobSchema,
  ResolutionStore,
  type SettledPrediction,
  type UnsettledPrediction,
  payoutRetrySeconds,
  payoutRetrySecondsMax
} from "./ResolutionStore.ts"
export { type Overturn, Resolutions } from "./Resolutions.ts"
export { brierScore, settle, type Settlement, type SettlementFacts } from "./Settlement.ts"
export { type SkillEstimate, type SkillEstimates, skillInSteps, skillOf } from "./SkillModel.ts"
export { type SkillRecord, SkillRecordBuilder } from "./SkillRecord.ts"
export { dailyStipend, earnsFoundingBonus, foundingAgentsMax, foundingBonus } from "./Stipend.ts"
export { noStreak, type Streak, streakAfter, streakOf } from "./Streak.ts"
export { scoringErrors } from "./scoringErrors.ts"
