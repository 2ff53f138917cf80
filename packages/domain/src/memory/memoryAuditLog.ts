import { Effect, Layer } from "effect"
import { type AuditEntry, type AuditFilter, AuditLog, type AuditRecord } from "../kernel/AuditLog.ts"
import { memoryPage } from "./memoryPage.ts"
import { MemoryState } from "./MemoryState.ts"

const recordOf = (
  { at, entry, id }: { readonly id: string; readonly at: Date; readonly entry: AuditEntry }
): AuditRecord => ({
  before: null,
  after: null,
  note: null,
  ...entry,
  id,
  at
})

const meets = ({ action, actor, from, to }: AuditFilter) => (record: AuditRecord): boolean =>
  (actor === undefined || record.actor === actor)
  && (action === undefined || record.action === action || record.action.startsWith(`${action}.`))
  && (from === undefined || record.at >= from)
  && (to === undefined || record.at < to)

/** The audit log in memory. */
export const memoryAuditLog: Layer.Layer<AuditLog, never, MemoryState> = Layer.effect(
  AuditLog,
  Effect.map(MemoryState, ({ step }) =>
    AuditLog.of({
      record: (entry) => step((tables, now) => tables.auditEntries.put({ id: tables.newId(now), at: now, entry })),
      list: (filter, page) =>
        Effect.flatMap(
          step(({ auditEntries }) => auditEntries.all().map(recordOf).reverse().filter(meets(filter))),
          (records) => memoryPage("audit log", records, page)
        )
    }))
)
