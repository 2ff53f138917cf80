import type { Interval } from "../../kernel/Interval.ts"

/**
 * Standard competition ranks ("1224"), lowest score first: equal scores share a rank, and the next rank is skipped
 * accordingly. In the order of `scores`.
 *
 * @example competitionRanks([0.2, 0.1, 0.2, 0.3]) // [2, 1, 2, 4]
 */
export const competitionRanks = (scores: ArrayLike<number>): ReadonlyArray<number> => {
  const sorted = Float64Array.from(scores).sort()
  return Array.from(scores, (score) => 1 + countBelow(sorted, score))
}

/** Best and worst rank compatible with the intervals. */
export interface RankRange {
  /** 1 + the number of intervals entirely on the better side. */
  readonly rank_low: number
  /** N − the number of intervals entirely on the worse side. */
  readonly rank_high: number
}

/**
 * The range of ranks that overlapping score intervals leave open; lower scores are better. In the order of `intervals`;
 * takes O(n log n) time.
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

/** The number of values in an ascending array that are smaller than `limit`. */
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

/** The number of values in an ascending array that are at most `limit`. */
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
