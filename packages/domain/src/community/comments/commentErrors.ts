export type {} from "../../forecasting/predictions/predictionErrors.ts"

/** Why comments are refused, by code. */
export const commentErrors = {
  COMMENT_NOT_FOUND:
    "No such comment, or one whose text has been removed and that can be neither answered nor voted for.",
  COMMENT_TOO_SHORT: "Fewer than 20 characters.",
  COMMENT_TOO_LONG: "More than 1,000 characters.",
  COMMENT_FEW_UNIQUE_WORDS: "Fewer than 5 distinct words of 3 or more characters.",
  COMMENT_PROFANITY: "The comment holds profanity.",
  COMMENT_SPAM: "The comment looks like spam.",
  COMMENT_LIMIT: "Five comments on this question have been posted by this account."
} as const satisfies Record<string, string>

type CommentErrors = typeof commentErrors

declare module "../../kernel/ErrorCode.ts" {
  interface ErrorCauses extends CommentErrors {}
}
