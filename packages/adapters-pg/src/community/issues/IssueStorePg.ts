import { type IssueFacts, type IssueFilter, type IssueRow, IssueStore, type LockedIssue } from "@auspex/domain/issues"
import type { PageRequest } from "@auspex/domain/kernel"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { v7 as uuidv7 } from "uuid"
import { storeStatements } from "../../database/statementsOf.ts"
import { idCursor } from "../../kernel/Cursor.ts"
import { ifUuid } from "../../kernel/ifUuid.ts"
import { paged, pageOf } from "../../kernel/PageRow.ts"
import { filingFacts, find, insert, lock, lockAccount, ofAccount, ofAll, update } from "./issueSql.ts"

const cursor = idCursor("issues")

const layer: Layer.Layer<IssueStore, never, SqlClient> = Layer.effect(
  IssueStore,
  Effect.map(storeStatements("issues"), ({ all, first, only, run }) => {
    const page = (
      listing: typeof ofAccount,
      accountId: string | null,
      { status, type }: IssueFilter,
      request: PageRequest,
      operation: string
    ) =>
      Effect.gen(function*() {
        const parameters = yield* paged(request, cursor)
        const rows = yield* all(operation, listing, {
          account_id: accountId,
          status: status ?? null,
          type: type ?? null,
          ...parameters
        })
        return pageOf<IssueRow, string>(rows, "id", request, cursor, ({ id }) => id)
      })

    return IssueStore.of({
      lockFiler: (accountId) =>
        Effect.zipRight(
          run("lockFiler", lockAccount, [accountId]),
          first<IssueFacts>("lockFiler", filingFacts, [accountId])
        ),
      insert: ({ to }, accountId, { content, title, type, url }) =>
        only("insert", insert, { id: uuidv7(), account_id: accountId, type, title, content, url, status: to }),
      ofAccount: (accountId, filter, request) => page(ofAccount, accountId, filter, request, "ofAccount"),
      list: (filter, request) => page(ofAll, null, filter, request, "list"),
      find: (id) => ifUuid(id, first<IssueRow>("find", find, [id])),
      lock: (id) => ifUuid(id, first<LockedIssue>("lock", lock, [id])),
      update: (id, { admin_note, move }, now) =>
        run("update", update, {
          id,
          status: move?.to ?? null,
          admin_note,
          resolved_at: move?.resolved_at ?? null,
          now
        })
    })
  })
)

/** Stores issues in one table. Filing locks the account, an update locks the issue. */
export const IssueStorePg = { layer }
