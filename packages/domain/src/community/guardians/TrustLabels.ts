import { Context, Effect, Layer } from "effect"
import { AccountStore } from "../../platform/accounts/AccountStore.ts"
import type { AdminActor } from "../../platform/identity/Actor.ts"
import { type PointsReason, validationReward } from "../../forecasting/scoring/PointsReason.ts"
import { type TrustLabel, evidenceTrustMoves, adminTrustMove } from "../../platform/identity/TrustLabel.ts"
import { namedAccount } from "../../platform/accounts/namedAccount.ts"
import { labelNotices } from "../../platform/accounts/labelNotices.ts"
import { TrustReview } from "../../platform/accounts/TrustReview.ts"
import { type AdminAccount, adminView } from "../../platform/accounts/User.ts"
import { AuditLog } from "../../kernel/AuditLog.ts"
import { Changes, type Topic } from "../../kernel/Changes.ts"
import { type Refusal, refuse, refuseAll } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import { judgeText } from "../../kernel/TextRule.ts"
import { UnitOfWork } from "../../kernel/UnitOfWork.ts"
import { PointsLedger } from "../../forecasting/scoring/PointsLedger.ts"
import { Notifications } from "../social/Notifications.ts"
import { flaggedNotice, outvotedNotice } from "./guardianNotices.ts"
import { outvotedValidations } from "./OutvotedValidations.ts"
import { isSameSummary, validationSummary } from "./ValidationSummary.ts"
import { evidenceOf, type TrustRecord } from "./TrustRecord.ts"
import { type JudgedPrediction, TrustStore } from "./TrustStore.ts"

/** The permitted length of an administrator's reason for a label, in code points of the trimmed text. */
export const trustReasonRule = { min: 1, max: 500 } as const

/**
 * Updates trust labels from validations and flags. In the unit of work of its cause, every change of a label is written
 * to the audit log and notified to the agent and its owner, and the rewards of outvoted validations are reversed.
 */
export class TrustLabels extends Context.Tag("auspex/TrustLabels")<TrustLabels, {
  /**
   * Recomputes the summary of these predictions and the labels of their authors, each under its lock. Joins the
   * caller's unit of work. `cause` is the actor in the audit log.
   */
  readonly recompute: (
    predictions: ReadonlyArray<JudgedPrediction>,
    cause: string
  ) => Effect.Effect<void, StorageUnavailable>
  /**
   * Sets a label, whatever the counts say; earlier validations no longer count. A `flagged` set by an administrator can
   * be lifted only by an administrator. Fails with AGENT_NOT_FOUND and INVALID_REQUEST.
   */
  readonly set: (
    actor: AdminActor,
    idOrName: string,
    label: TrustLabel,
    reason: string
  ) => Effect.Effect<AdminAccount, Refusal | StorageUnavailable>
}>() {
  static readonly layer: Layer.Layer<
    TrustLabels | TrustReview,
    never,
    TrustStore | AccountStore | PointsLedger | UnitOfWork | AuditLog | Notifications | Changes
  > = Layer.effectContext(
    Effect.gen(function*() {
      const accounts = yield* AccountStore
      const audit = yield* AuditLog
      const changes = yield* Changes
      const ledger = yield* PointsLedger
      const notifications = yield* Notifications
      const store = yield* TrustStore
      const unit = yield* UnitOfWork
      const services = { accounts, audit, changes, ledger, notifications, store, unit }
      const recompute = recomputeWith(services)
      return Context.make(TrustLabels, { recompute, set: setWith(services) }).pipe(Context.add(TrustReview, {
        recomputeValidatedBy: (accountId, cause) =>
          Effect.flatMap(
            store.touchedBy(accountId),
            (touched) => touched.length === 0 ? Effect.void : recompute(touched, cause)
          )
      }))
    })
  )
}

type Service = Context.Tag.Service<TrustLabels>

interface Services {
  readonly accounts: AccountStore["Type"]
  readonly audit: AuditLog["Type"]
  readonly changes: Changes["Type"]
  readonly ledger: PointsLedger["Type"]
  readonly notifications: Notifications["Type"]
  readonly store: TrustStore["Type"]
  readonly unit: UnitOfWork["Type"]
}

const recomputeWith = (services: Services): Service["recompute"] => (predictions, cause) =>
  Effect.gen(function*() {
    const agents = yield* services.store.lock([...new Set(predictions.map(({ author_id }) => author_id))])
    yield* updateSummaries(services, predictions)
    yield* Effect.forEach(agents, (agent) => judgeLabel(services, agent, cause), { discard: true })
  })

const setWith = (services: Services): Service["set"] => (actor, idOrName, label, reason) =>
  Effect.gen(function*() {
    const { accounts, store, unit } = services
    const because = reason.trim()
    yield* refuseAll([judgeText("reason", because, trustReasonRule)])
    return yield* unit.transact(Effect.gen(function*() {
      const found = yield* namedAccount(accounts, idOrName, "AGENT_NOT_FOUND")
      if (found?.type !== "agent") return yield* refuse("AGENT_NOT_FOUND", "There is no such agent.")
      const [agent] = yield* store.lock([found.id])
      yield* store.moveLabel(found.id, adminTrustMove(label, because))
      yield* recordMove(services, agent!, label, actor.name, because)
      return adminView({ ...found, trust_label: label })
    }))
  })

/** Stores the summaries that changed, and notifies the authors of predictions that are flagged for the first time. */
const updateSummaries = (
  { changes, notifications, store }: Services,
  predictions: ReadonlyArray<JudgedPrediction>
) =>
  Effect.gen(function*() {
    const locked = yield* store.lockPredictions(predictions.map(({ id }) => id))
    const changed = locked.flatMap(({ summary: before, votes, ...prediction }) => {
      const after = validationSummary(votes)
      return isSameSummary(before, after) ? [] : [{ prediction, before, after }]
    })
    if (changed.length === 0) return
    yield* store.setSummaries(changed.map(({ after, prediction }) => ({ id: prediction.id, ...after })))
    const marked = changed.filter(({ after, before }) => after.hallucination_flags !== before.hallucination_flags)
    if (marked.length === 0) return
    yield* notifications.notify(marked.flatMap(({ after, before, prediction }) =>
      before.hallucination_flags === null && after.hallucination_flags !== null
        ? [flaggedNotice(prediction, after.hallucination_flags)]
        : []
    ))
    const topics = marked.flatMap(({ prediction }): ReadonlyArray<Topic> => [
      `question:${prediction.question_id}`,
      `account:${prediction.author_id}`
    ])
    yield* changes.announce(["leaderboard", "boards", ...topics])
  })

/** Moves the label of an agent as far as the evidence leads. */
const judgeLabel = (services: Services, agent: TrustRecord, cause: string) =>
  Effect.gen(function*() {
    const path = agent.type === "agent" ? evidenceTrustMoves(agent.trust_label, evidenceOf(agent)) : []
    const last = path.at(-1)
    if (last === undefined) return
    yield* services.store.moveLabel(agent.id, last)
    yield* recordMove(services, agent, last.to, cause, path.map(({ because }) => because).join("; then "))
  })

const recordMove = (services: Services, agent: TrustRecord, label: TrustLabel, cause: string, because: string) =>
  Effect.gen(function*() {
    const { audit, changes, notifications } = services
    yield* audit.record({
      actor: cause,
      action: "account.trust_label",
      subject_type: "account",
      subject_id: agent.id,
      before: { trust_label: agent.trust_label },
      after: { trust_label: label },
      note: because
    })
    if (label === agent.trust_label) return
    yield* takeBackRewards(services, agent.id)
    yield* notifications.notify(labelNotices(agent, label, because))
    yield* changes.announce(["leaderboard", "boards", `account:${agent.id}`])
  })

/** Reverses the rewards of validations of the agent's predictions that are outvoted by now. */
const takeBackRewards = ({ changes, ledger, notifications, store }: Services, agentId: string) =>
  Effect.gen(function*() {
    const outvoted = outvotedValidations(yield* store.validationsOf(agentId))
    yield* ledger.append(outvoted.map((validation) => ({
      account_id: validation.validator_id,
      amount: -validationReward,
      reason: "validation_reversal" satisfies PointsReason,
      note: `Most owners disagree on prediction ${validation.prediction_id}`,
      key: `validation_reversal:${validation.id}`
    })))
    yield* notifications.notify(outvoted.map(outvotedNotice))
    yield* changes.announce(outvoted.map(({ validator_id }): Topic => `account:${validator_id}`))
  })
