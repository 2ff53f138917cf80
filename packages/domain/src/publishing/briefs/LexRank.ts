import type { Similarities } from "./Similarity.ts"
import { atOnce } from "../../kernel/inTurns.ts"
import { cellsWork, type WorkSteps } from "./WorkSteps.ts"

/** The weight of the prior against the links, and the maximum number of rounds of the power method. */
const lexRankDamping = 0.3
const roundsMax = 50
const enough = 1e-6

/** The similarity above which two texts count as copies, which have no link. */
const copySimilarityMin = 0.8

/** The inputs of LexRank besides the similarities. */
export interface LexRankTerms {
  /** The owner of each text; texts of one owner have no link. */
  readonly owners: ReadonlyArray<string>
  /** The prior weight of each text, in any unit, 0 or more. */
  readonly priors: ReadonlyArray<number>
}

/**
 * The centrality of each text: continuous LexRank (Erkan & Radev 2004) with the bias of Otterbacher, Erkan & Radev
 * (2005),
 *
 * p(u) = d · r(u) / Σ_z r(z) + (1 − d) · Σ_v p(v) · s(u, v) / Σ_z s(z, v), with d = 0.3,
 *
 * where r is the prior and s the similarity, by the power method until no value changes by more than 10⁻⁶ (at most 50
 * rounds). The values sum to 1. Links between texts of one owner, and between copies, are 0, so that repetition does
 * not raise centrality.
 *
 * @example lexRank({ size: 2, values: Float64Array.of(1, 0.5, 0.5, 1) }, { owners: ["a", "b"], priors: [1, 1] }) // Float64Array.of(0.5, 0.5)
 */
export const lexRank = (alike: Similarities, terms: LexRankTerms): Float64Array => atOnce(lexRankSteps(alike, terms))

/** `lexRank` in steps. */
export function* lexRankSteps(
  { size, values }: Similarities,
  { priors, owners }: LexRankTerms
): WorkSteps<Float64Array> {
  // Columns are normalised to sum to 1 (a stochastic matrix).
  const links = new Float64Array(size * size)
  for (let v = 0; v < size; v++) {
    let sum = 0
    for (let u = 0; u < size; u++) {
      const likeness = values[u * size + v]!
      const link = u === v ? 1 : owners[u] === owners[v] || likeness > copySimilarityMin ? 0 : likeness
      links[u * size + v] = link
      sum += link
    }
    for (let u = 0; u < size; u++) links[u * size + v]! /= sum
    yield cellsWork(4 * size)
  }
  const total = priors.reduce((sum, prior) => sum + prior, 0)
  const start = Float64Array.from(priors, (prior) => (total === 0 ? 1 / size : prior / total))
  let ranks = start
  for (let round = 0, moved = 1; round < roundsMax && moved > enough; round++) {
    moved = 0
    const next = new Float64Array(size)
    for (let u = 0; u < size; u++) {
      let sum = 0
      for (let v = 0; v < size; v++) sum += links[u * size + v]! * ranks[v]!
      next[u] = lexRankDamping * start[u]! + (1 - lexRankDamping) * sum
      moved = Math.max(moved, Math.abs(next[u]! - ranks[u]!))
    }
    ranks = next
    yield cellsWork(size ** 2)
  }
  return ranks
}
