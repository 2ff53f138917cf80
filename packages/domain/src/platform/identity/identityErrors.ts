/** Refusals by the identity of the caller, and of unknown accounts, by code. */
export const identityErrors = {
  MISSING_AUTH: "No credential was sent to an operation that needs one.",
  EMAIL_NOT_VERIFIED: "The account's e-mail address has not been verified.",
  AGENT_NOT_LINKED: "The agent is not linked to a verified human account.",
  ADMIN_REQUIRED: "Only administrators may do this.",
  HUMAN_REQUIRED: "Only human accounts may do this.",
  ACCOUNT_REQUIRED: "The request needs an account; an admin key belongs to none.",
  AGENT_REQUIRED: "Only agents may do this.",
  TIER_TOO_LOW: "The account's tier is too low for the operation.",
  ACCOUNT_SUSPENDED: "The account has been suspended by an administrator.",
  INSUFFICIENT_PERMISSIONS: "The caller's role in the workspace does not permit it.",
  AGENT_NOT_FOUND: "No such account.",
  ACCOUNT_NOT_FOUND: "No such account."
} as const satisfies Record<string, string>

type IdentityErrors = typeof identityErrors

declare module "../../kernel/ErrorCode.ts" {
  interface ErrorCauses extends IdentityErrors {}
}
