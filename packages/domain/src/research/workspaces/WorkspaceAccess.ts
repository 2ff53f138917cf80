import { Effect } from "effect"
import type { AccountActor, AdminActor } from "../../platform/identity/Actor.ts"
import { requireRight, type WorkspaceRight } from "../../platform/identity/WorkspaceRole.ts"
import { type Refusal, refuse } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { Workspace } from "./Workspace.ts"
import type { AuditedActor } from "./WorkspaceAudit.ts"
import type { WorkspaceStore } from "./WorkspaceStore.ts"

/** Who manages workspaces: a human, in the workspaces that have it as a member, or an administrator, in all. */
export type WorkspaceManager = AccountActor | AdminActor

/** The caller as the audit log names it. */
export const auditedManager = (caller: WorkspaceManager): AuditedActor =>
  caller.kind === "admin" ? { administrator: caller.name } : { account_id: caller.id, key_id: null }

/** The account whose role counts; null for an administrator, who needs none. */
export const managingAccount = (caller: WorkspaceManager): string | null => caller.kind === "admin" ? null : caller.id

/** What strangers are told. */
export const workspaceNotFound = refuse("WORKSPACE_NOT_FOUND", "There is no such workspace.")

/**
 * Finds or locks a workspace in which the caller has a right. Fails with WORKSPACE_NOT_FOUND for a stranger, who learns
 * nothing, and with INSUFFICIENT_PERMISSIONS for a member without the right.
 */
export const permittedWorkspace = (
  take: (typeof WorkspaceStore.Service)["find" | "lock"],
  caller: WorkspaceManager,
  id: string,
  right: WorkspaceRight
): Effect.Effect<Workspace, Refusal | StorageUnavailable> =>
  Effect.flatMap(
    take(id, managingAccount(caller)),
    (found) =>
      found === undefined || (found.role === null && caller.kind !== "admin")
        ? workspaceNotFound
        : Effect.as(found.role === null ? Effect.void : requireRight(found.role, right), found)
  )
