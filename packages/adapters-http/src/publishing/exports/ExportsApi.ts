import {
  ExportedCalibration,
  ExportedPrediction,
  ExportedSnapshot,
  exportFormats,
  type ExportName,
  exportTables
} from "@auspex/domain/exports"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { InstantParam } from "../../wire/InstantParam.ts"
import { operation } from "../../wire/OperationPolicy.ts"
import { documentation } from "../../wire/documentation.ts"

const described = (description: string) =>
  InstantParam.annotations({ jsonSchema: { type: "string", format: "date-time", description } })

const exportQuery = (name: ExportName) =>
  Schema.Struct({
    format: Schema.optionalWith(
      Schema.Literal(...exportFormats),
      { default: () => "json" as const }
    ),
    from: Schema.optionalWith(described(`The start of the span, by ${exportTables[name].span}; inclusive.`), {
      exact: true
    }),
    to: Schema.optionalWith(described("The end of the span; exclusive."), { exact: true }),
    cursor: Schema.optionalWith(
      Schema.String.pipe(Schema.pattern(/^[A-Za-z0-9:-]{1,64}$/)).annotations({
        message: () => "must be the id of a row",
        description: "The id of the last row received: the export continues after it."
      }),
      { exact: true }
    )
  })

/** The document of an export in JSON. */
const documentOf = <const Plural extends string, Row, Encoded>(plural: Plural, row: Schema.Schema<Row, Encoded>) =>
  Schema.Struct({
    ...({ [plural]: Schema.Array(row) } as { readonly [P in Plural]: Schema.Array$<Schema.Schema<Row, Encoded>> }),
    /** Always null: an export is the whole list. */
    next_cursor: Schema.Null
  })

const policy = {
  access: "none",
  ownRate: "export",
  alsoProduces: ["application/x-ndjson", "text/csv"]
} as const

const formatDescription =
  "A JSON document, NDJSON, or CSV (UTF-8, a header, CRLF, no cell is a formula); streamed, of any length, in a fixed order. Every answer is a complete document, including one that continues after `cursor`. An answer that breaks off is incomplete. docs/exports.md describes the columns."

/** The record as tables. */
export const ExportsApi = HttpApiGroup.make("exports").annotate(
  OpenApi.Description,
  "The record as tables, streamed: for notebooks, spreadsheets and archives."
)
  .add(operation(
    HttpApiEndpoint.get("predictions", "/api/export/predictions").annotateContext(
      documentation("Export of predictions", `${exportTables.predictions.about} ${formatDescription}`)
    )
      .setUrlParams(exportQuery("predictions"))
      .addSuccess(documentOf(exportTables.predictions.plural, ExportedPrediction)),
    policy
  ))
  .add(operation(
    HttpApiEndpoint.get("calibration", "/api/export/calibration").annotateContext(
      documentation("Export of calibration", `${exportTables.calibration.about} ${formatDescription}`)
    )
      .setUrlParams(exportQuery("calibration"))
      .addSuccess(documentOf(exportTables.calibration.plural, ExportedCalibration)),
    policy
  ))
  .add(operation(
    HttpApiEndpoint.get("consensusHistory", "/api/export/consensus-history").annotateContext(
      documentation(
        "Export of the consensus over time",
        `${exportTables["consensus-history"].about} ${formatDescription}`
      )
    )
      .setUrlParams(exportQuery("consensus-history"))
      .addSuccess(documentOf(exportTables["consensus-history"].plural, ExportedSnapshot)),
    policy
  ))
