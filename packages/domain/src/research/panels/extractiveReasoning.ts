import { sentenceSpans } from "../evidence/sentenceSpans.ts"
import { dataFile } from "../../kernel/dataFile.ts"
import { WordList } from "../../kernel/wordLists.ts"
import { textTerms } from "../retrieval/TextTerms.ts"
import doubtWords from "./doubtWords.json" with { type: "json" }
import type { EvidencePassage } from "../evidence/EvidencePassage.ts"
import type { PanelQuestion } from "./PanelQuestion.ts"
import type { NewReasoning } from "./reasoningFromAnswer.ts"
import type { Quote } from "./PanelReasoning.ts"

/** The id under which evidence stands that no model has judged. */
export const extractiveSpecialist = "extractive"

/** How many sentences are quoted for each side. */
export const extractedPerSideMax = 4
/** How many different words of the question a quoted sentence contains at least, if the question has as many. */
const sharedTermsMin = 2
/** Longer sentences are mostly tables and lists; in UTF-16 code units. */
const sentenceLengthMax = 600
const sentenceLengthMin = 25

/** Words that tell that something did not, will not or may not happen. */
const doubts = new Set(
  textTerms(dataFile("doubtWords.json", WordList, doubtWords).join(" ")).map(({ term }) => term)
)
const negations = /(?<![\p{L}\p{N}])(?:no|not|never|none|neither|nor|without|cannot|\p{L}{2,8}n['’]t)(?![\p{L}\p{N}])/iu

/** A sentence with what it shares with the question. */
interface Sentence {
  readonly passage: EvidencePassage
  /** Within the passage. */
  readonly start: number
  readonly end: number
  readonly words: ReadonlyArray<string>
  readonly isDoubt: boolean
}

const termSet = (text: string): ReadonlySet<number> =>
  new Set(textTerms(text).flatMap(({ term }) => term === 0 ? [] : [term]))

const sentencesOf = (passage: EvidencePassage, question: string): ReadonlyArray<Sentence> => {
  const asked = termSet(question)
  const isNegated = negations.test(question)
  return sentenceSpans(passage.text).flatMap(({ end, start }): ReadonlyArray<Sentence> => {
    if (end - start > sentenceLengthMax || end - start < sentenceLengthMin) return []
    const text = passage.text.slice(start, end)
    const terms = textTerms(text)
    const words = new Map<number, string>()
    for (const { end: to, start: from, term } of terms) {
      if (asked.has(term) && !words.has(term)) words.set(term, text.slice(from, to))
    }
    if (words.size < Math.min(sharedTermsMin, asked.size) || words.size === 0) return []
    const isDoubt = (!isNegated && negations.test(text)) ||
      terms.some(({ term }) => doubts.has(term) && !asked.has(term))
    return [{ passage, start, end, words: [...words.values()], isDoubt }]
  })
}

const quoteOf = ({ end, passage, start, words }: Sentence): Quote => ({
  claim: `Speaks of ${words.slice(0, 5).join(", ")}.`,
  source_id: passage.source_id,
  passage_id: passage.id,
  quote: passage.text.slice(start, end),
  start: passage.start + start,
  end: passage.start + end
})

/** The sentences that share most words with the question, each text once; earlier passages come first among equals. */
const best = (sentences: ReadonlyArray<Sentence>): ReadonlyArray<Quote> => {
  const quotes = [...sentences].sort((a, b) => b.words.length - a.words.length).map(quoteOf)
  const seen = new Set<string>()
  return quotes.filter(({ quote }) => seen.size < seen.add(quote).size).slice(0, extractedPerSideMax)
}

const narrativeOf = (found: number, against: number): string =>
  [
    "No model is configured, so nobody has judged this question: there is no answer and no probability.",
    found + against === 0
      ? "No sentence of the sources shares enough words with the question to be quoted."
      : `Quoted are the sentences of the sources that share most words with the question: ${found} as evidence for, and `
        + `${against}, which contain words of negation or doubt, as evidence against. Nobody has checked that they bear on it.`
  ].join(" ")

/**
 * What the sources say in the words of a question, for a panel without a model: sentences that share at least two
 * words with the question (without stop words, regardless of inflections), in descending order of shared words. One
 * with a word of negation or doubt that the question does not contain itself is evidence against. Nobody answers, and
 * there are no probabilities.
 */
export const extractiveReasoning = (
  { id, text }: Pick<PanelQuestion, "id" | "text">,
  passages: ReadonlyArray<EvidencePassage>
): NewReasoning => {
  const sentences = passages.flatMap((passage) => sentencesOf(passage, text))
  const evidence = best(sentences.filter(({ isDoubt }) => !isDoubt))
  const counter_evidence = best(sentences.filter(({ isDoubt }) => isDoubt))
  return {
    question_id: id,
    specialist: extractiveSpecialist,
    model: null,
    answer: null,
    probability: null,
    distribution: null,
    confidence: null,
    narrative: narrativeOf(evidence.length, counter_evidence.length),
    evidence,
    counter_evidence,
    unsupported: [],
    falsifiers: []
  }
}
