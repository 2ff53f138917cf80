import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../kernel/index.ts"
import type { PlatformEvent } from "./PlatformEvent.ts"

/**
 * Where events wait for delivery. `record` writes inside the caller's unit of work: an event exists if and only if its
 * cause committed. The events of one call keep their order.
 */
export class EventOutbox extends Context.Tag("auspex/EventOutbox")<EventOutbox, {
  readonly record: (events: ReadonlyArray<PlatformEvent>) => Effect.Effect<void, StorageUnavailable>
}>() {}
