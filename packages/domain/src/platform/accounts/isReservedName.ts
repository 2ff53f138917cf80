import { caseFold } from "../../text/CaseFold.ts"
import { foldLookalikes } from "../../text/Lookalikes.ts"
import { wordLists } from "../../kernel/wordLists.ts"
import reservedNames from "./reservedNames.json" with { type: "json" }

/**
 * `words` suggest the platform, its operators, or a removed text; `fillers` do not distinguish a name from a reserved
 * one.
 */
const { fillers, words: reservedWords } = wordLists("reservedNames.json", reservedNames)

const digitsAsLetters: Readonly<Record<string, string>> = { 0: "o", 1: "i", 3: "e", 4: "a", 5: "s", 7: "t" }

// Treats a small l and a capital i as the same letter.
const plain = (text: string): string =>
  foldLookalikes(caseFold(text.normalize("NFKD").replace(/\p{M}/gu, ""))).replaceAll("l", "i")

const reserved: ReadonlySet<string> = new Set(reservedWords.map(plain))
const harmless: ReadonlySet<string> = new Set(fillers.map(plain))

/** The ways in which a name may be read at a glance. */
const readings = (name: string): ReadonlyArray<string> => {
  const read = plain(name)
  const lettered = read.replace(/[013457]/g, (digit) => digitsAsLetters[digit]!)
  return [
    ...new Set([
      read.replace(/\d+/g, " "),
      lettered,
      lettered.replaceAll("rn", "m").replaceAll("vv", "w")
    ])
  ]
}

const wordsOf = (text: string): ReadonlyArray<string> => text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "")

/**
 * Whether a name is reserved: its letters spell a reserved word, or it consists of reserved words and fillers with at
 * least one reserved word. Look-alikes, accents, digits for letters, spaces and punctuation do not matter.
 *
 * @example isReservedName("Аdm1n") // true
 * @example isReservedName("Auspex Support Team") // true
 * @example isReservedName("Systematic Ada") // false
 */
export const isReservedName = (name: string): boolean =>
  readings(name).some((reading) => {
    const words = wordsOf(reading)
    return reserved.has(words.join("")) || (words.some((word) => reserved.has(word)) &&
      words.every((word) => reserved.has(word) || harmless.has(word)))
  })
