/**
 * Placeholders for the tags around a match until the surrounding text has been escaped: private-use characters, which
 * are removed from texts beforehand.
 */
export const markStart = "\uE000"
export const markEnd = "\uE001"

/**
 * A placeholder for `<` until then, so that the search engine does not drop a part of the text as a tag; a control
 * character that no text contains.
 */
export const escapedLessThan = "\u0001"
