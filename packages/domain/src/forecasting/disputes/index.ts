export { AdminDispute, Dispute, OpenDispute, openDisputesMax } from "./Dispute.ts"
export {
  DisputeAdministration,
  type EndedDispute,
  type NewResolutionRequest,
  type OverturnPreview
} from "./DisputeAdministration.ts"
export {
  disputeEvidenceMax,
  type DisputeFacts,
  disputeReasonRule,
  type DisputeRequest,
  disputeWindowHours,
  type JudgedDispute,
  judgeDispute
} from "./DisputeFiling.ts"
export { type DisputedQuestion, type DisputeRow, type ResolvedQuestion } from "./DisputeRow.ts"
export { Disputes } from "./Disputes.ts"
export { type DisputeMove, disputeMove, type DisputeMover, type DisputeMoveRow, disputeMoves } from "./DisputeMove.ts"
export { DisputeEnd, DisputeStatus } from "./DisputeStatus.ts"
export {
  type DisputeFilter,
  type DisputeOfQuestion,
  DisputeStore,
  type FilingFacts,
  type LockedDispute
} from "./DisputeStore.ts"
export {
  type DisputedResolution,
  type DisputeVerdict,
  type DisputeVerdictRequest,
  judgeVerdict
} from "./DisputeVerdict.ts"
export { BalanceChange, type OverturnedPrediction, type AffectedAccount } from "./OverturnPreview.ts"
export { disputeErrors } from "./disputeErrors.ts"
