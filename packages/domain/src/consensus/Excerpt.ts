/** How long an excerpt is, in code points, the ellipsis included. */
export const excerptLengthMax = 280

/**
 * The beginning of a text: blanks run together, at most 280 code points, ending at the end of a word and with an
 * ellipsis when something was cut. A single word longer than that is cut inside. Reads no more of a long text than it
 * needs, and never splits a surrogate pair.
 *
 * @example excerpt("one two three", 9) // "one two…"
 */
export const excerpt = (text: string, lengthMax: number = excerptLengthMax): string => {
  const points: Array<string> = []
  // One past the limit, to know whether anything follows.
  for (const point of text) {
    const isBlank = /\s/u.test(point)
    if (isBlank && (points.length === 0 || points[points.length - 1] === " ")) continue
    points.push(isBlank ? " " : point)
    // A blank at the very end does not make the text too long.
    if (points.length > lengthMax && !isBlank) break
  }
  if (points[points.length - 1] === " ") points.pop()
  if (points.length <= lengthMax) return points.join("")
  // Room for the ellipsis; the cut is clean when a blank follows it, else it goes back to the last blank.
  const room = lengthMax - 1
  const end = points[room] === " " ? room : points.lastIndexOf(" ", room)
  return `${points.slice(0, end > 0 ? end : room).join("")}…`
}
