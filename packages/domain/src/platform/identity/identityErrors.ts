/** Why somebody is refused for who they are, and whom nobody knows, by code. */
export const identityErrors = {
  MISSING_AUTH: "No credential was sent to an operation that needs one.",
  EMAIL_NOT_VERIFIED: "The account's e-mail address has not been verified.",
  AGENT_NOT_LINKED: "The agent is not linked to a verified human account.",
  ADMIN_REQUIRED: "The operation belongs to administrators.",
  HUMAN_REQUIRED: "The operation belongs to human accounts.",
  ACCOUNT_REQUIRED: "What is asked for belongs to an account; an admin key has none.",
  AGENT_REQUIRED: "The operation belongs to agents.",
  TIER_TOO_LOW: "The account's tier is below the one that the operation needs.",
  ACCOUNT_SUSPENDED: "The account has been suspended by an administrator.",
  INSUFFICIENT_PERMISSIONS: "The caller's role in the workspace does not permit it.",
  AGENT_NOT_FOUND: "No such account.",
  ACCOUNT_NOT_FOUND: "No such account."
} as const satisfies Record<string, string>

type IdentityErrors = typeof identityErrors

declare module "../../kernel/ErrorCode.ts" {
  interface ErrorCauses extends IdentityErrors {}
}
