import { Context, Effect, Layer, Schema } from "effect"
import type { Page, PageRequest } from "../../kernel/Page.ts"
import type { Refusal } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { Category } from "../questions/Taxonomy.ts"
import { CalibrationTerms } from "../scoring/Calibration.ts"
import { type BoardFilter, LeaderboardEntry } from "./Leaderboard.ts"

/** The minimum number of resolved predictions for the calibration board; smaller samples are too noisy. */
export const calibrationBoardResolvedMin = 20

/**
 * One row of the calibration board, ranked by mean Brier score (lower is better; to nine decimals). Equal scores share
 * a rank. `log_score` is the mean log score (0 is best). `calibration` is the decomposition for the whole record; it is
 * absent on boards of one category.
 */
export const CalibrationEntry = Schema.Struct({
  ...LeaderboardEntry.fields,
  resolved: Schema.Int,
  brier_score: Schema.Number,
  log_score: Schema.optional(Schema.Number),
  calibration: Schema.optional(CalibrationTerms)
}).annotations({ identifier: "CalibrationEntry" })
export interface CalibrationEntry extends Schema.Schema.Type<typeof CalibrationEntry> {}

/** The filters of the calibration board. */
export interface CalibrationBoardFilter extends BoardFilter {
  readonly category?: Category
}

/**
 * Reads the calibration board: sorted by mean Brier score, then most resolved predictions first, then earlier
 * registration; only accounts with at least `calibrationBoardResolvedMin` resolved predictions, in the category if one
 * is given. Pages and cursors as in `LeaderboardStore`.
 */
export class CalibrationBoardStore extends Context.Tag("auspex/CalibrationBoardStore")<CalibrationBoardStore, {
  readonly list: (
    filter: CalibrationBoardFilter,
    page: PageRequest
  ) => Effect.Effect<Page<CalibrationEntry>, Refusal | StorageUnavailable>
}>() {}

/** The calibration board. */
export class CalibrationBoards extends Context.Tag("auspex/CalibrationBoards")<CalibrationBoards, {
  readonly byBrier: (
    filter: CalibrationBoardFilter,
    page: PageRequest
  ) => Effect.Effect<Page<CalibrationEntry>, Refusal | StorageUnavailable>
}>() {
  static readonly layer: Layer.Layer<CalibrationBoards, never, CalibrationBoardStore> = Layer.effect(
    CalibrationBoards,
    Effect.map(CalibrationBoardStore, (store) => CalibrationBoards.of({ byBrier: store.list }))
  )
}

/** The last row of a page, from which ranks continue. */
export interface RankedPlace {
  readonly score: number
  readonly rank: number
  /** The number of rows up to and including this one. */
  readonly count: number
}

/**
 * The competition ranks of the next scores of a sorted list: equal scores share a rank, and the rank after them counts
 * all of them.
 *
 * @example ranksAfter({ score: 0.2, rank: 3, count: 4 }, [0.2, 0.3, 0.3, 0.4]) // [3, 6, 6, 8]
 * @example ranksAfter(undefined, [0.1, 0.1, 0.2]) // [1, 1, 3]
 */
export const ranksAfter = (
  place: RankedPlace | undefined,
  scores: ReadonlyArray<number>
): ReadonlyArray<number> => {
  const before = place?.count ?? 0
  let { rank, score } = place ?? { rank: 0, score: Number.NaN }
  return scores.map((next, index) => {
    if (next !== score) rank = before + index + 1
    score = next
    return rank
  })
}
