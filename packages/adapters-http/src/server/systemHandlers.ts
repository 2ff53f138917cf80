import { DatabaseClock, errorCatalogue, errorCodes } from "@auspex/domain/kernel"
import { Effect } from "effect"
import { SystemApi } from "../contract/SystemApi.ts"
import { handlersFor } from "./handlersFor.ts"
import { Readiness } from "./Readiness.ts"
import { reply } from "./Reply.ts"

const probeMillisMax = 2_000

/** One question to the database; its not answering in time is an answer. */
const databaseAnswers: Effect.Effect<boolean, never, DatabaseClock> = Effect.flatMap(
  DatabaseClock,
  (clock) =>
    clock.now.pipe(
      Effect.as(true),
      Effect.timeout(probeMillisMax),
      Effect.catchAll(() => Effect.succeed(false))
    )
)

const ok = { status: "ok", db: "ok" } as const
const errors = errorCodes.map((code) => ({ code, ...errorCatalogue[code] }))

/** Health, readiness, and what the error codes mean. */
export const systemHandlers = handlersFor(SystemApi, {
  health: () =>
    Effect.map(
      databaseAnswers,
      (up) => up ? reply(ok) : reply({ status: "unavailable" as const, db: "down" as const }, { status: 503 })
    ),
  ready: () =>
    Effect.zipWith(databaseAnswers, Readiness, (up, { stopping }) =>
      up && !stopping
        ? reply(ok)
        : reply({ status: "unavailable" as const, db: up ? "ok" as const : "down" as const }, { status: 503 })),
  errors: () => Effect.succeed({ errors })
})
