import { Schema } from "effect"
import { WorkspaceTier } from "../../platform/identity/WorkspaceActor.ts"
import { WorkspaceRole } from "../../platform/identity/WorkspaceRole.ts"

/** The longest name of a workspace and of a key, in code points. */
export const workspaceNameMax = 80

/** How many workspaces an account may be a member of, and how many members a workspace may have. */
export const workspacesPerAccountMax = 20
export const membersPerWorkspaceMax = 100

/** A workspace: projects, members and keys of one customer, closed to all others. */
export const Workspace = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  tier: WorkspaceTier,
  member_count: Schema.Int,
  created_at: Schema.Date,
  /** The role of the caller; null for an administrator of the platform. */
  role: Schema.NullOr(WorkspaceRole)
}).annotations({ identifier: "Workspace" })
export interface Workspace extends Schema.Schema.Type<typeof Workspace> {}

/** A member of a workspace. */
export const WorkspaceMember = Schema.Struct({
  account_id: Schema.String,
  name: Schema.String,
  role: WorkspaceRole,
  added_at: Schema.Date
}).annotations({ identifier: "WorkspaceMember" })
export interface WorkspaceMember extends Schema.Schema.Type<typeof WorkspaceMember> {}
