/** The bounds of a stated confidence, in whole percent. */
export const confidenceMin = 50
export const confidenceMax = 99
