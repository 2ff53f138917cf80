import { dataFile } from "../kernel/dataFile.ts"
import { WordList } from "../kernel/wordLists.ts"
import words from "./stopWords.json" with { type: "json" }
import { wordToken } from "./WordToken.ts"

/**
 * English stop words of four letters and more. They count as words (and for the similarity of two texts) but not as
 * meaningful words.
 */
export const stopWords = dataFile("stopWords.json", WordList, words)

const slots = 2_048
const table = new Uint32Array(slots)
for (const word of stopWords) {
  const token = wordToken(word)
  let slot = token & (slots - 1)
  while (table[slot] !== 0) slot = (slot + 1) & (slots - 1)
  table[slot] = token
}

/** Whether a token belongs to a stop word. */
export const isStopToken = (token: number): boolean => {
  let slot = token & (slots - 1)
  let held = table[slot]
  while (held !== 0) {
    if (held === token) return true
    slot = (slot + 1) & (slots - 1)
    held = table[slot]
  }
  return false
}
