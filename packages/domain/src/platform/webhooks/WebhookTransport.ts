import { Context, type Effect } from "effect"
import type { AttemptResult } from "./DeliverySchedule.ts"
import type { SealedSecret } from "./WebhookStore.ts"

/** A message to an endpoint. */
export interface WebhookMessage {
  readonly webhook_id: string
  readonly url: string
  readonly id: string
  /** Null for a test ping. */
  readonly sequence: number | null
  readonly event: string
  readonly body: string
  /** The secrets that sign, newest first. */
  readonly secrets: ReadonlyArray<SealedSecret>
}

/** Signs messages and sends them through the egress guard. */
export class WebhookTransport extends Context.Tag("auspex/WebhookTransport")<WebhookTransport, {
  /**
   * Makes one attempt: waits for a free connection, signs the body with every secret and the time of sending, posts it,
   * and reads the beginning of the response. Takes at most 15 s, including the wait. Never fails: every outcome is a
   * result.
   */
  readonly send: (message: WebhookMessage) => Effect.Effect<AttemptResult>
}>() {}
