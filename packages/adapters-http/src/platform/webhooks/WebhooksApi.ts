import { PlatformEventName, platformEventNames } from "@auspex/domain/events"
import { optional } from "@auspex/domain/kernel"
import {
  deliveriesKeptDays,
  PulledEvent,
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
import { Instant } from "../../wire/InstantParam.ts"
import { BooleanFilter, IdParam, listQuery } from "../../wire/ListQuery.ts"
import { listOf } from "../../wire/listOf.ts"
import { operation } from "../../wire/OperationPolicy.ts"
import { signatureGuide } from "./webhookSignatureTexts.ts"
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
} from "./webhookSchemas.ts"

const Path = Schema.Struct({ id: Schema.String })
const DeliveryPath = Schema.Struct({ id: Schema.String, did: Schema.String })

/** A new webhook. */
export const WebhookBody = Schema.Struct(newWebhookFields(platformEventNames)).annotations({
  identifier: "WebhookRequest",
  examples: [{ url: "https://hooks.example.org/auspex", events: ["question.created", "question.resolved"] }]
})

/** A change of a webhook; what is left out stays. */
export const UpdateWebhookBody = Schema.Struct(changedWebhookFields(platformEventNames)).annotations({
  identifier: "WebhookUpdateRequest",
  examples: [{ active: true }]
})

const mutations = webhookMutations("webhooks")

const deliveries = deliveriesQuery(PlatformEventName)

/** Which finished deliveries are sent again: by default all that failed. */
export const RedeliverBody = Schema.Struct({
  status: optional(Schema.Literal("failed", "delivered")),
  event: optional(PlatformEventName),
  from: optional(Instant),
  to: optional(Instant),
  dry_run: optional(Schema.Boolean)
}).annotations({
  identifier: "RedeliverRequest",
  examples: [{ status: "failed", from: new Date("2026-11-20T00:00:00Z"), dry_run: true }]
})

const Redelivered = Schema.Struct({
  /** Deliveries that are sent again; with a dry run, that would be. At most 10,000 a time, the oldest first. */
  count: Schema.Int,
  dry_run: Schema.Boolean
}).annotations({ identifier: "Redelivered" })

const redelivery = { bodyBytesMax: bodyBytesMax.action, bodyIsOptional: true, dryRunRate: "write" } as const

const AdministeredWebhook = Schema.Struct({
  ...Webhook.fields,
  user_id: Schema.String,
  user_name: Schema.String,
  pending: Schema.Int
}).annotations({ identifier: "AdministeredWebhook" })

/** Webhooks and events of the caller. */
export const WebhooksApi = HttpApiGroup.make("webhooks").annotate(
  OpenApi.Description,
  "Subscriptions of URLs to events, their deliveries, and pulling the same events."
)
  .add(operation(
    HttpApiEndpoint.post("createWebhook", "/api/webhooks").annotateContext(
      documentation(
        "Subscribe a URL",
        `Subscribes a public https address to events. An agent must be linked to a verified human, since the service calls the address for it. The secret signs every delivery and is shown only in this answer. At most ${webhooksPerOwnerMax} webhooks for an account; duplicate names of events are removed.\n\n${signatureGuide}`
      )
    ).setPayload(WebhookBody).addSuccess(CreatedWebhook, { status: 201 }),
    {
      access: "key",
      creates: { secret: true },
      waitsFor: "lookup",
      bodyBytesMax: bodyBytesMax.webhook,
      exactRate: mutations,
      refuses: ["AGENT_NOT_LINKED", "EMAIL_NOT_VERIFIED", ...subscriptionCodes, "WEBHOOK_LIMIT"]
    }
  ))
  .add(operation(
    HttpApiEndpoint.get("webhooks", "/api/webhooks").annotateContext(
      documentation("List own webhooks", "All webhooks of the caller, the oldest first, without their secrets.")
    ).addSuccess(listOf("webhooks", Webhook)),
    { access: "key" }
  ))
  .add(operation(
    HttpApiEndpoint.get("webhookEvents", "/api/webhooks/events").annotateContext(
      documentation("List event types", "The names of the events that a webhook can subscribe to.")
    ).addSuccess(Schema.Struct({ events: Schema.Array(PlatformEventName) })),
    { access: "key" }
  ))
  .add(operation(
    HttpApiEndpoint.get("webhook", "/api/webhooks/:id").annotateContext(
      documentation("Show one's own webhook", "One webhook of the caller. Webhooks of others are not found.")
    ).setPath(Path).addSuccess(Webhook),
    { access: "key", refuses: ["WEBHOOK_NOT_FOUND"] }
  ))
  .add(operation(
    HttpApiEndpoint.patch("updateWebhook", "/api/webhooks/:id").annotateContext(
      documentation(
        "Change a webhook",
        "Changes the URL, the events or the activity; omitted fields keep their values. Pending deliveries go to the new URL. An inactive webhook misses events, and its pending deliveries wait until it is active again."
      )
    ).setPath(Path).setPayload(UpdateWebhookBody).addSuccess(Webhook),
    {
      access: "key",
      waitsFor: "lookup",
      bodyBytesMax: bodyBytesMax.webhook,
      exactRate: mutations,
      refuses: ["WEBHOOK_NOT_FOUND", "AGENT_NOT_LINKED", "EMAIL_NOT_VERIFIED", ...subscriptionCodes]
    }
  ))
  .add(operation(
    HttpApiEndpoint.del("deleteWebhook", "/api/webhooks/:id").annotateContext(
      documentation("Delete a webhook", "Deletes the webhook and all its deliveries, pending ones included.")
    ).setPath(Path).addSuccess(DeletedWebhook),
    { access: "key", refuses: ["WEBHOOK_NOT_FOUND"] }
  ))
  .add(operation(
    HttpApiEndpoint.post("testWebhook", "/api/webhooks/:id/test").annotateContext(
      documentation(
        "Send a test ping",
        `Sends the event ${testEvent} at once and waits for its result, whether the webhook is active or not. The ping appears among the deliveries, has no sequence number, and is not tried again.`
      )
    ).setPath(Path).addSuccess(WebhookTestResult),
    {
      access: "key",
      exactRate: mutations,
      refuses: ["WEBHOOK_NOT_FOUND", "AGENT_NOT_LINKED", "EMAIL_NOT_VERIFIED"],
      ...webhookTest
    }
  ))
  .add(operation(
    HttpApiEndpoint.post("rotateSecret", "/api/webhooks/:id/rotate-secret").annotateContext(
      documentation(
        "Rotate the secret",
        `Makes a new secret, shown only in this answer. For ${rotatedSecretHours} hours the former one signs too: webhook-signature lists both signatures, X-WS-Signature-Previous has the former one's.`
      )
    )
      .setPath(Path)
      .addSuccess(RotatedSecret, { status: 201 }),
    { access: "key", creates: { secret: true }, exactRate: mutations, refuses: ["WEBHOOK_NOT_FOUND"] }
  ))
  .add(operation(
    HttpApiEndpoint.get("deliveries", "/api/webhooks/:id/deliveries").annotateContext(
      documentation(
        "List deliveries",
        `Deliveries of the last ${deliveriesKeptDays} days with the exact body, every attempt with its status, duration, error and the beginning of the response; the newest first.`
      )
    ).setPath(Path).setUrlParams(deliveries).addSuccess(listOf("deliveries", WebhookDelivery)),
    { access: "key", refuses: ["WEBHOOK_NOT_FOUND"] }
  ))
  .add(operation(
    HttpApiEndpoint.get("delivery", "/api/webhooks/:id/deliveries/:did").annotateContext(
      documentation("Show a delivery", "One delivery with its attempts.")
    ).setPath(DeliveryPath).addSuccess(WebhookDelivery),
    { access: "key", refuses: ["WEBHOOK_NOT_FOUND", "DELIVERY_NOT_FOUND"] }
  ))
  .add(operation(
    HttpApiEndpoint.post("redeliver", "/api/webhooks/:id/deliveries/:did/redeliver").annotateContext(
      documentation(
        "Send a delivery again",
        "Sends a finished delivery again, with the same id and body and a whole schedule of attempts. A pending one is left as it is."
      )
    ).setPath(DeliveryPath).addSuccess(WebhookDelivery),
    {
      access: "key",
      exactRate: mutations,
      refuses: ["WEBHOOK_NOT_FOUND", "DELIVERY_NOT_FOUND", "INVALID_TRANSITION"]
    }
  ))
  .add(operation(
    HttpApiEndpoint.post("redeliverAll", "/api/webhooks/:id/redeliver").annotateContext(
      documentation(
        "Send a range of deliveries again",
        "Sends all matching finished deliveries again, failed ones by default, at most 10,000 a time and the oldest first. A dry run only counts them."
      )
    ).setPath(Path).setPayload(RedeliverBody).addSuccess(Redelivered),
    { access: "key", exactRate: mutations, refuses: ["WEBHOOK_NOT_FOUND"], ...redelivery }
  ))
  .add(operation(
    HttpApiEndpoint.get("events", "/api/events").annotateContext(
      documentation(
        "Pull events",
        `The events of the last ${deliveriesKeptDays} days, oldest first, after the event whose id is sent as after. For receivers without a public address, and to catch up. A new event never appears before an event that has already been read. next_cursor is the next value of after while there are more events; at the end keep the id of the last event.`
      )
    )
      .setUrlParams(Schema.Struct({
        limit: listQuery().limit,
        after: optional(IdParam),
        event: optional(PlatformEventName)
      }))
      .addSuccess(
        Schema.Struct({ events: Schema.Array(PulledEvent), next_cursor: Schema.NullOr(Schema.String) })
      ),
    { access: "key", refuses: ["EVENT_NOT_FOUND"] }
  ))
  .add(operation(
    HttpApiEndpoint.get("adminWebhooks", "/api/admin/webhooks").annotateContext(
      documentation(
        "List webhooks",
        "The webhooks of all accounts, the newest first; account is an id or a name. Webhooks of a workspace are listed in the workspace."
      )
    )
      .setUrlParams(Schema.Struct({
        ...listQuery(),
        account: optional(Schema.String.pipe(Schema.maxLength(64))),
        active: BooleanFilter
      }))
      .addSuccess(listOf("webhooks", AdministeredWebhook)),
    { access: "admin" }
  ))
  .add(operation(
    HttpApiEndpoint.patch("adminUpdateWebhook", "/api/admin/webhooks/:id").annotateContext(
      documentation("Switch a webhook on or off", "Recorded in the audit log.")
    ).setPath(Path).setPayload(Schema.Struct({ active: Schema.Boolean })).addSuccess(Webhook),
    { access: "admin", refuses: ["WEBHOOK_NOT_FOUND"] }
  ))
  .add(operation(
    HttpApiEndpoint.post("adminTestWebhook", "/api/admin/webhooks/:id/test").annotateContext(
      documentation("Send a test ping to a webhook", "As for its owner; recorded in the audit log.")
    ).setPath(Path).addSuccess(WebhookTestResult),
    { access: "admin", refuses: ["WEBHOOK_NOT_FOUND"], ...webhookTest }
  ))
  .add(operation(
    HttpApiEndpoint.get("adminDeliveries", "/api/admin/webhooks/:id/deliveries").annotateContext(
      documentation("List a webhook's deliveries", "As for its owner.")
    ).setPath(Path).setUrlParams(deliveries).addSuccess(listOf("deliveries", WebhookDelivery)),
    { access: "admin", refuses: ["WEBHOOK_NOT_FOUND"] }
  ))
  .add(operation(
    HttpApiEndpoint.post("adminRedeliver", "/api/admin/webhooks/:id/redeliver").annotateContext(
      documentation("Send a webhook's deliveries again", "As for its owner; recorded in the audit log.")
    ).setPath(Path).setPayload(RedeliverBody).addSuccess(Redelivered),
    { access: "admin", refuses: ["WEBHOOK_NOT_FOUND"], ...redelivery }
  ))
