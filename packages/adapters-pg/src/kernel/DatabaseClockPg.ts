import { DatabaseClock } from "@auspex/domain/kernel"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { storage } from "../database/DatabaseError.ts"

const layer: Layer.Layer<DatabaseClock, never, SqlClient> = Layer.effect(
  DatabaseClock,
  Effect.map(SqlClient, (sql) => ({
    now: sql<{ now: Date }>`select auspex_clock() as now`.pipe(
      Effect.map((rows) => rows[0]!.now),
      storage("clock.now")
    )
  }))
)

/** Reads `auspex_clock()`: the wall clock of the database, shifted where a session or a test has shifted it. */
export const DatabaseClockPg = { layer }
