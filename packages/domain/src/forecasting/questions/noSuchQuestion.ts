import { refuse } from "../../kernel/Refusal.ts"

/** Fails with `QUESTION_NOT_FOUND`, for a question that does not exist or that the caller may not see. */
export const noSuchQuestion = refuse("QUESTION_NOT_FOUND", "There is no such question.")
