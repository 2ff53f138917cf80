export { chooseEvidence, shownLengthMax, shownPassagesMax } from "./chooseEvidence.ts"
export { type EvidenceQuery, EvidenceSearch } from "./EvidenceSearch.ts"
export { type JudgedSegments, judgeSegments, type SegmentDraft } from "./judgeSegments.ts"
export { type AnsweredStep, judgeStep } from "./judgeStep.ts"
export {
  exhaustedBudget,
  type ExhaustedBudget,
  judgePanelBudget,
  largestPanelBudget,
  PanelBudget,
  panelBudgetFor,
  type PanelUsage,
  plannedCalls
} from "./PanelBudget.ts"
export { PlacedForecast, ProjectForecasts } from "./ProjectForecasts.ts"
export { forecastDraft } from "./forecastDraft.ts"
export { crowdOf } from "./crowdOf.ts"
export { ForecastStore, type ProjectForecast, type SettledForecast } from "./ForecastStore.ts"
export { evidenceOfSources } from "./evidenceOfSources.ts"
export { packetFrom, packetPublication } from "./packetPublication.ts"
export { PacketStore, type StoredPacket } from "./PacketStore.ts"
export { type AudienceRequest, ProjectPanels, type SimulationRequest } from "./ProjectPanels.ts"
export { type ProjectDossier, type ProjectOverview, ProjectRuns } from "./ProjectRuns.ts"
export { nextRound, roundFeedback } from "./nextRound.ts"
export { panelMembers } from "./panelMembers.ts"
export { PanelModel, type PanelModelAnswer } from "./PanelModel.ts"
export { GivenUpReason, PanelMethod, PanelRun, PanelRunReason, PanelRunStatus } from "./PanelRun.ts"
export {
  advanceRun,
  type PanelRunAction,
  type PanelRunEnd,
  type PanelRunEvent,
  type PanelRunMove,
  panelRunMove,
  type PanelRunMover,
  type PanelRunMoveRow,
  panelRunMoves
} from "./PanelRunMove.ts"
export { PanelRuns, panelStepsMax, type ProjectOfWorkspace, type RunRequest } from "./PanelRuns.ts"
export {
  type ClaimedStep,
  type NewPanelRun,
  PanelRunStore,
  type RunCounts,
  type RunSubject,
  type StepAnswer,
  type StepLease
} from "./PanelRunStore.ts"
export { type PanelStage, type PanelStep, type PanelStepInput, planRun, type StepOutcome } from "./PanelStep.ts"
export { researchErrors } from "./researchErrors.ts"
export { type CompletedRun, RunCompletion } from "./RunCompletion.ts"
export { RunReasoning } from "./RunReasoning.ts"
export { sharedPanelModel } from "./sharedPanelModel.ts"
