export { Issue, type IssueRow, IssueType } from "./Issue.ts"
export { IssueAdministration } from "./IssueAdministration.ts"
export {
  issueContentRule,
  type IssueFacts,
  type IssueRequest,
  issuesPerDayMax,
  issueTitleRule,
  judgeIssue,
  type NewIssue
} from "./IssueFiling.ts"
export { Issues } from "./Issues.ts"
export { type IssueMove, issueMove, type IssueMover, type IssueMoveRow, issueMoves } from "./IssueMove.ts"
export { IssueStatus } from "./IssueStatus.ts"
export { type IssueFilter, IssueStore, type LockedIssue } from "./IssueStore.ts"
export {
  issueAfter,
  type IssueChange,
  issueNoteRule,
  type IssueState,
  type IssueUpdate,
  judgeIssueUpdate
} from "./IssueUpdate.ts"
export { issueErrors } from "./issueErrors.ts"
