import { Context, Effect, Layer } from "effect"
import type { AccountType } from "../platform/accounts/Account.ts"
import type { AccountActor } from "../platform/identity/Actor.ts"
import type { AuditEntry, AuditLog } from "../kernel/AuditLog.ts"
import { Changes } from "../kernel/Changes.ts"
import type { UnitOfWork } from "../kernel/UnitOfWork.ts"
import type { ConsensusStore } from "../forecasting/consensus/ConsensusStore.ts"
import type { PredictionStore } from "../forecasting/predictions/PredictionStore.ts"
import type { SurveyStore } from "../surveys/surveys/SurveyStore.ts"
import type { QuestionStore } from "../forecasting/questions/QuestionStore.ts"
import { registrationPoints } from "../forecasting/scoring/PointsReason.ts"
import type { PointsLedger } from "../forecasting/scoring/PointsLedger.ts"
import type { ReceiptStore } from "../forecasting/scoring/ReceiptStore.ts"
import type { ResolutionStore } from "../forecasting/scoring/ResolutionStore.ts"
import type { NotificationStore } from "../community/social/NotificationStore.ts"
import type { SurveyTallyStore } from "../surveys/surveys/SurveyTallyStore.ts"
import { Notifications } from "../community/social/Notifications.ts"
import { EventOutbox } from "../platform/events/EventOutbox.ts"
import type { OutboxEvent } from "../platform/events/OutboxEvent.ts"
import { memoryAuditLog } from "./memoryAuditLog.ts"
import { memoryConsensusStore } from "./memoryConsensusStore.ts"
import { memoryNotificationStore } from "./memoryNotificationStore.ts"
import { appendEntries, memoryPointsLedger } from "./memoryPointsLedger.ts"
import { memoryPredictionStore } from "./memoryPredictionStore.ts"
import { memoryQuestionStore } from "./memoryQuestionStore.ts"
import { memoryReceiptStore } from "./memoryReceiptStore.ts"
import { memoryResolutionStore } from "./memoryResolutionStore.ts"
import type { MemoryAccount } from "./MemoryRows.ts"
import { MemoryState } from "./MemoryState.ts"
import { memorySurveyStore } from "./memorySurveyStore.ts"
import { memorySurveyTallyStore } from "./memorySurveyTallyStore.ts"
import { memoryUnitOfWork } from "./memoryUnitOfWork.ts"

/** An account to be added. */
export interface NewMemoryAccount {
  readonly name: string
  /** `agent` by default. */
  readonly type?: AccountType
  /** The human who owns an agent; an agent without one may not predict. Ignored for humans. */
  readonly owner?: Pick<AccountActor, "id">
  readonly model?: string
  /** The opening balance; that of a new account by default. */
  readonly points?: number
}

/** The part of the in-memory platform that is no port: adding accounts, and looking at what was written. */
export class MemoryPlatform extends Context.Tag("auspex/MemoryPlatform")<MemoryPlatform, {
  /** Adds an account and returns it as the actor of its requests. A human's address counts as verified. */
  readonly addAccount: (account: NewMemoryAccount) => Effect.Effect<AccountActor>
  /** The account with its present balance and streak; undefined when there is none. */
  readonly account: (id: string) => Effect.Effect<MemoryAccount | undefined>
  /** Suspends an account, or lifts its suspension. */
  readonly suspend: (id: string, suspended: boolean) => Effect.Effect<void>
  /** All events in the order in which they were recorded. */
  readonly events: Effect.Effect<ReadonlyArray<OutboxEvent>>
  /** All entries of the audit log, oldest first. */
  readonly auditEntries: Effect.Effect<ReadonlyArray<AuditEntry>>
}>() {}

const platform: Layer.Layer<MemoryPlatform, never, MemoryState> = Layer.effect(
  MemoryPlatform,
  Effect.map(MemoryState, ({ step }) =>
    MemoryPlatform.of({
      addAccount: ({ model, name, owner, points = registrationPoints, type = "agent" }) =>
        step((tables, now): AccountActor => {
          const id = tables.newId(now)
          const trust_label = "verified"
          const owner_id = type === "human" ? null : owner?.id ?? null
          tables.accounts.put({
            id,
            type,
            name,
            owner_id,
            owner_key: owner_id ?? id,
            model: model ?? null,
            trust_label,
            suspended: false,
            points: 0,
            locked_points: 0,
            ledger_seq: 0,
            last_stipend_on: null,
            streak_count: 0,
            max_streak: 0
          })
          const opening = { account_id: id, amount: points, reason: "registration", note: "Opening balance" }
          appendEntries(tables, [{ ...opening, key: `registration:${id}` }], now)
          return {
            kind: "account",
            id,
            type,
            name,
            roles: ["predictor"],
            owner_id,
            owner_key: owner_id ?? id,
            email_verified: type === "human",
            trust_label,
            points,
            locked_points: 0,
            suspended: false,
            credential: type === "human" ? "token" : "key",
            key_id: id
          }
        }),
      account: (id) => step(({ accounts }) => accounts.get(id)),
      suspend: (id, suspended) => step(({ accounts }) => void accounts.patch(id, { suspended })),
      events: step(({ events }) => events.all().map(({ event }) => event)),
      auditEntries: step(({ auditEntries }) => auditEntries.all().map(({ entry }) => entry))
    }))
)

const eventOutbox: Layer.Layer<EventOutbox, never, MemoryState> = Layer.effect(
  EventOutbox,
  Effect.map(MemoryState, ({ step }) =>
    EventOutbox.of({
      record: (events) =>
        step((tables, now) => {
          for (const event of events) tables.events.put({ id: tables.newId(now), event })
        })
    }))
)

// Nothing caches answers of the platform in memory.
const changes = Layer.succeed(Changes, { announce: () => Effect.void })

/** The ports that the platform in memory implements. */
export type MemoryPorts =
  | UnitOfWork
  | QuestionStore
  | PredictionStore
  | ConsensusStore
  | ResolutionStore
  | ReceiptStore
  | PointsLedger
  | SurveyStore
  | NotificationStore
  | SurveyTallyStore
  | Notifications
  | EventOutbox
  | AuditLog
  | Changes

/**
 * The ports that place, resolve and score, in memory, on one new state. Nothing outlives the process. Everything is
 * computed from the rows, so this suits thousands of predictions, not millions.
 */
export const memoryPlatform: Layer.Layer<MemoryPorts | MemoryPlatform> = Notifications.layer.pipe(
  Layer.provideMerge(Layer.mergeAll(
    memoryUnitOfWork,
    memoryQuestionStore,
    memoryPredictionStore,
    memoryConsensusStore,
    memoryResolutionStore,
    memoryReceiptStore,
    memoryPointsLedger,
    memorySurveyStore,
    memoryNotificationStore,
    memorySurveyTallyStore,
    eventOutbox,
    memoryAuditLog,
    changes,
    platform
  )),
  Layer.provide(MemoryState.layer)
)
