import { ProfanityFilter, type TextSpan } from "@auspex/domain/comments"
import { Layer } from "effect"
import {
  collapseDuplicatesTransformer,
  createSimpleTransformer,
  RegExpMatcher,
  resolveConfusablesTransformer,
  toAsciiLowerCaseTransformer
} from "obscenity"
import {
  cutInPieces,
  isDisguise,
  maskedWords,
  spelledOut,
  withDrawnLetters,
  withoutLeet,
  withoutTags
} from "./profanityDisguises.ts"
import { letterLike } from "./letterLike.ts"
import { innocentCompounds, profanityTerms } from "./profanityTerms.ts"

const unseen = /[\p{M}\p{Default_Ignorable_Code_Point}]/u
const plainForms = new Map<number, number | undefined>()

/** Leaves out marks and invisible characters; answers the plain letter of one that is wide, styled or accented. */
const plainForm = (codePoint: number): number | undefined => {
  if (codePoint < 128) return codePoint
  if (plainForms.has(codePoint)) return plainForms.get(codePoint)
  const character = String.fromCodePoint(codePoint)
  const first = character.normalize("NFKD").codePointAt(0)!
  const plain = unseen.test(character) ? undefined : first < 128 ? first : letterLike(codePoint) ?? codePoint
  plainForms.set(codePoint, plain)
  return plain
}

const matcher = new RegExpMatcher({
  ...profanityTerms,
  blacklistMatcherTransformers: [
    createSimpleTransformer(plainForm),
    resolveConfusablesTransformer(),
    toAsciiLowerCaseTransformer(),
    collapseDuplicatesTransformer({
      defaultThreshold: 1,
      customThresholds: new Map(["b", "e", "o", "l", "s", "g"].map((letter) => [letter, 2]))
    })
  ],
  whitelistMatcherTransformers: [toAsciiLowerCaseTransformer()]
})

const matchesIn = (text: string): ReadonlyArray<TextSpan> =>
  matcher.getAllMatches(text).map(({ endIndex, startIndex }) => ({ start: startIndex, end: endIndex + 1 }))

const spelledOutIn = (text: string): ReadonlyArray<TextSpan> =>
  spelledOut(text).flatMap(({ spans, text: joined }) => {
    // Indexes of UTF-16 units in the joined text, against spans that are one for each letter.
    const units = spans.flatMap((span) => Array.from({ length: span.end - span.start }, () => span))
    return matchesIn(joined).map(({ end, start }) => ({ start: units[start]!.start, end: units[end - 1]!.end }))
  })

const merged = (spans: ReadonlyArray<TextSpan>): ReadonlyArray<TextSpan> => {
  const kept: Array<TextSpan> = []
  for (const span of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = kept.at(-1)
    if (last === undefined || span.start >= last.end) kept.push(span)
    else if (span.end > last.end) kept[kept.length - 1] = { start: last.start, end: span.end }
  }
  return kept
}

const foundIn = (plain: string): ReadonlyArray<TextSpan> => {
  const leetless = withoutLeet(plain, "i")
  const readings = new Set([plain, leetless, withoutLeet(plain, "l")])
  return [
    ...Array.from(readings).flatMap(matchesIn),
    ...spelledOutIn(leetless),
    ...spelledOutIn(plain),
    ...cutInPieces(leetless),
    ...maskedWords(plain)
  ]
}

/** Where a text has compounds with a hyphen in which a rude word is innocent (`weather-cock`). */
const compoundsIn = (text: string): ReadonlyArray<TextSpan> =>
  Array.from(text.matchAll(innocentCompounds), ({ 0: { length }, index }) => ({ start: index, end: index + length }))

/**
 * The places of a text that hold English profanity, by the word list and the matcher of the `obscenity` library with
 * words of our own. Sees through case, repeated letters, accents, look-alikes of other scripts, invisible characters,
 * leet (`sh1t`), words spelled out or cut (`f u c k`, `fu-ck`, `fu<b></b>ck`) and masked (`f**k`). Other languages are read by
 * nobody here.
 */
export const findProfanity = (text: string): ReadonlyArray<TextSpan> => {
  // Underscores are letters to a pattern's word edge.
  const whole = withDrawnLetters(text.replaceAll("_", " "))
  // What stands in brackets may be mark-up, or a word in brackets: both are read.
  const found = Array.from(new Set([whole, withoutTags(whole)]), foundIn).flat()
  const compounds = found.length === 0 ? [] : compoundsIn(text)
  const isInnocent = (span: TextSpan) => compounds.some(({ end, start }) => start <= span.start && span.end <= end)
  return merged(found.filter((span) => !isInnocent(span))).filter(({ end, start }) =>
    isDisguise(text.slice(start, end))
  )
}

/** The filter of `findProfanity`. */
export const ProfanityFilterObscenityLive: Layer.Layer<ProfanityFilter> = Layer.succeed(ProfanityFilter, {
  find: findProfanity
})
