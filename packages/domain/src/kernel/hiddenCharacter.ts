// Controls, formats (zero-width, bidirectional), lone surrogates, line separators, the empty pattern of Braille, and
// default-ignorable letters such as the Hangul fillers. Variation selectors are allowed, because emoji need them.
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u2800]|(?![\uFE00-\uFE0F])\p{Default_Ignorable_Code_Point}/u

/**
 * The first character of a text that nobody sees and that changes how the rest of it looks or compares: controls, line
 * breaks, zero-width, bidirectional and otherwise invisible characters. Returns its code point as `U+202E`; undefined when
 * there is none.
 *
 * @example hiddenCharacter("Rates\u202Efall") // "U+202E"
 * @example hiddenCharacter("Rates ❤️ fall") // undefined
 */
export const hiddenCharacter = (text: string): string | undefined => {
  const found = hidden.exec(text)
  return found === null ? undefined : `U+${found[0].codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`
}

// What spelling requires: joiners within words of scripts that need them and within emoji, the tags of a flag, selectors of
// Han and Mongolian letters, and formats that are seen, such as the signs of numbers in Arabic.
const spelling = new RegExp(
  [
    String.raw`(?<=[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}`
    + String.raw`\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}`
    + String
      .raw`\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}]\p{Mn}?)[\u200C\u200D](?=[\p{L}\p{M}])`,
    String.raw`(?<=\p{Extended_Pictographic}[\p{Emoji_Modifier}\uFE0F]?)\u200D(?=\p{Extended_Pictographic})`,
    String.raw`(?<=\p{Script=Han})[\u{E0100}-\u{E01EF}]|(?<=\p{Script=Mongolian})[\u180B-\u180F]`,
    String.raw`[\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2]`,
    String.raw`(?<=\u{1F3F4})[\u{E0020}-\u{E007E}]+\u{E007F}`
  ].join("|"),
  "gu"
)
const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Adlam}]/u
const directionMarks = /[\u200E\u200F\u061C]/gu

/** A text without the invisible characters that its writing requires. */
const withoutSpelling = (line: string): string => {
  const plain = line.replace(spelling, "")
  return rightToLeft.test(plain) ? plain.replace(directionMarks, "") : plain
}

/**
 * As `hiddenCharacter`, for a text that people read as one line, such as a title. The invisible characters that writing
 * requires are allowed: joiners in words of Arabic and Indic scripts and in emoji, and direction marks in a text with
 * letters that are written from right to left.
 *
 * @example hiddenInLine("👩‍🚀 in 2027") // undefined
 * @example hiddenInLine("Rates\u200Efall") // "U+200E"
 */
export const hiddenInLine = (line: string): string | undefined => hiddenCharacter(withoutSpelling(line))

/**
 * A text as a single line that `hiddenInLine` accepts, for texts that nobody can correct, such as the title of a
 * fetched page: white space as one space each, invisible characters removed.
 *
 * @example visibleLine("Rates\u202E\n fall\u0007") // "Rates fall"
 */
export const visibleLine = (text: string): string => {
  const line = text.replace(/\s+/gu, " ")
  return (hiddenInLine(line) === undefined ? line : line.replace(new RegExp(hidden.source, "gu"), "")).trim()
}
