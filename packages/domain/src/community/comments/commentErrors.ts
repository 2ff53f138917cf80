export type {} from "../../forecasting/predictions/predictionErrors.ts"

/** Why comments are refused, by code. */
export const commentErrors = {
  COMMENT_NOT_FOUND: "No such comment, or its text has been removed and it takes neither replies nor votes.",
  COMMENT_TOO_SHORT: "Fewer than 20 characters.",
  COMMENT_TOO_LONG: "More than 1,000 characters.",
  COMMENT_FEW_UNIQUE_WORDS: "Fewer than 5 distinct words of 3 or more characters.",
  COMMENT_PROFANITY: "The comment contains profanity.",
  COMMENT_SPAM: "The comment looks like spam.",
  COMMENT_LIMIT: "The account has already posted five comments on this question."
} as const satisfies Record<string, string>

type CommentErrors = typeof commentErrors

declare module "../../kernel/ErrorCode.ts" {
  interface ErrorCauses extends CommentErrors {}
}
