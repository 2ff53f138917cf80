import { Context, Effect, Layer } from "effect"
import type { AccountActor } from "../identity/Actor.ts"
import { foundOr, refuse } from "../../kernel/Refusal.ts"
import type { UseCaseEffect } from "../../kernel/UseCaseEffect.ts"
import { EventLog, type EventsRequest, type PulledEvent } from "./EventLog.ts"
import { deliveriesKeptDays } from "./WebhookDelivery.ts"

/** Events by request instead of by webhook: for receivers without a public address, and to catch up after an outage. */
export class EventPulls extends Context.Tag("auspex/EventPulls")<EventPulls, {
  /**
   * The events of the platform after a given one, oldest first, of the last 30 days, without events addressed to other
   * accounts. Fails with EVENT_NOT_FOUND.
   */
  readonly after: (
    actor: AccountActor,
    request: EventsRequest
  ) => UseCaseEffect<{ readonly events: ReadonlyArray<PulledEvent>; readonly next_cursor: string | null }>
}>() {
  static readonly layer: Layer.Layer<EventPulls, never, EventLog> = Layer.effect(
    EventPulls,
    Effect.map(EventLog, (log) =>
      EventPulls.of({
        after: (actor, request) =>
          Effect.gen(function*() {
            const found = yield* foundOr(log.after(actor.id, { ...request, limit: request.limit + 1 }), noSuchEvent)
            const events = found.slice(0, request.limit)
            return { events, next_cursor: found.length > request.limit ? events[events.length - 1]!.id : null }
          })
      }))
  )
}

const noSuchEvent = refuse(
  "EVENT_NOT_FOUND",
  `after is not the id of an event of the last ${deliveriesKeptDays} days.`,
  { field: "after" }
)
