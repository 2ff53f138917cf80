// End a sentence before white space or the end of the text: full stops and the like of scripts with spaces.
const stops = ".!?…‼⁇⁈⁉؟۔।॥։።၊။។"
// End a sentence whatever follows: scripts without spaces.
const wideStops = "。！？｡"
const closers = "\"'”’»›)]}*_`」』）】》"
const lineEnds = "\n\r\v\f\u2028\u2029"

export const STOP = 1
export const WIDE_STOP = 2
/** A quotation mark, bracket or emphasis that may follow a stop. */
export const CLOSER = 3
export const LINE_END = 4
/** White space within a line. */
export const BLANK = 5

/** What a UTF-16 code unit does to a sentence: one of the constants above, or 0. */
export const writingMarks = new Uint8Array(65_536)
for (let unit = 0; unit < 65_536; unit++) {
  const character = String.fromCharCode(unit)
  if (character.trim() === "") writingMarks[unit] = BLANK
}
for (const character of stops) writingMarks[character.charCodeAt(0)] = STOP
for (const character of wideStops) writingMarks[character.charCodeAt(0)] = WIDE_STOP
for (const character of closers) writingMarks[character.charCodeAt(0)] = CLOSER
for (const character of lineEnds) writingMarks[character.charCodeAt(0)] = LINE_END
