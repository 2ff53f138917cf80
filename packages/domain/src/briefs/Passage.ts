import { excerpt } from "../kernel/Excerpt.ts"
import { codePoints } from "../kernel/TextRule.ts"
import { parseReasoning } from "../predictions/Reasoning.ts"
import type { ReasoningHeading } from "../predictions/ReasoningSection.ts"
import { isStopToken } from "../predictions/StopWords.ts"
import { type Sentence, sentencesOf } from "./Sentence.ts"
import { atOnce, stepWorkMax, type WorkSteps } from "./WorkSteps.ts"

/** The maximum length of a quoted sentence in code points; a longer one is quoted as an excerpt. */
export const quotedSentenceMax = 320

/** How much of a reasoning is read, in UTF-16 code units. */
export const readReasoningMax = 6_000

/** The maximum number of candidate sentences per reasoning. */
const passagesMax = 6

/** A sentence that may be quoted. */
export interface Passage {
  readonly text: string
  /** The tokens of its distinct words without stop words, ascending. */
  readonly words: Uint32Array
  /** How suitable its position and form are for a quotation, 0 to 1. */
  readonly fitness: number
}

/**
 * The weight of each section for quotations that support the prediction. Counter-evidence argues against it, and the
 * bottom line mostly repeats figures that are shown beside the quotation.
 */
const sectionWeights: Readonly<Record<ReasoningHeading | "none", number>> = {
  EVIDENCE: 1,
  ANALYSIS: 0.9,
  "COUNTER-EVIDENCE": 0,
  "BOTTOM LINE": 0.6,
  none: 0.7
}

/** Words that refer back to a sentence that the quotation omits. */
const backwardReferenceStart =
  /^["'“‘([*_]*(?:this|that|these|those|it|its|they|their|he|his|she|her|such|but|however|therefore|thus|hence|also|moreover|furthermore|similarly|likewise|so|and|or|consequently|meanwhile|instead|otherwise|both|neither|yet|still|see|here)\b/i

/** Sentences about the author are less informative. */
const firstPersonStart = /^["'“‘([*_]*(?:i|my|we|our|i've|i'm|i’ve|i’m)\b/i

/** The minimum length, in code points, of a sentence that is informative on its own. */
const quotedSentenceMin = 25

// The maximum length, in code units, of a full stop with its closing quotes and brackets.
const formEndMax = 8

/** Rates the form of a sentence, one factor per trait: figures raise it, the other traits lower it. */
const formOf = (text: string): number => {
  const ending = text.slice(-formEndMax)
  const isComplete = /[.!…。！।۔။።։][\p{P}\p{S}]*$/u.test(ending)
  const isQuestion = /[?？؟][\p{P}\p{S}]*$/u.test(ending)
  const length = codePoints(text)
  return (isQuestion ? 0.5 : isComplete ? 1 : 0.7)
    * (/\p{Nd}/u.test(text) ? 1 : 0.7)
    * (backwardReferenceStart.test(text) ? 0.6 : 1)
    * (firstPersonStart.test(text) ? 0.8 : 1)
    * (/https?:\/\//i.test(text) ? 0.3 : 1)
    * (length < quotedSentenceMin ? 0.3 : length > quotedSentenceMax ? 0.4 : 1)
}

/** The tokens of a text without stop words. */
export const topicWords = (text: string): Uint32Array =>
  parseReasoning(text).wordTokens.filter((token) => !isStopToken(token))

// The first sentence of a section is usually more informative than the following ones.
const fitnessOf = ({ heading, place, text }: Sentence): number =>
  sectionWeights[heading ?? "none"] / (1 + 0.05 * Math.min(place, 8)) * formOf(text)

const passageOf = (sentence: Sentence, fitness: number): Passage => {
  const isLong = codePoints(sentence.text) > quotedSentenceMax
  const text = isLong ? excerpt(sentence.text, quotedSentenceMax) : sentence.text
  return { text, words: topicWords(text), fitness }
}

/**
 * Selects the sentences of a reasoning that are suitable quotations for its prediction, best first, at most six. Reads
 * the first 6,000 characters and omits a sentence that is cut off there.
 *
 * @example passagesOf("ANALYSIS: The series has fallen in nine of eleven comparable months. COUNTER-EVIDENCE: It may rise.").length // 1
 */
export const passagesOf = (reasoning: string): ReadonlyArray<Passage> => atOnce(passageSteps(reasoning))

/** The fixed part of the work per sentence. */
const sentenceWork = 100

/** `passagesOf` in steps. */
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
