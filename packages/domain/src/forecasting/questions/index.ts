export { ConsensusSummary } from "./ConsensusSummary.ts"
export { type OverturnedChildFacts } from "./OverturnedChild.ts"
export {
  closingSoonAt,
  closingSoonHours,
  freezeHours,
  freezeStart,
  resolutionEnd,
  Timeframe,
  windowEnd,
  type WindowFacts,
  type WindowState,
  windowState
} from "./PredictionWindow.ts"
export { AdminQuestion, CategorySlug, Question, type QuestionAlone } from "./Question.ts"
export { QuestionAdministration } from "./QuestionAdministration.ts"
export { QuestionChildren } from "./QuestionChildren.ts"
export { type ClockReport, QuestionClock } from "./QuestionClock.ts"
export {
  childQuestionsMax,
  type DraftFacts,
  draftFields,
  judgeDraft,
  type ParentFacts,
  type QuestionDraft,
  type QuestionInput,
  questionTextRules,
  writableOf
} from "./QuestionDraft.ts"
export { questionKey } from "./QuestionKey.ts"
export {
  type QuestionFilter,
  type QuestionPosition,
  QuestionSort,
  questionsPageDefault,
  questionsPageMax
} from "./QuestionList.ts"
export {
  type QuestionAction,
  type QuestionMove,
  questionMove,
  type QuestionMover,
  type QuestionMoveRow,
  questionMoves
} from "./QuestionMove.ts"
export { judgeOptions, optionLengthMax, optionsMax, optionsMin } from "./QuestionOptions.ts"
export { type QuestionRow } from "./QuestionRow.ts"
export { MyPrediction, type ViewerState } from "./ViewerState.ts"
export { isPublicStatus, QuestionStatus } from "./QuestionStatus.ts"
export { type QuestionSurveys, surveysAreOver } from "./QuestionSurveys.ts"
export {
  type ClockAct,
  type LockedQuestion,
  type QuestionDetail,
  type QuestionQuery,
  type QuestionSlice,
  QuestionStore,
  type QuestionVotes
} from "./QuestionStore.ts"
export { type QuestionListRequest, Questions, QuestionVotesAnswer, searchLengthMax, WatchAnswer } from "./Questions.ts"
export {
  evidenceUrlsMax,
  type PredictedAnswer,
  isCorrect,
  judgeEvidence,
  judgeResolution,
  QuestionType,
  type Resolution,
  resolutionNoteMax,
  resolutionOf,
  type ResolutionRequest,
  type ResolutionVerdict,
  type ResolvableQuestion
} from "./Resolution.ts"
export {
  categories,
  type Category,
  isCategory,
  isSubcategoryOf,
  subcategoriesOf,
  type Subcategory,
  taxonomy,
  type TaxonomyCategory
} from "./Taxonomy.ts"
export { WatchlistStore } from "./WatchlistStore.ts"
export { Watchlists } from "./Watchlists.ts"
export { judgeWeight, weightMax, weightMin } from "./Weight.ts"
export { eventsOf, type EventQuestion } from "./questionEvents.ts"
export { questionInputFromTexts } from "./questionInputFromTexts.ts"
export { questionErrors } from "./questionErrors.ts"
