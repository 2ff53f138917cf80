import type { AuspexClient } from "@auspex/adapters-http/client"
import { Effect } from "effect"
import { expect } from "vitest"
import type { RunningAuspex } from "../harness.ts"
import { query, signUp } from "../people.ts"

const page = { limit: 20, offset: 0 }

/** Subscribes, changes, tests, sends again and deletes a webhook of a workspace. */
const callWebhooks = (auspex: RunningAuspex, owner: AuspexClient, path: { readonly workspace_id: string }) =>
  Effect.gen(function*() {
    const { createWebhook, deleteWebhook, deliveries, redeliver, rotateSecret, testWebhook, updateWebhook, webhooks } =
      owner.workspaceWebhooks
    const payload = { url: "https://127.0.0.1:9/nobody", events: ["project.created"] }
    const hook = yield* createWebhook({ path, payload })
    const ofHook = { path: { ...path, webhook_id: hook.id } }
    expect((yield* webhooks({ path })).webhooks[0]?.created_at).toBeInstanceOf(Date)
    expect((yield* updateWebhook({ ...ofHook, payload: { active: false } })).active).toBe(false)
    expect((yield* testWebhook(ofHook)).status).toBeNull()
    expect((yield* rotateSecret(ofHook)).secret).not.toBe(hook.secret)
    const [sent] = (yield* deliveries({ ...ofHook, urlParams: page })).deliveries
    expect(sent?.attempts[0]?.at).toBeInstanceOf(Date)
    const ofDelivery = { path: { ...ofHook.path, delivery_id: sent!.id } }
    yield* Effect.promise(() => query(auspex, "update webhook_deliveries set sequence = 1"))
    expect((yield* redeliver(ofDelivery)).status).toBe("pending")
    expect((yield* deleteWebhook(ofHook)).deleted).toBe(true)
  })

/** Creates a workspace with another member and a key, and takes both away. */
export const callWorkspaces = (
  auspex: RunningAuspex,
  owner: AuspexClient,
  admin: AuspexClient,
  ownerId: string
) =>
  Effect.gen(function*() {
    const { id: otherId } = yield* Effect.promise(() => signUp(auspex))
    const other = yield* admin.workspaces.createWorkspace({ payload: { name: "Another", owner: ownerId } })
    expect(other.role).toBe(null)
    const { id, role } = yield* owner.workspaces.createWorkspace({ payload: { name: "Own" } })
    expect(role).toBe("admin")
    const path = { workspace_id: id }
    expect((yield* owner.workspaces.updateWorkspace({ path, payload: { name: "Renamed" } })).name).toBe("Renamed")
    expect((yield* admin.workspaces.updateWorkspace({ path, payload: { tier: "enterprise" } })).tier).toBe("enterprise")
    const ofOwner = { workspace_id: id, account: ownerId }
    expect((yield* owner.workspaces.putMember({ path: ofOwner, payload: { role: "admin" } })).role).toBe("admin")
    expect((yield* owner.workspaces.workspaces({ urlParams: page })).total).toBe(2)
    expect((yield* owner.workspaces.workspace({ path })).members[0]?.added_at).toBeInstanceOf(Date)
    const { key, secret } = yield* owner.workspaces.createKey({ path, payload: { name: "notebook" } })
    expect(secret).toMatch(/^rk_.{43}$/u)
    expect((yield* owner.workspaces.keys({ path })).keys).toEqual([key])
    const revoked = yield* owner.workspaces.revokeKey({ path: { workspace_id: id, key_id: key.id } })
    expect(revoked.live).toBe(false)
    const refused = yield* Effect.flip(owner.workspaces.removeMember({ path: ofOwner }))
    expect(refused).toMatchObject({ code: "WORKSPACE_NEEDS_ADMIN" })
    const ofOther = { workspace_id: id, account: otherId }
    yield* owner.workspaces.putMember({ path: ofOther, payload: { role: "viewer" } })
    expect((yield* owner.workspaces.removeMember({ path: ofOther })).account_id).toBe(otherId)
    yield* callWebhooks(auspex, owner, path)
    const { entries } = yield* owner.workspaces.workspaceAudit({ path, urlParams: page })
    expect(entries.map(({ action }) => action).slice(0, 2)).toEqual(["webhook.delete", "webhook.redeliver"])
  })
