import { Clock, Effect } from "effect"

/** The time at which a page is made. */
export const pageTime: Effect.Effect<Date> = Effect.map(Clock.currentTimeMillis, (millis) => new Date(millis))
