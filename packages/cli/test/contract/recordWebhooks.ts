import { answerWith, startWebhookReceiver, type WebhookReceiver } from "@auspex/testkit/outside"
import { EventOutbox } from "@auspex/domain/events"
import { Effect } from "effect"
import { openQuestion } from "../people.ts"
import { dispatchUntil } from "../webhooks/webhooksWorld.ts"
import type { Cast } from "./exampleCast.ts"

/** Records webhooks with a delivery that failed and a test, and the events by request; returns the receiver's address. */
export const recordWebhooks = async (cast: Cast): Promise<string> => {
  const { ada, admin, auspex, record } = cast
  const receiver = await startWebhookReceiver(answerWith(503, { "retry-after": "30" }, "busy"))
  const body = { url: `${receiver.url}/auspex`, events: ["question.created", "question.resolved"] }
  const { id } = await record("webhooks.createWebhook", { ...ada, body })
  const one = { path: { id } }
  await openQuestion(auspex)
  await dispatchUntil(auspex, () => receiver.until(1))
  receiver.answer = answerWith(204)
  await record("webhooks.webhookEvents", ada)
  await record("webhooks.webhooks", ada)
  await record("webhooks.webhook", { ...ada, ...one })
  await record("webhooks.updateWebhook", { ...ada, ...one, body: { events: ["question.created", "question.closed"] } })
  await record("webhooks.testWebhook", { ...ada, ...one })
  await record("webhooks.rotateSecret", { ...ada, ...one })
  const { deliveries: [delivery] } = await record("webhooks.deliveries", {
    ...ada,
    ...one,
    query: { status: "pending", limit: 1 }
  })
  const ofDelivery = { path: { id, did: delivery.id } }
  await record("webhooks.delivery", { ...ada, ...ofDelivery })
  await record("webhooks.redeliver", { ...ada, ...ofDelivery })
  const from = `${new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)}T00:00:00.000Z`
  await record("webhooks.redeliverAll", { ...ada, ...one, body: { status: "failed", from, dry_run: true } })
  await record("webhooks.events", { ...ada, query: { event: "question.created", limit: 1 } })
  await record("webhooks.adminWebhooks", { ...admin, query: { limit: 1 } })
  await record("webhooks.adminTestWebhook", { ...admin, ...one })
  await record("webhooks.adminDeliveries", { ...admin, ...one, query: { limit: 1 } })
  await record("webhooks.adminRedeliver", { ...admin, ...one, body: { status: "failed", from, dry_run: true } })
  await record("webhooks.adminUpdateWebhook", { ...admin, ...one, body: { active: false } })
  await record("webhooks.deleteWebhook", { ...ada, ...one })
  await recordWorkspaceWebhooks(cast, receiver)
  await receiver.stop()
  return receiver.url
}

/** Records a webhook of a workspace with a delivery. */
const recordWorkspaceWebhooks = async (
  { auspex, owner, record }: Cast,
  receiver: WebhookReceiver
): Promise<void> => {
  const { body: { id: workspace_id } } = await auspex.call("POST", "/api/workspaces", {
    ...owner,
    body: { name: "Olive & Sons" }
  })
  const path = { workspace_id }
  const events = ["project.created", "project.completed", "decision_packet.published"]
  const body = { url: `${receiver.url}/olive`, events }
  const { id: webhook_id } = await record("workspaceWebhooks.createWebhook", { ...owner, path, body })
  const data = { project_id: workspace_id, packet_id: webhook_id, version: 1, headline: "Olive oil stays expensive." }
  await auspex.run(
    Effect.flatMap(EventOutbox, (outbox) => outbox.record([{ event: "decision_packet.published", workspace_id, data }]))
  )
  await dispatchUntil(auspex, () => receiver.until(1, "/olive"))
  const one = { ...owner, path: { workspace_id, webhook_id } }
  await record("workspaceWebhooks.webhooks", { ...owner, path })
  await record("workspaceWebhooks.updateWebhook", { ...one, body: { events: events.slice(1) } })
  await record("workspaceWebhooks.testWebhook", one)
  await record("workspaceWebhooks.rotateSecret", one)
  const { deliveries: [delivery] } = await record("workspaceWebhooks.deliveries", {
    ...one,
    query: { event: "decision_packet.published", limit: 1 }
  })
  await record("workspaceWebhooks.redeliver", { ...owner, path: { ...one.path, delivery_id: delivery.id } })
  await record("workspaceWebhooks.deleteWebhook", one)
}
