import { Workspaces } from "@auspex/domain/workspaces"
import { Effect } from "effect"
import { listAnswer } from "../../wire/listOf.ts"
import { WorkspacesApi } from "./WorkspacesApi.ts"
import { handlersFor } from "../../engine/handlersFor.ts"
import { answerWhole } from "../../engine/namedAnswer.ts"

/** Workspaces, their members, keys and audit logs. */
export const workspacesHandlers = handlersFor(WorkspacesApi, {
  createWorkspace: ({ actor, payload }) => Effect.flatMap(Workspaces, ({ create }) => create(actor, payload)),
  workspaces: ({ actor, query }) =>
    Effect.map(
      Effect.flatMap(Workspaces, ({ list }) => list(actor, query)),
      (page) => listAnswer("workspaces", page)
    ),
  workspace: ({ actor, path }) => Effect.flatMap(Workspaces, ({ detail }) => detail(actor, path.workspace_id)),
  updateWorkspace: ({ actor, path, payload }) =>
    Effect.flatMap(Workspaces, ({ update }) => update(actor, path.workspace_id, payload)),
  putMember: ({ actor, path, payload }) =>
    Effect.flatMap(Workspaces, ({ putMember }) => putMember(actor, path.workspace_id, path.account, payload.role)),
  removeMember: ({ actor, path }) =>
    Effect.flatMap(Workspaces, ({ removeMember }) => removeMember(actor, path.workspace_id, path.account)),
  createKey: ({ actor, path, payload }) =>
    Effect.flatMap(Workspaces, ({ createKey }) => createKey(actor, path.workspace_id, payload)),
  keys: ({ actor, path }) => answerWhole(Workspaces, "keys", ({ keys }) => keys(actor, path.workspace_id)),
  revokeKey: ({ actor, path }) =>
    Effect.flatMap(Workspaces, ({ revokeKey }) => revokeKey(actor, path.workspace_id, path.key_id)),
  workspaceAudit: ({ actor, path, query }) =>
    Effect.map(
      Effect.flatMap(Workspaces, ({ audit }) => audit(actor, path.workspace_id, query)),
      (page) => listAnswer("entries", page)
    )
})
