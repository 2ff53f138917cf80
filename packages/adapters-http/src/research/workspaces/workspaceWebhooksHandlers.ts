import { WorkspaceWebhooks } from "@auspex/domain/workspaces"
import { Effect } from "effect"
import { WorkspaceWebhooksApi } from "./WorkspaceWebhooksApi.ts"
import { handlersFor } from "../../engine/handlersFor.ts"
import { answerList, answerWhole } from "../../engine/namedAnswer.ts"

/** Webhooks of workspaces, and their deliveries. */
export const workspaceWebhooksHandlers = handlersFor(WorkspaceWebhooksApi, {
  createWebhook: ({ actor, path, payload }) =>
    Effect.flatMap(WorkspaceWebhooks, ({ create }) => create(actor, path.workspace_id, payload)),
  webhooks: ({ actor, path }) =>
    answerWhole(WorkspaceWebhooks, "webhooks", ({ list }) => list(actor, path.workspace_id)),
  updateWebhook: ({ actor, path, payload }) =>
    Effect.flatMap(WorkspaceWebhooks, ({ update }) => update(actor, path.workspace_id, path.webhook_id, payload)),
  deleteWebhook: ({ actor, path }) =>
    Effect.map(
      Effect.flatMap(WorkspaceWebhooks, ({ remove }) => remove(actor, path.workspace_id, path.webhook_id)),
      ({ id }) => ({ id, deleted: true as const })
    ),
  testWebhook: ({ actor, path }) =>
    Effect.flatMap(WorkspaceWebhooks, ({ test }) => test(actor, path.workspace_id, path.webhook_id)),
  rotateSecret: ({ actor, path }) =>
    Effect.flatMap(WorkspaceWebhooks, ({ rotateSecret }) => rotateSecret(actor, path.workspace_id, path.webhook_id)),
  deliveries: ({ actor, path, query }) =>
    answerList(
      WorkspaceWebhooks,
      "deliveries",
      ({ deliveries }) => deliveries(actor, path.workspace_id, path.webhook_id, query, query)
    ),
  redeliver: ({ actor, path }) =>
    Effect.flatMap(
      WorkspaceWebhooks,
      ({ redeliver }) => redeliver(actor, path.workspace_id, path.webhook_id, path.delivery_id)
    )
})
