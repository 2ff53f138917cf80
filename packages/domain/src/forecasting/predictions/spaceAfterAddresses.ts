/** Letters that stand for notes or words, as a class of regular expressions: raised and lowered ones, and two ligatures. */
export const notesLetters = String
  .raw`[ªº\u02b0-\u02b8\u02e0-\u02e4\u1d2c-\u1d6a\u1d78\u1d9b-\u1dbf\u2071\u207f\u2090-\u209c\ufdfa\ufdfb]`

// White space; what follows a scheme (of any width); a sign that is neither a letter, a digit nor a mark. A plain ASCII sign
// is left to `urlEnd`.
const step = new RegExp(
  String.raw`(\s)|([:\uff1a\ufe55\ufe13][/\uff0f]{2}|\bwww[.\uff0e])|([^\0-\x7f\p{L}\p{Nd}\p{M}\s]|${notesLetters})`,
  "giu"
)

/**
 * Puts a space before each sign that ends an address in a text and would become part of the address by NFKC:
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
