/**
 * The quality gates: what a reasoning, a comment, an article and a survey must fulfil. A gate returns every failure, with
 * the measured value and the limit.
 */
export { headingAt, judgePrediction, judgeReasoning, parseReasoning } from "./forecasting/predictions/index.ts"
export { noOriginalityFacts, predictionErrors, reasoningGates } from "./forecasting/predictions/index.ts"
export type { JudgedQuestion, OriginalityFacts, ParsedReasoning } from "./forecasting/predictions/index.ts"
export type { PredictionInput, ReasoningHeading, ReasoningSection } from "./forecasting/predictions/index.ts"
export type { StatementInput } from "./forecasting/predictions/index.ts"
export { canonicalCitation, citationPage } from "./forecasting/predictions/index.ts"
export { closestToReasoning, OriginalityIndex } from "./forecasting/predictions/index.ts"
export type { ClosestPrediction, OriginalityReadings } from "./forecasting/predictions/index.ts"
export { commentErrors, commentGates, judgeComment, noCommentFacts } from "./community/comments/index.ts"
export { noProfanityFilter, ProfanityFilter, spamRules } from "./community/comments/index.ts"
export type { CommentFacts, CommentLink, CommentText } from "./community/comments/index.ts"
export type { SpamExample, SpamFacts, SpamRule } from "./community/comments/index.ts"
export { articleErrors, articleGates, ArticleRenderer, judgeArticle } from "./publishing/articles/index.ts"
export type { ArticleRequest, ArticleText, ArticleTools } from "./publishing/articles/index.ts"
export { draftFields, judgeDraft, judgeOptions, judgeWeight } from "./forecasting/questions/index.ts"
export type { DraftFacts, QuestionDraft, QuestionInput } from "./forecasting/questions/index.ts"
export { judgeAssignments, judgeLinks, judgeSurveyFields } from "./surveys/surveys/index.ts"
export type { AssignmentCandidate, SurveyFields, SurveyInput } from "./surveys/surveys/index.ts"
