import type { FramingPurpose } from "./FramingPurpose.ts"
import type { ResearchQuestionDraft } from "./ResearchQuestionDraft.ts"
import { openingOf } from "./QuestionClause.ts"
import { type QuestionSentence, type QuestionWord, type QuestionWords, wordsOf } from "./QuestionWords.ts"
import { type TimeMention, timeMentions } from "./TimeMention.ts"

/** A draft as the framing rules look at it. */
export interface QuestionReading {
  readonly draft: ResearchQuestionDraft
  readonly purpose: FramingPurpose
  readonly words: ReadonlyArray<QuestionWord>
  readonly sentences: ReadonlyArray<QuestionSentence>
  /** The sentences that ask; all of them when the text has no question mark. */
  readonly asking: ReadonlyArray<QuestionSentence>
  readonly times: ReadonlyArray<TimeMention>
  /** Whether a number is stated, in the threshold or in the text, other than in a date. */
  readonly hasFigure: boolean
}

const amounts = new Set([
  ..."two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty sixty seventy".split(" "),
  ..."eighty ninety hundred thousand million billion trillion zero half majority double twice triple".split(" ")
])

/** Whether a word is a number: `2.0%`, `$90`, `NT$1.25`, but not `GPT-6`. */
const isAmount = (text: string): boolean => amounts.has(text) || /^(?:[a-z]{0,3}\p{Sc}|[-+<>=≥≤~])*\p{Nd}/u.test(text)

const hasAmount = (words: ReadonlyArray<QuestionWord>, times: ReadonlyArray<TimeMention>): boolean => {
  let next = 0
  for (const [at, { text }] of words.entries()) {
    while (next < times.length && times[next]!.to <= at) next++
    const isInDate = next < times.length && times[next]!.from <= at
    if (!isInDate && isAmount(text)) return true
  }
  return false
}

/** Whether an optional text of a draft says something. */
export const isStated = (text: string | null | undefined): text is string =>
  text !== null && text !== undefined && text.trim() !== ""

/**
 * Joins a sentence that ends in a question mark, and does not begin to ask, with the statement before it: the
 * apparent end of that sentence is an abbreviation ("Bros.").
 */
const wholeSentences = ({ sentences, words }: QuestionWords): ReadonlyArray<QuestionSentence> => {
  const whole: Array<QuestionSentence> = []
  for (const sentence of sentences) {
    const before = whole.at(-1)
    const isRest = sentence.isQuestion && before?.isQuestion === false && openingOf(words, sentence) === undefined
    if (isRest) whole[whole.length - 1] = { ...sentence, from: before.from }
    else whole.push(sentence)
  }
  return whole
}

/** Reads a draft once for all rules, in linear time. */
export const readQuestion = (draft: ResearchQuestionDraft, purpose: FramingPurpose): QuestionReading => {
  const read = wordsOf(draft.text)
  const { words } = read
  const sentences = wholeSentences(read)
  const times = timeMentions(words)
  const questions = sentences.filter(({ isQuestion }) => isQuestion)
  return {
    draft,
    purpose,
    words,
    sentences,
    asking: questions.length === 0 ? sentences : questions,
    times,
    hasFigure: isStated(draft.resolution_threshold) || hasAmount(words, times)
  }
}
