import { wordLists } from "../../kernel/wordLists.ts"
import { causativeVerbs, changeVerbs, comparatives, eventVerbs } from "./ChangeWords.ts"
import { binaryDraft } from "./exampleDrafts.ts"
import type { FramingRule } from "./FramingRule.ts"
import { binaryForecasts, everyQuestion, forecasts } from "./FramingScope.ts"
import { leadingClaims, leadingOpenings, leadingTags, loadedWords } from "./LeadingPhrases.ts"
import { phrases } from "./Phrases.ts"
import { firstPhrase, isPlain, quoteWords } from "./PhraseSearch.ts"
import { beginsSubject, isAuxiliary, isSubordinator, openingOf } from "./QuestionClause.ts"
import type { QuestionReading } from "./QuestionReading.ts"
import { type QuestionSentence, type QuestionWord, wordsOf } from "./QuestionWords.ts"
import {
  amountAdjectives,
  amountNouns,
  changeNouns,
  degreeAdverbs,
  sizeAdjectives,
  vagueAmounts,
  vagueWords
} from "./VagueWords.ts"
import wordingPhrases from "./wordingPhrases.json" with { type: "json" }

type Words = ReadonlyArray<QuestionWord>

const lists = wordLists("wordingPhrases.json", wordingPhrases)

const emphases = new Set("much far".split(" "))

const isChange = (words: Words, at: number): boolean =>
  changeVerbs(words, at) > 0 || causativeVerbs.has(words[at]?.text ?? "") || comparatives.has(words[at]?.text ?? "")

/** Whether an adverb of degree stands beside a change: "fall significantly", "a lot higher". */
const changesByDegree = (words: Words, at: number, length: number): boolean => {
  const before = words[at - 1]
  // "firms, notably Shell, raise ...": an aside, not a degree.
  if (before?.text === "statistically" || before?.trail.includes(",") === true) return false
  for (let near = at - 6; near < at + length + 3; near++) if (isChange(words, near)) return true
  return false
}

const definite = new Set("the these those its their his her our all how as so too".split(" "))

/** Whether a noun is an amount here: "share of", "drop"; not the part in "a small part in the film". */
const isAmountNoun = (words: Words, at: number): boolean => {
  const noun = words[at]?.text ?? ""
  return changeNouns.has(noun) || (amountNouns.has(noun) && words[at + 1]?.text === "of")
}

/** "a large share", "significant growth", "much bigger". */
const vagueNoun = (words: Words, at: number): string | undefined => {
  const { text } = words[at]!
  const next = words[at + 1]?.text ?? ""
  const isDefinite = definite.has(words[at - 1]?.text ?? "")
  const isBare = amountAdjectives.has(text) && isAmountNoun(words, at + 1) && !isDefinite
  if (isBare || (emphases.has(text) && comparatives.has(next) && !isDefinite)) return quoteWords(words, at, at + 2)
  const isArticle = text === "a" || text === "an"
  const isVague = isArticle && isPlain(words[at + 1]) && sizeAdjectives.has(next) &&
    isAmountNoun(words, at + 2)
  return isVague ? quoteWords(words, at, at + 3) : undefined
}

const vagueQuantifier = (words: Words): string | undefined => {
  for (const [at, word] of words.entries()) {
    if (!isPlain(word)) continue
    const degree = degreeAdverbs(words, at)
    if (degree > 0 && changesByDegree(words, at, degree)) return quoteWords(words, at, at + degree)
    const amount = vagueAmounts(words, at)
    if (amount > 0 && !definite.has(words[at - 1]?.text ?? "")) return quoteWords(words, at, at + amount)
    const noun = vagueNoun(words, at)
    if (noun !== undefined) return noun
  }
  return undefined
}

const leadingTagIn = (words: Words, { from, isQuestion, to }: QuestionSentence): string | undefined => {
  if (!isQuestion) return undefined
  for (let at = Math.max(from + 1, to - 3); at < to; at++) {
    if (words[at - 1]!.trail.includes(",") && leadingTags(words, at) === to - at) return quoteWords(words, at, to)
  }
  return undefined
}

const leadingOpeningIn = (words: Words, { from }: QuestionSentence): string | undefined => {
  const length = leadingOpenings(words, from)
  return length === 0 || words[from]!.isAside ? undefined : quoteWords(words, from, from + length)
}

const leadingClaimIn = (words: Words): string | undefined => {
  for (const [at, { isAside }] of words.entries()) {
    const length = isAside ? 0 : leadingClaims(words, at)
    if (length > 0) return quoteWords(words, at, at + length)
  }
  return undefined
}

const leadingWording = ({ sentences, words }: QuestionReading): string | undefined => {
  for (const sentence of sentences) {
    const found = leadingOpeningIn(words, sentence) ?? leadingTagIn(words, sentence)
    if (found !== undefined) return found
  }
  return leadingClaimIn(words)
}

const ratings = phrases(lists.ratings)

/** Terms that are one thing although they hold "and". */
const fixedPairs = phrases(lists.fixedPairs)

/** The first "and" or "or" that joins two things in general words, with the words around it. */
const pairIn = (words: Words): string | undefined => {
  for (let at = 1; at + 1 < words.length; at++) {
    const isJoint = words[at]!.text === "and" && isPlain(words[at]) && !words[at - 1]!.isAside
    const isName = words[at - 1]!.isCapital && words[at + 1]!.isCapital
    if (isJoint && !isName && fixedPairs(words, at - 1) === 0) return quoteWords(words, at - 1, at + 2)
  }
  return undefined
}

const beforeNoun = new Set("a an the its their his her any no of to for in on by with from first next new".split(" "))

const isEventVerb = (words: Words, at: number): boolean =>
  isPlain(words[at]) && eventVerbs.has(words[at]!.text) && !beforeNoun.has(words[at - 1]?.text ?? "")

/** Whether a second event follows the conjunction: "and launch ...", "and unemployment exceed ...". */
const secondEvent = (words: Words, at: number, to: number): string | undefined => {
  if (isEventVerb(words, at + 1)) return quoteWords(words, at, at + 2)
  if (!beginsSubject(words[at + 1])) return undefined
  for (let verb = at + 2; verb < Math.min(to, at + 6); verb++) {
    if (words[verb - 1]!.trail !== "" || isSubordinator(words[verb]) || words[verb]!.text === "and") return undefined
    if (isEventVerb(words, verb)) return quoteWords(words, at, verb + 1)
  }
  return undefined
}

const twoEventsIn = (words: Words, sentence: QuestionSentence): string | undefined => {
  const opening = openingOf(words, sentence)
  if (opening === undefined || !isAuxiliary(words[opening])) return undefined
  let hasEvent = false
  for (let at = opening + 2; at < sentence.to - 1; at++) {
    hasEvent = hasEvent || isEventVerb(words, at)
    if (!hasEvent || words[at]!.text !== "and" || words[at]!.isAside) continue
    const found = secondEvent(words, at, sentence.to)
    if (found !== undefined) return found
  }
  return undefined
}

const doubleBarrelled = ({ asking, draft, purpose, sentences, words }: QuestionReading): string | undefined => {
  const { kind, kind_options } = draft
  if (kind === "likert") return pairIn(wordsOf(kind_options?.statement ?? "").words)
  const rates = kind === "star_rating" || sentences.some(({ from }) => ratings(words, from) > 0)
  if (rates && kind !== "matrix") return pairIn(words)
  if (kind !== "binary" || purpose !== "forecast") return undefined
  return asking.map((sentence) => twoEventsIn(words, sentence)).find((found) => found !== undefined)
}

const judgements = phrases(lists.judgements)

const measuredBreach = (measured: string | undefined) => measured === undefined ? undefined : { measured }

/** The rules about words: vague, leading, loaded, and those that join two things. */
export const wordingRules: ReadonlyArray<FramingRule> = [
  {
    id: "vague_quantifier",
    since: 1,
    severity: "error",
    ...binaryForecasts,
    field: "text",
    message: "text says \"{measured}\" and no number; state one, or set resolution_threshold.",
    measures:
      "A vague amount or degree of change in a question without a number, other than in dates, and a threshold.",
    examples: {
      bad: { draft: binaryDraft("Will many European airlines buy sustainable fuel before 2027?") },
      good: { draft: binaryDraft("Will ten or more European airlines buy sustainable fuel before 2027?") }
    },
    check: ({ hasFigure, words }) => hasFigure ? undefined : measuredBreach(vagueQuantifier(words))
  },
  {
    id: "leading_wording",
    since: 1,
    severity: "error",
    ...everyQuestion,
    field: "text",
    message: "text must not suggest its answer; it says \"{measured}\".",
    measures: "Openings, claims and tags that ask for assent.",
    examples: {
      bad: { draft: binaryDraft("Surely the Bundesbank will warn of a recession by 30 June 2027?") },
      good: { draft: binaryDraft("Will the Bundesbank warn of a recession by 30 June 2027?") }
    },
    check: (question) => measuredBreach(leadingWording(question))
  },
  {
    id: "vague_wording",
    since: 1,
    severity: "warning",
    ...forecasts,
    field: "text",
    message: "Readers of the text may differ on what \"{measured}\" means; say what would count.",
    measures: "Words of success, size and quality in a question without a number and a threshold.",
    examples: {
      bad: { draft: binaryDraft("Will perovskite solar cells become mainstream by 30 June 2027?") },
      good: { draft: binaryDraft("Will Oxford PV sell perovskite solar cells in Germany by 30 June 2027?") }
    },
    check: ({ hasFigure, words }) => {
      if (hasFigure) return undefined
      const accepts = (at: number, length: number): boolean =>
        words[at + length]?.text !== "than" && words[at - 1]?.text !== "or"
      return measuredBreach(firstPhrase(words, vagueWords, accepts))
    }
  },
  {
    id: "loaded_wording",
    since: 1,
    severity: "warning",
    ...everyQuestion,
    field: "text",
    message: "text should be neutral; it says \"{measured}\".",
    measures: "Words that carry a judgement.",
    examples: {
      bad: { draft: binaryDraft("Will the disastrous HS2 project be cancelled by 30 June 2027?") },
      good: { draft: binaryDraft("Will the HS2 project be cancelled by 30 June 2027?") }
    },
    check: ({ words }) => measuredBreach(firstPhrase(words, loadedWords))
  },
  {
    id: "double_barrelled",
    since: 1,
    severity: "warning",
    ...everyQuestion,
    field: "text",
    message: "The question asks about two things at once (\"{measured}\"); somebody may answer them differently.",
    measures: "\"And\" between two things to rate, in a statement, or between two events of a forecast.",
    examples: {
      bad: { draft: { text: "How satisfied are you with our prices and our support?" }, purpose: "survey" },
      good: { draft: { text: "How satisfied are you with our support?" }, purpose: "survey" }
    },
    check: (question) => measuredBreach(doubleBarrelled(question))
  },
  {
    id: "asks_for_judgement",
    since: 1,
    severity: "warning",
    ...forecasts,
    field: "text",
    message: "text asks for a judgement (\"{measured}\"), which no source settles; ask for an event.",
    measures: "Openings that ask what is right or worth doing.",
    examples: {
      bad: {
        draft: binaryDraft("Should Norway join the European Union before 2030?", { resolution_date: "2029-12-31" })
      },
      good: {
        draft: binaryDraft("Will Norway apply to join the European Union before 2030?", {
          resolution_date: "2029-12-31"
        })
      }
    },
    check: ({ asking, words }) => {
      const opening = asking[0] === undefined ? undefined : openingOf(words, asking[0])
      const length = opening === undefined ? 0 : judgements(words, opening)
      return length === 0 ? undefined : { measured: quoteWords(words, opening!, opening! + length) }
    }
  }
]
