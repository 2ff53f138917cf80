const smallCapitals = "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡ\u{0}ʏᴢ"

const letters: ReadonlyMap<number, number> = new Map([
  ...Array.from(smallCapitals, (letter, at) => [letter.codePointAt(0)!, 97 + at] as const),
  // Dotless i and long s.
  [0x131, 105],
  [0x17f, 115]
])

// The blocks of letters in black circles and in black squares.
const blocks = [0x1f150, 0x1f170]

/**
 * The letter (a code point) of a stylised character that Unicode normalisation does not map: small capitals, dotless i,
 * letters in black squares and circles. Undefined for all others.
 *
 * @example letterLike(0x1f175) // 102
 */
export const letterLike = (codePoint: number): number | undefined => {
  const block = blocks.find((first) => codePoint >= first && codePoint < first + 26)
  return block === undefined ? letters.get(codePoint) : codePoint - block + 97
}
