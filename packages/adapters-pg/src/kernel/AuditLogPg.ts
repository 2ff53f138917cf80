import { AuditLog, type AuditRecord } from "@auspex/domain/kernel"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { v7 as uuidv7 } from "uuid"
import { storeStatements } from "../database/statementsOf.ts"
import { statement } from "../database/Statement.ts"
import { idCursor } from "./Cursor.ts"
import { paged, pageOf, type PageRow } from "./PageRow.ts"

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

const list = statement<PageRow<AuditRecord>>()(
  {
    actor: "text",
    action: "text",
    from: "timestamptz",
    to: "timestamptz",
    limit: "integer",
    offset: "integer",
    after: "uuid"
  },
  (p) => {
    const met = `(${p.actor} is null or actor = ${p.actor})
      and (${p.action} is null or action = ${p.action} or starts_with(action, ${p.action} || '.'))
      and (${p.from} is null or at >= ${p.from}) and (${p.to} is null or at < ${p.to})`
    // The page is read along the primary key: a common table expression would copy the whole log for it.
    return `
  select (select count(*)::integer from audit_log where ${met}) as total, listed.*
  from (values (1)) once (n) left join lateral (
    select id, at, actor, action, subject_type, subject_id, before, after, note
    from audit_log where ${met} and (${p.after} is null or id < ${p.after})
    order by id desc limit ${p.limit} offset ${p.offset}
  ) listed on true order by listed.id desc`
  }
)

const cursor = idCursor("audit log")

const layer: Layer.Layer<AuditLog, never, SqlClient> = Layer.effect(
  AuditLog,
  Effect.map(storeStatements("audit"), ({ all, run }) => ({
    list: ({ action, actor, from, to }, page) =>
      Effect.gen(function*() {
        const parameters = yield* paged(page, cursor)
        const filter = { actor: actor ?? null, action: action ?? null, from: from ?? null, to: to ?? null }
        const rows = yield* all("list", list, { ...filter, ...parameters })
        return pageOf<AuditRecord, string>(rows, "id", page, cursor, ({ id }) => id)
      }),
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

/** The table `audit_log`, which a trigger keeps append-only. */
export const AuditLogPg = { layer }
