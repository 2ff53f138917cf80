import { Buffer } from "node:buffer"
import { parse as parseArray } from "postgres-array"

/**
 * The JavaScript value of each Postgres type, the same for both drivers: int2, int4, int8 (when safe, a bigint
 * otherwise) and floats are numbers; numeric, date, interval and all unlisted types are strings; timestamptz and
 * timestamp (read as UTC) are Dates; json and jsonb are parsed; bytea is a Buffer; arrays are arrays of these.
 */
export type Parse = (text: string) => unknown

const bigNumber: Parse = (text) => {
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : BigInt(text)
}
const instant: Parse = (text) => {
  // The usual case: a year of four digits, and UTC, the time zone of every session.
  if (text.charCodeAt(10) === 32 && text.endsWith("+00")) {
    const date = new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
    if (!Number.isNaN(date.getTime())) return date
  }
  const iso = text.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00")
  const date = new Date(/([+-]\d\d:\d\d|Z)$/.test(iso) ? iso : `${iso}Z`)
  // Years past 9999, BC and infinity stay the text of Postgres instead of becoming an invalid Date.
  return Number.isNaN(date.getTime()) ? text : date
}
const asText: Parse = (text) => text
const asBoolean: Parse = (text) => text === "t"
const asBytes: Parse = (text) => Buffer.from(text.slice(2), "hex")

/** Text format parsers by the oids of a type and of its array; unlisted oids stay text. */
const scalars: ReadonlyArray<readonly [oid: number, arrayOid: number, parse: Parse]> = [
  [16, 1000, asBoolean],
  [17, 1001, asBytes],
  [20, 1016, bigNumber],
  [21, 1005, Number],
  [23, 1007, Number],
  [25, 1009, asText],
  [26, 1028, Number],
  [114, 199, JSON.parse],
  [700, 1021, Number],
  [701, 1022, Number],
  [1042, 1014, asText],
  [1043, 1015, asText],
  [1082, 1182, asText],
  [1114, 1115, instant],
  [1184, 1185, instant],
  [1186, 1187, asText],
  [1700, 1231, asText],
  [2950, 2951, asText],
  [3802, 3807, JSON.parse]
]

/** The parsers by type oid. */
export const parsers: ReadonlyMap<number, Parse> = new Map(
  scalars.flatMap(([oid, arrayOid, parse]) => [
    [oid, parse] as const,
    [arrayOid, (text: string) => parseArray(text, parse)] as const
  ])
)

/** The parser for `oid`; returns the text if `oid` is not listed. */
export const parserOf = (oid: number): Parse => parsers.get(oid) ?? asText

const arrayElement = (value: unknown): string => {
  if (value === null || value === undefined) return "NULL"
  if (Array.isArray(value)) return arrayLiteral(value)
  if (ArrayBuffer.isView(value)) {
    return `"\\\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("hex")}"`
  }
  return `"${String(encodeParameter(value)).replaceAll("\\", "\\\\").replaceAll("\"", "\\\"")}"`
}
const arrayLiteral = (values: ReadonlyArray<unknown>): string => `{${values.map(arrayElement).join(",")}}`

/**
 * The wire form of a statement's parameter, the same for both drivers: Dates as ISO instants, arrays as Postgres arrays
 * (a JSON array must be passed as text), other objects as JSON, bytes unchanged.
 */
export const encodeParameter = (value: unknown): string | Uint8Array | null => {
  if (value === null || value === undefined) return null
  if (typeof value === "string") return value
  if (value instanceof Date) return value.toISOString()
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
  if (Array.isArray(value)) return arrayLiteral(value)
  if (typeof value === "object") return JSON.stringify(value)
  return `${value as number | bigint | boolean}`
}
