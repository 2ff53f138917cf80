export { AdminComment, Comment, type CommentAlone, CommentVotes, Discussion } from "./Comment.ts"
export { type CommentFacts, commentGates, judgeComment, noCommentFacts } from "./CommentGates.ts"
export { type CommentLink } from "./CommentLink.ts"
export { CommentModeration } from "./CommentModeration.ts"
export { type AdminCommentRow, type CommentRow, type DiscussionRow } from "./CommentRow.ts"
export { Comments } from "./Comments.ts"
export {
  type Commenting,
  CommentStore,
  type ModerationFilter,
  type ModerationStatus,
  type NewComment,
  type PostingFacts,
  type ReplyingFacts,
  type ThreadPage
} from "./CommentStore.ts"
export { type CommentText } from "./CommentText.ts"
export {
  commentDepthMax,
  type CommentPlace,
  type FlatComment,
  placeReply,
  type Threaded,
  threadsOf
} from "./CommentTree.ts"
export { DebateLeaderboardEntry, DiscussionTab } from "./DebateBoard.ts"
export { type EarnedBonus, type HeldBonus, type VotedComment } from "./DebateBonus.ts"
export { Debates } from "./Debates.ts"
export { noProfanityFilter, ProfanityFilter, type TextSpan } from "./ProfanityFilter.ts"
export { type SpamExample, type SpamFacts, type SpamRule, spamRules } from "./SpamRule.ts"
export { commentErrors } from "./commentErrors.ts"
export { nestedRepliesMin, nestedRepliesOfPage } from "./NestedReplies.ts"
