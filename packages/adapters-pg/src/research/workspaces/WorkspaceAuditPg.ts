import { WorkspaceAudit, type WorkspaceAuditEntry } from "@auspex/domain/workspaces"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { storeStatements } from "../../database/statementsOf.ts"
import { idCursor } from "../../kernel/Cursor.ts"
import { paged, pageOf } from "../../kernel/PageRow.ts"
import * as statements from "./workspaceSql.ts"

const cursor = idCursor("workspace audit")

const layer: Layer.Layer<WorkspaceAudit, never, SqlClient> = Layer.effect(
  WorkspaceAudit,
  Effect.map(storeStatements("workspace audit"), ({ all, run }) =>
    WorkspaceAudit.of({
      record: ({ by, detail, ...act }) =>
        run("record", statements.record, {
          ...act,
          account_id: "account_id" in by ? by.account_id : null,
          administrator: "administrator" in by ? by.administrator : null,
          key_id: "key_id" in by ? by.key_id : null,
          detail: detail === undefined ? null : JSON.stringify(detail)
        }),
      list: (workspace_id, page) =>
        Effect.gen(function*() {
          const parameters = yield* paged(page, cursor)
          const rows = yield* all("list", statements.audit, { workspace_id, ...parameters })
          return pageOf<WorkspaceAuditEntry, string>(rows, "id", page, cursor, ({ id }) => id)
        })
    }))
)

/** Stores the audit logs of workspaces in `workspace_audit`. */
export const WorkspaceAuditPg = { layer }
