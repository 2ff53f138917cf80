import type { TermIndex, TermWeights } from "./TermIndex.ts"

/** The documents that feedback takes as relevant, and the terms it takes from them. */
export const feedbackDocuments = 10
const feedbackTermsMax = 20

/** The share of the query as it was asked in the sum of all weights. */
const originalShare = 0.5

/** A term in more than this share of all documents tells none of them apart. */
const commonShare = 0.1

/**
 * The terms that stand out in the best documents of a query, with weights by which they extend it: the relevance model
 * RM3 (Lavrenko and Croft 2001; Abdul-Jaleel et al. 2004), with the usual parameters. A document counts by its score, a
 * term by its share of the document. A term of the query may be among them, which adds to its weight. `best` are the
 * query's best documents with their scores; without any, there are no terms.
 */
export const feedbackTerms = (
  index: TermIndex,
  query: TermWeights,
  best: ReadonlyArray<readonly [document: number, score: number]>
): TermWeights => {
  const found = new Map<number, number>()
  for (const [document, score] of best) {
    index.eachOf(document, (number, count) => {
      found.set(number, (found.get(number) ?? 0) + (score * count) / index.lengthOf(document))
    })
  }
  const isTelling = (number: number): boolean =>
    query.has(number) || index.frequencyOf(number) <= Math.max(1, index.size * commonShare)
  const terms = [...found]
    .filter(([number]) => isTelling(number))
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, feedbackTermsMax)
  const scale = (sumOf(query) * (1 - originalShare)) / originalShare / sumOf(terms)
  return new Map(terms.map(([number, weight]) => [number, weight * scale]))
}

const sumOf = (weights: Iterable<readonly [number: number, weight: number]>): number => {
  let sum = 0
  for (const [, weight] of weights) sum += weight
  return sum
}
