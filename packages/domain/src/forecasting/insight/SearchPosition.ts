import type { MatchWeights } from "../../research/retrieval/EntryIndex.ts"

/**
 * Where a page of results ended: among the matches, by the sort key of its last result and the weights by which all
 * pages are ranked; among texts of like meaning, by the ends of the ids (`idEnd`) of all results that were shown.
 */
export type SearchPosition =
  | { readonly rank: number; readonly place: number; readonly id: string; readonly weights: MatchWeights }
  | { readonly shown: ReadonlyArray<string> }

/** A result before its text is read. `place` orders equal ranks: that of its type. */
export interface RankedResult {
  readonly id: string
  readonly rank: number
  readonly place: number
}

/** The order of results: the best first, then by type and id. */
export const inSearchOrder = (a: RankedResult, b: RankedResult): number =>
  b.rank - a.rank || a.place - b.place || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

/** The score that gives half of the largest rank: that of a rare word. */
const halfScore = 8

/**
 * Scales a score, which has no upper limit, to a rank below 1, to six decimals, so that a cursor holds it exactly.
 *
 * @example rankOfScore(8) // 0.5
 */
export const rankOfScore = (score: number): number =>
  Math.min(0.999_999, Math.round((score / (score + halfScore)) * 1e6) / 1e6)

/**
 * The random end of an id, which tells the few results of an answer apart.
 *
 * @example idEnd("01998f7e-0000-7000-8000-0123456789ab") // "0123456789ab"
 */
export const idEnd = (id: string): string => id.slice(-12)
