import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import type { CountedQuestion, QuestionOfDay } from "./DayStandings.ts"
import type { ClosingAfterDay, InsightsOfDay, OpenedOfDay, TopCall } from "./InsightsOfDay.ts"

/** A question that was resolved during a day. */
export interface ResolvedQuestion extends CountedQuestion {
  readonly question_id: string
  readonly question: string
  readonly outcome: boolean | null
  readonly correct_options: ReadonlyArray<string> | null
  /** How its predictions were spread when it was resolved. */
  readonly counts: ReadonlyArray<number>
  readonly score: { readonly scored: number; readonly correct: number } | null
}

/** What happened between the beginning of a day and its end, or now. Lists hold at most five, best first. */
export interface DayFacts {
  readonly figures: InsightsOfDay["figures"]
  /** Those with most predictions that day, at most 300, the most predicted first. */
  readonly predicted: ReadonlyArray<QuestionOfDay>
  readonly opened: ReadonlyArray<OpenedOfDay>
  readonly resolved: ReadonlyArray<ResolvedQuestion>
  readonly closing: ReadonlyArray<ClosingAfterDay>
  readonly calls: ReadonlyArray<TopCall>
}

/** A day as it is asked for. */
export interface DayAsked {
  /** The database's clock. */
  readonly now: Date
  /** The day of `now`, UTC, and the day asked for, as YYYY-MM-DD. */
  readonly today: string
  readonly date: string
  /** What was kept of it. */
  readonly kept: InsightsOfDay | undefined
}

/** The days of the platform: what happened on each, and what was said of those that are over. */
export class DailyInsightsStore extends Context.Tag("auspex/DailyInsightsStore")<DailyInsightsStore, {
  /** `date` is a day of the calendar; today when it is undefined. */
  readonly ask: (date: string | undefined) => Effect.Effect<DayAsked, StorageUnavailable>
  /** In time that grows with what happened that day, not with what happened before. */
  readonly facts: (date: string) => Effect.Effect<DayFacts, StorageUnavailable>
  /** Keeps the insights of a day for good; what was kept first stays. */
  readonly keep: (insights: InsightsOfDay) => Effect.Effect<void, StorageUnavailable>
  /**
   * The last day that has been over for `graceMinutes`, lies at most `daysMax` days back and not before the first
   * question, and of which nothing was kept.
   */
  readonly dayToKeep: (
    limits: { readonly daysMax: number; readonly graceMinutes: number }
  ) => Effect.Effect<string | undefined, StorageUnavailable>
}>() {}
