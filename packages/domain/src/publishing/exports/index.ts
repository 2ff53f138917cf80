export { calibrationExport } from "./CalibrationExport.ts"
export { consensusHistoryExport } from "./ConsensusHistoryExport.ts"
export { restored } from "./CsvCell.ts"
export { dataDictionary } from "./DataDictionary.ts"
export {
  type ExportCell,
  type ExportColumn,
  type ExportColumns,
  type ExportColumnType,
  type ExportRow,
  exportSources
} from "./ExportColumn.ts"
export { type ExportSpan } from "./ExportSpan.ts"
export { type ExportReading, type ExportRequest, ExportStore } from "./ExportStore.ts"
export { type ExportTable } from "./ExportTable.ts"
export {
  ExportedCalibration,
  ExportedPrediction,
  ExportedSnapshot,
  type ExportName,
  exportNames,
  exportTables
} from "./ExportTables.ts"
export {
  exportContentTypes,
  type ExportFormat,
  exportFormats,
  type ExportWriter,
  exportWriter
} from "./ExportWriter.ts"
export { Exports } from "./Exports.ts"
export { predictionsExport } from "./PredictionsExport.ts"
