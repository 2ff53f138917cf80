import { Duration, Effect } from "effect"

/** The minimum response time of requests about an address; it hides whether the address has an account. */
const minimumDuration = Duration.millis(60)

/** Runs `work`, and returns after `minimumDuration` or when `work` ends, whichever is later. */
export const concealDuration = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.map(Effect.all([work, Effect.sleep(minimumDuration)], { concurrency: 2 }), ([done]) => done)
