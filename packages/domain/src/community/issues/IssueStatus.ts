import { Schema } from "effect"

/**
 * The status of an issue: new, seen by an administrator, resolved, or closed. A resolved issue can be reopened, a
 * closed one cannot.
 */
export const IssueStatus = Schema.Literal("open", "acknowledged", "resolved", "closed")
export type IssueStatus = typeof IssueStatus.Type
