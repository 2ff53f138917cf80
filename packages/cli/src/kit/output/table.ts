import type { CommandIo } from "../invocation/CommandIo.ts"
import type { CommonFlags } from "../invocation/Invocation.ts"
import { cutTo, printable, widthOf, wrapTo } from "./printable.ts"
import { type Style, styleFor } from "./Style.ts"

/** A column of a table. */
export interface Column<Row> {
  readonly header: string
  readonly value: (row: Row) => string | number | boolean | Date | null | undefined
  /** Aligns to the right, for numbers. */
  readonly right?: boolean
  /** Whether the column may shrink when the terminal is too narrow. */
  readonly shrinks?: boolean
  readonly colour?: (row: Row) => keyof Style | undefined
}

const gap = 2
const shrunkWidthMin = 16

/**
 * A value as cell text: instants to the minute, an empty text for unset values, lists joined by bars, fields by name.
 */
export const cellOf = (value: unknown): string => {
  if (value === null || value === undefined) return ""
  if (value instanceof Date) return value.toISOString().replace("T", " ").replace(/:\d\d\.\d{3}Z$/, "Z")
  if (Array.isArray(value)) return printable(value.map(cellOf).join(" | "))
  if (typeof value === "object") return cellOf(Object.entries(value).map(([name, one]) => `${name} ${cellOf(one)}`))
  return printable(typeof value === "string" ? value : JSON.stringify(value))
}

const shrink = (widths: ReadonlyArray<number>, columns: ReadonlyArray<Column<never>>, limit: number): Array<number> => {
  const result = [...widths]
  let excess = result.reduce((sum, width) => sum + width, 0) + gap * (result.length - 1) - limit
  // From the right, since columns further left matter more.
  for (let at = result.length - 1; at >= 0 && excess > 0; at--) {
    if (columns[at]!.shrinks !== true) continue
    const taken = Math.min(excess, Math.max(0, result[at]! - shrunkWidthMin))
    result[at] = result[at]! - taken
    excess -= taken
  }
  return result
}

/** Aligned columns under headers. On a terminal, columns that may shrink are cut to its width. */
export const tableText = <Row>(
  io: CommandIo,
  flags: CommonFlags,
  columns: ReadonlyArray<Column<Row>>,
  rows: ReadonlyArray<Row>
): string => {
  const style = styleFor(io, io.stdout, flags)
  const cells = rows.map((row) => columns.map((column) => cellOf(column.value(row))))
  const natural = columns.map((column, at) =>
    Math.max(widthOf(column.header), ...cells.map((row) => widthOf(row[at]!)))
  )
  const widths = io.stdout.isTTY === true ? shrink(natural, columns, io.stdout.columns ?? 80) : natural
  const line = (texts: ReadonlyArray<string>, paint: (text: string, at: number) => string): string =>
    texts.map((text, at) => {
      const shown = cutTo(text, widths[at]!)
      const padding = " ".repeat(widths[at]! - widthOf(shown))
      const painted = paint(shown, at)
      return columns[at]!.right === true ? padding + painted : painted + padding
    }).join(" ".repeat(gap)).trimEnd()
  return [
    line(columns.map(({ header }) => header), style.bold),
    ...cells.map((texts, index) =>
      line(texts, (text, at) => {
        const colour = columns[at]!.colour?.(rows[index]!)
        return colour === undefined ? text : style[colour](text)
      })
    )
  ].join("\n")
}

/** A value as lines of at most `room` columns: a text keeps its line breaks, and one empty line of several. */
const linesOf = (value: unknown, room: number): ReadonlyArray<string> =>
  (typeof value === "string" ? value.trim().replaceAll(/\s*\n\s*\n\s*/g, "\n\n").split("\n") : [value])
    .flatMap((line) => wrapTo(cellOf(line), room))

/**
 * One object, with a field a line. Unset fields are left out, long texts are shown in full with their line breaks; on a
 * terminal they are wrapped between words. Further lines are indented, so that no text can pose as a field.
 */
export const recordText = (io: CommandIo, flags: CommonFlags, fields: Readonly<Record<string, unknown>>): string => {
  const style = styleFor(io, io.stdout, flags)
  const set = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null)
  const width = Math.max(0, ...set.map(([name]) => name.length))
  const room = io.stdout.isTTY === true ? Math.max(shrunkWidthMin, (io.stdout.columns ?? 80) - width - gap) : Infinity
  return set.map(([name, value]) =>
    `${style.bold(name.padEnd(width))}  ${
      linesOf(value, room).map((line, at) => at === 0 || line === "" ? line : " ".repeat(width + gap) + line).join("\n")
    }`
  ).join("\n")
}
