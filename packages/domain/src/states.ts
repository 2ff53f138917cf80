/**
 * The life cycles, each as a table of rows (from, action, to, by whom, the event that it fires) and the function that
 * selects a row for a status, an action and an actor, or refuses.
 */
export type { ArticleAction, ArticleMove, ArticleMover, ArticleMoveRow } from "./publishing/articles/index.ts"
export { articleMove, articleMoves, ArticleStatus } from "./publishing/articles/index.ts"
export type { DisputeMove, DisputeMover, DisputeMoveRow } from "./forecasting/disputes/index.ts"
export { disputeMove, disputeMoves, DisputeStatus } from "./forecasting/disputes/index.ts"
export type { IssueMove, IssueMover, IssueMoveRow } from "./community/issues/index.ts"
export { issueMove, issueMoves, IssueStatus } from "./community/issues/index.ts"
export type { ModerationAction, ModerationMove, ModerationMoveRow } from "./community/moderation/index.ts"
export { moderationMove, moderationMoves } from "./community/moderation/index.ts"
export type { PanelRunAction, PanelRunMove, PanelRunMover, PanelRunMoveRow } from "./research/panelRuns/index.ts"
export { panelRunMove, panelRunMoves, PanelRunStatus } from "./research/panelRuns/index.ts"
export type { ProjectAction, ProjectMove, ProjectMover, ProjectMoveRow } from "./research/projects/index.ts"
export { projectMove, projectMoves, ProjectStatus } from "./research/projects/index.ts"
export type { SourceAction, SourceMove, SourceMover, SourceMoveRow } from "./research/projects/index.ts"
export { sourceMove, sourceMoves, SourceStatus } from "./research/projects/index.ts"
export type { QuestionAction, QuestionMove, QuestionMover, QuestionMoveRow } from "./forecasting/questions/index.ts"
export { eventsOf, questionMove, questionMoves, QuestionStatus } from "./forecasting/questions/index.ts"
export type { SurveyAction, SurveyMove, SurveyMover, SurveyMoveRow } from "./surveys/surveys/index.ts"
export { surveyMove, surveyMoves, SurveyStatus } from "./surveys/surveys/index.ts"
export type { TrustMove, TrustMoveRow } from "./platform/identity/index.ts"
export { evidenceTrustMoves, TrustLabel, trustMoves } from "./platform/identity/index.ts"
