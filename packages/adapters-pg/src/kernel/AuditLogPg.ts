import { AuditLog } from "@auspex/domain/kernel"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { v7 as uuidv7 } from "uuid"
import { storeStatements } from "../database/statementsOf.ts"
import { statement } from "../database/Statement.ts"

const json = (value: unknown): string | null => value === undefined ? null : JSON.stringify(value)

const record = statement()(
  {
    id: "uuid",
    actor: "text",
    action: "text",
    subject_type: "text",
    subject_id: "text",
    before: "text::jsonb",
    after: "text::jsonb",
    note: "text"
  },
  (params) => `
  insert into audit_log (id, actor, action, subject_type, subject_id, before, after, note)
  values (${params.id}, ${params.actor}, ${params.action}, ${params.subject_type}, ${params.subject_id}, ${params.before},
    ${params.after}, ${params.note})`
)

const layer: Layer.Layer<AuditLog, never, SqlClient> = Layer.effect(
  AuditLog,
  Effect.map(storeStatements("audit"), ({ run }) => ({
    record: ({ action, actor, after, before, note, subject_id, subject_type }) =>
      run("record", record, {
        id: uuidv7(),
        actor,
        action,
        subject_type,
        subject_id,
        before: json(before),
        after: json(after),
        note: note ?? null
      })
  }))
)

/** Writes to `audit_log`, which a trigger keeps append-only. */
export const AuditLogPg = { layer }
