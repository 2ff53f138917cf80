// White space; what follows a scheme (of any width); a sign that is neither a letter, a digit nor a mark. A plain ASCII sign
// is left to `urlEnd`.
const step = /(\s)|([:\uff1a\ufe55\ufe13][/\uff0f]{2}|\bwww[.\uff0e])|([^\0-\x7f\p{L}\p{Nd}\p{M}\s])/giu

/**
 * Puts a space before each sign that ends an address in a text and that NFKC would turn into one that may be part of it:
 * full-width marks such as `，` and `）`, and signs such as `…`, `²` and `™`. To be called before a text is normalised.
 *
 * @example spaceAfterAddresses("见https://a.org/x，新闻") // "见https://a.org/x ，新闻"
 * @example spaceAfterAddresses("结论：利率下降，新闻") // "结论：利率下降，新闻"
 */
export const spaceAfterAddresses = (text: string): string => {
  let isAddress = false
  return text.replace(step, (found: string, space?: string, scheme?: string) => {
    const ends = isAddress && space === undefined && scheme === undefined && found.normalize("NFKC") !== found
    isAddress = scheme !== undefined || (isAddress && space === undefined && !ends)
    return ends ? ` ${found}` : found
  })
}
