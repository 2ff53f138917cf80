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
export { panelRunErrors } from "./panelRunErrors.ts"
export { PanelRuns, type ProjectOfWorkspace, type RunRequest } from "./PanelRuns.ts"
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
export { type CompletedRun, RunCompletion } from "./RunCompletion.ts"
export { ProjectRuns } from "./ProjectRuns.ts"
export { RunReasoning } from "./RunReasoning.ts"
export { sharedPanelModel } from "./sharedPanelModel.ts"
export { panelStepsMax } from "./StepSchedule.ts"
