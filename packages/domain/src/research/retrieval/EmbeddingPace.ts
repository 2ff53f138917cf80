import { Effect, type Scope } from "effect"
import { embeddedTextsMax, type EmbeddingsFailed } from "./Embeddings.ts"

/** The pause after a failure: the first, and the maximum. It doubles with each further failure. */
const pauseSecondsMin = 5
const pauseSecondsMax = 300

/** When a model is asked for the vectors of entries, and for how many at a time. */
export interface EmbeddingPace {
  /** Whether the pause after a failure lasts. */
  readonly isPaused: () => boolean
  /** The maximum number of texts in the next request. */
  readonly textsMax: () => number
  /** Begins a pause, and logs the first of several failures as a warning. */
  readonly failed: (error: EmbeddingsFailed) => Effect.Effect<void>
  /** Ends the series of failures, and logs that the model answers again. */
  readonly succeeded: Effect.Effect<void>
}

/** Halves the number of texts and doubles the pause with each failure; doubles the number of texts with each success. */
export const embeddingPace = (scope: Scope.Scope): EmbeddingPace => {
  let isPaused = false
  let failures = 0
  // A request that took too long is repeated with fewer texts.
  let textsMax = embeddedTextsMax

  return {
    isPaused: () => isPaused,
    textsMax: () => textsMax,
    failed: ({ message }) =>
      Effect.suspend(() => {
        const seconds = Math.min(pauseSecondsMax, pauseSecondsMin * 2 ** failures)
        const told = failures === 0
          ? Effect.logWarning(`Entries are not embedded until the model answers again: ${message}`)
          : Effect.logDebug(`Entries are still not embedded: ${message}`)
        failures++
        textsMax = Math.max(1, textsMax >> 1)
        isPaused = true
        const end = Effect.delay(Effect.sync(() => (isPaused = false)), `${seconds} seconds`)
        return Effect.zipRight(told, Effect.asVoid(Effect.forkIn(end, scope)))
      }),
    succeeded: Effect.suspend(() => {
      const isNews = failures > 0
      failures = 0
      textsMax = Math.min(embeddedTextsMax, textsMax * 2)
      return isNews ? Effect.logInfo("Entries are embedded again") : Effect.void
    })
  }
}
