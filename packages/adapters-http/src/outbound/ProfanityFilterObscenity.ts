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

const invisible = /[\p{M}\p{Default_Ignorable_Code_Point}]/u
const plainForms = new Map<number, number | undefined>()

/** The plain letter of a wide, styled or accented character; undefined for marks and invisible characters. */
const plainForm = (codePoint: number): number | undefined => {
  if (codePoint < 128) return codePoint
  if (plainForms.has(codePoint)) return plainForms.get(codePoint)
  const character = String.fromCodePoint(codePoint)
  const first = character.normalize("NFKD").codePointAt(0)!
  const plain = invisible.test(character) ? undefined : first < 128 ? first : letterLike(codePoint) ?? codePoint
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
    // Matches index UTF-16 units of the joined text, but there is one span per letter.
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

/** The spans of hyphenated compounds in which a rude word is innocent (`weather-cock`). */
const compoundsIn = (text: string): ReadonlyArray<TextSpan> =>
  Array.from(text.matchAll(innocentCompounds), ({ 0: { length }, index }) => ({ start: index, end: index + length }))

/**
 * The spans of English profanity in a text, found by the word list and matcher of the `obscenity` library with
 * additional words. Recognises variants in case, repeated letters, accents, look-alikes of other scripts, invisible
 * characters, leet (`sh1t`), words spelled out or cut (`f u c k`, `fu-ck`, `fu<b></b>ck`) and masked (`f**k`). Other
 * languages are not supported.
 */
export const findProfanity = (text: string): ReadonlyArray<TextSpan> => {
  // Patterns treat underscores as letters at word boundaries.
  const whole = withDrawnLetters(text.replaceAll("_", " "))
  // A text in angle brackets may be mark-up or a word, so both readings are searched.
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
