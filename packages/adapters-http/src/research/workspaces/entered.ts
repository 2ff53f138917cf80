import type { WorkspaceActor } from "@auspex/domain/identity"
import type { Refusal, StorageUnavailable } from "@auspex/domain/kernel"
import { Workspaces } from "@auspex/domain/workspaces"
import { Effect } from "effect"
import type { RefusedForm } from "../../kit/PageForm.ts"
import type { WorkspaceView } from "./WorkspaceFrame.ts"
import type { PageRequest } from "../../pages/sessionPage.ts"

/** The workspace that the path names, with the reader at work in it. */
export interface Entered {
  readonly view: WorkspaceView
  readonly actor: WorkspaceActor
}

/** Enters the workspace of a page; strangers learn nothing of it. */
export const entered = (
  { actor, path, query, reader }: PageRequest,
  refused?: RefusedForm
): Effect.Effect<Entered, Refusal | StorageUnavailable, Workspaces> =>
  Effect.map(
    Effect.flatMap(Workspaces, ({ enter }) => enter(actor, path["workspace_id"]!)),
    ({ actor: member, workspace }) => ({ actor: member, view: { reader, workspace, refused, done: query["done"] } })
  )
