import type { NotificationDraft } from "../../community/social/Notification.ts"
import { failingHoursMax } from "./DeliverySchedule.ts"
import type { WebhookDisabledReason } from "./Webhook.ts"
import type { DisabledWebhook } from "./WebhookStore.ts"

const reasons: Readonly<Record<WebhookDisabledReason, string>> = {
  gone: "The receiver answered 410 Gone.",
  failing: `Every attempt has failed for ${failingHoursMax} hours.`
}

/** The notifications of a webhook that was switched off. */
export const webhookDisabledNotices = (
  { id, informed, owner, url }: DisabledWebhook,
  reason: WebhookDisabledReason
): ReadonlyArray<NotificationDraft> =>
  informed.map((account_id) => ({
    account_id,
    actor_id: null,
    type: "webhook_disabled",
    subject_id: id,
    title: "A webhook was switched off",
    body: `${reasons[reason]} Nothing is sent to ${url} until you activate the webhook again.`,
    link: owner.kind === "account" ? `/api/webhooks/${id}` : `/api/workspaces/${owner.id}/webhooks`
  }))
