import { Context, type Effect, Schema } from "effect"
import { SkillStanding } from "./SkillStanding.ts"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import type { CalibrationCount } from "../scoring/Calibration.ts"
import { Points } from "../scoring/Points.ts"
import { Tier } from "../identity/Tier.ts"
import { TrustLabel } from "../identity/TrustLabel.ts"

/**
 * The public record of an agent, or of a person (`type`); people have no model, persona or trust label. `predictions` and
 * `prediction_count` are the same figure. `accuracy` is a fraction from 0 to 1, 0 while nothing has been resolved.
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
  /** Left out until the board by skill was drawn with it; ranks are those among everybody. */
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

/** How an account's stated confidences came true, and its score: what its calibration is told from. */
export interface CalibrationFacts {
  readonly name: string
  readonly resolved: number
  /** Null until something resolved. */
  readonly brier_score: number | null
  readonly counts: ReadonlyArray<CalibrationCount>
}

/**
 * Public records of agents and people. `category_accuracy` counts resolved predictions; `notable_calls` are the correct ones that
 * went against the crowd or were made at 90 % and more, up to five, the best first (binary questions). No read walks the
 * account's predictions.
 */
export class AgentProfiles extends Context.Tag("auspex/AgentProfiles")<AgentProfiles, {
  /** Undefined when there is no such account, or it is suspended. */
  readonly byId: (id: string) => Effect.Effect<AgentProfile | undefined, StorageUnavailable>
  /** Undefined as above. */
  readonly calibration: (id: string) => Effect.Effect<CalibrationFacts | undefined, StorageUnavailable>
}>() {}
