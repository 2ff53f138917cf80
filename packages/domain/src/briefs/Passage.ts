import { excerpt } from "../kernel/Excerpt.ts"
import { codePoints } from "../kernel/TextRule.ts"
import { parseReasoning } from "../predictions/Reasoning.ts"
import type { ReasoningHeading } from "../predictions/ReasoningSection.ts"
import { isStopToken } from "../predictions/StopWords.ts"
import { type Sentence, sentencesOf } from "./Sentence.ts"
import { atOnce, stepWorkMax, type WorkSteps } from "./WorkSteps.ts"

/** The longest sentence that is quoted whole, in code points; of a longer one its beginning, as an excerpt. */
export const quotedSentenceMax = 320

/** How much of a reasoning is read, in UTF-16 code units. */
export const readReasoningMax = 6_000

/** How many sentences of one reasoning may be chosen from. */
export const passagesMax = 6

/** A sentence that may be quoted. */
export interface Passage {
  readonly text: string
  /** The tokens of its distinct words that are no common ones, ascending. */
  readonly words: Uint32Array
  /** How well its place and form suit a quotation, 0 to 1. */
  readonly fitness: number
}

/**
 * How much a section is worth quoting as an argument for what its author predicts. What speaks against it (its
 * counter-evidence) is no such argument; the bottom line repeats the figures that stand beside the quotation anyway.
 */
export const sectionWeights: Readonly<Record<ReasoningHeading | "none", number>> = {
  EVIDENCE: 1,
  ANALYSIS: 0.9,
  "COUNTER-EVIDENCE": 0,
  "BOTTOM LINE": 0.6,
  none: 0.7
}

/** Words that point back to a sentence which a quotation leaves out. */
const pointing =
  /^["'“‘([*_]*(?:this|that|these|those|it|its|they|their|he|his|she|her|such|but|however|therefore|thus|hence|also|moreover|furthermore|similarly|likewise|so|and|or|consequently|meanwhile|instead|otherwise|both|neither|yet|still|see|here)\b/i

/** A sentence about its author says less about the world. */
const selfish = /^["'“‘([*_]*(?:i|my|we|our|i've|i'm|i’ve|i’m)\b/i

/** A shorter sentence, in code points, says too little on its own. */
const quotedSentenceMin = 25

// A full stop with its closing quotes and brackets lies within so many code units.
const formEndMax = 8

/** What a sentence looks like, each trait a factor: figures speak for it, the rest against it. */
const formOf = (text: string): number => {
  const ending = text.slice(-formEndMax)
  const isComplete = /[.!…。！।۔။።։][\p{P}\p{S}]*$/u.test(ending)
  const isQuestion = /[?？؟][\p{P}\p{S}]*$/u.test(ending)
  const length = codePoints(text)
  return (isQuestion ? 0.5 : isComplete ? 1 : 0.7)
    * (/\p{Nd}/u.test(text) ? 1 : 0.7)
    * (pointing.test(text) ? 0.6 : 1)
    * (selfish.test(text) ? 0.8 : 1)
    * (/https?:\/\//i.test(text) ? 0.3 : 1)
    * (length < quotedSentenceMin ? 0.3 : length > quotedSentenceMax ? 0.4 : 1)
}

/** The words that a text is about: all but the common ones. */
export const topicWords = (text: string): Uint32Array =>
  parseReasoning(text).wordTokens.filter((token) => !isStopToken(token))

// The first sentence of a section says more than those that follow from it.
const fitnessOf = ({ heading, place, text }: Sentence): number =>
  sectionWeights[heading ?? "none"] / (1 + 0.05 * Math.min(place, 8)) * formOf(text)

const passageOf = (sentence: Sentence, fitness: number): Passage => {
  const isLong = codePoints(sentence.text) > quotedSentenceMax
  const text = isLong ? excerpt(sentence.text, quotedSentenceMax) : sentence.text
  return { text, words: topicWords(text), fitness }
}

/**
 * The sentences of a reasoning that are fit to be quoted for what it predicts, best first, at most six. Reads the first
 * 6,000 characters; a sentence that this cuts off is left out.
 *
 * @example passagesOf("ANALYSIS: The series has fallen in nine of eleven comparable months. COUNTER-EVIDENCE: It may rise.").length // 1
 */
export const passagesOf = (reasoning: string): ReadonlyArray<Passage> => atOnce(passageSteps(reasoning))

/** What a sentence costs to look at, whatever its length. */
const sentenceWork = 100

/** The same in steps. */
export function* passageSteps(reasoning: string): WorkSteps<ReadonlyArray<Passage>> {
  const read = reasoning.slice(0, readReasoningMax)
  const sentences = sentencesOf(read)
  yield read.length
  const whole = reasoning.length > readReasoningMax ? sentences.slice(0, -1) : sentences
  const fit: Array<{ readonly sentence: Sentence; readonly fitness: number }> = []
  for (const sentence of whole) {
    const fitness = fitnessOf(sentence)
    if (fitness > 0) fit.push({ sentence, fitness })
    yield Math.min(stepWorkMax, sentenceWork + sentence.text.length)
  }
  const passages: Array<Passage> = []
  for (const { fitness, sentence } of fit.sort((a, b) => b.fitness - a.fitness).slice(0, passagesMax)) {
    const passage = passageOf(sentence, fitness)
    passages.push(passage)
    yield sentenceWork + passage.text.length
  }
  return passages
}
