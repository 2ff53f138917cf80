// Whatever may stand between two signs of exclusion without being a word or a phrase.
const longRun = /-(?:[^-"\p{L}\p{M}\p{N}]*-){2,}/gu

/**
 * A text that `websearch_to_tsquery` takes, whatever it was: more than 32 signs of exclusion within one another are an
 * error there. Three and more of them become one or two, which mean the same.
 *
 * @example websearchText("river ---- - -harbour -\"sea level\"") // "river --harbour -\"sea level\""
 */
export const websearchText = (text: string): string =>
  text.replace(longRun, (run) => run.split("-").length % 2 === 0 ? "-" : "--")
