/**
 * Moves places that lie too close apart, as little as possible (least squares): `gap` between neighbours, all of them
 * between `low` and `high`, in the same order. Where they cannot all have the gap it is made smaller.
 *
 * @param places in ascending order
 * @example spread([10, 10, 50], 4, 0, 60) // [8, 12, 50]
 * @example spread([59, 60], 4, 0, 60) // [56, 60]
 */
export const spread = (
  places: ReadonlyArray<number>,
  gap: number,
  low: number,
  high: number
): ReadonlyArray<number> => {
  const kept = Math.min(gap, (high - low) / Math.max(1, places.length - 1))
  // With the gaps taken out it is a regression to a rising sequence, solved by pooling neighbours that fall.
  const pools: Array<{ sum: number; count: number }> = []
  places.forEach((place, index) => {
    let pool = { sum: place - index * kept, count: 1 }
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
  const end = high - kept * (places.length - 1)
  return pools
    .flatMap(({ count, sum }) => Array.from({ length: count }, () => Math.min(end, Math.max(low, sum / count))))
    .map((place, index) => place + index * kept)
}
