import { cutTo, printable, widthOf } from "./printable.ts"
import type { Style } from "./Style.ts"

/** An entry of a calendar. */
export interface MonthEntry {
  readonly at: Date
  readonly text: string
  /** Whether it has happened, or is still to come. */
  readonly isDone: boolean
}

/** How a calendar is drawn. */
export interface MonthGridOptions {
  /** The width of the terminal. */
  readonly columns: number
  readonly style: Style
  readonly ascii?: boolean
}

const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
const months = "January February March April May June July August September October November December".split(" ")
const cellWidthMin = 7
const cellWidthMax = 24
const entriesPerDayMax = 3

const padded = (text: string, width: number, ascii = false): string => {
  const cut = cutTo(text, width)
  const shown = ascii ? cut.replace(/…$/, ".") : cut
  return shown + " ".repeat(Math.max(0, width - widthOf(shown)))
}

const marks = { unicode: { done: "●", due: "○" }, ascii: { done: "*", due: "o" } } as const
const frames = {
  unicode: { line: "─", bar: "│", cross: "┼" },
  ascii: { line: "-", bar: "|", cross: "+" }
} as const

/** The month that a text `YYYY-MM` names, as year and month from 0; undefined for anything else. */
export const monthOf = (text: string): readonly [year: number, month: number] | undefined => {
  const parts = /^([1-9]\d{3})-(0[1-9]|1[0-2])$/.exec(text)
  return parts === null ? undefined : [Number(parts[1]), Number(parts[2]) - 1]
}

/**
 * A month as a grid of weeks from Monday, with the entries of each day (UTC) under its number. A day shows three entries
 * and how many more there are. Every line fits the terminal, down to 63 columns.
 */
export const monthGrid = (
  [year, month]: readonly [year: number, month: number],
  entries: ReadonlyArray<MonthEntry>,
  { ascii = false, columns, style }: MonthGridOptions
): string => {
  const mark = marks[ascii ? "ascii" : "unicode"]
  const frame = frames[ascii ? "ascii" : "unicode"]
  const width = Math.min(cellWidthMax, Math.max(cellWidthMin, Math.floor((columns - 8) / 7)))
  const days = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const leading = (new Date(Date.UTC(year, month, 1)).getUTCDay() + 6) % 7
  const ofDay = (day: number): ReadonlyArray<MonthEntry> =>
    entries
      .filter(({ at }) => at.getUTCFullYear() === year && at.getUTCMonth() === month && at.getUTCDate() === day)
      .toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const cellOf = (day: number): ReadonlyArray<string> => {
    if (day < 1 || day > days) return [" ".repeat(width)]
    const found = ofDay(day)
    const shown = found.slice(0, entriesPerDayMax).map(({ at, isDone, text }) => {
      const line = `${isDone ? mark.done : mark.due} ${at.toISOString().slice(11, 16)} ${printable(text)}`
      return (isDone ? style.green : style.yellow)(
        padded(ascii ? line.replace(/[^\x20-\x7e]/gu, "?") : line, width, ascii)
      )
    })
    const more = found.length - shown.length
    return [
      style.bold(padded(String(day).padStart(2), width)),
      ...shown,
      ...(more === 0 ? [] : [style.dim(padded(`+ ${more} more`, width))])
    ]
  }
  const rule = Array.from({ length: 7 }, () => frame.line.repeat(width)).join(frame.cross)
  const weeks = Array.from({ length: Math.ceil((leading + days) / 7) }, (_, week) => {
    const cells = Array.from({ length: 7 }, (_cell, at) => cellOf(week * 7 + at - leading + 1))
    const height = Math.max(...cells.map((cell) => cell.length))
    return Array.from(
      { length: height },
      (_line, line) => cells.map((cell) => cell[line] ?? " ".repeat(width)).join(frame.bar).trimEnd()
    )
  })
  return [
    style.bold(`${months[month]} ${year}`) + style.dim(" (UTC)"),
    weekdays.map((name) => padded(name, width)).join(" ").trimEnd(),
    ...weeks.flatMap((lines) => [rule, ...lines]),
    rule,
    style.dim(`${mark.done} published  ${mark.due} scheduled`)
  ].join("\n")
}
