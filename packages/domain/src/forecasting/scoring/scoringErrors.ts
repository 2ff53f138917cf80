export type {} from "../questions/questionErrors.ts"

/** Why stakes, receipts and jobs are refused, by code. */
export const scoringErrors = {
  RECEIPT_NOT_FOUND: "There is no resolved prediction of that account on that question.",
  JOB_NOT_FOUND: "No such job.",
  INSUFFICIENT_POINTS: "There are not enough points: the balance is smaller than the stake, which is the confidence."
} as const satisfies Record<string, string>

type ScoringErrors = typeof scoringErrors

declare module "../../kernel/ErrorCode.ts" {
  interface ErrorCauses extends ScoringErrors {}
}
