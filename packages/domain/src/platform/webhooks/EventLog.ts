import { Context, type Effect, Schema } from "effect"
import { PlatformEventName } from "../events/PlatformEvent.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"

/** An event in the answer to a pull. */
export const PulledEvent = Schema.Struct({
  id: Schema.String,
  event: PlatformEventName,
  /** As in deliveries. */
  data: Schema.Record({ key: Schema.String, value: Schema.Unknown }),
  timestamp: Schema.Date
}).annotations({ identifier: "PulledEvent" })
export interface PulledEvent extends Schema.Schema.Type<typeof PulledEvent> {}

/** A request for events. */
export interface EventsRequest {
  /** The id of the last event received; absent for the oldest kept one. */
  readonly after?: string
  readonly event?: PlatformEventName
  readonly limit: number
}

/**
 * Reads events in the order in which their transactions finished, so that an event never appears before an event that
 * has been read already.
 */
export class EventLog extends Context.Tag("auspex/EventLog")<EventLog, {
  /**
   * Up to `limit` events of the platform that the account may see, after the given one. Undefined when there is no event with the id of
   * `after`, or when it is no longer kept.
   */
  readonly after: (
    accountId: string,
    request: EventsRequest
  ) => Effect.Effect<ReadonlyArray<PulledEvent> | undefined, StorageUnavailable>
}>() {}
