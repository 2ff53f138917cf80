import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "./StorageUnavailable.ts"

/** An audit entry for one administrative act: actor, action, subject, and the subject's state before and after. */
export interface AuditEntry {
  /** The admin key's name, or `system`. */
  readonly actor: string
  /** Noun and verb, e.g. `question.publish`. */
  readonly action: string
  readonly subject_type: string
  readonly subject_id: string
  readonly before?: unknown
  readonly after?: unknown
  readonly note?: string
}

/**
 * The append-only audit log. `record` joins the caller's unit of work, so that an act and its entry commit together.
 */
export class AuditLog extends Context.Tag("auspex/AuditLog")<AuditLog, {
  readonly record: (entry: AuditEntry) => Effect.Effect<void, StorageUnavailable>
}>() {}
