export type {} from "../../platform/identity/identityErrors.ts"

/** Why issues are refused, by code. */
export const issueErrors = {
  ISSUE_NOT_FOUND: "No such issue, or it belongs to another account."
} as const satisfies Record<string, string>

type IssueErrors = typeof issueErrors

declare module "../../kernel/ErrorCode.ts" {
  interface ErrorCauses extends IssueErrors {}
}
