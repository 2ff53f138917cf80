import { Effect } from "effect"
import { foundOr, type Refusal, refuse } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import { UnitOfWork } from "../../kernel/UnitOfWork.ts"
import { Secrets } from "../identity/Secrets.ts"
import { EmailTokenStore } from "./EmailTokenStore.ts"
import { SessionStore } from "./SessionStore.ts"

/** Links that sign a human in once, without a password. No operation of the API makes one: whoever has it is signed in. */
export interface SignInLinks {
  /** The token of a new link. It works once, within an hour. Fails with ACCOUNT_NOT_FOUND for anything but a human. */
  readonly issueSignIn: (accountId: string) => Effect.Effect<string, Refusal | StorageUnavailable>
  /** Begins a session with the token of a link, and returns the session's token. Fails with INVALID_TOKEN. */
  readonly signInByLink: (token: string) => Effect.Effect<string, Refusal | StorageUnavailable>
}

export const makeSignInLinks = Effect.gen(function*() {
  const tokens = yield* EmailTokenStore
  const sessions = yield* SessionStore
  const secrets = yield* Secrets
  const unit = yield* UnitOfWork

  const links: SignInLinks = {
    issueSignIn: (accountId) =>
      Effect.gen(function*() {
        const token = yield* secrets.mint("")
        yield* foundOr(
          tokens.issueSignIn(accountId, token.digest),
          refuse("ACCOUNT_NOT_FOUND", "There is no such person.")
        )
        return token.secret
      }),

    signInByLink: (token) =>
      unit.transact(Effect.gen(function*() {
        const account_id = yield* foundOr(
          tokens.signIn(secrets.digestOf(token)),
          refuse("INVALID_TOKEN", "This link has expired or has been used.", { field: "token" })
        )
        const session = yield* secrets.mint("ht_")
        yield* sessions.open({ account_id, digest: session.digest })
        return session.secret
      }))
  }
  return links
})
