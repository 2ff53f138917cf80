import { DatabaseClock } from "@auspex/domain/kernel"
import { Deferred, Effect } from "effect"
import { researchExplanations } from "../contract/researchCodes.ts"
import { coreExplanations } from "../contract/ErrorCatalogue.ts"
import { ResearchSystemApi, SystemApi } from "../contract/SystemApi.ts"
import { handlersFor } from "../engine/handlersFor.ts"
import { Readiness } from "../engine/Readiness.ts"
import { reply } from "../engine/Reply.ts"

const probeMillisMax = 2_000
const retryAfter = { "Retry-After": "1" }

/**
 * Whether the database answers a query for its time within the time limit. Probes are never refused, so concurrent
 * probes share one query.
 */
const databaseAnswers: Effect.Effect<boolean, never, DatabaseClock | Readiness> = Effect.gen(function*() {
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

const ok = { status: "ok", db: "ok" } as const

const unavailable = (db: "ok" | "down") =>
  reply({ status: "unavailable" as const, db }, { status: 503, headers: retryAfter })

const health = () => Effect.map(databaseAnswers, (up) => (up ? reply(ok) : unavailable("down")))

const ready = () =>
  Effect.zipWith(
    databaseAnswers,
    Readiness,
    (up, { stopping }) => (up && !stopping ? reply(ok) : unavailable(up ? "ok" : "down"))
  )

/** Health, readiness, and the error catalogue. */
export const systemHandlers = handlersFor(SystemApi, {
  health,
  ready,
  errors: () => Effect.succeed({ errors: coreExplanations })
})

/** The same for the research API. */
export const researchSystemHandlers = handlersFor(ResearchSystemApi, {
  health,
  ready,
  errors: () => Effect.succeed({ errors: researchExplanations })
})
