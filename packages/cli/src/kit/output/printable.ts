import stringWidth from "string-width"
import wrapAnsi from "wrap-ansi"

/**
 * Text of others on one line of a terminal: line breaks become blanks, control and direction characters (which could
 * move the cursor, or disguise text) become the replacement character.
 *
 * @example printable("a\nb\u001b[2J") // "a b\uFFFD[2J"
 */
export const printable = (text: string): string =>
  text.replaceAll(/\s+/gu, " ").replaceAll(/[\p{Cc}\p{Cs}\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, "\ufffd")
    .trim()

/** The width of the text in terminal columns. */
export const widthOf = (text: string): number => stringWidth(text)

const graphemes = new Intl.Segmenter()

/**
 * The text cut to `width` columns, with an ellipsis if something is missing.
 *
 * @example cutTo("日本の首都", 6) // "日本…"
 */
export const cutTo = (text: string, width: number): string => {
  if (widthOf(text) <= width) return text
  let used = 0
  let kept = ""
  for (const { segment } of graphemes.segment(text)) {
    used += widthOf(segment)
    if (used > width - 1) break
    kept += segment
  }
  return `${kept}…`
}

const noBreakSpace = "\u00a0"

/**
 * Wraps a line of text into lines of at most `width` columns, between words. A longer word gets its own line, and a
 * number keeps its percent sign.
 *
 * @example wrapTo("one two three", 8) // ["one two", "three"]
 */
export const wrapTo = (text: string, width: number): ReadonlyArray<string> =>
  wrapAnsi(text.replaceAll(" %", `${noBreakSpace}%`), width).replaceAll(`${noBreakSpace}%`, " %").split("\n")
