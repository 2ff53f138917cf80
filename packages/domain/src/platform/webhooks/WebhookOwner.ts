import type { OutboxEventName } from "../events/OutboxEvent.ts"
import { platformEventNames } from "../events/PlatformEvent.ts"
import { projectEventNames } from "../events/ProjectEvent.ts"

/** The owner of a webhook. The actor of an account can be passed as its owner. */
export interface WebhookOwner {
  readonly kind: "account" | "workspace"
  readonly id: string
}

/** The events to which the webhooks of an owner can subscribe: of the platform for accounts, of projects for workspaces. */
export const eventsForOwner: Readonly<Record<WebhookOwner["kind"], ReadonlyArray<OutboxEventName>>> = {
  account: platformEventNames,
  workspace: projectEventNames
}
