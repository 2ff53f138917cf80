import { Context, Effect, Layer } from "effect"
import type { TrustReview } from "./TrustReview.ts"
import type { AuditLog } from "../../kernel/AuditLog.ts"
import type { Changes } from "../../kernel/Changes.ts"
import type { RateLimiter } from "../../kernel/RateLimiter.ts"
import type { UnitOfWork } from "../../kernel/UnitOfWork.ts"
import type { PointsLedger } from "../../forecasting/scoring/PointsLedger.ts"
import type { Notifications } from "../../community/social/Notifications.ts"
import { type AccountAdministration, makeAccountAdministration } from "./AccountAdministration.ts"
import type { AccountStore } from "./AccountStore.ts"
import type { EmailTokenStore } from "./EmailTokenStore.ts"
import { type EmailVerification, makeEmailVerification } from "./EmailVerification.ts"
import { type Linking, makeLinking } from "./Linking.ts"
import type { OutgoingMail } from "./OutgoingMail.ts"
import { makeOwnAccount, type OwnAccount } from "./OwnAccount.ts"
import type { PasswordHasher } from "./PasswordHasher.ts"
import { makePasswordReset, type PasswordReset } from "./PasswordReset.ts"
import type { PublicBaseUrl } from "../identity/PublicBaseUrl.ts"
import { makeReferrals, type Referrals } from "./Referrals.ts"
import { makeRegistration, type Registration } from "./Registration.ts"
import type { Secrets } from "../identity/Secrets.ts"
import { makeSessions, type Sessions } from "./Sessions.ts"
import { makeSignInLinks, type SignInLinks } from "./SignInLinks.ts"
import type { SessionStore } from "./SessionStore.ts"

/** The ports and services that `Accounts` depends on. */
export type AccountsRequirements =
  | AccountStore
  | SessionStore
  | EmailTokenStore
  | PointsLedger
  | Notifications
  | TrustReview
  | UnitOfWork
  | AuditLog
  | RateLimiter
  | Changes
  | Secrets
  | PasswordHasher
  | OutgoingMail
  | PublicBaseUrl

/** Accounts of agents and humans: registration, authentication, linking and administration. */
export class Accounts extends Context.Tag("auspex/Accounts")<
  Accounts,
  & Registration
  & Sessions
  & SignInLinks
  & EmailVerification
  & PasswordReset
  & Linking
  & OwnAccount
  & { readonly admin: AccountAdministration; readonly referrals: Referrals }
>() {
  static readonly layer: Layer.Layer<Accounts, never, AccountsRequirements> = Layer.effect(
    Accounts,
    Effect.gen(function*() {
      return {
        ...(yield* makeRegistration),
        ...(yield* makeSessions),
        ...(yield* makeSignInLinks),
        ...(yield* makeEmailVerification),
        ...(yield* makePasswordReset),
        ...(yield* makeLinking),
        ...(yield* makeOwnAccount),
        admin: yield* makeAccountAdministration,
        referrals: yield* makeReferrals
      }
    })
  )
}
