/**
 * The places of the `max` largest scores above `above`, best first; of equal scores, the lower place first. Only places
 * that are `wanted` (1) count. A heap whose root is the worst of the best: one comparison for most places.
 */
export const bestOf = (
  scores: Float32Array,
  max: number,
  above: number,
  wanted: Uint8Array
): ReadonlyArray<number> => {
  const heap: Array<number> = []
  const isWorse = (a: number, b: number): boolean => scores[a]! < scores[b]! || (scores[a] === scores[b] && a > b)
  const sink = (from: number): void => {
    for (let at = from;;) {
      let worst = at
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < heap.length && isWorse(heap[child]!, heap[worst]!)) worst = child
      }
      if (worst === at) return
      const swap = heap[at]!
      heap[at] = heap[worst]!
      heap[worst] = swap
      at = worst
    }
  }
  for (let place = 0; place < scores.length; place++) {
    if (!(scores[place]! > above) || (heap.length === max && !isWorse(heap[0]!, place)) || wanted[place] !== 1) continue
    if (heap.length < max) {
      heap.push(place)
      if (heap.length === max) { for (let at = max >> 1; at >= 0; at--) sink(at) }
    } else {
      heap[0] = place
      sink(0)
    }
  }
  return heap.sort((a, b) => (isWorse(a, b) ? 1 : -1))
}
