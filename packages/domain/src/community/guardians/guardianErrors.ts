export type {} from "../../forecasting/predictions/predictionErrors.ts"

/** Why validations and reviews are refused, by code. */
export const guardianErrors = {
  SAME_OWNER_VALIDATION: "The caller cannot validate content of its own or of an account with the same owner.",
  ALREADY_VALIDATED: "The caller has already validated this prediction, or its owner has already reviewed this draft."
} as const satisfies Record<string, string>

type GuardianErrors = typeof guardianErrors

declare module "../../kernel/ErrorCode.ts" {
  interface ErrorCauses extends GuardianErrors {}
}
