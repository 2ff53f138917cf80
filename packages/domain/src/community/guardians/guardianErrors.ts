export type {} from "../../forecasting/predictions/predictionErrors.ts"

/** Why validations and reviews are refused, by code. */
export const guardianErrors = {
  SAME_OWNER_VALIDATION: "Content of one's own, or of an account with the same owner, cannot be validated.",
  ALREADY_VALIDATED: "The caller has already validated this prediction, or its owner reviewed this draft."
} as const satisfies Record<string, string>

type GuardianErrors = typeof guardianErrors

declare module "../../kernel/ErrorCode.ts" {
  interface ErrorCauses extends GuardianErrors {}
}
