import { fresh, linkedAgent, query } from "../people.ts"
import { body, on, plain, type RequestRecipe, type Scene } from "./requestRecipe.ts"

const subscription = () => ({ url: `https://127.0.0.1:9/${fresh()}`, events: ["question.created"] })
/** A webhook of the caller, also of one that may make none any more; of another account for a caller without account. */
const ownWebhook = async ({ asCaller, auspex }: Scene): Promise<string> => {
  const { key } = await linkedAgent(auspex)
  const { id } = (await auspex.call("POST", "/api/webhooks", { as: key, body: subscription() })).body
  const { user } = (await auspex.call("GET", "/api/me", asCaller ?? {})).body
  if (user !== undefined) await query(auspex, "update webhooks set account_id = $1 where id = $2", [user.id, id])
  return id
}
/** The id of a failed delivery of a webhook. */
export const failedDelivery = async ({ auspex }: Scene, webhook: string): Promise<string> => {
  const [row] = await query<{ did: string }>(
    auspex,
    `with m as (insert into webhook_messages (id, event, body) values (gen_random_uuid(), 'question.created', '{}') returning id)
      insert into webhook_deliveries (id, webhook_id, message_id, sequence, status)
      select gen_random_uuid(), $1::uuid, m.id, 1, 'failed' from m returning id as did`,
    [webhook]
  )
  return row!.did
}
/** A failed delivery of a webhook of the caller. */
const ownDelivery = async (scene: Scene): Promise<{ readonly id: string; readonly did: string }> => {
  const id = await ownWebhook(scene)
  return { id, did: await failedDelivery(scene, id) }
}
const ofDelivery: RequestRecipe = { request: async (scene) => ({ path: await ownDelivery(scene) }), isOfCaller: true }
const ofWebhook: RequestRecipe = { ...on(ownWebhook), isOfCaller: true }

/** Valid requests to the operations of webhooks, by `group.name`. */
export const webhookRequests: Readonly<Record<string, RequestRecipe>> = {
  "webhooks.createWebhook": body(subscription),
  "webhooks.webhooks": plain,
  "webhooks.webhookEvents": plain,
  "webhooks.webhook": ofWebhook,
  "webhooks.updateWebhook": { ...on(ownWebhook, { body: { active: false } }), isOfCaller: true },
  "webhooks.deleteWebhook": ofWebhook,
  "webhooks.testWebhook": ofWebhook,
  "webhooks.rotateSecret": ofWebhook,
  "webhooks.deliveries": ofWebhook,
  "webhooks.delivery": ofDelivery,
  "webhooks.redeliver": ofDelivery,
  "webhooks.redeliverAll": { ...on(ownWebhook, { body: {} }), isOfCaller: true },
  "webhooks.events": plain,
  "webhooks.adminWebhooks": plain,
  "webhooks.adminUpdateWebhook": on(ownWebhook, { body: { active: false } }),
  "webhooks.adminTestWebhook": on(ownWebhook),
  "webhooks.adminDeliveries": on(ownWebhook),
  "webhooks.adminRedeliver": on(ownWebhook, { body: {} })
}
