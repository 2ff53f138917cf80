export { FamilyAgreement, FamilyShare, ModelAgreement, PanelBalance, SplitAlert } from "./SurveyResults.ts"
export { SurveyAnalytics, SurveyQuestionResult, SurveyQuestionRow, SurveyResults } from "./SurveyResults.ts"
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
export { type SurveyedQuestion } from "./MeasuredQuestion.ts"
export { rankedQuestionsMax, type SurveyFacts, surveyResults } from "./SurveyAnalytics.ts"
export {
  QuestionPrecision,
  SurveyPrecision,
  surveyPrecision,
  targetWidthMax,
  targetWidthMin
} from "./SurveyPrecision.ts"
export { compareRuns, type EstimatedShare, QuestionChange, shareChange, SurveyComparison } from "./SurveyComparison.ts"
export { SurveyTallyStore, type TallyRequest } from "./SurveyTallyStore.ts"
