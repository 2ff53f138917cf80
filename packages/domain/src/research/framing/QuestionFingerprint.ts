import { caseFold } from "../../text/CaseFold.ts"
import { foldLookalikes } from "../../text/Lookalikes.ts"
import type { ResearchQuestionDraft } from "./ResearchQuestionDraft.ts"

const apostrophes = /['’‘ʼ`´]/gu
const minus = /(?<![^\s(])[-−](?=\d)/gu
const words = /\d+(?:[.,]\d+)*|[\p{L}\p{M}]+|[\p{N}\p{S}%‰]/gu

/**
 * The words of a text that are compared: without case, accents, look-alike letters and punctuation, but with the signs
 * that change a meaning (`%`, `$`, a minus).
 *
 * @example foldedWords("Will L’Oréal grow -2.5% ?") // "will loreal grow ~ 2.5 %"
 */
export const foldedWords = (text: string): string => {
  const plain = foldLookalikes(caseFold(text.replace(minus, "~ ")).normalize("NFD")).normalize("NFKC")
  return (plain.replace(apostrophes, "").match(words) ?? []).join(" ")
}

/**
 * What two questions of a project may not share: the kind, the date, and the folded words of the text, of the threshold
 * and of what the kind needs. Questions that ask the same of another date, or with another threshold, differ.
 */
export const questionFingerprint = (draft: ResearchQuestionDraft): string => {
  const { columns, max, options, rows, scale, statement } = draft.kind_options ?? {}
  const folded = (texts: ReadonlyArray<string> | null | undefined) => (texts ?? []).map(foldedWords)
  return JSON.stringify([
    draft.kind ?? null,
    foldedWords(draft.text),
    draft.resolution_date?.trim() ?? "",
    foldedWords(draft.resolution_threshold ?? ""),
    folded(options),
    folded(rows),
    folded(columns),
    scale ?? null,
    foldedWords(statement ?? ""),
    max ?? null
  ])
}
