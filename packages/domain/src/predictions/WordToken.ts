import { folds, learnKind, LONG_LETTER, normalKinds } from "./CharacterKind.ts"

/**
 * Words are compared by a 32-bit token: FNV-1a over the case-folded UTF-16 code units, then the finaliser of MurmurHash3
 * (a bijection, so it spreads the bits and adds no collision). Two different words share a token with odds of 1 in
 * 4.3 · 10^9: two texts of 150 words each, about 1 in 190,000 that any pair of their words does, and such a pair moves
 * the similarity by less than 0.01. Zero is never a token.
 */
export const tokenBasis = 0x811c9dc5 | 0
export const tokenPrime = 0x01000193

/** Spreads the bits of a finished FNV-1a hash. */
export const finishToken = (hash: number): number => {
  let h = hash ^ (hash >>> 16)
  h = Math.imul(h, 0x85ebca6b)
  h ^= h >>> 13
  h = Math.imul(h, 0xc2b2ae35)
  h ^= h >>> 16
  return h === 0 ? 1 : h >>> 0
}

/**
 * The version of the rule that makes originality tokens: raise it when folding or stemming change. Stores keep it beside
 * the tokens. Version 1 told inflections, accents and look-alikes apart.
 */
export const originalityVersion = 2

const longFolds = new Map<number, string>()

/** Adds the case-fold of one code point to a running hash: for those that `folds` does not cover. */
export const foldInto = (hash: number, codePoint: number): number => {
  let folded = longFolds.get(codePoint)
  if (folded === undefined) {
    folded = String.fromCodePoint(codePoint).toUpperCase().toLowerCase()
    longFolds.set(codePoint, folded)
  }
  let h = hash
  for (let i = 0; i < folded.length; i++) h = Math.imul(h ^ folded.charCodeAt(i), tokenPrime)
  return h
}

/**
 * The token of one word, as the scan of a reasoning computes it. Never 0.
 *
 * @example wordToken("Inflation") === wordToken("INFLATION") // true
 */
export const wordToken = (word: string): number => {
  let h = tokenBasis
  for (const character of word.normalize("NFKC")) {
    const unit = character.charCodeAt(0)
    const kind = normalKinds[unit] || learnKind(unit, normalKinds)
    h = character.length === 1 && kind !== LONG_LETTER
      ? Math.imul(h ^ folds[unit]!, tokenPrime)
      : foldInto(h, character.codePointAt(0)!)
  }
  return finishToken(h)
}

/**
 * Tokens as bytes for storage: four for each, little-endian.
 *
 * @example Array.from(tokensToBytes(Uint32Array.of(1, 256))) // [1, 0, 0, 0, 0, 1, 0, 0]
 */
export const tokensToBytes = (tokens: Uint32Array): Uint8Array => {
  const bytes = new Uint8Array(tokens.length * 4)
  const view = new DataView(bytes.buffer)
  for (let i = 0; i < tokens.length; i++) view.setUint32(i * 4, tokens[i]!, true)
  return bytes
}

/**
 * The inverse of `tokensToBytes`; bytes that do not make up a whole token at the end are left out.
 *
 * @example Array.from(bytesToTokens(Uint8Array.of(1, 0, 0, 0, 0, 1, 0, 0))) // [1, 256]
 */
export const bytesToTokens = (bytes: Uint8Array): Uint32Array => {
  const tokens = new Uint32Array(bytes.length >>> 2)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let i = 0; i < tokens.length; i++) tokens[i] = view.getUint32(i * 4, true)
  return tokens
}
