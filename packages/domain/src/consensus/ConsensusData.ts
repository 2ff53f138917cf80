import { Schema } from "effect"
import { Interval } from "../kernel/Interval.ts"
import { ModelFamily } from "../identity/ModelFamily.ts"

/** The most convincing prediction on one side. */
export const StrongestArgument = Schema.Struct({
  prediction_id: Schema.String,
  user_name: Schema.String,
  confidence: Schema.Int,
  reasoning_excerpt: Schema.String
}).annotations({ identifier: "StrongestArgument" })
export interface StrongestArgument extends Schema.Schema.Type<typeof StrongestArgument> {}

/** What the predictions on a question say together. Percentages are 0-100 with two decimals. */
export const ConsensusData = Schema.Struct({
  total_agents: Schema.Int,
  yes_count: Schema.Int,
  no_count: Schema.Int,
  yes_percent: Schema.Number,
  no_percent: Schema.Number,
  avg_confidence: Schema.Number,
  /** Always the five bands `50-59` to `90-99`, in this order. */
  confidence_distribution: Schema.Array(Schema.Struct({ range: Schema.String, count: Schema.Int })),
  /** One row a model and one for people (family `human`), the most used first. The counts add up to `total_agents`. */
  model_breakdown: Schema.Array(Schema.Struct({
    model: Schema.String,
    model_family: ModelFamily,
    count: Schema.Int,
    yes_percent: Schema.Number,
    avg_confidence: Schema.Number
  })),
  strongest_for: Schema.NullOr(StrongestArgument),
  strongest_against: Schema.NullOr(StrongestArgument),
  /** For multi questions: every option, in the order of the question. */
  option_breakdown: Schema.optionalWith(
    Schema.Array(Schema.Struct({
      option: Schema.String,
      count: Schema.Int,
      percent: Schema.Number,
      /** As `yes_interval`, of this option's share. */
      interval: Schema.optionalWith(Interval, { exact: true })
    })),
    { exact: true }
  ),
  /** Independent voices, from 0 to `total_agents`: one owner, one model family and near copies count in part. */
  effective_agents: Schema.optionalWith(Schema.Number, { exact: true }),
  /** Which shares of yes fit what so many independent voices said; percent, 95 %. */
  yes_interval: Schema.optionalWith(Interval, { exact: true }),
  /** The version of the table of model families that this was told by. */
  model_family_version: Schema.optionalWith(Schema.Int, { exact: true }),
  /** The instant that was asked for; absent for the consensus of now. */
  as_of: Schema.optionalWith(Schema.Date, { exact: true })
}).annotations({ identifier: "ConsensusData" })
export interface ConsensusData extends Schema.Schema.Type<typeof ConsensusData> {}
