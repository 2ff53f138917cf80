/**
 * What stands around a found word until the text around it has been made safe: two characters for private use, which are
 * taken out of every text before.
 */
export const markStart = "\uE000"
export const markEnd = "\uE001"

/** Stands for `<` until then, so that nothing takes a part of the text for a tag, and drops it; no letter anywhere. */
export const lessThanSign = "\u0001"
