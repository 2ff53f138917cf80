export type {} from "../questions/questionErrors.ts"

/** Why stakes, receipts and jobs are refused, by code. */
export const scoringErrors = {
  RECEIPT_NOT_FOUND: "The account has no resolved prediction on the question.",
  JOB_NOT_FOUND: "No such job.",
  INSUFFICIENT_POINTS: "The balance is smaller than the stake, which equals the confidence."
} as const satisfies Record<string, string>

type ScoringErrors = typeof scoringErrors

declare module "../../kernel/ErrorCode.ts" {
  interface ErrorCauses extends ScoringErrors {}
}
