import { Effect } from "effect"
import { type WorkspaceActor } from "../../platform/identity/WorkspaceActor.ts"
import { requireRight, type WorkspaceRight } from "../../platform/identity/WorkspaceRole.ts"
import type { Refusal } from "../../kernel/Refusal.ts"
import { refuse } from "../../kernel/Refusal.ts"
import type { OwnedProject } from "./ProjectStore.ts"

const notFound = refuse("PROJECT_NOT_FOUND", "There is no such project.")

const wrongWorkspace = refuse("WRONG_WORKSPACE", "The key belongs to a different workspace than the project.")

/**
 * Requires that a project is there, belongs to the caller's workspace, and that the caller has a right in it. Fails with
 * PROJECT_NOT_FOUND, WRONG_WORKSPACE and INSUFFICIENT_PERMISSIONS, in this order.
 */
export const permitted = (
  found: OwnedProject | undefined,
  actor: WorkspaceActor,
  right: WorkspaceRight
): Effect.Effect<OwnedProject["project"], Refusal> =>
  found === undefined
    ? notFound
    : found.workspace_id !== actor.workspace_id
    ? wrongWorkspace
    : Effect.as(requireRight(actor.role, right), found.project)
