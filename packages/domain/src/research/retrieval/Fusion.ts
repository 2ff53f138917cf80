/** One ranking: places with their scores, best first. */
export type Ranking = ReadonlyArray<readonly [place: number, score: number]>

/**
 * Adds up rankings whose scores are first scaled to 0 (the last) to 1 (the first), each times its weight: a convex
 * combination of min-max scores, which on most collections is better than fusion by rank (Bruch, Gai and Ingber 2023).
 * Where a ranking does not list a place, it adds nothing. Equal sums are in the order of their places.
 *
 * @example fuse([[[[7, 9], [8, 3]], 1]]) // [[7, 1], [8, 0]]
 */
export const fuse = (rankings: ReadonlyArray<readonly [ranking: Ranking, weight: number]>): Ranking => {
  const sums = new Map<number, number>()
  for (const [ranking, weight] of rankings) {
    const best = ranking[0]?.[1] ?? 0
    const range = best - (ranking.at(-1)?.[1] ?? 0)
    for (const [place, score] of ranking) {
      const share = range > 0 ? 1 - (best - score) / range : 1
      sums.set(place, (sums.get(place) ?? 0) + weight * share)
    }
  }
  return [...sums].sort((a, b) => b[1] - a[1] || a[0] - b[0])
}
