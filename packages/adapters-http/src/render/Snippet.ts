import { escapedLessThan, markEnd, markStart } from "@auspex/domain/insight"

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  [escapedLessThan]: "&lt;",
  ">": "&gt;",
  "\"": "&quot;",
  "'": "&#39;",
  [markStart]: "<mark>",
  [markEnd]: "</mark>"
}

/**
 * Makes HTML of a text with marks in it: everything is escaped, and only the marks become tags, each `<mark>` with its
 * `</mark>`. A mark within a mark, or one that ends nothing, is left out; blanks run together.
 *
 * @example safeSnippet("1 < 2 & \uE000three\uE001") // "1 &lt; 2 &amp; <mark>three</mark>"
 * @example safeSnippet("\uE001a \uE000b \uE000c\uE001") // "a <mark>b c</mark>"
 */
export const safeSnippet = (marked: string): string => {
  let isOpen = false
  let html = ""
  for (const character of marked.replace(/\s+/gu, " ").trim()) {
    if (character === markStart ? isOpen : character === markEnd && !isOpen) continue
    if (character === markStart || character === markEnd) isOpen = character === markStart
    html += entities[character] ?? character
  }
  return isOpen ? `${html}${entities[markEnd]!}` : html
}
