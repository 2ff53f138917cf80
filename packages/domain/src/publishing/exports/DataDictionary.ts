import type { ExportColumn } from "./ExportColumn.ts"
import type { ExportTable } from "./ExportTable.ts"

/** The names of column types in the data dictionary. */
const typeNames: Readonly<Record<ExportColumn["type"], string>> = {
  id: "id",
  word: "word",
  text: "text",
  integer: "whole number",
  number: "number",
  boolean: "true or false",
  instant: "instant",
  texts: "list of texts",
  shares: "list of `{option, count, percent}`"
}

/**
 * The data dictionary of an export as a Markdown table: column, type, unit, whether it may be empty, source, meaning.
 *
 * @example dataDictionary({ columns: { id: { type: "id", source: "account", meaning: "It." } } }).split("\n").at(-1) // "| `id` | id |  |  | account | It. |"
 */
export const dataDictionary = ({ columns }: Pick<ExportTable, "columns">): string =>
  [
    "| column | type | unit | may be empty | source | meaning |",
    "|---|---|---|---|---|---|",
    ...Object.entries(columns).map(([name, { meaning, nullable, source, type, unit }]) =>
      `| \`${name}\` | ${typeNames[type]} | ${unit ?? ""} | ${
        nullable === true ? "yes" : ""
      } | ${source} | ${meaning} |`
    )
  ].join("\n")
