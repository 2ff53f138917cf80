import { DatabaseClock } from "@auspex/domain/kernel"
import { Deferred, Effect } from "effect"
import { Readiness } from "../../engine/Readiness.ts"

const probeMillisMax = 2_000

/**
 * Whether the database answers a query for its time within the time limit. Probes are never refused, so concurrent
 * probes share one query.
 */
export const databaseAnswers: Effect.Effect<boolean, never, DatabaseClock | Readiness> = Effect.gen(function*() {
  const readiness = yield* Readiness
  if (readiness.probe !== undefined) return yield* Deferred.await(readiness.probe)
  const clock = yield* DatabaseClock
  const probe = Deferred.unsafeMake<boolean>(yield* Effect.fiberId)
  readiness.probe = probe
  const ask = clock.now.pipe(
    Effect.as(true),
    Effect.timeout(probeMillisMax),
    Effect.catchAllCause(() => Effect.succeed(false)),
    Effect.tap(() =>
      Effect.sync(() => {
        readiness.probe = undefined
      })
    )
  )
  // In a separate fiber, because the client that started the query may disconnect.
  yield* Effect.forkDaemon(Effect.intoDeferred(ask, probe))
  return yield* Deferred.await(probe)
})
