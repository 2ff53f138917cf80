import { Effect } from "effect"
import { researchExplanations } from "../../wire/researchCodes.ts"
import { coreExplanations } from "../../wire/ErrorCatalogue.ts"
import { databaseAnswers } from "./databaseAnswers.ts"
import { ResearchSystemApi, SystemApi } from "./SystemApi.ts"
import { handlersFor } from "../../engine/handlersFor.ts"
import { Readiness } from "../../engine/Readiness.ts"
import { type Reply, reply } from "../../engine/Reply.ts"

const retryAfter = { "Retry-After": "1" }

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
