import { Context, type Effect, Schema } from "effect"
import type { Page, PageRequest } from "./Page.ts"
import type { Refusal } from "./Refusal.ts"
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

/** An audit entry as it is read: `before`, `after` and `note` are null where the act recorded none. */
export const AuditRecord = Schema.Struct({
  id: Schema.String,
  at: Schema.Date,
  actor: Schema.String,
  action: Schema.String,
  subject_type: Schema.String,
  subject_id: Schema.String,
  before: Schema.NullOr(Schema.Unknown),
  after: Schema.NullOr(Schema.Unknown),
  note: Schema.NullOr(Schema.String)
}).annotations({ identifier: "AuditRecord" })
export interface AuditRecord extends Schema.Schema.Type<typeof AuditRecord> {}

/** Which entries to read: by actor, by action or its noun (`question` includes `question.publish`), from `from`, before `to`. */
export interface AuditFilter {
  readonly actor?: string | undefined
  readonly action?: string | undefined
  readonly from?: Date | undefined
  readonly to?: Date | undefined
}

/**
 * The append-only audit log. `record` joins the caller's unit of work, so that an act and its entry commit together.
 */
export class AuditLog extends Context.Tag("auspex/AuditLog")<AuditLog, {
  readonly record: (entry: AuditEntry) => Effect.Effect<void, StorageUnavailable>
  /** The entries that meet the filter, newest first. A cursor of another list is refused. */
  readonly list: (
    filter: AuditFilter,
    page: PageRequest
  ) => Effect.Effect<Page<AuditRecord>, Refusal | StorageUnavailable>
}>() {}
