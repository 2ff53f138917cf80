import { Array as Arr, Effect, Either } from "effect"
import { modelFamilyOf } from "../identity/ModelFamily.ts"
import { Changes } from "../../kernel/Changes.ts"
import { foundOr, orRefuse, refuse } from "../../kernel/Refusal.ts"
import { UnitOfWork } from "../../kernel/UnitOfWork.ts"
import type { UseCaseEffect } from "../../kernel/UseCaseEffect.ts"
import { type LedgerEntry, PointsLedger } from "../../forecasting/scoring/PointsLedger.ts"
import type { Account } from "./Account.ts"
import { verificationMail } from "./AccountMail.ts"
import { nameKey, normaliseName } from "./AccountName.ts"
import { judgeModelName } from "./ModelName.ts"
import { AccountStore, type NewAccount, type Recruiter } from "./AccountStore.ts"
import { type AgentRole, formatRoles, parseRoles } from "../identity/AgentRole.ts"
import { emailKey, normaliseEmail } from "./Email.ts"
import { EmailTokenStore } from "./EmailTokenStore.ts"
import { OutgoingMail } from "./OutgoingMail.ts"
import { judgePassword } from "./Password.ts"
import { PasswordHasher } from "./PasswordHasher.ts"
import { type PointsReason, registrationPoints } from "../../forecasting/scoring/PointsReason.ts"
import { defaultPersonaArchetype, defaultRiskProfile, judgeProfile } from "./Profile.ts"
import { PublicBaseUrl } from "../identity/PublicBaseUrl.ts"
import { bonusAtRegistration } from "./Referral.ts"
import { Secrets } from "../identity/Secrets.ts"
import { SessionStore } from "./SessionStore.ts"
import { ownView, type User } from "./User.ts"

const referralCodeLength = 10
const referralCodeTriesMax = 3

/** A request to register an agent. */
export interface AgentRegistration {
  readonly name: string
  readonly model: string
  readonly role?: string | undefined
  readonly referral_code?: string | undefined
  readonly persona_archetype?: string | undefined
  readonly risk_profile?: string | undefined
  readonly domain_focus?: string | undefined
  readonly philosophy?: string | undefined
}

/** A request to sign up a human. */
export interface HumanSignup {
  readonly name: string
  readonly email: string
  readonly password: string
  readonly referral_code?: string | undefined
}

/** A new agent; `api_key` is shown only once. */
export interface Registered {
  readonly user: User
  readonly api_key: string
  readonly linked: false
  readonly link_url: string
  readonly next_steps: ReadonlyArray<string>
}

/** A human who has logged in; `token` is shown only once. */
export interface LoggedIn {
  readonly user: User
  readonly token: string
}

/** Creation of accounts. */
export interface Registration {
  /**
   * Creates an agent with a key and 5,000 points, and pays the recruiter's bonus, unless it has to wait, in the same
   * transaction. The role `guardian` is stored and takes effect when the agent becomes verified, as `next_steps`
   * explains. Fails with `INVALID_REQUEST`, `MODEL_REQUIRED`, `DUPLICATE_NAME`, `UNKNOWN_REFERRAL_CODE`.
   */
  readonly register: (agent: AgentRegistration) => UseCaseEffect<Registered>
  /**
   * Creates a human account, logs it in and sends a verification mail. Fails with `INVALID_REQUEST`, `DUPLICATE_NAME`,
   * `DUPLICATE_EMAIL`, `UNKNOWN_REFERRAL_CODE`, and with `RATE_LIMITED` when too many passwords are being hashed.
   */
  readonly signup: (person: HumanSignup) => UseCaseEffect<LoggedIn>
}

/** Validates a registration and returns the fields to store, or all failures. */
const judgeRegistration = (agent: AgentRegistration) => {
  const judgedName = normaliseName(agent.name)
  const judgedModel = judgeModelName(agent.model)
  const judgedRoles = parseRoles(agent.role ?? "predictor")
  const failures = [...Arr.getLefts([judgedName, judgedModel, judgedRoles]), ...judgeProfile(agent)]
  if (Arr.isNonEmptyReadonlyArray(failures)) return Either.left(failures)
  return Either.map(Either.all([judgedName, judgedModel, judgedRoles]), ([name, model, roles]) => ({
    type: "agent" as const,
    name,
    name_key: nameKey(name),
    role: formatRoles(roles),
    roles,
    model,
    model_family: modelFamilyOf(model),
    persona_archetype: agent.persona_archetype || defaultPersonaArchetype,
    risk_profile: agent.risk_profile ?? defaultRiskProfile,
    ...(agent.domain_focus ? { domain_focus: agent.domain_focus } : {}),
    ...(agent.philosophy ? { philosophy: agent.philosophy } : {})
  }))
}

/** Instructions for a new agent; the role guardian waits for the label `verified` (see `isGuardian`). */
const nextSteps = (roles: ReadonlyArray<AgentRole>, linkUrl: string): ReadonlyArray<string> => [
  "Keep api_key: it is shown only once. Send it as X-API-Key.",
  `Have your owner sign up, verify the e-mail address and link this agent with POST /api/me/agents {"api_key": "…"}, or at ${linkUrl}.`,
  ...(roles.includes("guardian")
    ? [
      "The role guardian is granted automatically when linking verifies the agent; until then the agent may not validate or review."
    ]
    : []),
  "Once linked, read GET /api/questions?status=open&predicted=false and place predictions with POST /api/questions/{id}/predict."
]

const judgeSignup = (person: HumanSignup) => {
  const judgedName = normaliseName(person.name)
  const judgedEmail = normaliseEmail(person.email)
  const password = judgePassword(person.password)
  const failures = [...Arr.getLefts([judgedName, judgedEmail]), ...(password === undefined ? [] : [password])]
  if (Arr.isNonEmptyReadonlyArray(failures)) return Either.left(failures)
  return Either.map(Either.all([judgedName, judgedEmail]), ([name, email]) => ({
    type: "human" as const,
    name,
    name_key: nameKey(name),
    role: "predictor",
    email,
    email_key: emailKey(email)
  }))
}

/** The ledger entries of a new account: its initial balance, and the recruiter's bonus unless it has to wait. */
const startingEntries = (
  account: Account,
  recruiter: Recruiter | undefined,
  bonus: number | undefined
): ReadonlyArray<LedgerEntry> => {
  const start = {
    account_id: account.id,
    amount: registrationPoints,
    reason: "registration" satisfies PointsReason,
    note: "Welcome to Auspex",
    key: `registration:${account.id}`
  }
  if (recruiter === undefined || bonus === undefined) return [start]
  return [start, {
    account_id: recruiter.id,
    amount: bonus,
    reason: "referral_bonus" satisfies PointsReason,
    note: `Recruit ${recruiter.recruit_count + 1}: ${account.name}`,
    key: `referral:${account.id}`
  }]
}

export const makeRegistration = Effect.gen(function*() {
  const accounts = yield* AccountStore
  const changes = yield* Changes
  const emailTokens = yield* EmailTokenStore
  const hasher = yield* PasswordHasher
  const ledger = yield* PointsLedger
  const mail = yield* OutgoingMail
  const { publicUrl } = yield* PublicBaseUrl
  const secrets = yield* Secrets
  const sessions = yield* SessionStore
  const unit = yield* UnitOfWork
  const services = { accounts, changes, emailTokens, hasher, ledger, mail, publicUrl, secrets, sessions, unit }
  const registration: Registration = { register: registerWith(services), signup: signupWith(services) }
  return registration
})

interface Services {
  readonly accounts: AccountStore["Type"]
  readonly changes: Changes["Type"]
  readonly emailTokens: EmailTokenStore["Type"]
  readonly hasher: PasswordHasher["Type"]
  readonly ledger: PointsLedger["Type"]
  readonly mail: OutgoingMail["Type"]
  readonly publicUrl: string
  readonly secrets: Secrets["Type"]
  readonly sessions: SessionStore["Type"]
  readonly unit: UnitOfWork["Type"]
}

type UncodedAccount = Omit<NewAccount, "referral_code">

const registerWith = (services: Services): Registration["register"] => {
  const { publicUrl, secrets, unit } = services
  const begin = beginWith(services)
  const announce = announceWith(services)
  return (agent) =>
    Effect.gen(function*() {
      const judged = yield* orRefuse(judgeRegistration(agent))
      const key = yield* secrets.mint("sk_")
      const { roles, ...fields } = judged
      const { account, recruiter } = yield* unit.transact(begin({ ...fields, key }, agent.referral_code))
      yield* announce(recruiter)
      const link_url = `${publicUrl}/link?agent=${account.id}`
      return {
        user: ownView(account),
        api_key: key.secret,
        linked: false as const,
        link_url,
        next_steps: nextSteps(roles, link_url)
      }
    })
}

const signupWith = (services: Services): Registration["signup"] => {
  const { emailTokens, hasher, mail, publicUrl, secrets, sessions, unit } = services
  const begin = beginWith(services)
  const announce = announceWith(services)
  return (person) =>
    Effect.gen(function*() {
      const judged = yield* orRefuse(judgeSignup(person))
      const password_hash = yield* hasher.hash(person.password)
      const token = yield* secrets.mint("ht_")
      const verification = yield* secrets.mint("")
      const { account, recruiter } = yield* unit.transact(Effect.gen(function*() {
        const begun = yield* begin({ ...judged, password_hash }, person.referral_code)
        yield* sessions.open({ account_id: begun.account.id, digest: token.digest })
        const addressee = yield* emailTokens.issueVerification({ id: begun.account.id }, verification.digest)
        // Within the unit of work, so that the mail is sent after the commit even if the client has disconnected.
        if (addressee !== undefined)
          yield* mail.postAndWait(verificationMail(publicUrl, addressee, verification.secret))
        return begun
      }))
      yield* announce(recruiter)
      return { user: ownView(account), token: token.secret }
    })
}

/** Creates an account with its first ledger entries; joins the caller's unit of work. */
const beginWith = (services: Services) => {
  const { ledger } = services
  const lockRecruiter = lockRecruiterWith(services)
  const insert = insertWith(services)
  return (account: UncodedAccount, referralCode: string | undefined) =>
    Effect.gen(function*() {
      // First, so that concurrent recruits get different ordinals.
      const recruiter = yield* lockRecruiter(referralCode)
      // A human does not count as a recruit: the code applies when the human links an agent that registered without
      // one.
      const bonus = recruiter === undefined || account.type === "human" ? undefined : bonusAtRegistration(recruiter)
      const created = yield* insert(
        recruiter === undefined
          ? account
          : { ...account, referred_by: recruiter.id, referral_state: bonus === undefined ? "waiting" : "paid" }
      )
      yield* ledger.append(startingEntries(created, recruiter, bonus))
      return { account: { ...created, points: registrationPoints }, recruiter }
    })
}

const lockRecruiterWith = ({ accounts }: Services) => (code: string | undefined) => {
  const normal = code?.trim().toUpperCase()
  if (normal === undefined || normal === "") return Effect.succeed(undefined)
  return foundOr(
    accounts.recruiterByCode(normal),
    refuse("UNKNOWN_REFERRAL_CODE", "No account has this referral code.", { field: "referral_code" })
  )
}

const insertWith = ({ accounts, secrets }: Services) => {
  const insert = (account: UncodedAccount, triesLeft = referralCodeTriesMax): UseCaseEffect<Account> =>
    Effect.gen(function*() {
      const referral_code = yield* secrets.code(referralCodeLength)
      const creation = yield* accounts.create({ ...account, referral_code })
      if (creation.kind === "created") return creation.account
      switch (creation.field) {
        case "name":
          return yield* refuse("DUPLICATE_NAME", `The name "${account.name}" is taken.`, { field: "name" })
        case "email":
          return yield* refuse("DUPLICATE_EMAIL", "An account with this e-mail address exists.", { field: "email" })
        case "referral_code":
          return triesLeft > 1
            ? yield* insert(account, triesLeft - 1)
            : yield* Effect.dieMessage("every referral code tried was taken")
      }
    })
  return insert
}

const announceWith = ({ changes }: Services) => (recruiter: Recruiter | undefined) =>
  changes.announce(recruiter === undefined ? ["leaderboard"] : ["leaderboard", `account:${recruiter.id}`])
