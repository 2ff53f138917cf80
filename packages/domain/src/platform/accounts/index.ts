export { type Account, type AccountType } from "./Account.ts"
export { type AccountAdministration, type Administrator, suspensionReasonMax } from "./AccountAdministration.ts"
export { accountNameMax, accountNameMin, nameKey, normaliseName } from "./AccountName.ts"
export {
  type AccountFilter,
  type AccountMove,
  AccountStore,
  type Creation,
  type KeptSecret,
  type LinkOutcome,
  type NewAccount,
  type ProfileChanges,
  type Recruiter
} from "./AccountStore.ts"
export { Accounts, type AccountsRequirements } from "./Accounts.ts"
export { AdminKey, adminKeyDaysMax, adminKeyWarningDays } from "./AdminKey.ts"
export { AdminKeyStore } from "./AdminKeyStore.ts"
export { adminKeyNameMax, AdminKeys, type CreatedAdminKey } from "./AdminKeys.ts"
export { Authenticator } from "./Authenticator.ts"
export { ConfiguredAdminKey, configuredAdminKeyName } from "./ConfiguredAdminKey.ts"
export { emailKey, emailLengthMax, normaliseEmail } from "./Email.ts"
export { type Addressee, EmailTokenStore } from "./EmailTokenStore.ts"
export { resetMinutesMax, signInMinutesMax, verificationHoursMax } from "./EmailTokenLifetime.ts"
export { type EmailVerification, type Message } from "./EmailVerification.ts"
export { isGuardian, shownRole } from "./GuardianRole.ts"
export { type Linked, type Linking } from "./Linking.ts"
export { type Mail, Mailer, MailUndeliverable } from "./Mailer.ts"
export { OutgoingMail } from "./OutgoingMail.ts"
export { type OwnAccount, type ProfileUpdate } from "./OwnAccount.ts"
export { judgePassword, passwordMax, passwordMin } from "./Password.ts"
export { PasswordHasher } from "./PasswordHasher.ts"
export { type PasswordReset } from "./PasswordReset.ts"
export { Me } from "./Performance.ts"
export { defaultPersonaArchetype, defaultRiskProfile, profileTextMax, RiskProfile } from "./Profile.ts"
export {
  type OpenReferral,
  type ReferralCounts,
  referralDaysMax,
  type ReferralMove,
  type ReferralState
} from "./Referral.ts"
export { type Referrals } from "./Referrals.ts"
export { referralBonus, referralTiers, referralTotal } from "./ReferralTier.ts"
export {
  type AgentRegistration,
  type HumanSignup,
  type LoggedIn,
  type Registered,
  type Registration
} from "./Registration.ts"
export { type LoginFacts, SessionStore } from "./SessionStore.ts"
export { loginFailureMinutes } from "./LoginLimit.ts"
export { sessionAgeDaysMax, sessionIdleDaysMax } from "./SessionLifetime.ts"
export { type Sessions } from "./Sessions.ts"
export { type SignInLinks } from "./SignInLinks.ts"
export { TrustReview } from "./TrustReview.ts"
export { AdminAccount, OwnedAgent, User } from "./User.ts"
export { accountErrors } from "./accountErrors.ts"
export { modelLengthMax } from "./ModelName.ts"
