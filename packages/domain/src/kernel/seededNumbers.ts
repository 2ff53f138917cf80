/**
 * A generator of pseudo-random numbers between -1 and 1 (mulberry32). Equal seeds give equal numbers on every machine.
 *
 * @example seededNumbers(7)() === seededNumbers(7)() // true
 */
export const seededNumbers = (seed: number): () => number => {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 31 - 1
  }
}
