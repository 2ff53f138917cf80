import { Effect } from "effect"
import { foundOr, orRefuse, type Refusal, refuse } from "../../kernel/Refusal.ts"
import { RateLimiter } from "../../kernel/RateLimiter.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import { verificationMail } from "./AccountMail.ts"
import type { AccountActor } from "../identity/Actor.ts"
import { concealDuration } from "./concealDuration.ts"
import { emailKey, normaliseEmail } from "./Email.ts"
import { EmailTokenStore } from "./EmailTokenStore.ts"
import { mailLimit } from "./MailLimit.ts"
import { OutgoingMail } from "./OutgoingMail.ts"
import { PublicBaseUrl } from "../identity/PublicBaseUrl.ts"
import { Secrets } from "../identity/Secrets.ts"

/** A message for people. */
export interface Message {
  readonly message: string
}

/** Verification of e-mail addresses. */
export interface EmailVerification {
  /** Redeems the token of the mail, once. Fails with `INVALID_TOKEN`. */
  readonly verifyEmail: (token: string) => Effect.Effect<Message, Refusal | StorageUnavailable>
  /** Whether the token of a mail belongs to an account with a verified address; false once the token has expired. */
  readonly isVerifiedBy: (token: string) => Effect.Effect<boolean, StorageUnavailable>
  /**
   * Sends the mail again, to the caller or, without a login, to the given address. The response is the same whether
   * there is something to verify or not. Fails with `INVALID_REQUEST` when there is neither a login nor an address, or
   * when the address is invalid.
   */
  readonly resendVerification: (
    who: AccountActor | { readonly email: string | undefined }
  ) => Effect.Effect<Message, Refusal | StorageUnavailable>
}

export const makeEmailVerification = Effect.gen(function*() {
  const emailTokens = yield* EmailTokenStore
  const secrets = yield* Secrets
  const limiter = yield* RateLimiter
  const mail = yield* OutgoingMail
  const { publicUrl } = yield* PublicBaseUrl

  const resend = (account: { readonly id: string } | { readonly emailKey: string }) =>
    Effect.gen(function*() {
      const verdict = yield* limiter.take(mailLimit("verify"), "id" in account ? account.id : account.emailKey)
      if (!verdict.admitted) return
      const token = yield* secrets.mint("")
      const addressee = yield* emailTokens.issueVerification(account, token.digest)
      if (addressee !== undefined) yield* mail.post(verificationMail(publicUrl, addressee, token.secret))
    })

  const verification: EmailVerification = {
    verifyEmail: (token) =>
      Effect.as(
        foundOr(
          emailTokens.verify(secrets.digestOf(token)),
          refuse("INVALID_TOKEN", "This link has expired or has been used.", { field: "token" })
        ),
        { message: "The e-mail address is verified." }
      ),

    isVerifiedBy: (token) => emailTokens.isVerifiedBy(secrets.digestOf(token)),

    resendVerification: (who) => {
      const sent = (account: Parameters<typeof resend>[0]) =>
        Effect.as(concealDuration(resend(account)), {
          message: "If the address needs verification, a mail is on its way."
        })
      if ("kind" in who) return sent({ id: who.id })
      if (who.email === undefined) {
        return refuse("INVALID_REQUEST", "Log in, or send the email to verify.", { field: "email" })
      }
      return Effect.flatMap(
        orRefuse(normaliseEmail(who.email)),
        (address) => sent({ emailKey: emailKey(address) })
      )
    }
  }
  return verification
})
