import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { DayTally, QuestionOfDay } from "./DayHighlights.ts"
import type { ClosingAfterDay, InsightsOfDay, OpenedOfDay, TopCall } from "./InsightsOfDay.ts"

/** A question that was resolved on a day. */
export interface ResolutionOfDay extends DayTally {
  readonly question_id: string
  readonly question: string
  readonly outcome: boolean | null
  readonly correct_options: ReadonlyArray<string> | null
  /** The counts of its answers when it was resolved. */
  readonly counts: ReadonlyArray<number>
  readonly score: { readonly scored: number; readonly correct: number } | null
}

/** What happened from the start of a day to its end, or to now. Lists have at most five items, best first. */
export interface DayFacts {
  readonly figures: InsightsOfDay["figures"]
  /** The questions with the most predictions that day, at most 300, most predictions first. */
  readonly predicted: ReadonlyArray<QuestionOfDay>
  readonly opened: ReadonlyArray<OpenedOfDay>
  readonly resolved: ReadonlyArray<ResolutionOfDay>
  readonly closing: ReadonlyArray<ClosingAfterDay>
  readonly calls: ReadonlyArray<TopCall>
}

/** A requested day. */
export interface DayAsked {
  /** The database's time. */
  readonly now: Date
  /** The UTC date of `now`, and the requested date, as YYYY-MM-DD. */
  readonly today: string
  readonly date: string
  /** The stored insights, if there are any. */
  readonly kept: InsightsOfDay | undefined
}

/** Storage of daily insights, and the facts that they are computed from. */
export class DailyInsightsStore extends Context.Tag("auspex/DailyInsightsStore")<DailyInsightsStore, {
  /** `date` is a calendar date; today by default. */
  readonly ask: (date: string | undefined) => Effect.Effect<DayAsked, StorageUnavailable>
  /** The facts of a day. The cost grows with the activity of that day, not with what happened before. */
  readonly facts: (date: string) => Effect.Effect<DayFacts, StorageUnavailable>
  /** Stores the insights of a day permanently; insights that are already stored stay. */
  readonly keep: (insights: InsightsOfDay) => Effect.Effect<void, StorageUnavailable>
  /**
   * The latest day that ended at least `graceMinutes` ago, at most `daysMax` days back and not before the first
   * question, and is not stored.
   */
  readonly dayToKeep: (
    limits: { readonly daysMax: number; readonly graceMinutes: number }
  ) => Effect.Effect<string | undefined, StorageUnavailable>
}>() {}
