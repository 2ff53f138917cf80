import { Effect, Schema } from "effect"
import { type Refusal, refuse } from "../../kernel/Refusal.ts"

/** The part of a member in a workspace: `viewer` reads, `member` also writes, `admin` also manages the workspace. */
export const WorkspaceRole = Schema.Literal("admin", "member", "viewer")
export type WorkspaceRole = typeof WorkspaceRole.Type

/** A right that a role may permit. */
export type WorkspaceRight = "read" | "write" | "manage"

const rights: Readonly<Record<WorkspaceRole, ReadonlyArray<WorkspaceRight>>> = {
  viewer: ["read"],
  member: ["read", "write"],
  admin: ["read", "write", "manage"]
}

/**
 * Whether a role has a right.
 *
 * @example roleHas("viewer", "write") // false
 */
export const roleHas = (role: WorkspaceRole, right: WorkspaceRight): boolean => rights[role].includes(right)

const needed: Readonly<Record<WorkspaceRight, string>> = {
  read: "a member of the workspace",
  write: "a member or an admin of the workspace",
  manage: "an admin of the workspace"
}

/** Requires that a role has a right. Fails with `INSUFFICIENT_PERMISSIONS`. */
export const requireRight = (role: WorkspaceRole, right: WorkspaceRight): Effect.Effect<void, Refusal> =>
  roleHas(role, right)
    ? Effect.void
    : refuse("INSUFFICIENT_PERMISSIONS", `This requires ${needed[right]}; your role is ${role}.`)
