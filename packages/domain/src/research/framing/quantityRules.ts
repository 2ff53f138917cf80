import { basePrepositions, baseWords, changeVerbs, quantityNouns } from "./ChangeWords.ts"
import { binaryDraft } from "./exampleDrafts.ts"
import type { FramingRule } from "./FramingRule.ts"
import { binaryForecasts } from "./FramingScope.ts"
import { phrases } from "./Phrases.ts"
import { isPlain, quoteWords } from "./PhraseSearch.ts"
import type { QuestionWord } from "./QuestionWords.ts"

type Words = ReadonlyArray<QuestionWord>

const wordsIn = (text: string): ReadonlyArray<string> => text.split(" ")

const guesses = wordsIn("expectation expectations estimates forecast forecasts consensus guidance")
const targets = wordsIn("target targets threshold thresholds limit")

/** What a comparison leaves open, by its word. To reach a consensus or to act under a plan is none. */
const openTargets: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  ([
    ["exceed exceeds exceeding surpass surpasses above below", [
      ...guesses,
      ...targets,
      "level",
      "levels",
      "average",
      "normal"
    ]],
    ["beat beats top tops miss misses outperform outperforms", [...guesses, "target", "targets", "plan"]],
    ["meet meets", ["expectations", "guidance", ...targets]],
    ["reach reaches hit hits over under", targets]
  ] as const).flatMap(([verbs, nouns]) => wordsIn(verbs).map((verb) => [verb, new Set(nouns)] as const))
)

const anybodys = new Set(
  wordsIn("the a an all market analyst analysts investors street certain given previous usual historical")
)

/** Words after which the target is named: "the target of the Climate Act". */
const definers = new Set(wordsIn("of set under that which agreed laid defined published"))

/** "exceed expectations", "above the target": a limit that is not stated. */
const vagueTarget = (words: Words, at: number): string | undefined => {
  const nouns = openTargets.get(words[at]!.text)
  if (nouns === undefined) return undefined
  let end = at + 1
  // At most four words: the walk is short.
  while (end < at + 4 && anybodys.has(words[end]?.text ?? "")) end++
  const isDefined = words[end - 1]?.text === "the" && definers.has(words[end + 1]?.text ?? "")
  return nouns.has(words[end]?.text ?? "") && !isDefined ? quoteWords(words, at, end + 1) : undefined
}

const newLevels = phrases(
  ["a new", "new", "a certain", "certain", "a high", "a higher", "a low", "a lower", "a reasonable", "a critical"]
    .flatMap((adjective) =>
      ["level", "levels", "threshold", "thresholds", "price", "value"].map((noun) => `${adjective} ${noun}`)
    )
)

const vagueBases = phrases(
  ["expected", "anticipated", "usual", "normal", "average", "hoped", "feared"].flatMap((base) =>
    ["more", "less", "higher", "lower", "better", "worse", "faster", "slower"].map((word) => `${word} than ${base}`)
  )
)

const states = new Set("be stay remain become get run is are".split(" "))
const intensifiers = new Set("very too quite relatively unusually historically rather so".split(" "))
const levels = new Set("high low large small elevated expensive cheap".split(" "))
const afterLevel = new Set("in on at by during through throughout until before after for this next as when".split(" "))

/** "inflation be high in December": a level in a word. */
const levelInWords = (words: Words, at: number): string | undefined => {
  if (!states.has(words[at]!.text)) return undefined
  let end = at + 1
  while (end < at + 3 && intensifiers.has(words[end]?.text ?? "")) end++
  const word = words[end]
  const isLevel = word !== undefined && levels.has(word.text) &&
    (word.trail !== "" || afterLevel.has(words[end + 1]?.text ?? "") || end + 1 === words.length)
  return isLevel ? quoteWords(words, at, end + 1) : undefined
}

const isQuantity = (word: QuestionWord): boolean => quantityNouns.has(word.text.replace(/'s$/, ""))

const missingThreshold = (words: Words): string | undefined => {
  let hasQuantity = false
  for (const [at, word] of words.entries()) {
    hasQuantity = hasQuantity || isQuantity(word)
    if (!isPlain(word)) continue
    const target = vagueTarget(words, at) ?? (hasQuantity ? levelInWords(words, at) : undefined)
    if (target !== undefined) return target
    const base = vagueBases(words, at)
    if (base > 0) return quoteWords(words, at, at + base)
    const level = newLevels(words, at)
    if (level > 0 && openTargets.has(words[at - 1]?.text ?? "")) return quoteWords(words, at - 1, at + level)
  }
  return undefined
}

const missingBase = (words: Words): string | undefined => {
  if (words.some(({ text }) => baseWords.has(text))) return undefined
  let hasQuantity = false
  let change: string | undefined
  for (const [at, word] of words.entries()) {
    if (change !== undefined && basePrepositions.has(word.text)) return undefined
    const length = isPlain(word) && hasQuantity ? changeVerbs(words, at) : 0
    if (length > 0) change ??= quoteWords(words, at, at + length)
    hasQuantity = hasQuantity || isQuantity(word)
  }
  return change
}

/**
 * The rules about quantities. A question about a quantity needs the number at which the answer turns, so that two people
 * who know the outcome give the same answer.
 */
export const quantityRules: ReadonlyArray<FramingRule> = [
  {
    id: "threshold_missing",
    since: 1,
    severity: "error",
    ...binaryForecasts,
    field: "resolution_threshold",
    message: "Set resolution_threshold, or state a number in the text: \"{measured}\" leaves it open.",
    measures: "A comparison with a limit that is not stated, or a level in words, in a question without a number.",
    examples: {
      bad: { draft: binaryDraft("Will Infineon's revenue exceed expectations in the first quarter of 2027?") },
      good: {
        draft: binaryDraft("Will Infineon's revenue exceed expectations in the first quarter of 2027?", {
          resolution_threshold: "EUR 3.9 billion"
        })
      }
    },
    check: ({ hasFigure, words }) => {
      const measured = hasFigure ? undefined : missingThreshold(words)
      return measured === undefined ? undefined : { measured }
    }
  },
  {
    id: "baseline_missing",
    since: 1,
    severity: "warning",
    ...binaryForecasts,
    field: "text",
    message: "text asks whether something will \"{measured}\"; state the value or the day to compare with.",
    measures: "A change of a quantity in a question without a number and without a base to compare with.",
    examples: {
      bad: { draft: binaryDraft("Will the price of natural rubber fall by 30 June 2027?") },
      good: { draft: binaryDraft("Will the price of natural rubber be lower on 30 June 2027 than on 30 June 2026?") }
    },
    check: ({ hasFigure, words }) => {
      const measured = hasFigure ? undefined : missingBase(words)
      return measured === undefined ? undefined : { measured }
    }
  }
]
