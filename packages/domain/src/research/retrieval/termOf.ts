/**
 * A term is the 32-bit hash of a folded and stemmed word: FNV-1a over its UTF-16 code units, then the finaliser of
 * MurmurHash3. Two of 100,000 different words share a term with a probability of 0.7, and then are found for one another;
 * in exchange the index needs no dictionary, which instances would have to agree on. 0 stands for no term.
 *
 * @example termOf("flow") === termOf("flow") // true
 */
export const termOf = (word: string): number => {
  let h = 0x811c9dc5 | 0
  for (let at = 0; at < word.length; at++) h = Math.imul(h ^ word.charCodeAt(at), 0x01000193)
  h ^= h >>> 16
  h = Math.imul(h, 0x85ebca6b)
  h ^= h >>> 13
  h = Math.imul(h, 0xc2b2ae35)
  h ^= h >>> 16
  return h === 0 ? 1 : h >>> 0
}
