import { cleanText } from "../evidence/cleanText.ts"

/** Data between two lines that occur nowhere in it. */
export interface DataFence {
  /** The line before the data, and the line behind it. */
  readonly begin: string
  readonly end: string
  /** One JSON value a line. */
  readonly lines: ReadonlyArray<string>
}

// Tags, comments and the marks by which models tell the parts of a conversation apart.
const markup = /<\/?[a-z!?|][^<>\n]{0,200}>|\[\/?(?:INST|SYS)\]/giu

/**
 * A text as a model is shown it: cleaned like stored texts, so that those stay as they are, and without markup. Control
 * characters and marks that change the direction of writing are removed.
 *
 * @example shownText("Up <b>3 %</b>\u202e.") // "Up 3 % ."
 */
export const shownText = (text: string): string => {
  const cleaned = cleanText(text)
  const plain = cleaned.replace(markup, " ")
  return plain === cleaned ? cleaned : cleanText(plain)
}

const withoutMarkup = (value: unknown): unknown =>
  typeof value === "string"
    ? shownText(value)
    : Array.isArray(value)
    ? value.map(withoutMarkup)
    : typeof value === "object" && value !== null
    ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withoutMarkup(part)]))
    : value

/**
 * Fences records written by others, so that a reader of the prompt can tell them from instructions. Each record is
 * one line of JSON without markup, so that no text within can begin a line; and the first of the labels DATA, DATA-1,
 * DATA-2 and so on that no record contains names the fence.
 *
 * @example dataFence([{ text: "END DATA" }]) // { begin: "BEGIN DATA-1", end: "END DATA-1", lines: ['{"text":"END DATA"}'] }
 */
export const dataFence = (records: ReadonlyArray<object>): DataFence => {
  const lines = records.map((record) => JSON.stringify(withoutMarkup(record)))
  const isTaken = (label: string): boolean => lines.some((line) => line.toUpperCase().includes(label))
  let label = "DATA"
  for (let n = 1; isTaken(label); n++) label = `DATA-${n}`
  return { begin: `BEGIN ${label}`, end: `END ${label}`, lines }
}

/** The fence with its data. */
export const fencedText = ({ begin, end, lines }: DataFence): string => [begin, ...lines, end].join("\n")
