import { draftFields, type QuestionInput } from "./QuestionDraft.ts"

/** Separates the items of a list within one cell. */
const separator = "|"

const flags: ReadonlyMap<string, boolean> = new Map([["true", true], ["yes", true], ["false", false], ["no", false]])

const items = (text: string): ReadonlyArray<string> => text.split(separator).map((item) => item.trim())

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  options: items,
  evidence_urls: items,
  // Unknown words are passed on, so that `judgeDraft` reports them.
  parent_trigger: (text) => flags.get(text.toLowerCase()) ?? text,
  weight: (text) => /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : text
}

/**
 * Converts a row of texts (a CSV record) into the input of `judgeDraft`. Lists are separated by `|`, `parent_trigger`
 * is true/yes or false/no, an empty cell is an absent field, and unknown columns are ignored.
 *
 * @example questionInputFromTexts({ options: "Red | Blue", weight: "2.5", notes: "x" }) // { options: ["Red", "Blue"], weight: 2.5 }
 */
export const questionInputFromTexts = (row: Readonly<Record<string, string>>): QuestionInput =>
  Object.fromEntries(
    draftFields.flatMap((field) => {
      const text = Object.hasOwn(row, field) ? row[field]!.trim() : ""
      return text === "" ? [] : [[field, readers[field]?.(text) ?? text]]
    })
  )
