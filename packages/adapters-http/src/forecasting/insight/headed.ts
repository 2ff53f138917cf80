import { markEnd, markStart } from "@auspex/domain/insight"

/** A text with marks in two parts: the title, and the text after it. */
export interface HeadedText {
  readonly title: string
  readonly text: string
}

const isMark = (character: string): boolean => character === markStart || character === markEnd

/**
 * Divides a marked text into its title and the rest, because a page shows the title by itself. Undefined for a text
 * without the title at its beginning. A mark that spans both parts is closed in the title and opened again.
 *
 * @example headed("A \uE000river\uE001 Long.", "A river") // { title: "A \uE000river\uE001", text: "Long." }
 */
export const headed = (marked: string, title: string): HeadedText | undefined => {
  const wanted = title.replace(/\s+/gu, " ").trim()
  let [at, matched, isOpen] = [0, 0, false]
  while (at < marked.length && matched < wanted.length) {
    const character = marked[at++]!
    if (isMark(character)) isOpen = character === markStart
    else if (character !== wanted[matched++]) return undefined
  }
  if (matched < wanted.length) return undefined
  if (marked[at] === markEnd) [at, isOpen] = [at + 1, false]
  const text = marked.slice(at).replace(/^[\s·]+/u, "")
  return isOpen
    ? { title: marked.slice(0, at) + markEnd, text: markStart + text }
    : { title: marked.slice(0, at), text }
}
