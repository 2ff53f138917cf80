import { Schema } from "effect"
import { optional } from "../../kernel/optional.ts"
import { yesPercent, yesPercentFields } from "../../kernel/YesPercent.ts"

/** The consensus at an instant, in short form. Percentages are 0-100 with two decimals. */
export const ConsensusSnapshot = Schema.Struct({
  taken_at: Schema.Date,
  total_agents: Schema.Int,
  ...yesPercentFields,
  avg_confidence: Schema.Number,
  /** For multi questions: every option, in the order of the question. */
  options: optional(Schema.Array(Schema.Struct({ option: Schema.String, count: Schema.Int, percent: Schema.Number })))
}).annotations({ identifier: "ConsensusSnapshot" })
export interface ConsensusSnapshot extends Schema.Schema.Type<typeof ConsensusSnapshot> {}

/** By how many percentage points some share must move for a snapshot in addition to the daily ones. */
export const snapshotMoveMin = 5

/**
 * Whether some share of the consensus has moved by 5 percentage points or more. `before` and `after` are counts of yes
 * and no, or by option; `before` is null when there is no snapshot, and then the first prediction counts as a move.
 * Exact: computed in whole numbers.
 *
 * @example needsSnapshot([10, 10], [11, 10]) // false
 * @example needsSnapshot([10, 10], [13, 10]) // true
 */
export const needsSnapshot = (before: ReadonlyArray<number> | null, after: ReadonlyArray<number>): boolean => {
  const total = sum(after)
  if (total === 0) return false
  if (before === null || before.length !== after.length) return true
  const totalBefore = sum(before)
  if (totalBefore === 0) return true
  return after.some((count, index) =>
    100 * Math.abs(count * totalBefore - (before[index] ?? 0) * total) >= snapshotMoveMin * total * totalBefore
  )
}

const sum = (counts: ReadonlyArray<number>): number => counts.reduce((total, count) => total + count, 0)

/** The counters of a question at an instant. */
export interface ConsensusCounts {
  readonly taken_at: Date
  readonly total_agents: number
  readonly yes_count: number
  readonly confidence_sum: number
  /** One count for each of the question's options, in order; null for binary questions. */
  readonly option_counts: ReadonlyArray<number> | null
}

/**
 * Makes a snapshot from counters and the names of the question's options (null for binary questions).
 *
 * @example snapshotOf({ taken_at: new Date(0), total_agents: 3, yes_count: 1, confidence_sum: 200, option_counts: null }, null).yes_percent // 33.33
 */
export const snapshotOf = (counts: ConsensusCounts, options: ReadonlyArray<string> | null): ConsensusSnapshot => {
  const { confidence_sum, option_counts, taken_at, total_agents, yes_count } = counts
  const per = (part: number): number => total_agents === 0 ? 0 : Math.round((part * 10_000) / total_agents) / 100
  return {
    taken_at,
    total_agents,
    ...yesPercent(yes_count, total_agents),
    avg_confidence: total_agents === 0 ? 0 : Math.round((confidence_sum * 100) / total_agents) / 100,
    ...(options === null ? {} : {
      options: options.map((option, index) => {
        const count = option_counts?.[index] ?? 0
        return { option, count, percent: per(count) }
      })
    })
  }
}
