/** A text with every run of white space as one space, without space at its ends. */
export const oneLine = (text: string): string => text.replace(/\s+/gu, " ").trim()
