import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import type { BattleStanding } from "./WeeklyBattle.ts"

/** From an instant to just before another. */
export interface WeekSpan {
  readonly starts_at: Date
  readonly ends_at: Date
}

/** What is known of a week. */
export interface BattleFacts {
  /** Stored: it does not change any more. */
  readonly is_final: boolean
  /** A question that was resolved in it is still being paid. */
  readonly is_paying: boolean
  readonly questions: number
  readonly participants: number
  /** As many as were asked for, the first ones first. */
  readonly standings: ReadonlyArray<BattleStanding>
  /** An instant in the nearest earlier, and the nearest later, week with anything in it. */
  readonly previous: Date | null
  readonly next: Date | null
}

/**
 * Battles as they are kept, and as the scores of questions make them up to then. What counts is a question whose current
 * resolution happened within the week, is not void and has been paid in full. Suspended accounts are left out, of stored
 * standings too (the ranks of the others stay).
 */
export class WeeklyBattleStore extends Context.Tag("auspex/WeeklyBattleStore")<WeeklyBattleStore, {
  readonly read: (week: WeekSpan, standingsMax: number) => Effect.Effect<BattleFacts, StorageUnavailable>
  /**
   * The beginning of the earliest week that can be made final: over for so many seconds by the database's clock, with
   * questions in it, none of them still being paid, and not stored. Undefined when there is none.
   */
  readonly weekToFinalise: (graceSeconds: number) => Effect.Effect<Date | undefined, StorageUnavailable>
  /** Stores all standings of a week for good. Does nothing when that has been done. One statement. */
  readonly finalise: (week: string, span: WeekSpan) => Effect.Effect<void, StorageUnavailable>
}>() {}
