export {
  membersPerWorkspaceMax,
  Workspace,
  WorkspaceMember,
  workspaceNameMax,
  workspacesPerAccountMax
} from "./Workspace.ts"
export { type WorkspaceManager } from "./WorkspaceAccess.ts"
export { type AuditedAct, type AuditedActor, WorkspaceAudit, WorkspaceAuditEntry } from "./WorkspaceAudit.ts"
export { keysPerMemberMax, WorkspaceKey, workspaceKeyDaysDefault, workspaceKeyDaysMax } from "./WorkspaceKey.ts"
export { type NewWorkspaceKey, WorkspaceStore } from "./WorkspaceStore.ts"
export { type CreatedWorkspaceKey, type EnteredWorkspace, Workspaces } from "./Workspaces.ts"
export { WorkspaceWebhooks } from "./WorkspaceWebhooks.ts"
export { workspaceErrors } from "./workspaceErrors.ts"
