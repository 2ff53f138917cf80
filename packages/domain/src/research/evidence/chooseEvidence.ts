import type { EvidencePassage } from "./EvidencePassage.ts"

/** The number of passages that a search asks for. */
export const passagesPerSearch = 12

/** The limits of the passages that a specialist is shown: their number, and their UTF-16 code units together. */
export const shownPassagesMax = 12
export const shownLengthMax = 12_000

/** Dampens the lead of first places, as in Cormack, Clarke and Büttcher (2009, Reciprocal Rank Fusion). */
const rankOffset = 60

/**
 * Chooses the passages that a specialist is shown from the results of its searches: fused by reciprocal rank, best first,
 * up to both limits. Among passages with equal scores, results of earlier searches come first.
 */
export const chooseEvidence = (
  results: ReadonlyArray<ReadonlyArray<EvidencePassage>>
): ReadonlyArray<EvidencePassage> => {
  const found = new Map<string, { readonly passage: EvidencePassage; score: number }>()
  for (const passages of results) {
    passages.forEach((passage, rank) => {
      const entry = found.get(passage.id) ?? { passage, score: 0 }
      entry.score += 1 / (rankOffset + rank + 1)
      found.set(passage.id, entry)
    })
  }
  const ranked = [...found.values()].sort((a, b) => b.score - a.score).slice(0, shownPassagesMax)
  let length = 0
  return ranked.flatMap(({ passage }) => {
    length += passage.text.length
    return length > shownLengthMax ? [] : [passage]
  })
}
