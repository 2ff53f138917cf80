import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { BattleStanding } from "./WeeklyBattle.ts"

/** A half-open interval of time. */
export interface WeekSpan {
  readonly starts_at: Date
  readonly ends_at: Date
}

/** The stored or computed facts of a week. */
export interface BattleFacts {
  /** Whether the standings are stored and no longer change. */
  readonly is_final: boolean
  /** Whether a question resolved in the week is still being paid. */
  readonly is_paying: boolean
  readonly questions: number
  readonly participants: number
  /** The first places, as many as requested. */
  readonly standings: ReadonlyArray<BattleStanding>
  /** An instant in the nearest earlier, and in the nearest later, week that is not empty. */
  readonly previous: Date | null
  readonly next: Date | null
}

/**
 * Storage of weekly battles; battles that are not final are computed from the scores. A question counts when its
 * current resolution is within the week, not void and fully paid. Suspended accounts are omitted, from stored standings
 * too, where the others keep their ranks.
 */
export class WeeklyBattleStore extends Context.Tag("auspex/WeeklyBattleStore")<WeeklyBattleStore, {
  readonly read: (week: WeekSpan, standingsMax: number) => Effect.Effect<BattleFacts, StorageUnavailable>
  /**
   * The start of the earliest week to finalise: it ended at least `graceSeconds` ago by the database's clock, is not
   * empty, has no payouts in progress and is not stored. Undefined when there is none.
   */
  readonly weekToFinalise: (graceSeconds: number) => Effect.Effect<Date | undefined, StorageUnavailable>
  /** Stores all standings of a week permanently, in one statement; idempotent. */
  readonly finalise: (week: string, span: WeekSpan) => Effect.Effect<void, StorageUnavailable>
}>() {}
