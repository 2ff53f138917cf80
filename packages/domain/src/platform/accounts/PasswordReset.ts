import { Effect } from "effect"
import { RateLimiter } from "../../kernel/RateLimiter.ts"
import { orRefuse, type Refusal, refuse, refuseAll } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import { resetMail } from "./AccountMail.ts"
import { emailKey, normaliseEmail } from "./Email.ts"
import { EmailTokenStore } from "./EmailTokenStore.ts"
import { concealDuration } from "./concealDuration.ts"
import type { Message } from "./EmailVerification.ts"
import { mailLimit } from "./MailLimit.ts"
import { OutgoingMail } from "./OutgoingMail.ts"
import { judgePassword } from "./Password.ts"
import { PasswordHasher } from "./PasswordHasher.ts"
import { PublicBaseUrl } from "../identity/PublicBaseUrl.ts"
import { Secrets } from "../identity/Secrets.ts"

/** Replacement of forgotten passwords. */
export interface PasswordReset {
  /**
   * Sends a link to the address when it has an account, at most three per hour. The response and its time are the same
   * for every address. Fails with `INVALID_REQUEST` for a malformed address.
   */
  readonly forgotPassword: (email: string) => Effect.Effect<Message, Refusal | StorageUnavailable>
  /**
   * Sets a new password and ends all sessions. Fails with `INVALID_TOKEN`, and with `INVALID_REQUEST` for an invalid
   * password, in which case the token stays valid.
   */
  readonly resetPassword: (
    reset: { readonly token: string; readonly password: string }
  ) => Effect.Effect<Message, Refusal | StorageUnavailable>
}

const invalidToken = refuse("INVALID_TOKEN", "This link has expired or has been used; ask for a new one.", {
  field: "token"
})

export const makePasswordReset = Effect.gen(function*() {
  const emailTokens = yield* EmailTokenStore
  const secrets = yield* Secrets
  const hasher = yield* PasswordHasher
  const limiter = yield* RateLimiter
  const mail = yield* OutgoingMail
  const { publicUrl } = yield* PublicBaseUrl

  const send = (key: string) =>
    Effect.gen(function*() {
      const verdict = yield* limiter.take(mailLimit("reset"), key)
      if (!verdict.admitted) return
      const token = yield* secrets.mint("")
      const addressee = yield* emailTokens.issueReset(key, token.digest)
      if (addressee !== undefined) yield* mail.post(resetMail(publicUrl, addressee, token.secret))
    })

  const reset: PasswordReset = {
    forgotPassword: (email) =>
      Effect.flatMap(orRefuse(normaliseEmail(email)), (address) =>
        Effect.as(concealDuration(send(emailKey(address))), {
          message: "If the address has an account, a mail is on its way."
        })),

    resetPassword: ({ password, token }) =>
      Effect.gen(function*() {
        const wrong = judgePassword(password)
        yield* refuseAll([wrong])
        const digest = secrets.digestOf(token)
        if (!(yield* emailTokens.canReset(digest))) return yield* invalidToken
        const accountId = yield* emailTokens.reset(digest, yield* hasher.hash(password))
        if (accountId === undefined) return yield* invalidToken
        return { message: "The password has been changed. All sessions have ended; log in again." }
      })
  }
  return reset
})
