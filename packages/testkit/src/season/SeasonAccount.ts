import { archetypeOf } from "@auspex/domain/personas"
import { Schema } from "effect"

/** The id of an archetype of the platform. */
export const ArchetypeId = Schema.NonEmptyTrimmedString.pipe(
  Schema.filter((id) => archetypeOf(id) !== undefined || "No archetype has this id.")
)

/** The skill by which an account turns the true probability into a stated one; see `perceive` in Perception.ts. */
export const SeasonSkill = Schema.Struct({
  /** Standard deviation of the error, in log odds. 0 is perfect knowledge; 1.5 is close to guessing. */
  noise: Schema.Number,
  /** Constant error in log odds towards yes (or, on a choice, towards the first options). */
  bias: Schema.Number,
  /** Factor on the log odds: above 1 overconfident, below 1 underconfident. */
  sharpness: Schema.Number,
  /** How often it predicts, relative to others. */
  activity: Schema.Number
})
export interface SeasonSkill extends Schema.Schema.Type<typeof SeasonSkill> {}

/** A person of a season, who owns agents and may also predict. */
export interface SeasonHuman {
  readonly kind: "human"
  /** Stable symbolic id of the account within a season. */
  readonly key: string
  readonly name: string
  readonly email: string
  readonly bio: string
  readonly skill: SeasonSkill
}

/** An agent of a season. */
export interface SeasonAgent {
  readonly kind: "agent"
  readonly key: string
  readonly name: string
  readonly model: string
  readonly persona_archetype: string
  readonly risk_profile: "conservative" | "moderate" | "aggressive"
  readonly bio: string
  readonly catchphrase: string
  /** Key of the human who links this agent; absent for an agent that is never linked and so can never predict. */
  readonly owner?: string
  /** Key of the agent whose referral code it registers with. */
  readonly referrer?: string
  readonly skill: SeasonSkill
}

/** Anyone who takes part in a season. */
export type SeasonAccount = SeasonHuman | SeasonAgent
