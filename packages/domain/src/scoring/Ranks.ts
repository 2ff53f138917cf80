import type { Interval } from "../kernel/Interval.ts"

/**
 * The ranks of scores of which the lowest is the best. Equal scores share a rank, and the next one comes after all of
 * them. Answers in the order of `scores`.
 *
 * @example competitionRanks([0.2, 0.1, 0.2, 0.3]) // [2, 1, 2, 4]
 */
export const competitionRanks = (scores: ArrayLike<number>): ReadonlyArray<number> => {
  const sorted = Float64Array.from(scores).sort()
  return Array.from(scores, (score) => 1 + countBelow(sorted, score))
}

/** Between which ranks one stands. */
export interface RankRange {
  /** 1 plus how many are better for sure: their interval lies wholly on the better side of this one's. */
  readonly rank_low: number
  /** How many there are, less those that are worse for sure. */
  readonly rank_high: number
}

/**
 * The ranks that intervals of scores leave open, the lowest score being the best. Answers in the order of `intervals`;
 * takes n log n steps.
 *
 * @example rankRanges([{ low: 0.1, high: 0.2 }, { low: 0.15, high: 0.3 }, { low: 0.25, high: 0.4 }])[0] // { rank_low: 1, rank_high: 2 }
 */
export const rankRanges = (intervals: ReadonlyArray<Interval>): ReadonlyArray<RankRange> => {
  const lows = Float64Array.from(intervals, (interval) => interval.low).sort()
  const highs = Float64Array.from(intervals, (interval) => interval.high).sort()
  return intervals.map(({ high, low }) => ({
    rank_low: 1 + countBelow(highs, low),
    rank_high: countUpTo(lows, high)
  }))
}

/** How many of the ascending numbers are smaller than `limit`. */
export const countBelow = (ascending: Float64Array, limit: number): number => {
  let from = 0
  let to = ascending.length
  while (from < to) {
    const middle = (from + to) >>> 1
    if (ascending[middle]! < limit) from = middle + 1
    else to = middle
  }
  return from
}

/** How many of the ascending numbers are at most `limit`. */
export const countUpTo = (ascending: Float64Array, limit: number): number => {
  let from = 0
  let to = ascending.length
  while (from < to) {
    const middle = (from + to) >>> 1
    if (ascending[middle]! <= limit) from = middle + 1
    else to = middle
  }
  return from
}
