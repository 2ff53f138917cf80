import { Effect, Fiber, Option, type Scope } from "effect"

/** How long a request is waited for, how long none is made after a failure, and what to say. */
export interface HastyRequestsOptions {
  readonly millisMax: number
  readonly pauseSeconds: number
  /** Said once when requests begin to fail, before the reason. */
  readonly failing: string
  /** The reason when a request is late. */
  readonly late: string
  /** Said when requests succeed again. */
  readonly again: string
}

/** Makes requests whose answers improve a result that can be had without them. */
export interface HastyRequests {
  /**
   * Makes a request, whose error is the reason why it failed. Undefined when it fails, is late, or is not made because of a
   * failure before.
   */
  readonly run: <A>(request: Effect.Effect<A | undefined, string>) => Effect.Effect<A | undefined>
}

/**
 * Waits for each request for a short time. After a failure, or when one is late, none is made during a pause. A late
 * request is left to end by itself.
 */
export const hastyRequests = (
  scope: Scope.Scope,
  { again, failing, late, millisMax, pauseSeconds }: HastyRequestsOptions
): HastyRequests => {
  let isPaused = false
  let isFailing = false

  const pause = (reason: string) =>
    Effect.suspend(() => {
      if (isPaused) return Effect.void
      isPaused = true
      const isNews = !isFailing
      isFailing = true
      const end = Effect.delay(Effect.sync(() => (isPaused = false)), `${pauseSeconds} seconds`)
      const told = isNews ? Effect.logWarning(`${failing}: ${reason}`) : Effect.void
      return Effect.zipRight(told, Effect.forkIn(end, scope))
    })

  return {
    run: (request) =>
      Effect.gen(function*() {
        if (isPaused) return undefined
        const told = Effect.catchAll(request, (reason) => Effect.as(pause(reason), undefined))
        const asked = yield* Effect.forkIn(told, scope)
        const inTime = yield* Effect.timeoutOption(Fiber.join(asked), millisMax)
        if (Option.isNone(inTime)) yield* pause(late)
        else if (inTime.value !== undefined && isFailing) {
          isFailing = false
          yield* Effect.logInfo(again)
        }
        return Option.getOrUndefined(inTime)
      })
  }
}
