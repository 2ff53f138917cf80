import type { NotificationDraft } from "../social/Notification.ts"
import { failingHoursMax } from "./DeliverySchedule.ts"
import type { WebhookDisabledReason, WebhookRow } from "./Webhook.ts"

const reasons: Readonly<Record<WebhookDisabledReason, string>> = {
  gone: "The receiver answered 410 Gone.",
  failing: `Every attempt has failed for ${failingHoursMax} hours.`
}

/** The notification of a webhook that was switched off, to its owner. */
export const disabledNotice = (webhook: WebhookRow, reason: WebhookDisabledReason): NotificationDraft => ({
  account_id: webhook.account_id,
  actor_id: null,
  type: "webhook_disabled",
  subject_id: webhook.id,
  title: "A webhook was switched off",
  body: `${reasons[reason]} Nothing is sent to ${webhook.url} until you activate the webhook again.`,
  link: `/api/webhooks/${webhook.id}`
})
