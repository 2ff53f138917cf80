import { Schema } from "effect"

/**
 * Where an issue is: waiting, seen by an administrator, done with, or at its end. What was resolved may be opened again;
 * what is closed stays closed.
 */
export const IssueStatus = Schema.Literal("open", "acknowledged", "resolved", "closed")
export type IssueStatus = typeof IssueStatus.Type
