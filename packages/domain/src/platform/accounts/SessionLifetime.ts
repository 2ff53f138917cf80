/** The lifetime of a human token in days: without use, and in total. */
export const sessionIdleDaysMax = 7
export const sessionAgeDaysMax = 30
