import { straightQuotes } from "@auspex/domain/text"

// Exclusion signs with neither a word nor a phrase between them.
const longRun = /-(?:[^-"\p{L}\p{M}\p{N}]*-){2,}/gu

/**
 * Makes any text acceptable to `websearch_to_tsquery`, for which more than 32 nested exclusion signs are an error.
 * Three or more become one or two, which mean the same. Phrases may be in quotation marks of any kind.
 *
 * @example websearchText("river ---- - -harbour -\"sea level\"") // "river --harbour -\"sea level\""
 */
export const websearchText = (text: string): string =>
  straightQuotes(text).replace(longRun, (run) => run.split("-").length % 2 === 0 ? "-" : "--")
