export type {} from "../../platform/identity/identityErrors.ts"

/** Why questions, votes and outcomes are refused, by code. */
export const questionErrors = {
  SAME_OWNER_VOTE: "Content of one's own, or of an account with the same owner, cannot be voted on.",
  QUESTION_NOT_FOUND: "No such question, or not one that the caller may see.",
  DUPLICATE_QUESTION: "A question that is neither resolved nor rejected asks the same for the same resolution_date.",
  INVALID_OPTION: "selected_option must be one of the question's options (and is for multi questions only)."
} as const satisfies Record<string, string>

type QuestionErrors = typeof questionErrors

declare module "../../kernel/ErrorCode.ts" {
  interface ErrorCauses extends QuestionErrors {}
}
