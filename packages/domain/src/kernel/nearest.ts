// Written here because this package depends on effect only and the compared names are short.
/**
 * The Levenshtein distance: how many letters have to be inserted, deleted or replaced to turn one text into the other.
 *
 * @example editDistance("opne", "open") // 2
 */
export const editDistance = (a: string, b: string): number => {
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

const separators = /[^\p{L}\p{N}]+/u

/** The minimum length of a part that counts as a match for the whole. */
const partMin = 3

/**
 * Ranks a candidate for a mistyped name; the smaller, the better. Candidates within one edit come first, then
 * candidates beginning with the name, candidates with a word beginning with it, candidates containing it or sharing a
 * word with it, and the rest; within each group the edit distance decides.
 */
const rankOf = (name: string, candidate: string): readonly [kind: number, distance: number] => {
  const distance = editDistance(name, candidate)
  // A typing error is more likely than a part of another word.
  if (distance <= 1 || name.length < partMin) return [0, distance]
  if (candidate.startsWith(name)) return [1, distance]
  const words = candidate.split(separators)
  if (words.some((word) => word.startsWith(name))) return [2, distance]
  const isPart = candidate.includes(name) || words.some((word) => word.length >= partMin && name.startsWith(word)) ||
    name.split(separators).some((part) => part.length > partMin && words.includes(part))
  return isPart ? [3, distance] : [4, distance]
}

/**
 * The candidate that a mistyped name most likely stands for; the first one on a tie. Preferred is a candidate within
 * one edit, then a candidate that begins with the name or contains a part of it, then the candidate with the smallest
 * edit distance. For error messages; takes time proportional to the product of the lengths.
 *
 * @example nearest("opne", ["closed", "open"]) // "open"
 * @example nearest("models", ["hci", "data", "models_architectures"]) // "models_architectures"
 */
export const nearest = (name: string, candidates: ReadonlyArray<string>): string => {
  const ranked = candidates.map((candidate) => ({ candidate, rank: rankOf(name, candidate) }))
  return ranked.reduce((best, other) => {
    const [kind, distance] = other.rank
    const [bestKind, bestDistance] = best.rank
    return kind < bestKind || (kind === bestKind && distance < bestDistance) ? other : best
  }).candidate
}
