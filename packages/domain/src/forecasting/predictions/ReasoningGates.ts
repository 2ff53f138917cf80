import { counted } from "../../kernel/Counted.ts"
import { type Failure, failure } from "../../kernel/Failure.ts"
import { citationPage, pagesMeant } from "./CitationPage.ts"
import type { ParsedReasoning } from "./Reasoning.ts"
import { reasoningHeadings } from "./ReasoningSection.ts"

/** The limits of the quality gates of a reasoning. */
export const reasoningGates = {
  /** Characters of the trimmed reasoning. */
  lengthMin: 200,
  /** Distinct words outside addresses and headings. */
  uniqueWordsMin: 30,
  /** Citations of distinct pages. */
  citationsMin: 2,
  /** Cited pages that no other account has cited on the question. */
  novelCitationsMin: 1,
  /** The maximum Jaccard similarity of the token sets. */
  similarityMax: 0.6
} as const

/** What the gates need to know of earlier predictions. */
export interface OriginalityFacts {
  /** The citations that other accounts have made on this question, in canonical form or as pages. */
  readonly citedByOthers: ReadonlySet<string>
  /** The most similar earlier prediction on this question, when its similarity is above the limit. */
  readonly closest?: { readonly similarity: number; readonly prediction_id?: string }
  /** Whether any earlier reasoning on the platform has the same normalised text. */
  readonly exactCopy: boolean
}

/** Facts for judging a reasoning without earlier predictions. */
export const noOriginalityFacts: OriginalityFacts = { citedByOthers: new Set(), exactCopy: false }

const field = "reasoning"

const judgeLength = ({ length }: ParsedReasoning): ReadonlyArray<Failure> => {
  const limit = reasoningGates.lengthMin
  if (length >= limit) return []
  const message = `The reasoning has ${counted(length, "character")}; ${limit} are needed.`
  return [failure("REASONING_TOO_SHORT", message, { field, measured: length, limit })]
}

const judgeSections = ({ sections }: ParsedReasoning): ReadonlyArray<Failure> => {
  const faults: Array<string> = []
  for (const heading of reasoningHeadings) {
    const section = sections.find((candidate) => candidate.heading === heading)
    if (section === undefined) faults.push(`${heading} is missing`)
    else if (section.times > 1) faults.push(`${heading} appears ${section.times} times`)
    else if (section.text === "") faults.push(`${heading} is empty`)
  }
  if (faults.length === 0) return []
  const message = `${faults.join("; ")}. Each of ${reasoningHeadings.join(", ")} must appear once, with text after`
    + " it: in capitals with a colon, or on a line of its own."
  const limit = reasoningHeadings.length
  return [failure("REASONING_MISSING_SECTIONS", message, { field, measured: limit - faults.length, limit })]
}

const judgeOrder = ({ sections }: ParsedReasoning): ReadonlyArray<Failure> => {
  const places = sections.map(({ heading }) => reasoningHeadings.indexOf(heading))
  if (places.every((place, i) => i === 0 || places[i - 1]! < place)) return []
  const found = sections.map(({ heading }) => heading).join(", ")
  const message = `The sections come in the order ${found}; it must be ${reasoningHeadings.join(", ")}.`
  return [failure("REASONING_SECTIONS_OUT_OF_ORDER", message, { field, measured: found })]
}

const judgeWords = ({ distinctWords }: ParsedReasoning): ReadonlyArray<Failure> => {
  const limit = reasoningGates.uniqueWordsMin
  if (distinctWords >= limit) return []
  const message = `The reasoning has ${
    counted(distinctWords, "distinct word")
  } outside addresses and headings; ${limit} are needed.`
  return [failure("REASONING_FEW_UNIQUE_WORDS", message, { field, measured: distinctWords, limit })]
}

const judgeCitations = ({ citations }: ParsedReasoning): ReadonlyArray<Failure> => {
  const limit = reasoningGates.citationsMin
  if (citations.length >= limit) return []
  const message =
    `The reasoning cites ${counted(citations.length, "distinct page")} (http or https addresses with a path);`
    + ` ${limit} are needed.`
  return [failure("CITATIONS_REQUIRED", message, { field, measured: citations.length, limit })]
}

const judgeNovelty = ({ citations }: ParsedReasoning, { citedByOthers }: OriginalityFacts): ReadonlyArray<Failure> => {
  if (citations.length === 0 || citedByOthers.size === 0) return []
  const known = new Set([...citedByOthers].map(citationPage))
  if (citations.some((citation) => !pagesMeant(citation).some((page) => known.has(page)))) return []
  const message = "Every page cited has been cited on this question by another account; add at least one new page."
  return [failure("CITATIONS_REUSED", message, { field, measured: 0, limit: reasoningGates.novelCitationsMin })]
}

const judgeOriginality = (facts: OriginalityFacts): ReadonlyArray<Failure> => {
  const limit = reasoningGates.similarityMax
  const { closest, exactCopy } = facts
  if (exactCopy) {
    const message = "The reasoning is an exact copy of an earlier one."
    return [failure("REASONING_TOO_SIMILAR", message, { field, measured: 1, limit })]
  }
  if (closest === undefined || closest.similarity <= limit) return []
  // Rounded up, so that a value just above the limit is not shown as equal to it.
  const measured = Math.min(1, Math.ceil(closest.similarity * 10_000) / 10_000)
  const other = closest.prediction_id === undefined ? "an earlier prediction" : `prediction ${closest.prediction_id}`
  const message =
    `The reasoning shares ${measured} of its words with ${other} on this question; the maximum is ${limit}.`
  return [failure("REASONING_TOO_SIMILAR", message, { field, measured, limit })]
}

/**
 * All failures of a reasoning, in the order of the gates: length, sections present, sections in order, distinct words,
 * citations, a new citation, originality. Empty when it passes.
 *
 * @example judgeReasoning(parseReasoning("Trust me."), noOriginalityFacts).map(({ code }) => code)[0] // "REASONING_TOO_SHORT"
 */
export const judgeReasoning = (reasoning: ParsedReasoning, facts: OriginalityFacts): ReadonlyArray<Failure> => [
  ...judgeLength(reasoning),
  ...judgeSections(reasoning),
  ...judgeOrder(reasoning),
  ...judgeWords(reasoning),
  ...judgeCitations(reasoning),
  ...judgeNovelty(reasoning, facts),
  ...judgeOriginality(facts)
]
