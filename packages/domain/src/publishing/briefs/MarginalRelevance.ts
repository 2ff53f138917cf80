import type { Similarities } from "./Similarity.ts"

/** λ, the weight of relevance against novelty, and the maximum similarity of two chosen texts. */
const relevanceShare = 0.7
export const alikeMax = 0.6

/** A text to choose from, at the same index as in the similarities. */
export interface Candidate {
  /** 0 to 1. */
  readonly relevance: number
  /** Whose text it is (`owner`), and which document it is part of (`source`). */
  readonly owner: string
  readonly source: string
}

/**
 * Chooses up to `count` candidates by maximal marginal relevance (Carbonell & Goldstein 1998): each time the one with
 * the highest λ · relevance − (1 − λ) · (similarity to the most similar chosen one), λ = 0.7. Candidates with a
 * similarity above 0.6 to a chosen one are excluded. At most one candidate per source is chosen, and one per owner
 * while other owners are left. Ties keep their order. Returns indexes in the order of choice.
 *
 * @example marginallyRelevant([{ relevance: 1, owner: "a", source: "1" }, { relevance: 0.9, owner: "b", source: "2" }], { size: 2, values: Float64Array.of(1, 0.9, 0.9, 1) }, 2) // [0]
 */
export const marginallyRelevant = (
  candidates: ReadonlyArray<Candidate>,
  { size, values }: Similarities,
  count: number
): ReadonlyArray<number> => {
  const chosen: Array<number> = []
  const closest = new Float64Array(candidates.length)
  const sources = new Set<string>()
  const owners = new Set<string>()
  const best = (isOpen: (candidate: Candidate) => boolean): number | undefined => {
    let found: number | undefined
    let foundWorth = -Infinity
    candidates.forEach((candidate, index) => {
      if (sources.has(candidate.source) || closest[index]! > alikeMax || !isOpen(candidate)) return
      const worth = relevanceShare * candidate.relevance - (1 - relevanceShare) * closest[index]!
      if (worth > foundWorth) {
        found = index
        foundWorth = worth
      }
    })
    return found
  }
  while (chosen.length < count) {
    const next = best(({ owner }) => !owners.has(owner)) ?? best(() => true)
    if (next === undefined) break
    chosen.push(next)
    sources.add(candidates[next]!.source)
    owners.add(candidates[next]!.owner)
    for (let index = 0; index < candidates.length; index++) {
      closest[index] = Math.max(closest[index]!, values[index * size + next]!)
    }
  }
  return chosen
}
