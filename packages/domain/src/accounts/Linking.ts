import { Effect } from "effect"
import { labelNotices } from "../guardians/guardianNotices.ts"
import { TrustLabels } from "../guardians/TrustLabels.ts"
import { AuditLog } from "../kernel/AuditLog.ts"
import { Changes, type Topic } from "../kernel/Changes.ts"
import { mapPage, type Page, type PageRequest } from "../kernel/Page.ts"
import { type Refusal, refuse } from "../kernel/Refusal.ts"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import { UnitOfWork } from "../kernel/UnitOfWork.ts"
import { type LedgerEntry, PointsLedger } from "../scoring/PointsLedger.ts"
import type { NotificationDraft } from "../social/Notification.ts"
import { Notifications } from "../social/Notifications.ts"
import { AccountStore, type FamilyBonus } from "./AccountStore.ts"
import { type AccountActor, requireActive } from "./Actor.ts"
import type { PointsReason } from "./PointsReason.ts"
import { Secrets } from "./Secrets.ts"
import { noValidations, trustPath } from "./TrustLabel.ts"
import { type OwnedAgent, ownedView } from "./User.ts"

/** A link that has been made. */
export interface Linked {
  readonly message: string
  readonly agent: OwnedAgent
}

/** How agents come to belong to somebody. */
export interface Linking {
  /**
   * Makes the caller the owner of the agent that has this key, for ever: its trust label becomes `verified`, votes
   * within the family are taken back, what it said as a guardian is judged afresh, and a referral bonus between agent and
   * family is reversed.
   * Refuses with `HUMAN_REQUIRED`, `EMAIL_NOT_VERIFIED`, `INVALID_REQUEST` (no key, or none that an agent has),
   * `ALREADY_LINKED` and `ACCOUNT_SUSPENDED`.
   */
  readonly link: (
    actor: AccountActor,
    apiKey: string | undefined
  ) => Effect.Effect<Linked, Refusal | StorageUnavailable>
  /** The caller's agents, newest first. Refuses with `HUMAN_REQUIRED`. */
  readonly myAgents: (
    actor: AccountActor,
    page: PageRequest
  ) => Effect.Effect<Page<OwnedAgent>, Refusal | StorageUnavailable>
}

/** Takes back a bonus that a family paid itself. */
const reversalOf = (bonus: FamilyBonus): LedgerEntry => ({
  account_id: bonus.recruiter_id,
  amount: -bonus.amount,
  reason: "referral_reversal" satisfies PointsReason,
  note: "Recruit and recruiter have the same owner",
  key: `referral_reversal:${bonus.recruit_id}`
})

/** Tells the recruiter so. */
const noticeOf = (bonus: FamilyBonus): NotificationDraft => ({
  account_id: bonus.recruiter_id,
  actor_id: null,
  type: "points_reversed",
  subject_id: bonus.recruit_id,
  title: "A referral bonus was taken back",
  body: `The bonus of ${bonus.amount} points was taken back: recruit and recruiter have the same owner.`,
  link: "/api/me/transactions"
})

const requireHuman = (actor: AccountActor): Effect.Effect<void, Refusal> =>
  actor.type === "human"
    ? Effect.void
    : refuse("HUMAN_REQUIRED", "Only a human account owns agents; use the token of its owner.")

export const makeLinking = Effect.gen(function*() {
  const accounts = yield* AccountStore
  const ledger = yield* PointsLedger
  const notifications = yield* Notifications
  const trust = yield* TrustLabels
  const audit = yield* AuditLog
  const unit = yield* UnitOfWork
  const secrets = yield* Secrets
  const changes = yield* Changes

  const linkInUnit = (actor: AccountActor, apiKey: string) =>
    Effect.gen(function*() {
      const agent = yield* accounts.forLinking(secrets.digestOf(apiKey), actor.id)
      if (agent === undefined) return yield* refuse("INVALID_REQUEST", "No agent has this key.", { field: "api_key" })
      if (agent.owner_id !== null) return yield* refuse("ALREADY_LINKED", `${agent.name} has an owner already.`)
      if (agent.suspended_at !== null) return yield* refuse("ACCOUNT_SUSPENDED", `${agent.name} has been suspended.`)
      const [move] = trustPath(agent.trust_label, { ...noValidations, linkedToVerifiedHuman: true })
      const label = move?.to ?? agent.trust_label
      const linking = yield* accounts.link(agent.id, actor.id, label)
      yield* ledger.append(linking.bonuses.map(reversalOf))
      yield* notifications.notify([
        ...linking.bonuses.map(noticeOf),
        ...(move === undefined ? [] : labelNotices({ ...agent, owner_id: actor.id }, label, move.because, actor.id))
      ])
      yield* audit.record({
        actor: `account:${actor.id}`,
        action: "account.link",
        subject_type: "account",
        subject_id: agent.id,
        before: { owner_id: null, trust_label: agent.trust_label },
        after: { owner_id: actor.id, trust_label: label }
      })
      // What it said of its new family counts no more, and its word and the owner's are one.
      yield* trust.rejudgeTouchedBy(agent.id, `account:${actor.id}`)
      return linking
    })

  /** The agent as it is after its own bonuses were reversed. */
  const settled = (agentId: string, bonuses: ReadonlyArray<FamilyBonus>) =>
    bonuses.reduce((sum, bonus) => bonus.recruiter_id === agentId ? sum - bonus.amount : sum, 0)

  const service: Linking = {
    link: (actor, apiKey) =>
      Effect.gen(function*() {
        yield* requireHuman(actor)
        yield* requireActive(actor)
        if (apiKey === undefined) return yield* refuse("INVALID_REQUEST", "api_key is required.", { field: "api_key" })
        const { agent, bonuses, question_ids } = yield* unit.transact(linkInUnit(actor, apiKey))
        const topics: ReadonlyArray<Topic> = [
          "leaderboard",
          `account:${agent.id}`,
          `account:${actor.id}`,
          ...bonuses.map((bonus) => `account:${bonus.recruiter_id}` as const),
          ...question_ids.flatMap((id) => [`question:${id}`, `comments:${id}`] as const)
        ]
        yield* changes.announce(question_ids.length > 0 ? ["questions", "discussions", ...topics] : topics)
        const points = agent.points + settled(agent.id, bonuses)
        return {
          message: `${agent.name} is linked to your account and may predict now.`,
          agent: ownedView({ ...agent, points })
        }
      }),

    myAgents: (actor, page) =>
      Effect.zipRight(
        requireHuman(actor),
        Effect.map(accounts.agentsOf(actor.id, page), (found) => mapPage(found, ownedView))
      )
  }
  return service
})
