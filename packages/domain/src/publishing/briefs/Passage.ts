import { excerpt } from "../../kernel/Excerpt.ts"
import { codePoints } from "../../kernel/TextRule.ts"
import { parseReasoning } from "../../forecasting/predictions/Reasoning.ts"
import { isStopToken } from "../../text/StopWords.ts"
import { type Sentence, sentencesOf } from "./Sentence.ts"
import { fitnessOf, quotedSentenceMax } from "./SentenceFitness.ts"
import { atOnce } from "../../kernel/inTurns.ts"
import { stepWorkMax, type WorkSteps } from "./WorkSteps.ts"

/** How much of a reasoning is read, in UTF-16 code units. */
export const readReasoningMax = 6_000

/** The maximum number of candidate sentences per reasoning. */
const passagesMax = 6

/** A sentence that may be quoted. */
export interface Passage {
  readonly text: string
  /** The tokens of its distinct words without stop words, ascending. */
  readonly words: Uint32Array
  /** See `fitnessOf`. */
  readonly fitness: number
}

/** The tokens of a text without stop words. */
export const topicWords = (text: string): Uint32Array =>
  parseReasoning(text).wordTokens.filter((token) => !isStopToken(token))

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
