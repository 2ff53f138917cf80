import { Schema } from "effect"
import { Interval, wilsonInterval } from "../../kernel/Interval.ts"
import { meanInterval } from "../../kernel/meanInterval.ts"

/** The settled predictions of a group, in sums. */
export interface PerformanceSums {
  /** How many agents made them. */
  readonly agents: number
  readonly resolved: number
  readonly correct: number
  readonly brier_sum: number
  /** The sum of the squares of the Brier scores. */
  readonly brier_squares: number
}

const performance = {
  agents: Schema.Int,
  resolved: Schema.Int,
  accuracy: Schema.Number,
  accuracy_interval: Interval,
  brier_score: Schema.Number,
  brier_interval: Interval
}

/** How well predictions did that were made with personas from one archetype. */
export const ArchetypePerformance = Schema.Struct({
  archetype: Schema.String,
  ...performance
}).annotations({ identifier: "ArchetypePerformance" })
export interface ArchetypePerformance extends Schema.Schema.Type<typeof ArchetypePerformance> {}

/** The performance of predictions made with personas that share a trait in a dimension. */
export const TraitPerformance = Schema.Struct({
  dimension: Schema.String,
  trait: Schema.String,
  ...performance
}).annotations({ identifier: "TraitPerformance" })
export interface TraitPerformance extends Schema.Schema.Type<typeof TraitPerformance> {}

const within = (value: number): number => Math.min(1, Math.max(0, value))

/** Distinct scores, such as for correct predictions at 98 and 99 %, differ by more than this. */
const scoreStep = 1e-4

/**
 * The 95 % interval of a mean Brier score (the kernel's `meanInterval`, on the scale from 0 to 1).
 *
 * @example brierInterval({ resolved: 1, brier_sum: 0.2, brier_squares: 0.04 }) // { low: 0, high: 1 }
 */
export const brierInterval = (
  { brier_squares, brier_sum, resolved }: Pick<PerformanceSums, "brier_squares" | "brier_sum" | "resolved">
): Interval => {
  const mean = within(brier_sum / resolved)
  const variance = brier_squares / resolved - mean * mean
  return meanInterval({ mean, variance, count: resolved, scale: { low: 0, high: 1 }, step: scoreStep })
}

/**
 * Accuracy and mean Brier score of a group with at least one settled prediction, with 95 % intervals: Wilson's for the
 * accuracy, `brierInterval` for the score. Both take predictions as independent, so they are too narrow for a group that
 * predicted on few questions.
 *
 * @example performanceOf({ agents: 1, resolved: 2, correct: 1, brier_sum: 0.5, brier_squares: 0.125 }).brier_score // 0.25
 */
export const performanceOf = (sums: PerformanceSums) => {
  const { agents, brier_sum, correct, resolved } = sums
  return {
    agents,
    resolved,
    accuracy: correct / resolved,
    accuracy_interval: wilsonInterval(correct, resolved),
    brier_score: within(brier_sum / resolved),
    brier_interval: brierInterval(sums)
  }
}

/** The sums of each archetype, and of each trait. */
export interface PersonaSums {
  readonly archetypes: ReadonlyArray<PerformanceSums & Pick<ArchetypePerformance, "archetype">>
  readonly traits: ReadonlyArray<PerformanceSums & Pick<TraitPerformance, "dimension" | "trait">>
}

/** How well personas did, by archetype and by trait; most settled predictions first. */
export interface PersonaPerformance {
  readonly archetypes: ReadonlyArray<ArchetypePerformance>
  readonly traits: ReadonlyArray<TraitPerformance>
}

/** The performance that sums amount to. */
export const personaPerformance = ({ archetypes, traits }: PersonaSums): PersonaPerformance => ({
  archetypes: archetypes.map(({ archetype, ...sums }) => ({ archetype, ...performanceOf(sums) })),
  traits: traits.map(({ dimension, trait, ...sums }) => ({ dimension, trait, ...performanceOf(sums) }))
})
