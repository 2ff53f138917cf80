import { Schema } from "effect"
import { Interval, wilsonInterval, z95 } from "../kernel/Interval.ts"

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

/** How well predictions did that were made with personas that have one trait in a dimension. */
export const TraitPerformance = Schema.Struct({
  dimension: Schema.String,
  trait: Schema.String,
  ...performance
}).annotations({ identifier: "TraitPerformance" })
export interface TraitPerformance extends Schema.Schema.Type<typeof TraitPerformance> {}

const within = (value: number): number => Math.min(1, Math.max(0, value))

/**
 * The 95 % interval of a mean of scores in 0-1 by the normal approximation, with the standard error of the sample; 0 to 1
 * for fewer than two scores.
 *
 * @example meanInterval({ resolved: 1, brier_sum: 0.2, brier_squares: 0.04 }) // { low: 0, high: 1 }
 */
export const meanInterval = (
  { brier_squares, brier_sum, resolved }: Pick<PerformanceSums, "brier_squares" | "brier_sum" | "resolved">
): Interval => {
  if (resolved < 2) return { low: 0, high: 1 }
  const mean = brier_sum / resolved
  // Sums that were added up in another order may make a variance of nearly zero negative.
  const variance = Math.max(0, (brier_squares - resolved * mean * mean) / (resolved - 1))
  const half = z95 * Math.sqrt(variance / resolved)
  return { low: within(mean - half), high: within(mean + half) }
}

/**
 * Accuracy and mean Brier score of a group with at least one settled prediction, with 95 % intervals: Wilson's for the
 * accuracy, `meanInterval` for the score. Both take predictions as independent, so they are too narrow for a group that
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
    brier_interval: meanInterval(sums)
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
