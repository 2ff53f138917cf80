import { Context } from "effect"

/** A range of a text in UTF-16 code units; `end` is exclusive. */
export interface TextSpan {
  readonly start: number
  readonly end: number
}

/**
 * Finds profanity; the word list belongs to the implementation. `find` is pure and synchronous, returns the matches in
 * order without overlaps, never throws, and takes time linear in the text. It should recognise disguises (leet,
 * spacing, homoglyphs, invisible characters) and should not match innocent words.
 */
export class ProfanityFilter extends Context.Tag("auspex/ProfanityFilter")<ProfanityFilter, {
  readonly find: (text: string) => ReadonlyArray<TextSpan>
}>() {}

/** A filter that finds nothing, for platforms that moderate by other means. */
export const noProfanityFilter: Context.Tag.Service<ProfanityFilter> = { find: () => [] }
