import type { RateRule } from "../../kernel/RateLimiter.ts"

/** The maximum number of mails of one kind per address and hour; further ones are silently not sent. */
const mailsPerAddressMax = 3

/** The limit on verification mails and on password-reset mails, each counted by address. */
export const mailLimit = (kind: "verify" | "reset"): RateRule => ({
  name: `mail-${kind}`,
  max: mailsPerAddressMax,
  windowSeconds: 3_600
})
