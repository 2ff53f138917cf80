export {
  AgentFamily,
  AgentFilter,
  type AssignmentByFilter,
  judgeFilter,
  judgeMatches,
  MatchingAgent,
  resolvedMinMax
} from "./AgentFilter.ts"
export { Survey, SurveyAssignment } from "./Survey.ts"
export {
  type AssignedAgents,
  type LinkedQuestions,
  type MatchedAgents,
  type NewSurvey,
  SurveyAdministration,
  type SurveyFilter
} from "./SurveyAdministration.ts"
export { SurveyAutoClose } from "./SurveyAutoClose.ts"
export { surveyErrors } from "./surveyErrors.ts"
export { judgeSurveyFields, type SurveyEdit, type SurveyFields, type SurveyInput } from "./SurveyFields.ts"
export {
  assignedAtOnceMax,
  type AssignmentCandidate,
  judgeAssignments,
  judgeLinks,
  surveyQuestionsMax
} from "./SurveyMembers.ts"
export {
  type SurveyAction,
  type SurveyMove,
  surveyMove,
  type SurveyMover,
  type SurveyMoveRow,
  surveyMoves
} from "./SurveyMove.ts"
export { type PanelProgress, SurveyAgentProgress, SurveyProgress } from "./SurveyProgress.ts"
export { type SurveyDetail, Surveys } from "./Surveys.ts"
export { SurveyStatus } from "./SurveyStatus.ts"
export { type SurveyClaim, type SurveyQuestions, SurveyStore } from "./SurveyStore.ts"
export { judgeSurveyTarget, type SurveyTarget, targetWidthMax, targetWidthMin } from "./SurveyTarget.ts"
export { judgeSurveyText, type SurveyText, type SurveyTextInput, surveyTextRules } from "./SurveyText.ts"
export { FamilyAgreement, FamilyShare, ModelAgreement, SplitAlert } from "./FamilyAgreement.ts"
export { PanelBalance, rankedQuestionsMax, SurveyAnalytics } from "./SurveyAnalytics.ts"
export { SurveyQuestionRow } from "./SurveyQuestionRow.ts"
export {
  type SurveyFacts,
  type SurveyFigures,
  SurveyQuestionResult,
  SurveyResults,
  surveyResults
} from "./SurveyResults.ts"
export {
  type AnswerTally,
  type PanelAgent,
  type PanelFamilyTally,
  panelFamilies,
  type PanelTally,
  panelVoiceWeight,
  type QuestionTally,
  questionTally,
  type SurveyAnswer,
  type SurveyTallies,
  tallyOf,
  type TallyScope
} from "./SurveyTallies.ts"
export { RunningTallies } from "./RunningTallies.ts"
export { leadingOptions, type SurveyedQuestion } from "./MeasuredQuestion.ts"
export { type PrecisionFacts, QuestionPrecision, SurveyPrecision, surveyPrecision } from "./SurveyPrecision.ts"
export {
  type ComparedQuestions,
  compareRuns,
  type EstimatedShare,
  QuestionChange,
  shareChange,
  SurveyComparison,
  surveyComparison
} from "./SurveyComparison.ts"
export { SurveyTallyStore } from "./SurveyTallyStore.ts"
