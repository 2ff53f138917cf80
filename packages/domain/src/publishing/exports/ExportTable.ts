import type { ExportColumns } from "./ExportColumn.ts"

/** The description of one export, and the name of the list of its rows in JSON (`plural`). */
export interface ExportTable {
  readonly plural: string
  readonly title: string
  readonly about: string
  /** The instant of a row to which `from` and `to` refer. */
  readonly span: string
  readonly columns: ExportColumns
}
