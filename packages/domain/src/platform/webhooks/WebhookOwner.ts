import type { OutboxEventName } from "../events/OutboxEvent.ts"
import { platformEventNames } from "../events/PlatformEvent.ts"
import { projectEventNames } from "../events/ProjectEvent.ts"

/** Who a webhook belongs to. An account is its own owner, so its actor can be passed as one. */
export interface WebhookOwner {
  readonly kind: "account" | "workspace"
  readonly id: string
}

/** The events to which the webhooks of an owner can subscribe: of the platform for accounts, of projects for workspaces. */
export const eventsForOwner: Readonly<Record<WebhookOwner["kind"], ReadonlyArray<OutboxEventName>>> = {
  account: platformEventNames,
  workspace: projectEventNames
}
