export { validationOwnersWanted } from "./GuardianLimits.ts"
export {
  QueuedPrediction,
  type QueuePart,
  queuePart,
  type QueuePosition,
  type QueueKey,
  queueTotalMax,
  queueWindowMax,
  type WaitingPrediction
} from "./GuardianQueue.ts"
export { type GuardianApplication, Guardians, type QueueForGuardian, type ReviewRequest } from "./Guardians.ts"
export { type ActFacts, GuardianStore, type ReviewFacts, type WaitingDrafts } from "./GuardianStore.ts"
export { type RewardedValidation } from "./OutvotedValidations.ts"
export {
  type ValidationSummary,
  type PredictionVotes,
  validationSummary,
  type OwnedValidation
} from "./ValidationSummary.ts"
export {
  type JudgedValidation,
  judgeValidation,
  PredictionValidation,
  reviewReasonRule,
  ValidationFlag,
  validationReasonRule,
  type ValidationRequest,
  ValidationVerdict
} from "./PredictionValidation.ts"
export { TrustLabels, trustReasonRule } from "./TrustLabels.ts"
export { evidenceOf, type ValidationCounts, type TrustRecord } from "./TrustRecord.ts"
export { type JudgedPrediction, type LockedPrediction, TrustStore } from "./TrustStore.ts"
export { type FlaggedPrediction, Validations } from "./Validations.ts"
export { guardianErrors } from "./guardianErrors.ts"
