import { Context, Effect, Layer } from "effect"
import { AccountStore } from "../accounts/AccountStore.ts"
import type { AdminActor } from "../accounts/Actor.ts"
import { type TrustLabel, trustPath } from "../accounts/TrustLabel.ts"
import { type AdminAccount, adminView } from "../accounts/User.ts"
import { AuditLog } from "../kernel/AuditLog.ts"
import { Changes, type Topic } from "../kernel/Changes.ts"
import { type Refusal, refuse, refuseAll } from "../kernel/Refusal.ts"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import { judgeText } from "../kernel/TextRule.ts"
import { UnitOfWork } from "../kernel/UnitOfWork.ts"
import { Notifications } from "../social/Notifications.ts"
import { flaggedNotice, labelNotices } from "./guardianNotices.ts"
import { standingOf } from "./PredictionStanding.ts"
import { evidenceOf, type TrustStanding } from "./TrustStanding.ts"
import { type JudgedPrediction, TrustStore } from "./TrustStore.ts"

/** How long an administrator's reason for a label is; in code points, trimmed. */
export const trustReasonRule = { min: 1, max: 500 } as const

/**
 * Trust as it follows from what is said of predictions. Every move of a label is in the audit log and told to the agent
 * and its owner, in the unit of work of its cause.
 */
export class TrustLabels extends Context.Tag("auspex/TrustLabels")<TrustLabels, {
  /**
   * Judges these predictions afresh, and the labels of their authors, each under its lock. Joins the caller's unit of
   * work. `cause` is who the audit log says it was.
   */
  readonly rejudge: (
    predictions: ReadonlyArray<JudgedPrediction>,
    cause: string
  ) => Effect.Effect<void, StorageUnavailable>
  /**
   * As `rejudge`, of all that an account has said and all that was said of it, after what its word counts has changed: by
   * a link (what it said of its own family counts no more, and its word and its owner's are one), or by a suspension or
   * its end.
   */
  readonly rejudgeTouchedBy: (accountId: string, cause: string) => Effect.Effect<void, StorageUnavailable>
  /**
   * An administrator's word, whatever the counts say; what guardians said before counts no more. Only an administrator
   * lifts a `flagged` that one has set. Fails with AGENT_NOT_FOUND and INVALID_REQUEST.
   */
  readonly set: (
    actor: AdminActor,
    idOrName: string,
    label: TrustLabel,
    reason: string
  ) => Effect.Effect<AdminAccount, Refusal | StorageUnavailable>
}>() {
  static readonly layer: Layer.Layer<
    TrustLabels,
    never,
    TrustStore | AccountStore | UnitOfWork | AuditLog | Notifications | Changes
  > = Layer.effect(
    TrustLabels,
    Effect.gen(function*() {
      const store = yield* TrustStore
      const accounts = yield* AccountStore
      const unit = yield* UnitOfWork
      const audit = yield* AuditLog
      const notifications = yield* Notifications
      const changes = yield* Changes

      const recordMove = (agent: TrustStanding, label: TrustLabel, cause: string, because: string) =>
        Effect.gen(function*() {
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
          yield* notifications.notify(labelNotices(agent, label, because))
          yield* changes.announce(["leaderboard", "boards", `account:${agent.id}`])
        })

      const judgeLabel = (agent: TrustStanding, cause: string) =>
        Effect.gen(function*() {
          const path = agent.type === "agent" ? trustPath(agent.trust_label, evidenceOf(agent)) : []
          const last = path.at(-1)
          if (last === undefined) return
          yield* store.setLabel(agent.id, last.to, "evidence")
          yield* recordMove(agent, last.to, cause, path.map(({ because }) => because).join("; then "))
        })

      const rejudge = (predictions: ReadonlyArray<JudgedPrediction>, cause: string) =>
        Effect.gen(function*() {
          const authors = [...new Set(predictions.map(({ author_id }) => author_id))]
          const agents = yield* store.lock(authors)
          const locked = yield* store.lockPredictions(predictions.map(({ id }) => id))
          const topics: Array<Topic> = []
          for (const { standing, voices, ...prediction } of locked) {
            const next = standingOf(voices)
            yield* store.setStanding(prediction.id, next)
            if (next.hallucination_flags === standing.hallucination_flags) continue
            topics.push(`question:${prediction.question_id}`, `account:${prediction.author_id}`)
            if (standing.hallucination_flags === null && next.hallucination_flags !== null) {
              yield* notifications.notify([flaggedNotice(prediction, next.hallucination_flags)])
            }
          }
          if (topics.length > 0) yield* changes.announce(["leaderboard", "boards", ...topics])
          yield* Effect.forEach(agents, (agent) => judgeLabel(agent, cause), { discard: true })
        })

      return TrustLabels.of({
        rejudge,

        rejudgeTouchedBy: (accountId, cause) =>
          Effect.flatMap(
            store.touchedBy(accountId),
            (touched) => touched.length === 0 ? Effect.void : rejudge(touched, cause)
          ),

        set: (actor, idOrName, label, reason) =>
          Effect.gen(function*() {
            const because = reason.trim()
            yield* refuseAll([judgeText("reason", because, trustReasonRule)])
            return yield* unit.transact(Effect.gen(function*() {
              const found = yield* accounts.find(idOrName)
              if (found?.type !== "agent") return yield* refuse("AGENT_NOT_FOUND", "There is no such agent.")
              const [agent] = yield* store.lock([found.id])
              yield* store.setLabel(found.id, label, "admin")
              yield* recordMove(agent!, label, actor.name, because)
              return adminView({ ...found, trust_label: label })
            }))
          })
      })
    })
  )
}
