import { visibleLine } from "../../kernel/hiddenCharacter.ts"
import { excerpt } from "../../kernel/Excerpt.ts"

/** The maximum length of a source's title in code points. */
export const sourceTitleMax = 300

// Characters that end a line, besides "\n".
const lineEnds = /\r\n?|[\u2028\u2029\u0085\v\f]/g

// Invisible or meaningless in a stored text: control and format characters (soft hyphens, zero-width spaces, marks of
// direction, tags), private use, noncharacters and lone surrogates. Kept are the joiners that scripts and emoji need, and
// the number signs of Arabic, which are visible.
const removed = /(?!\n|\t|\u200c|\u200d|[\u0600-\u0605\u06dd])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Noncharacter_Code_Point}]/gu

// At most 30 marks on one character, as in the Stream-Safe Text Format of UAX #15: bounds what one character occupies.
const stackedMarks = /(\p{M}{30})\p{M}+/gu

/**
 * Normalises a text before it is stored, once: NFC, "\n" as line end, no control, private-use or invisible characters,
 * single spaces, trimmed lines, and one blank line between paragraphs. Idempotent.
 *
 * @example cleanText("Rates\u00a0 fell\u00ad.\r\n\r\n\r\nThen rose. ") // "Rates fell.\n\nThen rose."
 */
export const cleanText = (text: string): string =>
  text
    .replace(lineEnds, "\n")
    .replace(removed, "")
    .normalize("NFC")
    .replace(stackedMarks, "$1")
    .replace(/[\t\p{Zs}]+/gu, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .replace(/^[\n ]+|[\n ]+$/g, "")

/**
 * A title as one line of at most 300 code points; null when nothing is left of it.
 *
 * @example cleanTitle(" Growth\n slowed ") // "Growth slowed"
 */
export const cleanTitle = (title: string): string | null => {
  const line = excerpt(visibleLine(cleanText(title)), sourceTitleMax)
  return line === "" ? null : line
}
