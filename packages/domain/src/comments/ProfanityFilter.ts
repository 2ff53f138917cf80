import { Context } from "effect"

/** A place in a text, in UTF-16 code units: `start` is the first, `end` the one after the last. */
export interface TextSpan {
  readonly start: number
  readonly end: number
}

/**
 * Finds profanity. The domain knows no list of bad words: whoever runs the rules brings one. `find` is pure and
 * synchronous, answers the places found in order and without overlaps, never throws, and takes time that grows with the
 * length of the text only. It sees through disguises (leet, spacing, homoglyphs, invisible characters) as well as it
 * can, and lets innocent words be.
 */
export class ProfanityFilter extends Context.Tag("auspex/ProfanityFilter")<ProfanityFilter, {
  readonly find: (text: string) => ReadonlyArray<TextSpan>
}>() {}

/** A filter that finds nothing, for platforms that moderate by other means. */
export const noProfanityFilter: Context.Tag.Service<ProfanityFilter> = { find: () => [] }
