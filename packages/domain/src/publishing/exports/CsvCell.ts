/**
 * Matches texts that spreadsheets interpret as formulas: after optional white space and invisible characters, one of `=
 * + - @`, their full-width and small forms, tab, carriage return or line feed (OWASP, CSV injection). Leading
 * apostrophes are skipped, so that `restored` can tell added apostrophes from original ones.
 */
const formulaStart =
  /^'*[\s\u0000-\u0020\u00ad\u180e\u200b-\u200f\u2060-\u2064\ufeff]*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b]/

const isFormula = (text: string): boolean => formulaStart.test(text)

/**
 * Prefixes an apostrophe to a text that a spreadsheet would interpret as a formula, including texts that look like
 * signed numbers (`+41` would become 41). `restored` reverses it without loss.
 *
 * @example neutralised("=1+1") // "'=1+1"
 * @example neutralised("-0.5") // "'-0.5"
 */
export const neutralised = (text: string): string => isFormula(text) ? `'${text}` : text

/**
 * The inverse of `neutralised`.
 *
 * @example restored("'=1+1") // "=1+1"
 * @example restored("'tis") // "'tis"
 */
export const restored = (text: string): string =>
  text.charCodeAt(0) === 39 && isFormula(text.slice(1)) ? text.slice(1) : text

const needsQuotes = /[",;\t\r\n]|^ | $|^$/

/** Quotes a text where RFC 4180, or a CSV dialect with another separator, requires it; empty texts too. */
export const csvQuoted = (text: string): string =>
  needsQuotes.test(text) ? `"${text.includes("\"") ? text.replaceAll("\"", "\"\"") : text}"` : text

/**
 * A text as a CSV cell: neutralised, and quoted where necessary. An empty text becomes `""`, to distinguish it from
 * null.
 *
 * @example csvText("1, 2 or \"3\"") // "\"1, 2 or \"\"3\"\"\""
 */
export const csvText = (text: string): string => csvQuoted(neutralised(text))
