import { Context, Effect, Layer } from "effect"
import type { Page, PageRequest } from "../../kernel/Page.ts"
import { UnitOfWork } from "../../kernel/UnitOfWork.ts"
import type { UseCaseEffect } from "../../kernel/UseCaseEffect.ts"
import {
  OwnedWebhooks,
  type RotatedSecret,
  type WebhookRequest,
  type WebhookUpdate
} from "../../platform/webhooks/OwnedWebhooks.ts"
import type { CreatedWebhook, Webhook } from "../../platform/webhooks/Webhook.ts"
import type { DeliveryFilter, WebhookDelivery } from "../../platform/webhooks/WebhookDelivery.ts"
import type { WebhookOwner } from "../../platform/webhooks/WebhookOwner.ts"
import { type TestResult, WebhookTests } from "../../platform/webhooks/WebhookTests.ts"
import { auditedManager, permittedWorkspace, type WorkspaceManager } from "./WorkspaceAccess.ts"
import { WorkspaceAudit } from "./WorkspaceAudit.ts"
import { WorkspaceStore } from "./WorkspaceStore.ts"

/**
 * Webhooks of workspaces: subscriptions of URLs to the events of their projects. They are for admins of the workspace
 * and for administrators; everything fails with WORKSPACE_NOT_FOUND for strangers and with INSUFFICIENT_PERMISSIONS for
 * other members. What changes or sends something is written to the audit log.
 */
export class WorkspaceWebhooks extends Context.Tag("auspex/WorkspaceWebhooks")<WorkspaceWebhooks, {
  /**
   * Subscribes a URL; the answer holds the secret, which is not shown again. At most ten for a workspace, also under
   * concurrent requests. Fails also with INVALID_REQUEST, INVALID_EVENT, HTTPS_REQUIRED, SSRF_BLOCKED and WEBHOOK_LIMIT.
   */
  readonly create: (
    caller: WorkspaceManager,
    workspaceId: string,
    request: WebhookRequest
  ) => UseCaseEffect<CreatedWebhook>
  /** All webhooks of the workspace, oldest first. */
  readonly list: (caller: WorkspaceManager, workspaceId: string) => UseCaseEffect<ReadonlyArray<Webhook>>
  /** Changes URL, events or activity, as for an account. Fails like `create`, and with WEBHOOK_NOT_FOUND. */
  readonly update: (
    caller: WorkspaceManager,
    workspaceId: string,
    id: string,
    update: WebhookUpdate
  ) => UseCaseEffect<Webhook>
  /** Deletes a webhook with its deliveries. Fails also with WEBHOOK_NOT_FOUND. */
  readonly remove: (caller: WorkspaceManager, workspaceId: string, id: string) => UseCaseEffect<Webhook>
  /** Replaces the secret; the former one signs too for 24 hours. Fails also with WEBHOOK_NOT_FOUND. */
  readonly rotateSecret: (caller: WorkspaceManager, workspaceId: string, id: string) => UseCaseEffect<RotatedSecret>
  /** Sends a test ping and waits for its result. Fails also with WEBHOOK_NOT_FOUND. */
  readonly test: (caller: WorkspaceManager, workspaceId: string, id: string) => UseCaseEffect<TestResult>
  /** Deliveries with their attempts, newest first. Fails also with WEBHOOK_NOT_FOUND. */
  readonly deliveries: (
    caller: WorkspaceManager,
    workspaceId: string,
    id: string,
    filter: DeliveryFilter,
    page: PageRequest
  ) => UseCaseEffect<Page<WebhookDelivery>>
  /**
   * Sends a finished delivery again; a pending one is left as it is. Fails also with WEBHOOK_NOT_FOUND,
   * DELIVERY_NOT_FOUND, and with INVALID_TRANSITION for a test ping.
   */
  readonly redeliver: (
    caller: WorkspaceManager,
    workspaceId: string,
    id: string,
    deliveryId: string
  ) => UseCaseEffect<WebhookDelivery>
}>() {
  static readonly layer: Layer.Layer<
    WorkspaceWebhooks,
    never,
    OwnedWebhooks | UnitOfWork | WebhookTests | WorkspaceAudit | WorkspaceStore
  > = Layer.effect(
    WorkspaceWebhooks,
    Effect.gen(function*() {
      const audit = yield* WorkspaceAudit
      const owned = yield* OwnedWebhooks
      const store = yield* WorkspaceStore
      const tests = yield* WebhookTests
      const unit = yield* UnitOfWork

      const managed = (take: typeof store.find, caller: WorkspaceManager, workspaceId: string) =>
        Effect.map(
          permittedWorkspace(take, caller, workspaceId, "manage"),
          ({ id }): WebhookOwner => ({ kind: "workspace", id })
        )

      /** The workspace as the owner of webhooks, if the caller manages it. */
      const owner = (caller: WorkspaceManager, workspaceId: string) => managed(store.find, caller, workspaceId)

      /**
       * A change and its entry of the audit log in one unit of work. The workspace stays locked, so that whoever is
       * removed meanwhile changes nothing afterwards.
       */
      const change = <A>(
        caller: WorkspaceManager,
        workspaceId: string,
        work: (owner: WebhookOwner) => UseCaseEffect<A>,
        entry: (made: A) => { readonly action: string; readonly webhook_id: string; readonly detail?: unknown }
      ): UseCaseEffect<A> =>
        unit.transact(Effect.gen(function*() {
          const by = auditedManager(caller)
          const workspace = yield* managed(store.lock, caller, workspaceId)
          const made = yield* work(workspace)
          const { webhook_id, ...act } = entry(made)
          yield* audit.record({
            workspace_id: workspace.id,
            by,
            subject_type: "webhook",
            subject_id: webhook_id,
            ...act
          })
          return made
        }))

      return WorkspaceWebhooks.of({
        create: (caller, workspaceId, request) =>
          Effect.gen(function*() {
            const judged = yield* owned.judge(yield* owner(caller, workspaceId), request)
            return yield* change(caller, workspaceId, () => owned.add(judged), ({ events, id, url }) => ({
              action: "webhook.create",
              webhook_id: id,
              detail: { url, events }
            }))
          }),
        list: (caller, workspaceId) => Effect.flatMap(owner(caller, workspaceId), owned.list),
        update: (caller, workspaceId, id, update) =>
          Effect.gen(function*() {
            const workspace = yield* owner(caller, workspaceId)
            yield* owned.find(workspace, id)
            const judged = yield* owned.judgeChange(workspace, update)
            return yield* change(caller, workspaceId, (locked) => owned.update(locked, id, judged), () => ({
              action: "webhook.update",
              webhook_id: id,
              detail: judged
            }))
          }),
        remove: (caller, workspaceId, id) =>
          change(caller, workspaceId, (workspace) => owned.remove(workspace, id), ({ url }) => ({
            action: "webhook.delete",
            webhook_id: id,
            detail: { url }
          })),
        rotateSecret: (caller, workspaceId, id) =>
          change(caller, workspaceId, (workspace) => owned.rotateSecret(workspace, id), () => ({
            action: "webhook.rotate",
            webhook_id: id
          })),
        test: (caller, workspaceId, id) =>
          Effect.flatMap(
            change(caller, workspaceId, (workspace) => owned.find(workspace, id), () => ({
              action: "webhook.test",
              webhook_id: id
            })),
            tests.send
          ),
        deliveries: (caller, workspaceId, id, filter, page) =>
          Effect.flatMap(owner(caller, workspaceId), (workspace) => owned.deliveries(workspace, id, filter, page)),
        redeliver: (caller, workspaceId, id, deliveryId) =>
          change(caller, workspaceId, (workspace) => owned.redeliver(workspace, id, deliveryId), () => ({
            action: "webhook.redeliver",
            webhook_id: id,
            detail: { delivery_id: deliveryId }
          }))
      })
    })
  )
}
