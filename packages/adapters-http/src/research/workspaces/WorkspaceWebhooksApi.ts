import { ProjectEventName, projectEventNames } from "@auspex/domain/events"
import {
  deliveriesKeptDays,
  rotatedSecretHours,
  testEvent,
  Webhook,
  WebhookDelivery,
  webhooksPerOwnerMax
} from "@auspex/domain/webhooks"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { bodyBytesMax } from "../../wire/bodyBytesMax.ts"
import { documentation } from "../../wire/documentation.ts"
import { listOf } from "../../wire/listOf.ts"
import { operation } from "../../wire/OperationPolicy.ts"
import { signatureGuide } from "../../platform/webhooks/webhookSignatureTexts.ts"
import {
  changedWebhookFields,
  CreatedWebhook,
  DeletedWebhook,
  deliveriesQuery,
  newWebhookFields,
  RotatedSecret,
  subscriptionCodes,
  webhookMutations,
  webhookTest,
  WebhookTestResult
} from "../../platform/webhooks/webhookSchemas.ts"

const WorkspacePath = Schema.Struct({ workspace_id: Schema.String })
const WebhookPath = Schema.Struct({ workspace_id: Schema.String, webhook_id: Schema.String })
const DeliveryPath = Schema.Struct({
  workspace_id: Schema.String,
  webhook_id: Schema.String,
  delivery_id: Schema.String
})

const CreateRequest = Schema.Struct(newWebhookFields(projectEventNames)).annotations({
  identifier: "WorkspaceWebhookRequest",
  examples: [{ url: "https://hooks.example.org/auspex", events: ["project.completed", "decision_packet.published"] }]
})

const UpdateRequest = Schema.Struct(changedWebhookFields(projectEventNames)).annotations({
  identifier: "WorkspaceWebhookUpdateRequest",
  examples: [{ active: true }]
})

const mutations = webhookMutations("workspace_webhooks")

const manage = { access: "manager", refuses: ["WORKSPACE_NOT_FOUND", "INSUFFICIENT_PERMISSIONS"] } as const

const manageOne = {
  access: "manager",
  refuses: ["WORKSPACE_NOT_FOUND", "INSUFFICIENT_PERMISSIONS", "WEBHOOK_NOT_FOUND"]
} as const

/** Webhooks of workspaces. */
export const WorkspaceWebhooksApi = HttpApiGroup.make("workspaceWebhooks").annotate(
  OpenApi.Description,
  "Subscriptions of URLs to the events of a workspace's projects, for its admins."
)
  .add(operation(
    HttpApiEndpoint.post("createWebhook", "/api/workspaces/:workspace_id/webhooks").annotateContext(
      documentation(
        "Subscribe a URL to a workspace's events",
        `Subscribes a public https address to events of the workspace's projects. The secret signs every delivery and is shown only in this answer. At most ${webhooksPerOwnerMax} webhooks for a workspace; duplicate names of events are removed.\n\n${signatureGuide}`
      )
    ).setPath(WorkspacePath).setPayload(CreateRequest).addSuccess(CreatedWebhook, { status: 201 }),
    {
      ...manage,
      creates: { secret: true },
      waitsFor: "lookup",
      bodyBytesMax: bodyBytesMax.webhook,
      exactRate: mutations,
      refuses: [...manage.refuses, ...subscriptionCodes, "WEBHOOK_LIMIT"]
    }
  ))
  .add(operation(
    HttpApiEndpoint.get("webhooks", "/api/workspaces/:workspace_id/webhooks").annotateContext(
      documentation("List a workspace's webhooks", "The oldest first, without their secrets.")
    ).setPath(WorkspacePath).addSuccess(listOf("webhooks", Webhook)),
    manage
  ))
  .add(operation(
    HttpApiEndpoint.patch("updateWebhook", "/api/workspaces/:workspace_id/webhooks/:webhook_id").annotateContext(
      documentation(
        "Change a workspace's webhook",
        "Changes the URL, the events or the activity; omitted fields keep their values. Pending deliveries go to the new URL. An inactive webhook misses events, and its pending deliveries wait until it is active again."
      )
    ).setPath(WebhookPath).setPayload(UpdateRequest).addSuccess(Webhook),
    {
      ...manageOne,
      waitsFor: "lookup",
      bodyBytesMax: bodyBytesMax.webhook,
      exactRate: mutations,
      refuses: [...manageOne.refuses, ...subscriptionCodes]
    }
  ))
  .add(operation(
    HttpApiEndpoint.del("deleteWebhook", "/api/workspaces/:workspace_id/webhooks/:webhook_id").annotateContext(
      documentation("Delete a workspace's webhook", "With all its deliveries, pending ones included.")
    ).setPath(WebhookPath).addSuccess(DeletedWebhook),
    manageOne
  ))
  .add(operation(
    HttpApiEndpoint.post("testWebhook", "/api/workspaces/:workspace_id/webhooks/:webhook_id/test").annotateContext(
      documentation(
        "Send a test ping to a workspace's webhook",
        `Sends the event ${testEvent} at once and waits for its result, whether the webhook is active or not. The ping appears among the deliveries, has no sequence number, and is not tried again.`
      )
    ).setPath(WebhookPath).addSuccess(WebhookTestResult),
    { ...manageOne, exactRate: mutations, ...webhookTest }
  ))
  .add(operation(
    HttpApiEndpoint.post("rotateSecret", "/api/workspaces/:workspace_id/webhooks/:webhook_id/rotate").annotateContext(
      documentation(
        "Rotate the secret of a workspace's webhook",
        `Makes a new secret, shown only in this answer. For ${rotatedSecretHours} hours the former one signs too: webhook-signature lists both signatures, X-WS-Signature-Previous has the former one's.`
      )
    ).setPath(WebhookPath).addSuccess(RotatedSecret, { status: 201 }),
    { ...manageOne, creates: { secret: true }, exactRate: mutations }
  ))
  .add(operation(
    HttpApiEndpoint.get("deliveries", "/api/workspaces/:workspace_id/webhooks/:webhook_id/deliveries").annotateContext(
      documentation(
        "List deliveries of a workspace's webhook",
        `Deliveries of the last ${deliveriesKeptDays} days with the exact body, every attempt with its status, duration, error and the beginning of the response; the newest first.`
      )
    ).setPath(WebhookPath).setUrlParams(deliveriesQuery(ProjectEventName)).addSuccess(
      listOf("deliveries", WebhookDelivery)
    ),
    manageOne
  ))
  .add(operation(
    HttpApiEndpoint.post(
      "redeliver",
      "/api/workspaces/:workspace_id/webhooks/:webhook_id/deliveries/:delivery_id/redeliver"
    ).annotateContext(
      documentation(
        "Send a delivery of a workspace's webhook again",
        "Sends a finished delivery again, with the same id and body and a whole schedule of attempts. A pending one is left as it is."
      )
    ).setPath(DeliveryPath).addSuccess(WebhookDelivery),
    {
      ...manageOne,
      exactRate: mutations,
      refuses: [...manageOne.refuses, "DELIVERY_NOT_FOUND", "INVALID_TRANSITION"]
    }
  ))
