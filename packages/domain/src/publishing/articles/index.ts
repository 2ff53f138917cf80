export { Article, ArticleHeader, type ArticleHeaderRow, type ArticleRow, ArticleType } from "./Article.ts"
export { ArticleAdministration } from "./ArticleAdministration.ts"
export {
  ArticleCalendar,
  articleCalendar,
  calendarDaysMax,
  calendarSpan,
  type CalendarSpan
} from "./ArticleCalendar.ts"
export { type ArticleCandidate, type QuestionTallies } from "./ArticleCandidate.ts"
export { ArticleClock } from "./ArticleClock.ts"
export { type ArticleEdit } from "./ArticleEdit.ts"
export { articleUrl } from "./articleEvents.ts"
export {
  articleGates,
  type ArticleRequest,
  type ArticleText,
  type ArticleTools,
  judgeArticle,
  judgeArticleApart
} from "./ArticleGates.ts"
export {
  type ArticleAction,
  type ArticleMove,
  articleMove,
  type ArticleMover,
  type ArticleMoveRow,
  articleMoves
} from "./ArticleMove.ts"
export { ArticleRenderer, ArticleSlugs, type RenderedArticle } from "./ArticleRenderer.ts"
export { type ArticleFeed, articleFeedMax, Articles } from "./Articles.ts"
export { judgeScheduledAt } from "./ArticleSchedule.ts"
export { reservedSlugs } from "./ArticleSlug.ts"
export { ArticleStatus } from "./ArticleStatus.ts"
export {
  articlesBytesMax,
  type ArticleFeedRow,
  type ArticleFilter,
  ArticleStore,
  type LockedArticle
} from "./ArticleStore.ts"
export { articlesPerHourMax, type SubmissionFacts } from "./ArticleSubmission.ts"
export { type BlogTallies, blogScore, blogScoreFull, blogScoreWeights, BlogTerms, blogTerms } from "./BlogScore.ts"
export { type WorkSteps } from "../briefs/WorkSteps.ts"
export { articleErrors } from "./articleErrors.ts"
