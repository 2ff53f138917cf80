import { elementsWithin, type HtmlElement, lengthUpTo, rawTextOf } from "./htmlTree.ts"

/** How many rows and columns a cell may span here; servers of real tables state no more, and more would multiply texts. */
const spanMax = 50
/** A table whose cells repeat more text than this over several rows is written without repetition, in code units. */
const repeatedMax = 200_000
/** A cell with more text than this belongs to the layout of a page rather than to a table of data. */
const cellTextMax = 2_000

const cellNames = new Set(["td", "th"])

const isTable = ({ name }: HtmlElement): boolean => name === "table"

/** The rows of a table without those of tables within it. */
export const rowsOf = (table: HtmlElement): ReadonlyArray<HtmlElement> => {
  const rows: Array<HtmlElement> = []
  const search = (element: HtmlElement): void => {
    for (const child of element.children) {
      if (typeof child === "string" || isTable(child) || child.name === "caption") continue
      if (child.name === "tr") rows.push(child)
      else search(child)
    }
  }
  search(table)
  return rows
}

/** The cells of a row; a row whose cells are wrapped in other elements has them, too. */
export const cellsOf = (row: HtmlElement): ReadonlyArray<HtmlElement> =>
  row.children.flatMap((child) =>
    typeof child === "string" || isTable(child) ? [] : cellNames.has(child.name) ? [child] : cellsOf(child)
  )

/** Whether a table arranges a page instead of data. */
export const isLayoutTable = (table: HtmlElement): boolean => {
  const role = table.attributes["role"]
  if (role === "presentation" || role === "none") return true
  const rows = rowsOf(table)
  const cells = rows.flatMap(cellsOf)
  if (cells.some(({ name }) => name === "th")) return false
  if (rows.every((row) => cellsOf(row).length <= 1)) return true
  // A heading that is all of its cell is one of a row or a column.
  const hasParts = (cell: HtmlElement): boolean => {
    const text = rawTextOf(cell).trim()
    for (const within of elementsWithin(cell)) {
      if (isTable(within)) return true
      if (/^h[1-6]$/.test(within.name) && lengthUpTo(within, 1) > 0 && rawTextOf(within).trim() !== text) return true
    }
    return false
  }
  return cells.some((cell) => lengthUpTo(cell, cellTextMax + 1) > cellTextMax || hasParts(cell))
}

const spanOf = ({ attributes }: HtmlElement, direction: "rowspan" | "colspan"): number => {
  const stated = Number.parseInt(attributes[direction] ?? "1", 10)
  return stated >= 1 ? Math.min(stated, spanMax) : 1
}

/** The text of a cell on one line. Numbers on lines of their own stay apart. */
const oneLine = (text: string): string =>
  text
    .trim()
    .replace(/^- /, "")
    .replaceAll(/\s*\n\s*- /g, "; ")
    .replaceAll(/(\d)\s*\n\s*(?=\d)/g, "$1; ")
    .replaceAll(/\s+/g, " ")

/** A cell that reaches into the rows below. */
interface Reaching {
  readonly text: string
  rows: number
}

/**
 * The rows of a table of data as lines, with ` | ` between cells. A cell that spans rows is repeated in each, so that
 * every line names the subject of its numbers; a cell that spans columns is followed by empty cells, so that the
 * columns stay aligned.
 */
export const tableLines = (table: HtmlElement, textOfCell: (cell: HtmlElement) => string): ReadonlyArray<string> => {
  let reaching: Array<Reaching | undefined> = []
  let repeated = 0
  const lines: Array<string> = []
  for (const row of rowsOf(table)) {
    const texts: Array<string> = []
    const next: Array<Reaching | undefined> = []
    const takeReaching = (): void => {
      for (let from = reaching[texts.length]; from !== undefined; from = reaching[texts.length]) {
        if (--from.rows > 0) next[texts.length] = from
        repeated += from.text.length
        texts.push(repeated > repeatedMax ? "" : from.text)
      }
    }
    const cells = cellsOf(row)
    for (const cell of cells) {
      takeReaching()
      const text = oneLine(textOfCell(cell))
      const rows = spanOf(cell, "rowspan") - 1
      const columns = cells.length === 1 ? 1 : spanOf(cell, "colspan")
      for (let column = 0; column < columns; column++) {
        if (rows > 0) next[texts.length] = { text: column === 0 ? text : "", rows }
        texts.push(column === 0 ? text : "")
      }
    }
    takeReaching()
    reaching = next
    lines.push(texts.join(" | ").replace(/[ |]+$/, "").replaceAll(/ {2,}/g, " "))
  }
  return lines.filter((line) => line.trim() !== "")
}
