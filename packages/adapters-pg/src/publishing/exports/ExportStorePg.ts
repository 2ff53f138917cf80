import { ExportStore } from "@auspex/domain/exports"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { statementsOf } from "../../database/statementsOf.ts"
import { calibrationReading } from "./calibrationReading.ts"
import { predictionsSource } from "./predictionsSource.ts"
import { snapshotsSource } from "./snapshotsSource.ts"
import { timeReading } from "./timeReading.ts"

const layer: Layer.Layer<ExportStore, never, SqlClient> = Layer.effect(
  ExportStore,
  Effect.map(SqlClient, (sql) =>
    ExportStore.of({
      read: (name, request) => {
        switch (name) {
          case "predictions":
            return timeReading(sql, predictionsSource, request)
          case "calibration":
            return calibrationReading(statementsOf(sql, "exports"), request)
          case "consensus-history":
            return timeReading(sql, snapshotsSource, request)
        }
      }
    }))
)

/** Reads batch after batch by position. Each batch is a separate statement, after which the connection is free. */
export const ExportStorePg = { layer }
