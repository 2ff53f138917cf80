/**
 * Stand for the tags around a match until the text has been escaped. They are private-use characters, which are removed
 * from all texts before the search.
 */
export const markStart = "\uE000"
export const markEnd = "\uE001"

/**
 * Stands for `<` until the text has been escaped, because the search engine drops what looks like a tag. It is a control
 * character that no text contains.
 */
export const escapedLessThan = "\u0001"
