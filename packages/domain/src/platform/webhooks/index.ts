export { type DeliveryAction, type DeliveryMove, deliveryMove, type DeliveryMoveRow } from "./DeliveryMove.ts"
export { attemptsMax, type AttemptResult, type DeliveryVerdict, failingHoursMax } from "./DeliverySchedule.ts"
export { retryDelaysSeconds, retryJitter, verdictAfter } from "./DeliverySchedule.ts"
export { deliveryBody, deliveryBytesMax, type DeliveredEvent, testEvent } from "./deliveryBody.ts"
export {
  type BatchOutcome,
  DeliveryQueue,
  type DueDelivery,
  type FannedOut,
  type FanOutRequest,
  type FinishedAttempt,
  type LeasedEndpoint,
  type LeaseEnd,
  type LeaseRequest,
  leaseSeconds,
  leaseSecondsLeftMin,
  type RecordedBatch
} from "./DeliveryQueue.ts"
export { EventLog, type EventsRequest, PulledEvent } from "./EventLog.ts"
export { EventSignal } from "./EventSignal.ts"
export { EventPulls } from "./EventPulls.ts"
export {
  type JudgedWebhook,
  OwnedWebhooks,
  type RotatedSecret,
  rotatedSecretHours,
  type WebhookRequest,
  type WebhookUpdate
} from "./OwnedWebhooks.ts"
export {
  type CreatedWebhook,
  toWebhook,
  Webhook,
  WebhookDisabledReason,
  type WebhookRow,
  webhooksPerOwnerMax
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
export { eventsForOwner, type WebhookOwner } from "./WebhookOwner.ts"
export { Webhooks } from "./Webhooks.ts"
export { standardSecret } from "./standardSecret.ts"
export { WebhookSecrets } from "./WebhookSecrets.ts"
export {
  type AdministeredWebhook,
  type DisabledWebhook,
  type NewWebhook,
  type SealedSecret,
  type WebhookChange,
  type WebhookFilter,
  WebhookStore
} from "./WebhookStore.ts"
export { eventsPerRequestMax, judgeWebhookCount, judgeWebhookEvents } from "./WebhookSubscription.ts"
export { type TestResult, WebhookTests } from "./WebhookTests.ts"
export { type WebhookMessage, WebhookTransport } from "./WebhookTransport.ts"
export { webhookErrors } from "./webhookErrors.ts"
