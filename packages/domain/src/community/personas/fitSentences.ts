import { codePoints } from "../../kernel/TextRule.ts"

const ends: ReadonlySet<string> = new Set(".!?…؟।")
/** They end a sentence without a space after them. */
const wideEnds: ReadonlySet<string> = new Set("。！？")
const closings: ReadonlySet<string> = new Set("\"'”’)]»」』）")

/** Whether a sentence ends before this character; in Western writing a space follows, as it does not in "2.1". */
const endsBefore = (character: string, ending: string): boolean =>
  ending !== "" && (character === " " || (wideEnds.has(ending) && !isClosing(character)))

const isClosing = (character: string): boolean =>
  ends.has(character) || wideEnds.has(character) || closings.has(character)

/** The sentences of a text on one line, the space between two of them at the beginning of the second. */
const sentencesOf = (text: string): ReadonlyArray<string> => {
  const sentences: Array<string> = []
  let current = ""
  /** The mark that ends the sentence unless it goes on; empty within one. */
  let ending = ""
  for (const character of text) {
    if (endsBefore(character, ending)) {
      sentences.push(current)
      current = ""
    }
    current += character
    if (ends.has(character) || wideEnds.has(character)) ending = character
    else if (!closings.has(character)) ending = ""
  }
  return [...sentences, current]
}

/** The beginning of a text, cut after a word if it has spaces, with an ellipsis. */
const cutText = (text: string, max: number): string => {
  const head = Array.from(text).slice(0, Math.max(0, max - 1)).join("")
  const space = head.lastIndexOf(" ")
  return `${(space > 0 ? head.slice(0, space) : head).trimEnd()}…`
}

/**
 * The first whole sentences of a text on one line that have at most `max` characters together. A first sentence that is
 * longer is cut after a word.
 *
 * @example fitSentences("One thing. Another thing.", 20) // "One thing."
 */
export const fitSentences = (text: string, max: number): string => {
  if (codePoints(text) <= max) return text
  let kept = ""
  let size = 0
  for (const sentence of sentencesOf(text)) {
    size += codePoints(sentence)
    if (size > max) break
    kept += sentence
  }
  return kept === "" ? cutText(text, max) : kept
}
