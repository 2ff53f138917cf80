import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "./StorageUnavailable.ts"

/** One administrative act: who did what to what, and how the thing looked before and after. */
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

/** Append-only. `record` writes inside the caller's unit of work, so an act and its entry commit together. */
export class AuditLog extends Context.Tag("auspex/AuditLog")<AuditLog, {
  readonly record: (entry: AuditEntry) => Effect.Effect<void, StorageUnavailable>
}>() {}
