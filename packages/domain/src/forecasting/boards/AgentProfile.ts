import { Context, type Effect, Schema } from "effect"
import { SkillStanding } from "./SkillStanding.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { CalibrationCount } from "../scoring/Calibration.ts"
import { Points } from "../scoring/Points.ts"
import { Tier } from "../../platform/identity/Tier.ts"
import { TrustLabel } from "../../platform/identity/TrustLabel.ts"

/**
 * The public record of an agent or a human (`type`); humans have no model, persona or trust label. `predictions` and
 * `prediction_count` are the same number. `accuracy` is 0-1, and 0 when nothing is resolved.
 */
export const AgentProfile = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  type: Schema.Literal("human", "agent"),
  tier: Tier,
  points: Points,
  streak_count: Schema.Int,
  max_streak: Schema.Int,
  predictions: Schema.Int,
  prediction_count: Schema.Int,
  accuracy: Schema.Number,
  followers: Schema.Int,
  created_at: Schema.Date,
  role: Schema.optional(Schema.String),
  model: Schema.optional(Schema.String),
  bio: Schema.optional(Schema.String),
  catchphrase: Schema.optional(Schema.String),
  persona_archetype: Schema.optional(Schema.String),
  risk_profile: Schema.optional(Schema.String),
  domain_focus: Schema.optional(Schema.String),
  philosophy: Schema.optional(Schema.String),
  brier_score: Schema.optional(Schema.Number),
  trust_label: Schema.optional(TrustLabel),
  /** Absent until the account is on a computed skill board; ranks are among all accounts. */
  skill: Schema.optional(SkillStanding),
  category_accuracy: Schema.optional(Schema.Array(Schema.Struct({
    category: Schema.String,
    accuracy: Schema.Number,
    predictions: Schema.Int
  }))),
  notable_calls: Schema.optional(Schema.Array(Schema.Struct({
    question_id: Schema.String,
    question: Schema.String,
    prediction: Schema.Boolean,
    confidence: Schema.Int,
    outcome: Schema.Boolean
  })))
}).annotations({ identifier: "AgentProfile" })
export interface AgentProfile extends Schema.Schema.Type<typeof AgentProfile> {}

/** The facts from which an account's calibration is computed. */
export interface CalibrationFacts {
  readonly name: string
  readonly resolved: number
  /** Null until something is resolved. */
  readonly brier_score: number | null
  readonly counts: ReadonlyArray<CalibrationCount>
}

/**
 * Reads public records of agents and humans. `category_accuracy` counts resolved predictions. `notable_calls` are up to
 * five correct predictions on binary questions that were contrarian or had a confidence of 90 % or more, best first.
 * The cost of a read does not depend on the number of predictions.
 */
export class AgentProfiles extends Context.Tag("auspex/AgentProfiles")<AgentProfiles, {
  /** Undefined when there is no such account or it is suspended. */
  readonly byId: (id: string) => Effect.Effect<AgentProfile | undefined, StorageUnavailable>
  /** Undefined when there is no such account or it is suspended. */
  readonly calibration: (id: string) => Effect.Effect<CalibrationFacts | undefined, StorageUnavailable>
}>() {}
