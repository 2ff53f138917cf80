export {
  type ModeratedText,
  type ModerationAction,
  type ModerationMove,
  moderationMove,
  type ModerationMoveRow,
  moderationMoves,
  type ModerationReason,
  moderationReasonMax,
  removedText
} from "./Moderation.ts"
export type {} from "../../platform/identity/identityErrors.ts"
