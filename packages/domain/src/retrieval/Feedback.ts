import type { TermIndex, TermWeights } from "./TermIndex.ts"

/** The documents that feedback takes as relevant, and the terms it takes from them. */
export const feedbackDocuments = 10
const feedbackTermsMax = 20

/** The weight of the query as it was asked, beside that of the terms from the documents. */
const originalShare = 0.5

/** A term in more than this share of all documents tells none of them apart. */
const commonShare = 0.1

/** Scales weights so that they add up to `sum`. */
const scaled = (weights: ReadonlyArray<readonly [number, number]>, sum: number): ReadonlyArray<[number, number]> => {
  const total = weights.reduce((all, [, weight]) => all + weight, 0)
  return weights.map(([number, weight]) => [number, (weight * sum) / total])
}

/**
 * Extends a query by the terms that stand out in its best documents: the relevance model RM3 (Lavrenko and Croft 2001;
 * Abdul-Jaleel et al. 2004), with the usual parameters. A document counts by its score, a term by its share of the
 * document. `best` are the query's best documents with their scores; without any, the query stays as it is.
 */
export const withFeedback = (
  index: TermIndex,
  query: TermWeights,
  best: ReadonlyArray<readonly [document: number, score: number]>
): TermWeights => {
  if (best.length === 0) return query
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
  const extended = new Map(scaled([...query], originalShare))
  for (const [number, weight] of scaled(terms, 1 - originalShare)) {
    extended.set(number, (extended.get(number) ?? 0) + weight)
  }
  return extended
}
