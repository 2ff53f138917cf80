export { type DeliveryAction, type DeliveryMove, type DeliveryMoveRow } from "./DeliveryMove.ts"
export { attemptsMax, type AttemptResult, type DeliveryVerdict, failingHoursMax } from "./DeliverySchedule.ts"
export { retryDelaysSeconds, retryJitter, verdictAfter } from "./DeliverySchedule.ts"
export { deliveryBody, deliveryBytesMax, type DeliveredEvent, testEvent } from "./deliveryBody.ts"
export {
  DeliveryQueue,
  type DueDelivery,
  type FinishedAttempt,
  type LeasedEndpoint,
  type LeaseRequest
} from "./DeliveryQueue.ts"
export { EventLog, type EventsRequest, PulledEvent } from "./EventLog.ts"
export { EventSignal } from "./EventSignal.ts"
export { EventPulls } from "./EventPulls.ts"
export {
  type CreatedWebhook,
  toWebhook,
  Webhook,
  WebhookDisabledReason,
  type WebhookRow,
  webhooksPerAccountMax
} from "./Webhook.ts"
export { WebhookAdministration } from "./WebhookAdministration.ts"
export {
  deliveriesKeptDays,
  DeliveryAttempt,
  type DeliveryFilter,
  DeliveryStatus,
  type RedeliveryFilter,
  responseExcerptMax,
  WebhookDelivery
} from "./WebhookDelivery.ts"
export { WebhookDispatch } from "./WebhookDispatch.ts"
export { rotatedSecretHours, type WebhookRequest, Webhooks, type WebhookUpdate } from "./Webhooks.ts"
export { WebhookSecrets } from "./WebhookSecrets.ts"
export {
  type AdministeredWebhook,
  type SealedSecret,
  type WebhookChange,
  type WebhookFilter,
  WebhookStore
} from "./WebhookStore.ts"
export { eventsPerRequestMax, judgeWebhookCount, judgeWebhookEvents } from "./WebhookSubscription.ts"
export { type TestResult, WebhookTests } from "./WebhookTests.ts"
export { type WebhookMessage, WebhookTransport } from "./WebhookTransport.ts"
export { webhookErrors } from "./webhookErrors.ts"
