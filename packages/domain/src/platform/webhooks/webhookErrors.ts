export type {} from "../identity/identityErrors.ts"

/** Why subscriptions and their deliveries are refused, by code. */
export const webhookErrors = {
  WEBHOOK_NOT_FOUND: "No such webhook, or another's.",
  DELIVERY_NOT_FOUND: "No such delivery of this webhook.",
  EVENT_NOT_FOUND: "No such event, or it is older than the events that are kept.",
  WEBHOOK_LIMIT: "The account or workspace has as many webhooks as it may have.",
  INVALID_EVENT: "The name is not one of the events."
} as const satisfies Record<string, string>

type WebhookErrors = typeof webhookErrors

declare module "../../kernel/ErrorCode.ts" {
  interface ErrorCauses extends WebhookErrors {}
}
