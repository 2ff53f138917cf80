import { platformEventNames } from "@auspex/domain/events"
import { EventPulls, WebhookAdministration, Webhooks } from "@auspex/domain/webhooks"
import { Effect } from "effect"
import { type RedeliverBody, WebhooksApi } from "./WebhooksApi.ts"
import { handlersFor } from "../../engine/handlersFor.ts"
import { answerList, answerWhole } from "../../engine/namedAnswer.ts"

const redelivered = ({ dry_run = false }: typeof RedeliverBody.Type) => ({ count }: { readonly count: number }) => ({
  count,
  dry_run
})

/** Webhooks, their deliveries, and events by request. */
export const webhooksHandlers = handlersFor(WebhooksApi, {
  createWebhook: ({ actor, payload }) => Effect.flatMap(Webhooks, (webhooks) => webhooks.create(actor, payload)),
  webhooks: ({ actor }) => answerWhole(Webhooks, "webhooks", ({ list }) => list(actor)),
  webhookEvents: () => Effect.succeed({ events: platformEventNames }),
  webhook: ({ actor, path }) => Effect.flatMap(Webhooks, ({ show }) => show(actor, path.id)),
  updateWebhook: ({ actor, path, payload }) =>
    Effect.flatMap(Webhooks, ({ update }) => update(actor, path.id, payload)),
  deleteWebhook: ({ actor, path }) =>
    Effect.map(
      Effect.flatMap(Webhooks, ({ remove }) => remove(actor, path.id)),
      ({ id }) => ({ id, deleted: true as const })
    ),
  testWebhook: ({ actor, path }) => Effect.flatMap(Webhooks, ({ test }) => test(actor, path.id)),
  rotateSecret: ({ actor, path }) => Effect.flatMap(Webhooks, ({ rotateSecret }) => rotateSecret(actor, path.id)),
  deliveries: ({ actor, path, query }) =>
    answerList(Webhooks, "deliveries", ({ deliveries }) => deliveries(actor, path.id, query, query)),
  delivery: ({ actor, path }) => Effect.flatMap(Webhooks, ({ delivery }) => delivery(actor, path.id, path.did)),
  redeliver: ({ actor, path }) => Effect.flatMap(Webhooks, ({ redeliver }) => redeliver(actor, path.id, path.did)),
  redeliverAll: ({ actor, path, payload }) =>
    Effect.map(
      Effect.flatMap(
        Webhooks,
        ({ redeliverAll }) => redeliverAll(actor, path.id, payload, payload.dry_run === true)
      ),
      redelivered(payload)
    ),
  events: ({ actor, query }) => Effect.flatMap(EventPulls, ({ after }) => after(actor, query)),
  adminWebhooks: ({ actor, query }) =>
    answerList(WebhookAdministration, "webhooks", ({ list }) => list(actor, query, query)),
  adminUpdateWebhook: ({ actor, path, payload }) =>
    Effect.flatMap(WebhookAdministration, ({ setActive }) => setActive(actor, path.id, payload.active)),
  adminTestWebhook: ({ actor, path }) => Effect.flatMap(WebhookAdministration, ({ test }) => test(actor, path.id)),
  adminDeliveries: ({ actor, path, query }) =>
    answerList(WebhookAdministration, "deliveries", ({ deliveries }) => deliveries(actor, path.id, query, query)),
  adminRedeliver: ({ actor, path, payload }) =>
    Effect.map(
      Effect.flatMap(
        WebhookAdministration,
        ({ redeliverAll }) => redeliverAll(actor, path.id, payload, payload.dry_run === true)
      ),
      redelivered(payload)
    )
})
