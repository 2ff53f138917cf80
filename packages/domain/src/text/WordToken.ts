import { caseFoldings, classifyCodeUnit, LONG_LETTER, normalKinds } from "./CharacterKind.ts"
import { foldCase } from "./CaseFold.ts"

/**
 * The parameters of the 32-bit token by which words are compared: FNV-1a over the case-folded UTF-16 code units, then
 * the finaliser of MurmurHash3 (a bijection, so it adds no collisions). Two different words collide with probability 1
 * in 4.3 · 10^9; for two texts of 150 words each, some pair collides with probability 1 in about 190,000, and changes
 * the similarity by less than 0.01. Zero is never a token.
 */
export const tokenBasis = 0x811c9dc5 | 0
export const tokenPrime = 0x01000193

/** Applies the MurmurHash3 finaliser to an FNV-1a hash. */
export const finishToken = (hash: number): number => {
  let h = hash ^ (hash >>> 16)
  h = Math.imul(h, 0x85ebca6b)
  h ^= h >>> 13
  h = Math.imul(h, 0xc2b2ae35)
  h ^= h >>> 16
  return h === 0 ? 1 : h >>> 0
}

/**
 * The version of the originality tokens, stored beside them; increase it when folding or stemming changes. Version 1
 * did not fold inflections, accents and look-alikes.
 */
export const originalityVersion = 2

const longFolds = new Map<number, string>()

/** Adds the case folding of one code point to a running hash, for code points that `caseFoldings` does not cover. */
export const foldInto = (hash: number, codePoint: number): number => {
  let folded = longFolds.get(codePoint)
  if (folded === undefined) {
    folded = foldCase(String.fromCodePoint(codePoint))
    longFolds.set(codePoint, folded)
  }
  let h = hash
  for (let i = 0; i < folded.length; i++) h = Math.imul(h ^ folded.charCodeAt(i), tokenPrime)
  return h
}

/**
 * The token of a word, equal to the token that the scan of a reasoning computes. Never 0.
 *
 * @example wordToken("Inflation") === wordToken("INFLATION") // true
 */
export const wordToken = (word: string): number => {
  let h = tokenBasis
  for (const character of word.normalize("NFKC")) {
    const unit = character.charCodeAt(0)
    const kind = normalKinds[unit] || classifyCodeUnit(unit, normalKinds)
    h = character.length === 1 && kind !== LONG_LETTER
      ? Math.imul(h ^ caseFoldings[unit]!, tokenPrime)
      : foldInto(h, character.codePointAt(0)!)
  }
  return finishToken(h)
}

/**
 * Encodes tokens as bytes for storage: four bytes each, little-endian.
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
 * The inverse of `tokensToBytes`; an incomplete token at the end is ignored.
 *
 * @example Array.from(bytesToTokens(Uint8Array.of(1, 0, 0, 0, 0, 1, 0, 0))) // [1, 256]
 */
export const bytesToTokens = (bytes: Uint8Array): Uint32Array => {
  const tokens = new Uint32Array(bytes.length >>> 2)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let i = 0; i < tokens.length; i++) tokens[i] = view.getUint32(i * 4, true)
  return tokens
}
