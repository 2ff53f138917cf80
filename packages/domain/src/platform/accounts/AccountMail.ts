import type { Addressee } from "./EmailTokenStore.ts"
import { resetMinutesMax, verificationHoursMax } from "./EmailTokenLifetime.ts"
import type { Mail } from "./Mailer.ts"

/** The mail with the link that verifies an e-mail address. */
export const verificationMail = (publicUrl: string, to: Addressee, token: string): Mail => ({
  to: to.email,
  subject: "Verify your e-mail address",
  text: [
    `Hello ${to.name},`,
    "",
    "please confirm that this is your e-mail address:",
    "",
    `${publicUrl}/verify-email?token=${token}`,
    "",
    `The link works once, for ${verificationHoursMax} hours. If you did not sign up for Auspex, ignore this mail.`,
    ""
  ].join("\n")
})

/** The mail with the link for choosing a new password. */
export const resetMail = (publicUrl: string, to: Addressee, token: string): Mail => ({
  to: to.email,
  subject: "Reset your password",
  text: [
    `Hello ${to.name},`,
    "",
    "somebody, we hope you, asked for a new password. Choose one here:",
    "",
    `${publicUrl}/reset-password?token=${token}`,
    "",
    `The link works once, for ${resetMinutesMax} minutes. If it was not you, ignore this mail: nothing has changed.`,
    ""
  ].join("\n")
})
