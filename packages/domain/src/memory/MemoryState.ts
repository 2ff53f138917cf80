import { Clock, Context, Effect, Layer } from "effect"
import type { AuditEntry } from "../kernel/AuditLog.ts"
import type { OutboxEvent } from "../platform/events/OutboxEvent.ts"
import type {
  MemoryAccount,
  MemoryJob,
  MemoryLedgerEntry,
  MemoryNotification,
  MemoryPrediction,
  MemoryQuestion,
  MemorySurvey
} from "./MemoryRows.ts"
import { MemoryTable, UndoLog } from "./MemoryTable.ts"

/** The tables that all in-memory stores share. */
export class MemoryTables {
  readonly undoLog = new UndoLog()
  readonly accounts = new MemoryTable<MemoryAccount, "owner">(this.undoLog, { owner: ({ owner_key }) => owner_key })
  readonly questions = new MemoryTable<MemoryQuestion, "parent">(this.undoLog, {
    parent: ({ parent_question_id }) => parent_question_id ?? ""
  })
  readonly predictions = new MemoryTable<MemoryPrediction, "question" | "account" | "text">(this.undoLog, {
    question: ({ question_id }) => question_id,
    account: ({ account_id }) => account_id,
    text: ({ normalised_reasoning }) => normalised_reasoning
  })
  readonly ledger = new MemoryTable<MemoryLedgerEntry, "account" | "key">(this.undoLog, {
    account: ({ account_id }) => account_id,
    key: ({ key }) => key
  })
  readonly jobs = new MemoryTable<MemoryJob, "question">(this.undoLog, { question: ({ question_id }) => question_id })
  readonly notifications = new MemoryTable<MemoryNotification, "account">(this.undoLog, {
    account: ({ account_id }) => account_id
  })
  readonly surveys = new MemoryTable<MemorySurvey>(this.undoLog, {})
  readonly events = new MemoryTable<{ readonly id: string; readonly event: OutboxEvent }>(this.undoLog, {})
  readonly auditEntries = new MemoryTable<{ readonly id: string; readonly at: Date; readonly entry: AuditEntry }>(
    this.undoLog,
    {}
  )

  private lastMs = 0
  private made = 0

  /** A new id in the form of a UUID of version 7. Ids sort in the order in which they were made. */
  newId(now: Date): string {
    this.lastMs = Math.max(this.lastMs, now.getTime())
    this.made += 1
    const time = this.lastMs.toString(16).padStart(12, "0")
    return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${this.made.toString(16).padStart(12, "0")}`
  }
}

/** The unit of work that is open, with the effects that follow its commit. */
class OpenUnit extends Context.Tag("auspex/memory/OpenUnit")<OpenUnit, Array<Effect.Effect<void>>>() {}

/**
 * The state of the in-memory stores. Units of work run in sequence, so none sees the unfinished work of another, and
 * a failed one leaves no trace. Time is that of the `Clock` of Effect.
 */
export class MemoryState extends Context.Tag("auspex/MemoryState")<MemoryState, {
  readonly tables: MemoryTables
  /** Runs `effect` as a unit of work, or inside the open one. */
  readonly unit: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Reads or changes the tables in one step, inside the open unit or as one of its own. */
  readonly step: <A>(change: (tables: MemoryTables, now: Date) => A) => Effect.Effect<A>
  /** Runs `effect` after the commit of the open unit; immediately when none is open. */
  readonly afterCommit: (effect: Effect.Effect<void>) => Effect.Effect<void>
  readonly isOpen: Effect.Effect<boolean>
}>() {
  /** An empty state. */
  static readonly layer: Layer.Layer<MemoryState> = Layer.sync(MemoryState, () => {
    const tables = new MemoryTables()
    const turns = Effect.unsafeMakeSemaphore(1)
    const openUnit = Effect.contextWith((context: Context.Context<never>) =>
      context.unsafeMap.get(OpenUnit.key) as typeof OpenUnit.Service | undefined
    )

    const transact = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
      const followUps: Array<Effect.Effect<void>> = []
      const committed = Effect.suspend(() => {
        tables.undoLog.begin()
        return Effect.onExit(
          effect,
          (exit) => Effect.sync(() => exit._tag === "Success" ? tables.undoLog.commit() : tables.undoLog.rollBack())
        )
      })
      // Interruption stops the unit, but not what has to follow its commit.
      return Effect.uninterruptibleMask((restore) =>
        Effect.tap(
          turns.withPermits(1)(restore(Effect.provideService(committed, OpenUnit, followUps))),
          () => Effect.all(followUps, { discard: true })
        )
      )
    }
    const unit = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      Effect.flatMap(openUnit, (open) => open === undefined ? transact(effect) : effect)

    return {
      tables,
      unit,
      step: (change) => unit(Effect.map(Clock.currentTimeMillis, (ms) => change(tables, new Date(ms)))),
      afterCommit: (effect) =>
        Effect.flatMap(openUnit, (open) => open === undefined ? effect : Effect.sync(() => void open.push(effect))),
      isOpen: Effect.map(openUnit, (open) => open !== undefined)
    }
  })
}
