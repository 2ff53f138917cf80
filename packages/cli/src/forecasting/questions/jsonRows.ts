import { failure } from "@auspex/domain/kernel"
import { writableOf } from "@auspex/domain/questions"
import { WrongUsage } from "../../kit/invocation/CommandFailure.ts"
import { type ImportRow, importRowsMax, judgeFieldName } from "./ImportRow.ts"

const rowOf = (line: number, value: unknown): ImportRow => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return {
      line,
      input: {},
      failures: [failure("INVALID_REQUEST", "The row is not a JSON object.", { field: "(row)" })]
    }
  }
  const failures = Object.keys(value).flatMap((name) => judgeFieldName(name) ?? [])
  return { line, input: writableOf(value), failures }
}

const checkRowCount = (rows: ReadonlyArray<ImportRow>): ReadonlyArray<ImportRow> => {
  if (rows.length > importRowsMax) throw new WrongUsage({ message: `more than ${importRowsMax} rows` })
  return rows
}

/** The line numbers of the elements of the array that begins at `from`, in valid JSON. */
const elementLines = (text: string, from: number): ReadonlyArray<number> => {
  const lines: Array<number> = []
  let line = text.slice(0, from).split("\n").length
  let depth = 0
  let inString = false
  let awaits = false
  for (let at = from; at < text.length; at++) {
    const character = text[at]!
    if (character === "\n") line++
    if (inString) {
      if (character === "\\") at++
      else if (character === "\"") inString = false
      continue
    }
    if (/\s/.test(character)) continue
    if (awaits && character !== "]") lines.push(line)
    awaits = false
    if (character === "\"") inString = true
    else if (character === "[" || character === "{") {
      awaits = ++depth === 1
    } else if (character === "]" || character === "}") {
      if (--depth === 0) return lines
    } else if (character === "," && depth === 1) awaits = true
  }
  return lines
}

/** The rows of a JSON array, or of the envelope `{"questions": [...]}` of question lists. */
export const jsonRows = (given: string): ReadonlyArray<ImportRow> => {
  const text = given.replace(/^\ufeff/, "")
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new WrongUsage({ message: `the file is not JSON: ${(error as Error).message}` })
  }
  const isEnvelope = typeof value === "object" && value !== null && "questions" in value &&
    Array.isArray(value.questions)
  const rows: unknown = isEnvelope ? (value as { questions: unknown }).questions : value
  if (!Array.isArray(rows)) throw new WrongUsage({ message: "the file is not a JSON array of questions" })
  const from = isEnvelope ? text.indexOf("[", text.indexOf("\"questions\"")) : text.indexOf("[")
  const lines = elementLines(text, from)
  return checkRowCount(rows.map((row, at) => rowOf(lines[at] ?? at + 1, row)))
}

/** The rows of a text with one JSON object a line; empty lines are skipped. */
export const ndjsonRows = (given: string): ReadonlyArray<ImportRow> =>
  checkRowCount(
    given.replace(/^\ufeff/, "").split(/\r?\n/).flatMap((text, at) => {
      if (text.trim() === "") return []
      try {
        return [rowOf(at + 1, JSON.parse(text))]
      } catch (error) {
        const message = `The line is not JSON: ${(error as Error).message}`
        return [{ line: at + 1, input: {}, failures: [failure("INVALID_REQUEST", message, { field: "(row)" })] }]
      }
    })
  )
