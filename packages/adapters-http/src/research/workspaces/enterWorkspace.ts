import type { WorkspaceActor } from "@auspex/domain/identity"
import type { Refusal, StorageUnavailable } from "@auspex/domain/kernel"
import { Workspaces } from "@auspex/domain/workspaces"
import { Effect } from "effect"
import type { RefusedForm } from "../../kit/RefusedForm.ts"
import type { WorkspaceView } from "./WorkspaceFrame.tsx"
import type { PageRequest } from "../../pages/sessionPage.ts"

/** The workspace of a page, and the reader as an actor in it. */
export interface EnteredWorkspace {
  readonly view: WorkspaceView
  readonly actor: WorkspaceActor
}

/** Enters the workspace of a page; strangers learn nothing of it. */
export const enterWorkspace = (
  { actor, notice, path, query, reader }: PageRequest,
  refused?: RefusedForm
): Effect.Effect<EnteredWorkspace, Refusal | StorageUnavailable, Workspaces> =>
  Effect.map(
    Effect.flatMap(Workspaces, ({ enter }) => enter(actor, path["workspace_id"]!)),
    ({ actor: member, workspace }) => ({
      actor: member,
      view: { reader, workspace, refused, notice, done: query["done"] }
    })
  )
