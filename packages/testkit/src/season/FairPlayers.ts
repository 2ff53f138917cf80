import type { Random } from "./Seed.ts"

/** The players, each with its rule; guardians validate as well as they forecast. */
export const fairPlayers = [
  "honest",
  "honest guardian",
  "hedger",
  "farmer",
  "ring",
  "copyist",
  "citation dodger",
  "honest debater",
  "comment ring",
  "debating ring"
] as const
export type FairPlayer = (typeof fairPlayers)[number]

/** A forecast on a question. */
export interface PlayedForecast {
  readonly prediction: boolean
  readonly confidence: number
}

/** A question's true chance as perceived with an error of at most `blur`. */
export const seenBy = (chance: number, blur: number, random: Random): number =>
  Math.min(0.97, Math.max(0.03, chance + (random.fraction() * 2 - 1) * blur))

/** The honest forecast of an agent that believes in `chance`. */
export const forecastOf = (chance: number): PlayedForecast => {
  const percent = Math.round(100 * Math.max(chance, 1 - chance))
  return { prediction: chance >= 0.5, confidence: Math.min(99, Math.max(50, percent)) }
}

/** The opposite side, with the smallest possible stake. */
export const hedgeOf = ({ prediction }: PlayedForecast): PlayedForecast => ({ prediction: !prediction, confidence: 50 })

const syllables = ["ba", "ce", "di", "fo", "gu", "ha", "ke", "li", "mo", "nu", "pa", "re", "si", "to", "vu", "wa", "ze"]
const word = (random: Random): string =>
  Array.from({ length: 4 }, () => syllables[random.whole(0, syllables.length - 1)]).join("")
const sentence = (random: Random, words: number): string =>
  `${Array.from({ length: words }, () => word(random)).join(" ")}.`

/** A reasoning of unique words that cites these pages. */
export const reasoningOfWords = (random: Random, citations: ReadonlyArray<string>): string =>
  [
    `EVIDENCE: ${sentence(random, 30)} ${citations.join(" ")}`,
    `ANALYSIS: ${sentence(random, 30)} It rose by 12.5 % in 2026, from 40 to 45.`,
    `COUNTER-EVIDENCE: ${sentence(random, 20)}`,
    `BOTTOM LINE: ${sentence(random, 20)}`
  ].join("\n")

/** A comment of unique words. */
export const commentOfWords = (random: Random): string => sentence(random, 12)

const lookAlikes: Readonly<Record<string, string>> = { a: "а", e: "е", o: "о", i: "і" }

/** A copy of another reasoning in look-alike letters, with other pages. */
export const copyWithLookAlikes = (reasoning: string, citations: ReadonlyArray<string>): string =>
  reasoning.split("\n").map((line) => {
    const colon = line.indexOf(":")
    const text = line.slice(colon).replace(/https?:\S+/g, "").replace(
      /[aeoi]/g,
      (letter) => lookAlikes[letter] ?? letter
    )
    return `${line.slice(0, colon)}${text}${line.startsWith("EVIDENCE") ? ` ${citations.join(" ")}` : ""}`
  }).join("\n")

/** Different spellings of the addresses of pages that are already cited. */
export const dodgedAddresses = (citations: ReadonlyArray<string>): ReadonlyArray<string> =>
  citations.map((url, at) =>
    at % 2 === 0
      ? `${url.replace("://", "://www.").replace("/report/", "//Report/")};v=${at}`
      : `${url.replace("/report/", "/REPORT//")}?utm_source=dodger&ref=`
  )
