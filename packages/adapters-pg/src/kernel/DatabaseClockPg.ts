import { DatabaseClock } from "@auspex/domain/kernel"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { storeStatements } from "../database/statementsOf.ts"

const layer: Layer.Layer<DatabaseClock, never, SqlClient> = Layer.effect(
  DatabaseClock,
  Effect.map(storeStatements("clock"), ({ only }) => ({
    now: Effect.map(only<{ now: Date }>("now", "select auspex_clock() as now"), ({ now }) => now)
  }))
)

/** Reads `auspex_clock()`: the wall clock of the database, shifted where a session or a test has shifted it. */
export const DatabaseClockPg = { layer }
