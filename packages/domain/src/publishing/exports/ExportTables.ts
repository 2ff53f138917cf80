import { calibrationExport } from "./CalibrationExport.ts"
import { consensusHistoryExport } from "./ConsensusHistoryExport.ts"
import { rowSchemaOf } from "./ExportColumn.ts"
import type { ExportTable } from "./ExportTable.ts"
import { predictionsExport } from "./PredictionsExport.ts"

/** The exports, by the last segment of their path. */
export const exportTables = {
  predictions: predictionsExport,
  calibration: calibrationExport,
  "consensus-history": consensusHistoryExport
} as const satisfies Readonly<Record<string, ExportTable>>

/** The name of an export. */
export type ExportName = keyof typeof exportTables

/** The names of all exports, in the order in which they are listed. */
export const exportNames = ["predictions", "calibration", "consensus-history"] as const satisfies ReadonlyArray<
  ExportName
>

/** A row of `predictions` as an object. */
export const ExportedPrediction = rowSchemaOf("ExportedPrediction", predictionsExport.columns)

/** A row of `calibration` as an object. */
export const ExportedCalibration = rowSchemaOf("ExportedCalibration", calibrationExport.columns)

/** A row of `consensus-history` as an object. */
export const ExportedSnapshot = rowSchemaOf("ExportedSnapshot", consensusHistoryExport.columns)
