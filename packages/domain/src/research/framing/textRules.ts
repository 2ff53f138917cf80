import { codePoints } from "../../kernel/TextRule.ts"
import type { FramingRule } from "./FramingRule.ts"
import { binaryDraft } from "./exampleDrafts.ts"
import { everyQuestion, ofKind } from "./FramingScope.ts"
import { leadingOpenings, leadingTags } from "./LeadingPhrases.ts"
import { type PhraseFinder, phrases } from "./Phrases.ts"
import { isPlain, quoteWords } from "./PhraseSearch.ts"
import {
  beginsSubject,
  isAuxiliary,
  isNegated,
  isPronoun,
  isQuestionWord,
  isSubordinator,
  openingOf
} from "./QuestionClause.ts"
import type { QuestionReading } from "./QuestionReading.ts"
import type { QuestionSentence } from "./QuestionWords.ts"

/** The minimum length of a question in code points, in which a run of white space counts as one. */
export const questionTextMin = 10

const measuredLength = (text: string): number =>
  codePoints(text.replace(/\p{Cf}/gu, "").replace(/[\s\p{Cc}]+/gu, " ").trim())

const conjunctions = new Set(["and", "or", "but"])

/** Whether a question follows the conjunction at `at`: "and will it ...", "and who will ...". */
const asksAgain = ({ words }: QuestionReading, opening: number, at: number): boolean => {
  const next = words[at + 1]
  if (!isPlain(next)) return false
  // "and if not, will ..."
  if (next!.text === "if")
    return [3, 4].some((offset) => words[at + offset - 1]?.trail === "," && isAuxiliary(words[at + offset]))
  if (isAuxiliary(next)) {
    return isAuxiliary(words[opening]) && !isAuxiliary(words[at - 1]) && beginsSubject(words[at + 2])
  }
  if (!isQuestionWord(next)) return false
  if (isAuxiliary(words[opening]) && !words[at - 1]!.trail.includes(",")) return false
  if (next!.trail.includes("?")) return true
  for (let verb = at + 2; verb < at + 5; verb++) {
    if (isPronoun(words[verb])) return false
    if (isAuxiliary(words[verb])) return true
  }
  return false
}

const questionsIn = (question: QuestionReading, sentence: QuestionSentence): number => {
  const opening = openingOf(question.words, sentence)
  let count = 1
  if (opening === undefined) return count
  for (let at = opening + 2; at < sentence.to - 1; at++) {
    const word = question.words[at]!
    if (conjunctions.has(word.text) && isPlain(word) && asksAgain(question, opening, at)) count++
  }
  return count
}

// "If it is held, will ...": a condition belongs to its question. "Or not?" asks nothing new.
const echoes = phrases(["or not", "yes or no", "true or false"])

const isEcho = ({ words }: QuestionReading, { from, to }: QuestionSentence): boolean =>
  echoes(words, from) === to - from

/**
 * Negations are hard to answer with "no" and are misread (Krosnick and Presser 2010, Handbook of Survey Research, chapter
 * 9); the question is the same without them, with the answers swapped.
 */
const negationIn = (question: QuestionReading, sentence: QuestionSentence): string | undefined => {
  const { words } = question
  const opening = openingOf(words, sentence)
  if (opening === undefined || !isAuxiliary(words[opening])) return undefined
  const isTag = leadingTags(words, opening) === sentence.to - opening
  if (isTag || leadingOpenings(words, opening) > 0) return undefined
  if (isNegated(words[opening])) return words[opening]!.text
  const first = negativeSubjects(words, opening + 1)
  if (first > 0 && limits(words, opening + 1) === 0) return quoteWords(words, opening + 1, opening + 1 + first)
  const introduction = introductions(words, opening)
  for (let at = opening + Math.max(1, introduction); at < sentence.to; at++) {
    const word = words[at]!
    if (word.isAside) continue
    if (isSubordinator(word)) return undefined
    if (isNegated(word)) return word.text
    const length = negations(words, at)
    const isLimit = limits(words, at) > 0 || ["or", "whether", "if", "and"].includes(words[at - 1]!.text)
    if (length > 0 && !isLimit) return quoteWords(words, at, at + length)
  }
  return undefined
}

const negations: PhraseFinder = phrases(["not", "never", "neither", "fail to", "fails to"])
const negativeSubjects: PhraseFinder = phrases(["no", "none", "nobody", "neither", "nothing"])
/** Limits and fixed terms that hold a negative word. */
const limits: PhraseFinder = phrases(
  [
    "later",
    "earlier",
    "more",
    "less",
    "fewer",
    "sooner",
    "longer"
  ].flatMap((word) => [`no ${word} than`, `not ${word} than`]).concat(["not only", "not just", "not necessarily"])
)
const introductions: PhraseFinder = phrases([
  "is it true that",
  "is it the case that",
  "is it likely that",
  "is it certain that",
  "is it correct that"
])

/** Questions about a probability, which yes-or-no questions may be asked as. */
const probabilities: PhraseFinder = phrases([
  "how likely",
  "how probable",
  ...["probability", "likelihood", "chance", "chances", "odds"].flatMap((
    noun
  ) => [`what is the ${noun}`, `what are the ${noun}`])
])

/** The rules about the text as a whole: its length, a single question, and a question that the kind can answer. */
export const textRules: ReadonlyArray<FramingRule> = [
  {
    id: "text_too_short",
    since: 1,
    severity: "error",
    ...everyQuestion,
    field: "text",
    message: "text must have at least {limit} characters; it has {measured}.",
    measures: "Characters of the text, in which a run of white space counts as one.",
    examples: {
      bad: { draft: binaryDraft("Rate cut?") },
      good: { draft: binaryDraft("Will the ECB cut its deposit rate by 30 June 2027?") }
    },
    check: ({ draft }) => {
      const measured = measuredLength(draft.text)
      return measured < questionTextMin ? { measured, limit: questionTextMin } : undefined
    }
  },
  {
    id: "two_questions",
    since: 1,
    severity: "error",
    ...everyQuestion,
    field: "text",
    message: "text must ask one question; it asks {measured}. Add each as a question of its own.",
    measures: "Sentences that end in a question mark, and questions joined by and, or or but.",
    examples: {
      bad: { draft: binaryDraft("Will Airbus order a new wing plant by June 2027, and will it be built in Wales?") },
      good: { draft: binaryDraft("Will Airbus and GKN order a new wing plant in Wales by June 2027?") }
    },
    check: (question) => {
      const measured = question.asking.filter((sentence) => sentence.isQuestion && !isEcho(question, sentence))
        .reduce((sum, sentence) => sum + questionsIn(question, sentence), 0)
      return measured > 1 ? { measured, limit: 1 } : undefined
    }
  },
  {
    id: "negation",
    since: 1,
    severity: "error",
    ...ofKind("binary"),
    field: "text",
    message: "text must ask without a negation; it says \"{measured}\". Ask whether the event happens.",
    measures:
      "A negation in the main clause of a binary question: not, never, fail to, a contraction, or no as its subject.",
    examples: {
      bad: { draft: binaryDraft("Will Congress fail to pass a farm bill by 30 June 2027?") },
      good: { draft: binaryDraft("Will Congress pass a farm bill no later than 30 June 2027?") }
    },
    check: (question) => {
      for (const sentence of question.asking) {
        const measured = negationIn(question, sentence)
        if (measured !== undefined) return { measured }
      }
      return undefined
    }
  },
  {
    id: "kind_mismatch",
    since: 1,
    severity: "error",
    ...ofKind("binary"),
    field: "kind",
    message:
      "kind is binary, but the text asks \"{measured}\", which yes or no does not answer. Ask whether, or use multi.",
    measures: "The word that opens a binary question.",
    examples: {
      bad: { draft: binaryDraft("Which company will buy Warner Bros. Discovery by 30 June 2027?") },
      good: { draft: binaryDraft("Will Paramount buy Warner Bros. Discovery by 30 June 2027?") }
    },
    check: ({ asking, words }) => {
      const opening = asking[0] === undefined ? undefined : openingOf(words, asking[0])
      if (opening === undefined || !isQuestionWord(words[opening]) || probabilities(words, opening) > 0)
        return undefined
      return { measured: words[opening]!.text }
    }
  }
]
