import { Effect } from "effect"
import { labelNotices } from "./labelNotices.ts"
import { TrustReview } from "./TrustReview.ts"
import { AuditLog } from "../../kernel/AuditLog.ts"
import { Changes, type Topic } from "../../kernel/Changes.ts"
import { mapPage, type Page, type PageRequest } from "../../kernel/Page.ts"
import { type Refusal, refuse } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import { UnitOfWork } from "../../kernel/UnitOfWork.ts"
import { Notifications } from "../../community/social/Notifications.ts"
import { AccountStore } from "./AccountStore.ts"
import { type AccountActor, requireActive } from "../identity/Actor.ts"
import { mayBecomeGuardian } from "./GuardianRole.ts"
import { movesAtLink, type ReferralMove } from "./Referral.ts"
import { makeReferralMoves, topicsOf } from "./Referrals.ts"
import { Secrets } from "../identity/Secrets.ts"
import { noValidations, evidenceTrustMoves } from "../identity/TrustLabel.ts"
import { type OwnedAgent, ownedView } from "./User.ts"

/** The result of linking an agent. */
export interface Linked {
  readonly message: string
  readonly agent: OwnedAgent
}

/** Links agents to their human owners. */
export interface Linking {
  /**
   * Makes the caller the permanent owner of the agent with this key: its trust label becomes `verified`, votes between
   * accounts of the owner are withdrawn, and predictions that it has validated are judged again. A referral bonus that
   * waited for the link is paid, and one between accounts of the owner reversed. Idempotent. Fails with
   * `HUMAN_REQUIRED`, `EMAIL_NOT_VERIFIED`, `INVALID_REQUEST` (no key, or not an agent's key), `ALREADY_LINKED` and
   * `ACCOUNT_SUSPENDED`.
   */
  readonly link: (
    actor: AccountActor,
    apiKey: string | undefined
  ) => Effect.Effect<Linked, Refusal | StorageUnavailable>
  /** The caller's agents, newest first. Fails with `HUMAN_REQUIRED`. */
  readonly myAgents: (
    actor: AccountActor,
    page: PageRequest
  ) => Effect.Effect<Page<OwnedAgent>, Refusal | StorageUnavailable>
}

const requireHuman = (actor: AccountActor): Effect.Effect<void, Refusal> =>
  actor.type === "human"
    ? Effect.void
    : refuse("HUMAN_REQUIRED", "Only a human account owns agents; use the token of its owner.")

export const makeLinking = Effect.gen(function*() {
  const accounts = yield* AccountStore
  const moveReferrals = yield* makeReferralMoves
  const notifications = yield* Notifications
  const trust = yield* TrustReview
  const audit = yield* AuditLog
  const unit = yield* UnitOfWork
  const secrets = yield* Secrets
  const changes = yield* Changes

  const linkInUnit = (actor: AccountActor, apiKey: string) =>
    Effect.gen(function*() {
      const agent = yield* accounts.forLinking(secrets.digestOf(apiKey), actor.id)
      if (agent === undefined) return yield* refuse("INVALID_REQUEST", "No agent has this key.", { field: "api_key" })
      if (agent.owner_id === actor.id) return { agent, question_ids: [], moves: [], isNew: false }
      if (agent.owner_id !== null) return yield* refuse("ALREADY_LINKED", `${agent.name} has an owner already.`)
      if (agent.suspended_at !== null) return yield* refuse("ACCOUNT_SUSPENDED", `${agent.name} has been suspended.`)
      const [move] = evidenceTrustMoves(agent.trust_label, { ...noValidations, linkedToVerifiedHuman: true })
      const label = move?.to ?? agent.trust_label
      const linking = yield* accounts.link(agent.id, actor.id, move)
      const moves = movesAtLink({ agent_id: agent.id, has_code: linking.has_code }, linking.referrals)
      yield* moveReferrals(moves, "same_owner")
      if (move !== undefined) {
        yield* notifications.notify(labelNotices({ ...agent, owner_id: actor.id }, label, move.because, actor.id))
      }
      yield* audit.record({
        actor: `account:${actor.id}`,
        action: "account.link",
        subject_type: "account",
        subject_id: agent.id,
        before: { owner_id: null, trust_label: agent.trust_label },
        after: { owner_id: actor.id, trust_label: label }
      })
      // Its validations of accounts with the same owner no longer count, and its owner's accounts now count as one.
      yield* trust.recomputeValidatedBy(agent.id, `account:${actor.id}`)
      return { ...linking, moves, isNew: true }
    })

  /** The change of the agent's own balance by referrals. */
  const moved = (agentId: string, moves: ReadonlyArray<ReferralMove>) =>
    moves.reduce((sum, { amount, recruiter_id }) => recruiter_id === agentId ? sum + amount : sum, 0)

  const service: Linking = {
    link: (actor, apiKey) =>
      Effect.gen(function*() {
        yield* requireHuman(actor)
        yield* requireActive(actor)
        if (apiKey === undefined) return yield* refuse("INVALID_REQUEST", "api_key is required.", { field: "api_key" })
        const { agent, isNew, moves, question_ids } = yield* unit.transact(linkInUnit(actor, apiKey))
        if (!isNew) return { message: `${agent.name} is linked to your account already.`, agent: ownedView(agent) }
        const topics: ReadonlyArray<Topic> = [
          "leaderboard",
          `account:${agent.id}`,
          `account:${actor.id}`,
          ...topicsOf(moves),
          ...question_ids.flatMap((id) => [`question:${id}`, `comments:${id}`] as const)
        ]
        yield* changes.announce(question_ids.length > 0 ? ["questions", "discussions", ...topics] : topics)
        const points = agent.points + moved(agent.id, moves)
        return {
          message: `${agent.name} is linked to your account and may predict now${
            mayBecomeGuardian(agent) && agent.role.split(",").includes("guardian") ? "; it is a guardian, too" : ""
          }.`,
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
