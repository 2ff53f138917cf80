import { type IssueFacts, type IssueFilter, type IssueRow, IssueStore, type LockedIssue } from "@auspex/domain/issues"
import type { PageRequest } from "@auspex/domain/kernel"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { v7 as uuidv7 } from "uuid"
import { storage } from "../database/DatabaseError.ts"
import { idCursor } from "../kernel/Cursor.ts"
import { ifUuid } from "../kernel/ifUuid.ts"
import { paged, pageOf } from "../kernel/PageRow.ts"
import { filingFacts, find, insert, lock, lockAccount, ofAccount, ofAll, update } from "./issueSql.ts"

const cursor = idCursor("issues")

const layer: Layer.Layer<IssueStore, never, SqlClient> = Layer.effect(
  IssueStore,
  Effect.map(SqlClient, (sql) => {
    const page = (
      listing: typeof ofAccount,
      accountId: string | null,
      { status, type }: IssueFilter,
      request: PageRequest,
      operation: string
    ) =>
      Effect.gen(function*() {
        const parameters = yield* paged(request, cursor)
        const rows = yield* listing.run(sql, {
          account_id: accountId,
          status: status ?? null,
          type: type ?? null,
          ...parameters
        }).pipe(storage(operation))
        return pageOf<IssueRow, string>(rows, "id", request, cursor, ({ id }) => id)
      })

    return IssueStore.of({
      lockFiler: (accountId) =>
        sql.unsafe(lockAccount, [accountId]).pipe(
          Effect.zipRight(sql.unsafe<IssueFacts>(filingFacts, [accountId])),
          Effect.map(([facts]) => facts),
          storage("issues.lockFiler")
        ),
      insert: ({ to }, accountId, { content, title, type, url }) =>
        insert.run(sql, { id: uuidv7(), account_id: accountId, type, title, content, url, status: to }).pipe(
          Effect.map(([row]) => row!),
          storage("issues.insert")
        ),
      ofAccount: (accountId, filter, request) => page(ofAccount, accountId, filter, request, "issues.ofAccount"),
      list: (filter, request) => page(ofAll, null, filter, request, "issues.list"),
      find: (id) =>
        ifUuid(id, sql.unsafe<IssueRow>(find, [id]).pipe(Effect.map(([row]) => row), storage("issues.find"))),
      lock: (id) =>
        ifUuid(id, sql.unsafe<LockedIssue>(lock, [id]).pipe(Effect.map(([row]) => row), storage("issues.lock"))),
      update: (id, { admin_note, move }, now) =>
        update.run(sql, { id, status: move?.to ?? null, admin_note, resolved_at: move?.resolved_at ?? null, now }).pipe(
          Effect.asVoid,
          storage("issues.update")
        )
    })
  })
)

/** Stores issues in one table. Filing locks the account, an update locks the issue. */
export const IssueStorePg = { layer }
