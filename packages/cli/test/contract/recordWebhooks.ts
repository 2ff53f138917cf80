import { answerWith, startWebhookReceiver } from "@auspex/testkit/outside"
import { openQuestion } from "../people.ts"
import { dispatchUntil } from "../webhooks/webhooksWorld.ts"
import type { Cast } from "./exampleCast.ts"

/** Records webhooks with a delivery that failed and a test, and the events by request; returns the receiver's address. */
export const recordWebhooks = async ({ ada, admin, auspex, record }: Cast): Promise<string> => {
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
  await receiver.stop()
  return receiver.url
}
