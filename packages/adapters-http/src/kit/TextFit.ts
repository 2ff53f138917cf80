// The reader's font is unknown, so widths are estimated for a wide sans serif (Verdana is wider than the default of
// nearly every system): a text that fits here fits there.
const narrow = /[ijlI.,:;'|!()[\]·\u00a0 \-ftr]/u
const broad = /[mwMW@%—]/u
const capital = /[\p{Lu}\p{Nd}&#?+=<>–]/u
const full = /[\p{Emoji_Presentation}\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uffe6…]/u
const zeroWidth = /[\p{Mn}\p{Me}\ufe00-\ufe0f\u200b-\u200d]/u

const widthOfCharacter = (character: string): number => {
  if (zeroWidth.test(character)) return 0
  if (full.test(character)) return 1.05
  if (narrow.test(character)) return 0.36
  if (broad.test(character)) return 0.9
  return capital.test(character) ? 0.68 : 0.61
}

/** The width of a bold text relative to a regular one. */
export const boldWidthFactor = 1.15

/**
 * An estimate of a text's width at the type size `size`, in the unit of `size`; an over- rather than an underestimate.
 */
export const textWidth = (text: string, size: number): number => {
  let width = 0
  for (const character of text) width += widthOfCharacter(character)
  return width * size
}

/** Collapses white space to single blanks, and trims both ends. */
const collapsed = (text: string): string => text.replace(/\s+/gu, " ").trim()

/**
 * The beginning of a text that fits into `width`, with an ellipsis if the text was truncated.
 *
 * @example fitText("one two three", 10, 200) // "one two three"
 * @example fitText("one two three", 10, 55) // "one two…"
 */
export const fitText = (text: string, size: number, width: number): string => wrapText(text, size, width, 1)[0] ?? ""

/**
 * Wraps a text into at most `linesMax` lines of at most `width`. Breaks between words, and inside a word only if it is
 * longer than a line. The last line ends in an ellipsis if the text was truncated. Of a long text only the needed part
 * is read.
 *
 * @example wrapText("one two three", 10, 50, 2) // ["one two", "three"]
 */
export const wrapText = (text: string, size: number, width: number, linesMax: number): ReadonlyArray<string> => {
  // An upper bound for real texts; only a line of zero-width marks could hold more characters.
  const enough = Math.ceil((width / size) * 8 * linesMax) + 16
  let rest = [...collapsed(text.slice(0, enough * 2))]
  const cutBefore = text.length > enough * 2
  const lines: Array<string> = []
  while (rest.length > 0 && lines.length < linesMax) {
    const isLast = lines.length === linesMax - 1
    const whole = countThatFits(rest, size, width)
    if (whole === rest.length && !(isLast && cutBefore)) {
      lines.push(rest.join(""))
      return lines
    }
    const room = isLast ? countThatFits(rest, size, width - textWidth("…", size)) : whole
    // A blank right after the break means that the line ends with a complete word.
    const blank = rest[room] === " " ? room : rest.lastIndexOf(" ", room)
    // The last line keeps part of a long word instead of being nearly empty.
    const end = blank > 0 && (!isLast || blank > room * 0.4) ? blank : Math.max(1, room)
    const line = rest.slice(0, end).join("").trimEnd()
    lines.push(isLast ? `${line.replace(/[\s,;:.–-]+$/u, "")}…` : line)
    rest = rest.slice(rest[end] === " " ? end + 1 : end)
  }
  return lines
}

const countThatFits = (characters: ReadonlyArray<string>, size: number, width: number): number => {
  let used = 0
  for (let at = 0; at < characters.length; at++) {
    used += widthOfCharacter(characters[at]!) * size
    if (used > width + 1e-9) return at
  }
  return characters.length
}
