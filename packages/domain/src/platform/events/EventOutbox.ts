import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../../kernel/index.ts"
import type { OutboxEvent } from "./OutboxEvent.ts"

/**
 * The transactional outbox of events for webhooks and feeds. `record` writes inside the caller's unit of work, so that
 * an event is stored if and only if its cause commits. The events of one call keep their order.
 */
export class EventOutbox extends Context.Tag("auspex/EventOutbox")<EventOutbox, {
  readonly record: (events: ReadonlyArray<OutboxEvent>) => Effect.Effect<void, StorageUnavailable>
}>() {}
