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

/** Replaces the characters that are reserved in content, which leaves quotes as they are and so takes up less space. */
export const escapeContent = (text: string): string => text.replace(/[&<>]/g, (character) => markupEntities[character]!)
