/**
 * The candidate with the smallest edit distance to `name` (Levenshtein), the first of several; for messages about a
 * mistyped name, so both should be short.
 *
 * @example nearest("opne", ["closed", "open"]) // "open"
 */
export const nearest = (name: string, candidates: ReadonlyArray<string>): string => {
  const distance = (a: string, b: string): number => {
    let row = Array.from({ length: b.length + 1 }, (_, i) => i)
    for (let i = 1; i <= a.length; i++) {
      const next = [i]
      for (let j = 1; j <= b.length; j++) {
        next.push(Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)))
      }
      row = next
    }
    return row[b.length]!
  }
  return candidates.reduce((best, candidate) => distance(name, candidate) < distance(name, best) ? candidate : best)
}
