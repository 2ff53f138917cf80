import { wilsonInterval } from "@auspex/domain/kernel"
import { type CalibrationPoint, predictionsOf } from "@auspex/domain/scoring"

/** Options of a calibration plot in a terminal. */
interface CalibrationTextOptions {
  /** The maximum width in characters. */
  readonly columns: number
  /** With ANSI colours: green where the interval contains the stated confidence, yellow where it does not. */
  readonly colour: boolean
  /** Plain ASCII, for terminals without Braille and circles. */
  readonly ascii?: boolean
}

/** The kinds of a cell, which decide its colour. */
type CellKind = "none" | "faint" | "good" | "off"

interface Cell {
  readonly text: string
  readonly kind: CellKind
}

interface Alphabet {
  /** For few, some and many predictions. */
  readonly points: readonly [string, string, string]
  readonly diagonal: string
  readonly bar: string
  readonly upright: string
  readonly level: string
  readonly corner: string
  readonly tick: string
}

const unicode: Alphabet = {
  points: ["·", "•", "●"],
  diagonal: "⠒",
  bar: "│",
  upright: "┤",
  level: "─",
  corner: "└",
  tick: "┴"
}
const ascii: Alphabet = {
  points: ["o", "O", "@"],
  diagonal: ".",
  bar: ":",
  upright: "|",
  level: "-",
  corner: "+",
  tick: "+"
}

const labelWidth = 6

/** The column of a stated confidence, not yet rounded. */
const columnOf = (confidence: number, width: number): number => ((confidence - 50) / 50) * (width - 1)

/**
 * A reliability diagram in characters: stated confidence (across, 50-100 %) against observed frequency (up, 0-100 %).
 * Each stated confidence has a mark, by its number of predictions, and a bar for its 95 % interval; the diagonal is
 * perfect calibration. More than twelve stated confidences are pooled in steps of five percent. Lines are joined by
 * `\n`, none wider than `columns` (30 at least).
 *
 * @example calibrationText([], { columns: 40, colour: false }) // "nothing resolved yet"
 */
export const calibrationText = (
  points: ReadonlyArray<CalibrationPoint>,
  options: CalibrationTextOptions
): string => {
  const shown = poolPoints(points.filter(({ predictions }) => predictions > 0))
  if (shown.length === 0) return "nothing resolved yet"
  const alphabet = options.ascii === true ? ascii : unicode
  const width = Math.max(24, Math.min(76, Math.floor(options.columns) - labelWidth))
  const rows = width >= 60 ? 17 : width >= 40 ? 13 : 9
  const cells = cellsOf(shown, alphabet, options.ascii === true, width, rows)
  const body = cells.map((row, at) => {
    const share = 1 - at / (rows - 1)
    const label = share % 0.25 === 0 ? `${share * 100}%`.padStart(labelWidth - 2) : " ".repeat(labelWidth - 2)
    return `${label} ${alphabet.upright}${rowText(row, options.colour)}`
  })
  return [...body, axisOf(alphabet, width), axisLabels(width), ...keyOf(alphabet, options)].join("\n")
}

/** The maximum number of points that are drawn without pooling. */
const separateMax = 12

/** Pools crowded points: those of each five percent become one, at their weighted mean. */
const poolPoints = (points: ReadonlyArray<CalibrationPoint>): ReadonlyArray<CalibrationPoint> => {
  if (points.length <= separateMax) return points
  const groups = new Map<number, Array<CalibrationPoint>>()
  for (const point of points) {
    const key = Math.floor(point.confidence / 5)
    groups.set(key, [...groups.get(key) ?? [], point])
  }
  return [...groups.values()].map((group) => {
    const predictions = predictionsOf(group)
    const correct = group.reduce((sum, point) => sum + point.observed * point.predictions, 0)
    return {
      confidence: group.reduce((sum, point) => sum + point.confidence * point.predictions, 0) / predictions,
      predictions,
      observed: correct / predictions,
      interval: wilsonInterval(correct, predictions)
    }
  })
}

const cellsOf = (
  points: ReadonlyArray<CalibrationPoint>,
  alphabet: Alphabet,
  isAscii: boolean,
  width: number,
  rows: number
): ReadonlyArray<ReadonlyArray<Cell>> => {
  const row = (share: number): number => rows - 1 - share * (rows - 1)
  const cells: Array<Array<Cell>> = Array.from(
    { length: rows },
    () => Array.from({ length: width }, () => ({ text: " ", kind: "none" }))
  )
  const put = (x: number, y: number, text: string, kind: CellKind): void => {
    cells[Math.round(y)]![Math.round(x)] = { text, kind }
  }
  for (let x = 0; x < width; x++) {
    // The left and the right half of a character each have four heights.
    const ups = [0, 0.5].map((half) => row((50 + (50 * (x + half)) / (width - 0.5)) / 100))
    put(x, Math.floor(ups[0]! + 0.5), isAscii ? alphabet.diagonal : braille(ups), "faint")
  }
  // A single prediction must not get the largest mark.
  const most = Math.max(10, ...points.map(({ predictions }) => predictions))
  // Points with many predictions are drawn last, over those with few.
  const byCount = [...points].sort((a, b) => a.predictions - b.predictions)
  for (const { confidence, interval } of byCount) {
    for (let y = Math.round(row(interval.high)); y <= Math.round(row(interval.low)); y++) {
      put(columnOf(confidence, width), y, alphabet.bar, "faint")
    }
  }
  for (const { confidence, interval, observed, predictions } of byCount) {
    const size = predictions >= most / 2 ? 2 : predictions > most / 10 ? 1 : 0
    const holds = interval.low <= confidence / 100 && confidence / 100 <= interval.high
    put(columnOf(confidence, width), row(observed), alphabet.points[size], holds ? "good" : "off")
  }
  return cells
}

/** The Braille character with one dot in each column, at these heights (in rows). */
const braille = (heights: ReadonlyArray<number>): string => {
  const cell = Math.floor(heights[0]! + 0.5)
  const bits = heights.reduce((sum, height, column) => {
    const dot = Math.min(3, Math.max(0, Math.floor((height + 0.5 - cell) * 4)))
    return sum | brailleDotBits[column]![dot]!
  }, 0)
  return String.fromCodePoint(0x2800 + bits)
}

/** The bits of the dots of a Braille character from top to bottom, left and right (Unicode 15, chapter 21.1). */
const brailleDotBits = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]] as const

const codes: Readonly<Record<Exclude<CellKind, "none">, readonly [number, number]>> = {
  faint: [2, 22],
  good: [32, 39],
  off: [33, 39]
}

const coloured = (text: string, kind: CellKind, colour: boolean): string =>
  colour && kind !== "none" ? `\u001b[${codes[kind][0]}m${text}\u001b[${codes[kind][1]}m` : text

/** A row of cells as text. Adjacent cells of one colour share its codes, and trailing blanks are dropped. */
const rowText = (row: ReadonlyArray<Cell>, colour: boolean): string => {
  const runs: Array<{ text: string; readonly kind: CellKind }> = []
  for (const { kind, text } of row) {
    const last = runs[runs.length - 1]
    if (last?.kind === kind) last.text += text
    else runs.push({ text, kind })
  }
  if (runs[runs.length - 1]?.kind === "none") runs.pop()
  return runs.map(({ kind, text }) => coloured(text, kind, colour)).join("")
}

const axisTicks = [50, 60, 70, 80, 90, 100] as const

const axisOf = ({ corner, level, tick }: Alphabet, width: number): string => {
  const marks = new Set(axisTicks.map((percent) => Math.round(columnOf(percent, width))))
  const line = Array.from({ length: width }, (_, x) => marks.has(x) ? tick : level)
  return `${" ".repeat(labelWidth - 1)}${corner}${line.join("")}`
}

const axisLabels = (width: number): string => {
  let line = ""
  for (const percent of axisTicks) {
    const label = `${percent}%`
    const centred = labelWidth + Math.round(columnOf(percent, width)) - 1
    // The last label ends with the axis.
    line = line.padEnd(Math.min(centred, labelWidth + width - label.length)) + label
  }
  return line
}

const keyOf = (
  { bar, points: [few, some, many] }: Alphabet,
  { ascii: isAscii, colour, columns }: CalibrationTextOptions
): ReadonlyArray<string> => {
  const parts = [
    "stated (across), came true (up)",
    `${few} ${some} ${many} few to many predictions`,
    `${coloured(bar, "faint", colour)} 95 % interval`,
    ...(colour ? [`${coloured(isAscii === true ? "o" : "●", "off", true)} stated lies outside of it`] : [])
  ]
  const lines: Array<string> = []
  let room = 0
  for (const part of parts) {
    // Colour codes have no width.
    const length = [...part.replaceAll(/\u001b\[\d+m/g, "")].length
    const fits = lines.length > 0 && length + 3 <= room
    if (fits) lines[lines.length - 1] += `   ${part}`
    else lines.push(`${" ".repeat(labelWidth)}${part}`)
    room = fits ? room - length - 3 : columns - labelWidth - length
  }
  return lines
}
