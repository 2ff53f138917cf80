/** The lifetimes of the links in mails, and of links that sign in. */
export const verificationHoursMax = 24
export const resetMinutesMax = 10
export const signInMinutesMax = 60
