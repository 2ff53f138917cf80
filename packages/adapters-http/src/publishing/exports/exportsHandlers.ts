import {
  exportContentTypes,
  type ExportFormat,
  type ExportName,
  type ExportRequest,
  Exports
} from "@auspex/domain/exports"
import { Effect } from "effect"
import { ExportsApi } from "./ExportsApi.ts"
import { limitKeyOf } from "../../engine/ClientAddress.ts"
import { handlersFor } from "../../engine/handlersFor.ts"
import { replyRaw } from "../../engine/Reply.ts"

const disposition = (name: ExportName, format: ExportFormat): Readonly<Record<string, string>> =>
  format === "json" ? {} : { "Content-Disposition": `attachment; filename="auspex-${name}.${format}"` }

const handler = (name: ExportName) =>
(
  { client, query }: {
    readonly client: { readonly address: string }
    readonly query: ExportRequest & { readonly format: ExportFormat }
  }
) =>
  Effect.flatMap(
    Exports,
    (exports) =>
      Effect.map(
        exports.write(name, query.format, query, limitKeyOf(client.address)),
        (content) =>
          replyRaw({ contentType: exportContentTypes[query.format], content }, {
            // An export can be as large as the record and changes with every prediction, so caching it is useless.
            headers: { "Cache-Control": "no-store", ...disposition(name, query.format) }
          })
      )
  )

export const exportsHandlers = handlersFor(ExportsApi, {
  predictions: handler("predictions"),
  calibration: handler("calibration"),
  consensusHistory: handler("consensus-history")
})
