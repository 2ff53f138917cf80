/**
 * The size of the intersection of two ascending, duplicate-free arrays, by one merge. With `atLeast` the merge stops as
 * soon as that many can no longer be reached and returns -1. `bFrom` and `bTo` limit the part of `b` that is read.
 *
 * @example overlap(Uint32Array.of(1, 2, 3), Uint32Array.of(2, 3, 4)) // 2
 */
export const overlap = (a: Uint32Array, b: Uint32Array, atLeast = 0, bFrom = 0, bTo = b.length): number => {
  const aTo = a.length
  let i = 0
  let j = bFrom
  let shared = 0
  // How many more values of each side may be unmatched before `atLeast` is out of reach.
  let spareA = aTo - atLeast
  let spareB = bTo - bFrom - atLeast
  if (spareA < 0 || spareB < 0) return -1
  while (i < aTo && j < bTo) {
    const x = a[i]!
    const y = b[j]!
    if (x === y) {
      shared++
      i++
      j++
    } else if (x < y) {
      i++
      if (--spareA < 0) return -1
    } else {
      j++
      if (--spareB < 0) return -1
    }
  }
  return shared < atLeast ? -1 : shared
}

/**
 * The Jaccard similarity |a ∩ b| / |a ∪ b| of two sets given as ascending, duplicate-free arrays: 0 (disjoint, or both
 * empty) to 1 (equal).
 *
 * @example jaccard(Uint32Array.of(1, 2, 3), Uint32Array.of(2, 3, 4)) // 0.5
 */
export const jaccard = (a: Uint32Array, b: Uint32Array): number => {
  const shared = overlap(a, b)
  return shared === 0 ? 0 : shared / (a.length + b.length - shared)
}
