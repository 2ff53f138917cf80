export type {} from "../../platform/identity/identityErrors.ts"

/** Why questions, votes and outcomes are refused, by code. */
export const questionErrors = {
  SAME_OWNER_VOTE: "The caller cannot vote on content of its own or of an account with the same owner.",
  QUESTION_NOT_FOUND: "No such question, or the caller may not see it.",
  DUPLICATE_QUESTION: "A question that is neither resolved nor rejected asks the same for the same resolution_date.",
  INVALID_OPTION: "selected_option must be one of the question's options; only multi questions take it."
} as const satisfies Record<string, string>

type QuestionErrors = typeof questionErrors

declare module "../../kernel/ErrorCode.ts" {
  interface ErrorCauses extends QuestionErrors {}
}
