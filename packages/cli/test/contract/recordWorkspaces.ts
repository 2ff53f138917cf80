import type { Cast } from "./exampleCast.ts"

/** Records a workspace of the owner, with a member and a key. */
export const recordWorkspaces = async ({ otherOwnerId, owner, record }: Cast): Promise<void> => {
  const { id: workspace_id } = await record("workspaces.createWorkspace", { ...owner, body: { name: "Olive & Sons" } })
  const path = { workspace_id }
  await record("workspaces.updateWorkspace", { ...owner, path, body: { name: "Olive & Daughters" } })
  const ofMember = { workspace_id, account: otherOwnerId }
  await record("workspaces.putMember", { ...owner, path: ofMember, body: { role: "viewer" } })
  await record("workspaces.workspaces", owner)
  await record("workspaces.workspace", { ...owner, path })
  const { key } = await record("workspaces.createKey", { ...owner, path, body: { name: "notebook" } })
  await record("workspaces.keys", { ...owner, path })
  await record("workspaces.revokeKey", { ...owner, path: { workspace_id, key_id: key.id } })
  await record("workspaces.removeMember", { ...owner, path: ofMember })
  await record("workspaces.workspaceAudit", { ...owner, path })
}
