import { Schema } from "effect"

/** The share of one option in a consensus; `percent` is 0-100. */
const ExportedShare = Schema.Struct({ option: Schema.String, count: Schema.Int, percent: Schema.Number })

/** The schemas of the column types. */
const cellSchemas = {
  /** Letters, digits, `-`, `:` and `_` only. */
  id: Schema.String,
  /** One of a few words, which the column's `meaning` lists. */
  word: Schema.String,
  /** Free text. */
  text: Schema.String,
  integer: Schema.Int,
  number: Schema.Number,
  boolean: Schema.Boolean,
  /** ISO 8601, UTC, with milliseconds. */
  instant: Schema.Date,
  texts: Schema.Array(Schema.String),
  shares: Schema.Array(ExportedShare)
} as const

type CellSchemas = typeof cellSchemas

/** The types of columns. */
export type ExportColumnType = keyof CellSchemas

/** The sources of columns, as described in the data dictionary. */
export const exportSources = {
  prediction: "what was stored when the prediction was placed, its votes and flags since",
  account: "the account as of now",
  question: "the question as of now",
  resolution: "how the question was resolved",
  settlement: "written when the resolution of the question was settled",
  snapshot: "stored when the snapshot was taken, never changed",
  computed: "computed from the others when it is read"
} as const

/** One column of an export, as described in its data dictionary. */
export interface ExportColumn {
  readonly type: ExportColumnType
  readonly source: keyof typeof exportSources
  /** The unit of a number, if it has one. */
  readonly unit?: string
  readonly meaning: string
  /** Whether values may be missing: null in JSON, an empty cell in CSV. */
  readonly nullable?: true
}

/** The columns of an export by name, in order. The first is always `id`. */
export type ExportColumns = Readonly<Record<string, ExportColumn>>

/** A value in encoded form: instants are ISO texts. */
export type ExportCell = Schema.Schema.Encoded<CellSchemas[ExportColumnType]> | null

/** The cells of a row, in the order of the columns. */
export type ExportRow = ReadonlyArray<ExportCell>

type FieldsOf<Columns extends ExportColumns> = {
  readonly [Name in keyof Columns]: Columns[Name] extends { readonly nullable: true }
    ? Schema.NullOr<CellSchemas[Columns[Name]["type"]]>
    : CellSchemas[Columns[Name]["type"]]
}

/** Derives the schema of a row, as an object, from its columns. */
export const rowSchemaOf = <const Columns extends ExportColumns>(
  identifier: string,
  columns: Columns
): Schema.Struct<FieldsOf<Columns>> => {
  const fields = Object.entries<ExportColumn>(columns).map(([name, { meaning, nullable, type }]) => {
    const schema = cellSchemas[type] as unknown as Schema.Schema<unknown>
    return [name, (nullable === true ? Schema.NullOr(schema) : schema).annotations({ description: meaning })] as const
  })
  return Schema.Struct(Object.fromEntries(fields)).annotations({ identifier }) as unknown as Schema.Struct<
    FieldsOf<Columns>
  >
}
