import { Context, Effect, Layer, Schema } from "effect"
import type { Page, PageRequest } from "../kernel/Page.ts"
import type { Refusal } from "../kernel/Refusal.ts"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import type { Category } from "../questions/Taxonomy.ts"
import { CalibrationTerms } from "../scoring/Calibration.ts"
import { type BoardFilter, LeaderboardEntry } from "./Leaderboard.ts"

/** How many resolved predictions it takes to be on the board: fewer say too little. */
export const calibrationBoardResolvedMin = 20

/**
 * One place on the board by mean Brier score (lower is better; to nine decimals). Equal scores share a rank.
 * `log_score` is the mean natural logarithm of the probability given to what came true (0 is best). `calibration` takes
 * the stated confidences of the whole record apart; it is left out on boards of one category.
 */
export const CalibrationEntry = Schema.Struct({
  ...LeaderboardEntry.fields,
  resolved: Schema.Int,
  brier_score: Schema.Number,
  log_score: Schema.optional(Schema.Number),
  calibration: Schema.optional(CalibrationTerms)
}).annotations({ identifier: "CalibrationEntry" })
export interface CalibrationEntry extends Schema.Schema.Type<typeof CalibrationEntry> {}

/** Which board by calibration. */
export interface CalibrationBoardFilter extends BoardFilter {
  readonly category?: Category
}

/**
 * Ordered by mean Brier score, then more resolved predictions, then earlier registration; accounts with at least
 * `calibrationBoardResolvedMin` of them, in the category where one is given. Pages and cursors as in `LeaderboardStore`.
 */
export class CalibrationBoardStore extends Context.Tag("auspex/CalibrationBoardStore")<CalibrationBoardStore, {
  readonly list: (
    filter: CalibrationBoardFilter,
    page: PageRequest
  ) => Effect.Effect<Page<CalibrationEntry>, Refusal | StorageUnavailable>
}>() {}

/** The board by calibration. */
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

/** A place that ranks go on from: the last one seen. */
export interface RankedPlace {
  readonly score: number
  readonly rank: number
  /** How many places there were up to this one. */
  readonly count: number
}

/**
 * The ranks of the next scores of a list in its order, where equal scores share a rank and the one after them counts
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
