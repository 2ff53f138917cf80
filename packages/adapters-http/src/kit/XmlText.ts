import { escapeMarkup } from "./markupEntities.ts"

/**
 * Escapes a text for XML 1.0, in content or in an attribute. Characters that XML forbids are removed, and line ends are
 * normalised.
 *
 * @example xmlText("a < b & \u0007\"c\"") // "a &lt; b &amp; &quot;c&quot;"
 */
export const xmlText = (text: string): string =>
  escapeMarkup(
    text.replace(/\r\n?/g, "\n")
      .replace(/[^\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "")
  )
