import type { ExportColumns } from "./ExportColumn.ts"

/** One export: what its rows are, and the name of the list that holds them in JSON. */
export interface ExportTable {
  readonly plural: string
  readonly title: string
  readonly about: string
  /** Which instant `from` and `to` go by. */
  readonly span: string
  readonly columns: ExportColumns
}
