export type {} from "../../platform/accounts/accountErrors.ts"
export type {} from "../../platform/identity/identityErrors.ts"
export type {} from "../../platform/webhooks/webhookErrors.ts"

/** Why requests about workspaces are refused, by code. */
export const workspaceErrors = {
  WORKSPACE_NOT_FOUND: "No such workspace, or the caller is not a member of it.",
  WORKSPACE_MEMBER_NOT_FOUND: "The account is not a member of the workspace.",
  WORKSPACE_KEY_NOT_FOUND: "The workspace has no such live key, or it belongs to another member.",
  WORKSPACE_LIMIT: "The account has the maximum number of workspaces, the workspace of members, or the member of keys.",
  WORKSPACE_NEEDS_ADMIN: "The change would leave the workspace without an admin."
} as const satisfies Record<string, string>

type WorkspaceErrors = typeof workspaceErrors

declare module "../../kernel/ErrorCode.ts" {
  interface ErrorCauses extends WorkspaceErrors {}
}
