import { randomUUID } from "node:crypto"
import { fresh, query, signUp } from "../people.ts"
import { plain, type RequestRecipe, type Scene } from "./requestRecipe.ts"
import { failedDelivery } from "./webhookRequests.ts"

const admitted = async ({ auspex }: Scene, workspace: string, account: string): Promise<void> => {
  await query(
    auspex,
    "insert into workspace_members (workspace_id, account_id, role) values ($1::uuid, $2::uuid, 'admin') on conflict do nothing",
    [workspace, account]
  )
}

/** A workspace of the author, in which the caller is an admin, too, if it is a human. */
const ownWorkspace = async (scene: Scene): Promise<{ readonly workspace_id: string; readonly author: string }> => {
  const { auspex } = scene
  const { id: author } = await scene.author()
  const { body } = await auspex.call("POST", "/api/workspaces", {
    as: auspex.adminKey,
    body: { name: `Workspace ${randomUUID()}`, owner: author }
  })
  const { body: me } = await auspex.call("GET", "/api/me", scene.asCaller ?? {})
  if (me.user?.type === "human") await admitted(scene, body.id, me.user.id)
  // Whoever calls often is a member of more workspaces than it may be.
  await query(
    auspex,
    "delete from workspace_members where account_id = $1::uuid and workspace_id <> $2::uuid",
    [author, body.id]
  )
  return { workspace_id: body.id, author }
}

const ofWorkspace: RequestRecipe = {
  request: async (scene) => ({ path: { workspace_id: (await ownWorkspace(scene)).workspace_id } }),
  isOfCaller: true
}

const ofMember = (body?: object): RequestRecipe => ({
  request: async (scene) => {
    const { author, workspace_id } = await ownWorkspace(scene)
    // Another admin stays, so that the author may be removed.
    await admitted(scene, workspace_id, (await signUp(scene.auspex)).id)
    return { path: { workspace_id, account: author }, ...(body === undefined ? {} : { body }) }
  },
  isOfCaller: true
})

const newKey: RequestRecipe = {
  request: async (scene) => {
    const { author, workspace_id } = await ownWorkspace(scene)
    const { headers = {}, as } = scene.asCaller ?? {}
    const isAdmin = as?.startsWith("ak_") === true || "x-admin-key" in headers
    return { path: { workspace_id }, body: { name: "notebook", ...(isAdmin ? { account: author } : {}) } }
  },
  isOfCaller: true
}

const subscription = () => ({ url: `https://127.0.0.1:9/${fresh()}`, events: ["project.created"] })

const ownWebhook = async (scene: Scene) => {
  const { workspace_id } = await ownWorkspace(scene)
  // Not by a request, which is limited to twenty a minute. The secret has expired, so that nothing opens it.
  const [row] = await query<{ readonly id: string }>(
    scene.auspex,
    `with hook as (
      insert into webhooks (id, workspace_id, url, events) values (gen_random_uuid(), $1::uuid, $2, '{project.created}')
      returning id
    ), queue as (insert into webhook_queues (webhook_id) select id from hook
    ), secret as (
      insert into webhook_secrets (webhook_id, version, sealed, expires_at) select id, 1, '', auspex_now() from hook
    )
    select id from hook`,
    [workspace_id, subscription().url]
  )
  return { workspace_id, webhook_id: row!.id }
}

const ofWebhook = (body?: object): RequestRecipe => ({
  request: async (scene) => ({ path: await ownWebhook(scene), ...(body === undefined ? {} : { body }) }),
  isOfCaller: true
})

/** Valid requests to the operations of workspaces, by `group.name`. */
export const workspaceRequests: Readonly<Record<string, RequestRecipe>> = {
  "workspaces.createWorkspace": {
    request: async ({ asCaller, author }) => {
      const { headers = {}, as } = asCaller ?? {}
      const isAdmin = as?.startsWith("ak_") === true || "x-admin-key" in headers
      return { body: { name: "Olive & Sons", ...(isAdmin ? { owner: (await author()).id } : {}) } }
    },
    isOfCaller: true
  },
  "workspaces.workspaces": plain,
  "workspaces.workspace": ofWorkspace,
  "workspaces.updateWorkspace": {
    request: async (scene) => ({ ...await ofWorkspace.request(scene), body: { name: "Olive & Daughters" } }),
    isOfCaller: true
  },
  "workspaces.putMember": ofMember({ role: "viewer" }),
  "workspaces.removeMember": ofMember(),
  "workspaces.createKey": newKey,
  "workspaces.keys": ofWorkspace,
  "workspaces.revokeKey": {
    request: async (scene) => {
      const { author, workspace_id } = await ownWorkspace(scene)
      const { body } = await scene.auspex.call("POST", `/api/workspaces/${workspace_id}/keys`, {
        as: scene.auspex.adminKey,
        body: { name: "notebook", account: author }
      })
      return { path: { workspace_id, key_id: body.key.id } }
    },
    isOfCaller: true
  },
  "workspaces.workspaceAudit": ofWorkspace,
  "workspaceWebhooks.createWebhook": {
    request: async (scene) => ({ ...await ofWorkspace.request(scene), body: subscription() }),
    isOfCaller: true
  },
  "workspaceWebhooks.webhooks": ofWorkspace,
  "workspaceWebhooks.updateWebhook": ofWebhook({ active: false }),
  "workspaceWebhooks.deleteWebhook": ofWebhook(),
  "workspaceWebhooks.testWebhook": ofWebhook(),
  "workspaceWebhooks.rotateSecret": ofWebhook(),
  "workspaceWebhooks.deliveries": ofWebhook(),
  "workspaceWebhooks.redeliver": {
    request: async (scene) => {
      const path = await ownWebhook(scene)
      return { path: { ...path, delivery_id: await failedDelivery(scene, path.webhook_id) } }
    },
    isOfCaller: true
  }
}
