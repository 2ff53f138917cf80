import { Schema } from "effect"
import { Interval } from "../../kernel/Interval.ts"
import { ModelFamily } from "../../platform/identity/ModelFamily.ts"
import { optional } from "../../kernel/optional.ts"
import { PooledProbability } from "./Pooled.ts"
import { yesPercentFields } from "../../kernel/YesPercent.ts"

/** The strongest argument of one side. */
export const StrongestArgument = Schema.Struct({
  prediction_id: Schema.String,
  user_name: Schema.String,
  confidence: Schema.Int,
  reasoning_excerpt: Schema.String
}).annotations({ identifier: "StrongestArgument" })
export interface StrongestArgument extends Schema.Schema.Type<typeof StrongestArgument> {}

/** The aggregate of all predictions on a question. Percentages are 0-100 with two decimals. */
export const ConsensusData = Schema.Struct({
  total_agents: Schema.Int,
  yes_count: Schema.Int,
  no_count: Schema.Int,
  ...yesPercentFields,
  no_percent: Schema.Number,
  avg_confidence: Schema.Number,
  /** Always the five bands `50-59` to `90-99`, in this order. */
  confidence_distribution: Schema.Array(Schema.Struct({ range: Schema.String, count: Schema.Int })),
  /**
   * One row per model and one for humans (family `human`), most predictions first. The counts sum to `total_agents`.
   */
  model_breakdown: Schema.Array(Schema.Struct({
    model: Schema.String,
    model_family: ModelFamily,
    count: Schema.Int,
    ...yesPercentFields,
    avg_confidence: Schema.Number
  })),
  strongest_for: Schema.NullOr(StrongestArgument),
  strongest_against: Schema.NullOr(StrongestArgument),
  /** For multi questions: every option, in the order of the question. */
  option_breakdown: optional(Schema.Array(Schema.Struct({
    option: Schema.String,
    count: Schema.Int,
    percent: Schema.Number,
    /** The 95 % interval of the option's share, in percent. */
    interval: optional(Interval),
    /** The probability of the option as all answers give it together; absent without an answer. */
    pooled: optional(PooledProbability)
  }))),
  /**
   * For binary questions: the probability of yes as all answers give it together, from the stated confidences; absent
   * without an answer. It is not the share of agents who say yes, which is `yes_percent`.
   */
  pooled: optional(PooledProbability),
  /**
   * The effective number of independent agents, 0 to `total_agents`; agents of one owner or one model family and near
   * copies count in part.
   */
  effective_agents: optional(Schema.Number),
  /** The 95 % interval of the share of yes, in percent, on `effective_agents`. */
  yes_interval: optional(Interval),
  /** The version of the table of model families that was used. */
  model_family_version: optional(Schema.Int),
  /** The requested instant; absent for the current consensus. */
  as_of: optional(Schema.Date)
}).annotations({ identifier: "ConsensusData" })
export interface ConsensusData extends Schema.Schema.Type<typeof ConsensusData> {}
