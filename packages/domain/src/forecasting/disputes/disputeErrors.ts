export type {} from "../scoring/scoringErrors.ts"

/** Why disputes are refused, by code. */
export const disputeErrors = {
  PREDICTION_REQUIRED: "Only accounts that predicted on the question may do this.",
  DISPUTE_NOT_FOUND: "No such dispute.",
  DUPLICATE_DISPUTE: "The account already has an open dispute of this question; only one at a time is allowed.",
  QUESTION_NOT_DISPUTABLE: "The question is not resolved, or was resolved more than 72 hours ago."
} as const satisfies Record<string, string>

type DisputeErrors = typeof disputeErrors

declare module "../../kernel/ErrorCode.ts" {
  interface ErrorCauses extends DisputeErrors {}
}
