/**
 * Moves positions that are too close to each other apart, as little as possible (least squares): neighbours have the
 * distance `gap`, all are between `low` and `high`, and the order stays. If there is not enough room, the gap shrinks.
 *
 * @param positions in ascending order
 * @example spread([10, 10, 50], 4, 0, 60) // [8, 12, 50]
 * @example spread([59, 60], 4, 0, 60) // [56, 60]
 */
export const spread = (
  positions: ReadonlyArray<number>,
  gap: number,
  low: number,
  high: number
): ReadonlyArray<number> => {
  const kept = Math.min(gap, (high - low) / Math.max(1, positions.length - 1))
  // After subtracting the gaps this is isotonic regression, solved by pooling adjacent violators.
  const pools: Array<{ sum: number; count: number }> = []
  positions.forEach((position, index) => {
    let pool = { sum: position - index * kept, count: 1 }
    for (
      let before = pools[pools.length - 1];
      before !== undefined && before.sum / before.count >= pool.sum / pool.count;
      before = pools[pools.length - 1]
    ) {
      pool = { sum: before.sum + pool.sum, count: before.count + pool.count }
      pools.pop()
    }
    pools.push(pool)
  })
  const end = high - kept * (positions.length - 1)
  return pools
    .flatMap(({ count, sum }) => Array.from({ length: count }, () => Math.min(end, Math.max(low, sum / count))))
    .map((position, index) => position + index * kept)
}
