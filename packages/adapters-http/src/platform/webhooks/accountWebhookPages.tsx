import { PlatformEventName, platformEventNames } from "@auspex/domain/events"
import { Webhooks, webhooksPerOwnerMax } from "@auspex/domain/webhooks"
import { Effect } from "effect"
import { accountFrame, accountPath } from "../../kit/AccountFrame.tsx"
import { DoneNotice } from "../../kit/DoneNotice.tsx"
import { pageQuery } from "../../pages/pageQuery.ts"
import { deliveriesQuery, webhookMutations } from "./webhookSchemas.ts"
import { webhookActs } from "./WebhooksPage.tsx"
import { webhookRoutes } from "./webhookRoutes.ts"

const listPath = "/account/webhooks"

const deliveries = deliveriesQuery(PlatformEventName)

/** The webhooks of one's own account, and their deliveries. */
export const accountWebhookPageRoutes = webhookRoutes({
  route: listPath,
  listOf: () => listPath,
  events: platformEventNames,
  asked: (query) => pageQuery(deliveries, query),
  mutations: webhookMutations("webhooks"),
  about: (
    <>
      When something happens on the platform, Auspex posts it to your address, signed with the secret of the webhook;
      {" "}
      {webhooksPerOwnerMax} at most. <a href="/skill.md">How to check a signature</a>
    </>
  ),
  ofOwner: ({ actor }) =>
    Effect.map(Webhooks, (all) => ({
      list: all.list(actor),
      create: (request) => all.create(actor, request),
      update: (id, update) => all.update(actor, id, update),
      remove: (id) => all.remove(actor, id),
      rotateSecret: (id) => all.rotateSecret(actor, id),
      test: (id) => all.test(actor, id),
      deliveries: (id, filter, page) => all.deliveries(actor, id, filter, page),
      redeliver: (id, delivery) => all.redeliver(actor, id, delivery)
    })),
  frame: ({ notice, path, query, reader }, refused) =>
    Effect.succeed((body) =>
      accountFrame({
        title: path["webhook_id"] === undefined ? "Webhooks" : "Webhook",
        tab: listPath,
        above: path["webhook_id"] === undefined
          ? [[accountPath, "Your account"]]
          : [[accountPath, "Your account"], [listPath, "Webhooks"]],
        reader,
        notice,
        refused,
        body: (
          <>
            <DoneNotice of={query["done"]} texts={webhookActs} />
            {body}
          </>
        )
      })
    )
})
