import { Context, Effect, Layer, Queue } from "effect"

/** Tells this instance's dispatcher that events may have been written. A hint: it also looks by itself every second. */
export class EventSignal extends Context.Tag("auspex/EventSignal")<EventSignal, {
  /** Never fails and never waits. */
  readonly raise: () => void
  /** Holds an item after a signal; several signals before it is taken count as one. */
  readonly raised: Queue.Dequeue<void>
}>() {
  static readonly layer: Layer.Layer<EventSignal> = Layer.effect(
    EventSignal,
    Effect.map(Queue.sliding<void>(1), (raised) => ({ raise: () => void raised.unsafeOffer(undefined), raised }))
  )
}
