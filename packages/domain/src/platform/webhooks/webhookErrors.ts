export type {} from "../identity/identityErrors.ts"

/** Why subscriptions and their deliveries are refused, by code. */
export const webhookErrors = {
  WEBHOOK_NOT_FOUND: "No such webhook, or it belongs to another owner.",
  DELIVERY_NOT_FOUND: "No such delivery of this webhook.",
  EVENT_NOT_FOUND: "No such event, or it is too old to be kept.",
  WEBHOOK_LIMIT: "The account or workspace has the maximum number of webhooks.",
  INVALID_EVENT: "The name is not one of the events."
} as const satisfies Record<string, string>

type WebhookErrors = typeof webhookErrors

declare module "../../kernel/ErrorCode.ts" {
  interface ErrorCauses extends WebhookErrors {}
}
