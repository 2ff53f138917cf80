/**
 * A text of somebody else's on one line of a terminal: line breaks become blanks, control and direction characters (which
 * could move the cursor, or show one thing for another) become a replacement sign.
 *
 * @example printable("a\nb\u001b[2J") // "a b\uFFFD[2J"
 */
export const printable = (text: string): string =>
  text.replaceAll(/\s+/gu, " ").replaceAll(/[\p{Cc}\p{Cs}\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, "\ufffd")
    .trim()

const wide =
  /[\p{Emoji_Presentation}\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u
const narrow = /[\p{Mn}\p{Me}\ufe00-\ufe0f]/u

const widthOfCharacter = (character: string): number => narrow.test(character) ? 0 : wide.test(character) ? 2 : 1

/** How many columns of a terminal the text takes. */
export const widthOf = (text: string): number => {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length
  let width = 0
  for (const character of text) width += widthOfCharacter(character)
  return width
}

/** The text cut to `width` columns, with an ellipsis where something is missing. */
export const cutTo = (text: string, width: number): string => {
  if (widthOf(text) <= width) return text
  let used = 0
  let kept = ""
  for (const character of text) {
    used += widthOfCharacter(character)
    if (used > width - 1) break
    kept += character
  }
  return `${kept}…`
}

/**
 * A text of one line in lines of at most `width` columns, broken between words; a longer word has a line of its own, and
 * a number keeps its percent sign.
 *
 * @example wrapTo("one two three", 8) // ["one two", "three"]
 */
export const wrapTo = (text: string, width: number): ReadonlyArray<string> => {
  const lines: Array<string> = []
  for (const word of text.split(/ (?!%)/)) {
    const last = lines[lines.length - 1]
    if (last !== undefined && widthOf(last) + 1 + widthOf(word) <= width) lines[lines.length - 1] = `${last} ${word}`
    else if (word !== "") lines.push(word)
  }
  return lines
}
