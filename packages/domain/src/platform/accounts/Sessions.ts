import { Effect } from "effect"
import { orRefuse, type Refusal, refuse, refuseAll } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import { UnitOfWork } from "../../kernel/UnitOfWork.ts"
import type { UseCaseEffect } from "../../kernel/UseCaseEffect.ts"
import type { AccountActor } from "../identity/Actor.ts"
import { emailKey, normaliseEmail } from "./Email.ts"
import { judgePassword, passwordMax } from "./Password.ts"
import { PasswordHasher } from "./PasswordHasher.ts"
import type { LoggedIn } from "./Registration.ts"
import { Secrets } from "../identity/Secrets.ts"
import { loginDelay, loginFailuresMax } from "./LoginLimit.ts"
import { SessionStore } from "./SessionStore.ts"
import { ownView } from "./User.ts"

/** Login and logout of humans. */
export interface Sessions {
  /**
   * Returns a token for the right address and password. An unknown address takes the same time and gets the same
   * `INVALID_CREDENTIALS` as a wrong password; a malformed address is `INVALID_REQUEST`. After ten failures within 15
   * minutes every login with the address is delayed; the account is never locked. A suspended account gets
   * `ACCOUNT_SUSPENDED`, but only with the right password.
   */
  readonly login: (
    credentials: { readonly email: string; readonly password: string }
  ) => Effect.Effect<LoggedIn, Refusal | StorageUnavailable>
  /** Ends the session of the actor's token. */
  readonly logout: (actor: AccountActor) => Effect.Effect<void, StorageUnavailable>
  /** Ends all sessions of the actor. */
  readonly logoutEverywhere: (actor: AccountActor) => Effect.Effect<void, StorageUnavailable>
  /**
   * Replaces the password of a human who knows the present one, and ends all other sessions and reset links. Fails with
   * `INVALID_CREDENTIALS` for a wrong present password, and with `INVALID_REQUEST` for an invalid new one.
   */
  readonly changePassword: (actor: AccountActor, change: PasswordChange) => UseCaseEffect<void>
}

/** The present password, which proves who asks, and the new one. */
export interface PasswordChange {
  readonly current: string
  readonly password: string
}

export const makeSessions = Effect.gen(function*() {
  const sessions = yield* SessionStore
  const hasher = yield* PasswordHasher
  const secrets = yield* Secrets
  const unit = yield* UnitOfWork

  /** No stored hash belongs to a longer password; a dummy hash takes the same time. */
  const isRight = (hash: string | undefined, password: string) =>
    password.length <= passwordMax * 2 ? hasher.verify(hash, password) : hasher.verify(undefined, "")

  const login: Sessions["login"] = ({ email, password }) =>
    Effect.gen(function*() {
      const key = emailKey(yield* orRefuse(normaliseEmail(email)))
      const emailDigest = secrets.digestOf(key)
      const facts = yield* sessions.loginFacts(key, emailDigest)
      if (facts.recent_failures >= loginFailuresMax) yield* Effect.sleep(loginDelay)
      const right = yield* isRight(facts.password_hash, password)
      if (!right || facts.account === undefined) {
        yield* sessions.noteFailure(emailDigest)
        return yield* refuse("INVALID_CREDENTIALS", "The e-mail address or the password is wrong.")
      }
      if (facts.account.suspended_at !== null) {
        return yield* refuse("ACCOUNT_SUSPENDED", "This account has been suspended by an administrator.")
      }
      const token = yield* secrets.mint("ht_")
      yield* unit.transact(sessions.open({ account_id: facts.account.id, digest: token.digest, emailDigest }))
      return { user: ownView(facts.account), token: token.secret }
    })

  const changePassword: Sessions["changePassword"] = (actor, { current, password }) =>
    Effect.gen(function*() {
      yield* refuseAll([judgePassword(password)])
      if (!(yield* isRight(yield* sessions.passwordHash(actor.id), current))) {
        return yield* refuse("INVALID_CREDENTIALS", "The present password is wrong.", { field: "current" })
      }
      yield* sessions.changePassword(actor.id, yield* hasher.hash(password), actor.key_id)
    })

  const service: Sessions = {
    login,
    logout: (actor) => sessions.close(actor.key_id),
    logoutEverywhere: (actor) => sessions.closeAll(actor.id),
    changePassword
  }
  return service
})
