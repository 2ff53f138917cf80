import type { QuestionSentence, QuestionWord } from "./QuestionWords.ts"

type Words = ReadonlyArray<QuestionWord>

const auxiliaries = new Set([
  ..."will would do does did is are was were has have had can could should shall must might am".split(" "),
  ..."won't wouldn't don't doesn't didn't isn't aren't wasn't weren't hasn't haven't hadn't can't".split(" "),
  ..."couldn't shouldn't mustn't cannot".split(" ")
])

const contraction = /n't$/

const questionWords = new Set("what which who whom whose when where why how".split(" "))

const pronouns = new Set("it they he she we you i there this that these those one".split(" "))

const determiners = new Set("the a an its their any his her our your my each every some both all".split(" "))

const subordinators = new Set(
  "that which who whom whose where if when because while unless although though whether since as than until after before"
    .split(" ")
)

/** Whether a word can open a yes-or-no question: "will", "does", "isn't". */
export const isAuxiliary = (word: QuestionWord | undefined): boolean => word !== undefined && auxiliaries.has(word.text)

/** Whether a word is an auxiliary with "not" in it: "won't", "isn't". */
export const isNegated = (word: QuestionWord | undefined): boolean =>
  isAuxiliary(word) && (contraction.test(word!.text) || word!.text === "cannot")

/** Whether a word asks for something other than yes or no: "which", "how". */
export const isQuestionWord = (word: QuestionWord | undefined): boolean =>
  word !== undefined && questionWords.has(word.text)

/** Whether a word begins a subordinate clause. */
export const isSubordinator = (word: QuestionWord | undefined): boolean =>
  word !== undefined && subordinators.has(word.text)

/** Whether a word is a pronoun that can be a subject. */
export const isPronoun = (word: QuestionWord | undefined): boolean => word !== undefined && pronouns.has(word.text)

/** Whether a word can begin a subject: a pronoun, a determiner or a name. */
export const beginsSubject = (word: QuestionWord | undefined): boolean =>
  word !== undefined && (isPronoun(word) || determiners.has(word.text) || word.isCapital)

/**
 * Where a sentence begins to ask: its first auxiliary or question word at the start, or after a comma ("If it is held,
 * will ..."), with a preposition before it at most ("In which year"). Undefined when it does not ask.
 */
export const openingOf = (words: Words, { from, to }: QuestionSentence): number | undefined => {
  for (let at = from; at < to; at++) {
    if (at > from && !words[at - 1]!.trail.includes(",") && !words[at - 1]!.trail.includes(":")) continue
    if (words[at]!.isAside) continue
    if (isAuxiliary(words[at]) || (isQuestionWord(words[at]) && !opensClause(words, at, to))) return at
    if (at === from && at + 1 < to && isQuestionWord(words[at + 1])) return at + 1
    if (at === from && words[at]!.text === "and" && isAuxiliary(words[at + 1])) return at + 1
  }
  return undefined
}

/** Whether "when" or "where" opens a clause that the question follows after a comma: "When it meets, will ...". */
const opensClause = (words: Words, at: number, to: number): boolean => {
  if (words[at]!.text !== "when" && words[at]!.text !== "where") return false
  for (let next = at + 1; next + 1 < to; next++) {
    if (words[next]!.trail.includes(",") && isAuxiliary(words[next + 1])) return true
  }
  return false
}
