/**
 * What spreadsheets take for the beginning of a formula, after blanks of any width and marks that are not seen: `= + - @`,
 * their full-width and small forms, tab, carriage return and line feed (OWASP, CSV injection). Apostrophes before it are
 * looked through, so that those set here can be told from those that were there.
 */
const formulaStart =
  /^'*[\s\u0000-\u0020\u00ad\u180e\u200b-\u200f\u2060-\u2064\ufeff]*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b]/

const isFormula = (text: string): boolean => formulaStart.test(text)

/**
 * A text that no spreadsheet takes for a formula: one that it would gets an apostrophe in front, texts that look like a
 * number with a sign included, which it would compute as well (`+41` becomes 41). Nothing is lost, `restored` takes it away
 * again.
 *
 * @example neutralised("=1+1") // "'=1+1"
 * @example neutralised("-0.5") // "'-0.5"
 */
export const neutralised = (text: string): string => isFormula(text) ? `'${text}` : text

/**
 * The text that `neutralised` made this one from.
 *
 * @example restored("'=1+1") // "=1+1"
 * @example restored("'tis") // "'tis"
 */
export const restored = (text: string): string =>
  text.charCodeAt(0) === 39 && isFormula(text.slice(1)) ? text.slice(1) : text

const needsQuotes = /[",;\t\r\n]|^ | $|^$/

/** A text in quotes where RFC 4180, or one of its common relatives with another separator, needs them; empty texts too. */
export const quoted = (text: string): string =>
  needsQuotes.test(text) ? `"${text.includes("\"") ? text.replaceAll("\"", "\"\"") : text}"` : text

/**
 * A text as a cell of a CSV file: neutralised, and quoted where that is needed. An empty text is `""`, to be told from no
 * value.
 *
 * @example csvText("1, 2 or \"3\"") // "\"1, 2 or \"\"3\"\"\""
 */
export const csvText = (text: string): string => quoted(neutralised(text))
