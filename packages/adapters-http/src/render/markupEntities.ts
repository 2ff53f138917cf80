/** The characters that XML and HTML reserve, with their entities. */
export const markupEntities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  "\"": "&quot;",
  "'": "&#39;"
}

/** Replaces reserved characters by entities, in content and in attributes. */
export const escapeMarkup = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => markupEntities[character]!)
