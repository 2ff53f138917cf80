export { Survey, SurveyAssignment } from "./Survey.ts"
export {
  type AssignedAgents,
  type LinkedQuestions,
  type NewSurvey,
  SurveyAdministration,
  type SurveyFilter
} from "./SurveyAdministration.ts"
export { surveyErrors } from "./surveyErrors.ts"
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
export { SurveyAgentProgress, SurveyProgress } from "./SurveyProgress.ts"
export { type SurveyDetail, Surveys } from "./Surveys.ts"
export { SurveyStatus } from "./SurveyStatus.ts"
export { type SurveyQuestions, SurveyStore } from "./SurveyStore.ts"
export { judgeSurveyText, type SurveyEdit, type SurveyInput, type SurveyText, surveyTextRules } from "./SurveyText.ts"
