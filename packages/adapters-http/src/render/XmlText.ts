const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  "\"": "&quot;",
  "'": "&#39;"
}

/**
 * A text for XML 1.0, in content or in an attribute: what XML cannot hold is left out, lines end as
 * XML ends them, what means something in it is escaped.
 *
 * @example xmlText("a < b & \u0007\"c\"") // "a &lt; b &amp; &quot;c&quot;"
 */
export const xmlText = (text: string): string =>
  text
    .replace(/\r\n?/g, "\n")
    .replace(/[^\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "")
    .replace(/[&<>"']/g, (sign) => escapes[sign]!)
