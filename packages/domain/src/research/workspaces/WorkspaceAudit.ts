import { Context, type Effect, Schema } from "effect"
import type { Page, PageRequest } from "../../kernel/Page.ts"
import type { Refusal } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"

/** Something that was done in a workspace. */
export const WorkspaceAuditEntry = Schema.Struct({
  id: Schema.String,
  at: Schema.Date,
  /** The member who did it; null for an administrator of the platform and for the service itself. */
  account_id: Schema.NullOr(Schema.String),
  /** The member's name, the name of the administrator's key, or `system`. */
  actor: Schema.String,
  /** The key with which it was done; null in a browser session and for an administrator. */
  key_id: Schema.NullOr(Schema.String),
  /** Noun and verb, such as `project.create`. */
  action: Schema.String,
  subject_type: Schema.String,
  subject_id: Schema.String,
  detail: Schema.NullOr(Schema.Unknown)
}).annotations({ identifier: "WorkspaceAuditEntry" })
export interface WorkspaceAuditEntry extends Schema.Schema.Type<typeof WorkspaceAuditEntry> {}

/** Who did something: a member, with a key or without, or an administrator of the platform by name. */
export type AuditedActor =
  | { readonly account_id: string; readonly key_id: string | null }
  | { readonly administrator: string }

/** An entry to be written. */
export interface AuditedAct {
  readonly workspace_id: string
  readonly by: AuditedActor
  readonly action: string
  readonly subject_type: string
  readonly subject_id: string
  readonly detail?: unknown
}

/** The append-only audit log of each workspace. */
export class WorkspaceAudit extends Context.Tag("auspex/WorkspaceAudit")<WorkspaceAudit, {
  /** Joins the caller's unit of work, so that an act and its entry commit together. */
  readonly record: (act: AuditedAct) => Effect.Effect<void, StorageUnavailable>
  /** The entries of a workspace, newest first. A cursor of another list is refused. */
  readonly list: (
    workspaceId: string,
    page: PageRequest
  ) => Effect.Effect<Page<WorkspaceAuditEntry>, Refusal | StorageUnavailable>
}>() {}
