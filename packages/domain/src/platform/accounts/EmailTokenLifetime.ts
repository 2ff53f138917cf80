/** The lifetimes of the links in mails. */
export const verificationHoursMax = 24
export const resetMinutesMax = 10
