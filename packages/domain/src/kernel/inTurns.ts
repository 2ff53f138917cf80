import { Effect } from "effect"

/** A computation in short steps, between which its caller may do other work. */
type Steps<A> = Iterator<unknown, A, undefined>

/** Runs all steps without a pause. */
export const atOnce = <A>(steps: Steps<A>): A => {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** Runs the steps, between which the event loop runs and then `each`. */
export const inTurns = <A, E = never>(
  start: () => Steps<A>,
  each: Effect.Effect<void, E> = Effect.void
): Effect.Effect<A, E> =>
  Effect.suspend(() => {
    const steps = start()
    // A sleep of zero, because unlike a yield it lets input and output run.
    const pause = Effect.zipRight(Effect.sleep(0), each)
    const go: Effect.Effect<A, E> = Effect.suspend(() => {
      const step = steps.next()
      return step.done === true ? Effect.succeed(step.value) : Effect.zipRight(pause, go)
    })
    return go
  })
