export { countResponses, fewAnswers } from "./countResponses.ts"
export { type JudgedResponse, judgeResponse, wholeResponse } from "./judgeResponse.ts"
export { type JudgedSurveyLink, judgeSurveyLink, type SurveyLinkDraft } from "./judgeSurveyLink.ts"
export { panelResults } from "./panelResults.ts"
export { responseErrors } from "./responseErrors.ts"
export {
  CountedBox,
  CountedOption,
  CountedQuestion,
  CountedRow,
  LinkResults,
  PanelQuestionResult,
  PanelResults,
  ResponseQuestion,
  ResponseResults
} from "./ResponseResults.ts"
export { type NewSurveyLink, ResponseStore } from "./ResponseStore.ts"
export { type ChoiceCount, type LinkTally, type QuestionCount, type ResponseTallies } from "./ResponseTallies.ts"
export { type SurveyForm, SurveyForms } from "./SurveyForms.ts"
export {
  type LinkCircumstances,
  linkDaysMax,
  linkNameMax,
  linksPerProjectMax,
  responsesPerLinkMax,
  type StoredSurveyLink,
  SurveyLink,
  SurveyLinkStatus,
  surveyLinkStatus
} from "./SurveyLink.ts"
export { type CreatedSurveyLink, SurveyLinks } from "./SurveyLinks.ts"
export { SurveyPanels } from "./SurveyPanels.ts"
export {
  readResponse,
  ResponseAnswer,
  type StoredAnswer,
  type StoredResponse,
  SurveyResponse
} from "./SurveyResponse.ts"
export { SurveyResponses } from "./SurveyResponses.ts"
