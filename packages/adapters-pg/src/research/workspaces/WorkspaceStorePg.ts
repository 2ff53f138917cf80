import { withoutNulls } from "@auspex/domain/kernel"
import { type Workspace, type WorkspaceKey, type WorkspaceMember, WorkspaceStore } from "@auspex/domain/workspaces"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { storeStatements } from "../../database/statementsOf.ts"
import { idCursor } from "../../kernel/Cursor.ts"
import { ifUuid } from "../../kernel/ifUuid.ts"
import { paged, pageOf } from "../../kernel/PageRow.ts"
import * as statements from "./workspaceSql.ts"

const cursor = idCursor("workspaces")

const keyOf = (row: statements.KeyRow): WorkspaceKey => withoutNulls(row)

const layer: Layer.Layer<WorkspaceStore, never, SqlClient> = Layer.effect(
  WorkspaceStore,
  Effect.map(storeStatements("workspaces"), ({ all, first, only, run }) => {
    const find = (operation: string) => (id: string, accountId: string | null) =>
      first<Workspace>(operation, statements.find, [id, accountId])

    return WorkspaceStore.of({
      insert: ({ name, owner }) =>
        Effect.gen(function*() {
          const { id } = yield* only<{ readonly id: string }>("insert", statements.insert, [name])
          yield* run("insert", statements.putMember, [id, owner, "admin"])
          return yield* only<Workspace>("insert", statements.find, [id, owner])
        }),
      list: (account_id, page) =>
        Effect.gen(function*() {
          const parameters = yield* paged(page, cursor)
          const rows = yield* all("list", statements.list, { account_id, ...parameters })
          return pageOf<Workspace, string>(rows, "id", page, cursor, ({ id }) => id)
        }),
      find: (id, accountId) => ifUuid(id, find("find")(id, accountId)),
      lock: (id, accountId) =>
        ifUuid(id, Effect.zipRight(run("lock", statements.lock, [id]), find("lock")(id, accountId))),
      update: (id, { name, tier }) => run("update", statements.update, [id, name ?? null, tier ?? null]),
      lockMemberships: (accountId) =>
        Effect.zipRight(
          run("lockMemberships", statements.lockAccount, [accountId]),
          Effect.map(
            only<{ readonly memberships: number }>("lockMemberships", statements.countOf, [accountId]),
            ({ memberships }) => memberships
          )
        ),
      members: (id) => all<WorkspaceMember>("members", statements.members, [id]),
      putMember: (id, accountId, role) => run("putMember", statements.putMember, [id, accountId, role]),
      removeMember: (id, accountId) => run("removeMember", statements.removeMember, [id, accountId]),
      insertKey: ({ minted: { digest, last4 }, ...key }) =>
        Effect.map(only("insertKey", statements.insertKey, { ...key, digest, last4 }), keyOf),
      keys: (id, accountId) =>
        Effect.map(
          all<statements.KeyRow>("keys", statements.keys, [id, accountId]),
          (rows) => rows.map(keyOf)
        ),
      revokeKey: (id, keyId, accountId) =>
        ifUuid(
          keyId,
          Effect.map(
            first<statements.KeyRow>("revokeKey", statements.revokeKey, [id, keyId, accountId]),
            (row) => row && keyOf(row)
          )
        )
    })
  })
)

/** Stores workspaces in `workspaces`, `workspace_members` and `workspace_keys`. */
export const WorkspaceStorePg = { layer }
