export { framingExamplesToday } from "./exampleDrafts.ts"
export { FramingFinding, FramingRecord, type FramingVerdict, frameQuestion, frameQuestions } from "./frameQuestion.ts"
export { FramingPurpose } from "./FramingPurpose.ts"
export {
  type FramingBreach,
  FramingExample,
  type FramingFacts,
  type FramingRule,
  FramingRuleData,
  FramingSeverity
} from "./FramingRule.ts"
export { framingRules, framingRulesAsData, framingRulesVersion } from "./framingRules.ts"
export {
  KindOptions,
  likertScales,
  matrixColumnsMax,
  matrixColumnsMin,
  matrixRowsMax,
  multiOptionsMax,
  multiOptionsMin,
  starMaxima
} from "./KindOptions.ts"
export { questionFingerprint } from "./QuestionFingerprint.ts"
export { type QuestionReading } from "./QuestionReading.ts"
export { type QuestionSentence, type QuestionWord } from "./QuestionWords.ts"
export { ResearchQuestionDraft } from "./ResearchQuestionDraft.ts"
export { ResearchQuestionKind } from "./ResearchQuestionKind.ts"
export { ResolutionSignal } from "./ResolutionSignal.ts"
export { questionTextMin } from "./textRules.ts"
export { type TimeMention } from "./TimeMention.ts"
