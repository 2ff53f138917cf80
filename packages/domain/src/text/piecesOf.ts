/**
 * Cuts a text into pieces of at most `lengthMax` UTF-16 code units (2 or more), never within a surrogate pair. The empty
 * text is one piece.
 */
export const piecesOf = (text: string, lengthMax: number): ReadonlyArray<string> => {
  if (text.length <= lengthMax) return [text]
  const pieces: Array<string> = []
  for (let at = 0; at < text.length;) {
    let end = Math.min(text.length, at + lengthMax)
    const last = text.charCodeAt(end - 1)
    if (end < text.length && last >= 0xd800 && last <= 0xdbff) end--
    pieces.push(text.slice(at, end))
    at = end
  }
  return pieces
}
