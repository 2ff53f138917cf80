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

/** The first auxiliary after a comma: where a question begins that follows a clause ("When it meets, will ..."). */
const auxiliaryAfterComma = (words: Words, { from, to }: QuestionSentence): number => {
  for (let at = from + 1; at < to; at++) if (words[at - 1]!.trail.includes(",") && isAuxiliary(words[at])) return at
  return -1
}

const clauseWords = new Set(["when", "where"])

/**
 * Where a sentence begins to ask: its first auxiliary or question word at the start, or after a comma or colon ("If it is
 * held, will ..."), with a preposition before it at most ("In which year"). Undefined when it does not ask.
 */
export const openingOf = (words: Words, sentence: QuestionSentence): number | undefined => {
  const { from, to } = sentence
  const following = auxiliaryAfterComma(words, sentence)
  const opens = (at: number): boolean =>
    isAuxiliary(words[at]) || (isQuestionWord(words[at]) && !(clauseWords.has(words[at]!.text) && at < following))
  for (let at = from; at < to; at++) {
    if (words[at]!.isAside || (at > from && !/[,:]/.test(words[at - 1]!.trail))) continue
    if (opens(at)) return at
    const next = words[at + 1]
    if (at === from && at + 1 < to && (isQuestionWord(next) || (words[at]!.text === "and" && isAuxiliary(next)))) {
      return at + 1
    }
  }
  return undefined
}
