export { CapturedMail } from "./CapturedMail.ts"
export { outsideOfUnits } from "./outsideOfUnits.ts"
export { quickPasswordHasher } from "./quickPasswordHasher.ts"
export { testOutside, unheardChanges } from "./testOutside.ts"
export {
  answerWith,
  type ReceivedDelivery,
  type Respond,
  startWebhookReceiver,
  type WebhookReceiver
} from "./webhookReceiver.ts"
export { type LocalPage, LocalSite } from "./LocalSite.ts"
