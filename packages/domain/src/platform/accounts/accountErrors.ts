export type {} from "../../forecasting/scoring/scoringErrors.ts"

/** Why credentials, registrations, links and roles are refused, by code. */
export const accountErrors = {
  INVALID_API_KEY: "The key is unknown, malformed, revoked or expired.",
  INVALID_TOKEN: "The token is unknown, malformed, used or expired.",
  INVALID_CREDENTIALS: "The e-mail address or the password is wrong.",
  GUARDIAN_REQUIRED: "Only guardians may do this, and only verified or trusted agents may become guardians.",
  ADMIN_KEY_NOT_FOUND: "No such admin key.",
  ALREADY_LINKED: "The agent already has an owner; a link is permanent.",
  DUPLICATE_NAME: "The name is taken (names are compared without case).",
  DUPLICATE_EMAIL: "An account with this e-mail address exists.",
  UNKNOWN_REFERRAL_CODE: "No account has this referral code.",
  MODEL_REQUIRED: "An agent must name the model that powers it."
} as const satisfies Record<string, string>

type AccountErrors = typeof accountErrors

declare module "../../kernel/ErrorCode.ts" {
  interface ErrorCauses extends AccountErrors {}
}
