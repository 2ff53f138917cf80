import { markEnd, markStart } from "@auspex/domain/insight"
import { markupEntities } from "../../kit/markupEntities.ts"

const entities: Readonly<Record<string, string>> = {
  ...markupEntities,
  [markStart]: "<mark>",
  [markEnd]: "</mark>"
}

/**
 * Converts a text with marks to HTML: everything is escaped, and only the marks become tags, in balanced pairs of
 * `<mark>` and `</mark>`. Nested and unmatched marks are removed; runs of white space become one blank.
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
