import { AuditLog } from "@auspex/domain/kernel"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { v7 as uuidv7 } from "uuid"
import { storage } from "../database/DatabaseError.ts"

const json = (value: unknown): string | null => value === undefined ? null : JSON.stringify(value)

const layer: Layer.Layer<AuditLog, never, SqlClient> = Layer.effect(
  AuditLog,
  Effect.map(SqlClient, (sql) => ({
    record: ({ action, actor, after, before, note, subject_id, subject_type }) =>
      sql`insert into audit_log (id, actor, action, subject_type, subject_id, before, after, note)
        values (${uuidv7()}, ${actor}, ${action}, ${subject_type}, ${subject_id},
          ${json(before)}::jsonb, ${json(after)}::jsonb, ${note ?? null})`.pipe(Effect.asVoid, storage("audit.record"))
  }))
)

/** `audit_log`, which a trigger keeps append-only. */
export const AuditLogPg = { layer }
