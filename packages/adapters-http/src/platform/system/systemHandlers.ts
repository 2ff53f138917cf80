import { DatabaseClock } from "@auspex/domain/kernel"
import { Deferred, Effect } from "effect"
import { researchExplanations } from "../../wire/researchCodes.ts"
import { coreExplanations } from "../../wire/ErrorCatalogue.ts"
import { ResearchSystemApi, SystemApi } from "./SystemApi.ts"
import { handlersFor } from "../../engine/handlersFor.ts"
import { Readiness } from "../../engine/Readiness.ts"
import { type Reply, reply } from "../../engine/Reply.ts"

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

type Outage = { readonly status: "unavailable"; readonly db: "ok" | "down" }

/** The probes of an API whose outages carry these fields of its error envelope. */
const probesWith = <Envelope extends object>(envelopeOf: (message: string) => Envelope) => {
  const unavailable = (db: "ok" | "down", message: string): Reply<Outage & Envelope> =>
    reply({ status: "unavailable", db, ...envelopeOf(message) }, { status: 503, headers: retryAfter })
  const down = unavailable("down", "The database does not answer.")
  const stopped = unavailable("ok", "The service is stopping.")
  return {
    health: () => Effect.map(databaseAnswers, (up) => up ? reply(ok) : down),
    ready: () =>
      Effect.zipWith(databaseAnswers, Readiness, (up, { stopping }) => up ? (stopping ? stopped : reply(ok)) : down)
  }
}

/** Health, readiness, and the error catalogue. */
export const systemHandlers = handlersFor(SystemApi, {
  ...probesWith((error) => ({ error, code: "SERVICE_UNAVAILABLE" as const })),
  errors: () => Effect.succeed({ errors: coreExplanations })
})

/** The same for the research API. */
export const researchSystemHandlers = handlersFor(ResearchSystemApi, {
  ...probesWith((message) => ({ error: { code: "service_unavailable" as const, message, field: null } })),
  errors: () => Effect.succeed({ errors: researchExplanations })
})
