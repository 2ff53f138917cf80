import { type Interval, wilsonInterval } from "../../kernel/Interval.ts"
import type { ConsensusData, StrongestArgument } from "./ConsensusData.ts"
import type { ConsensusSummary } from "../questions/ConsensusSummary.ts"
import { effectiveAgents, type SimilaritySums } from "./EffectiveAgents.ts"
import { excerpt } from "../../kernel/Excerpt.ts"
import { type ModelFamily, modelFamilyVersion } from "../../platform/identity/ModelFamily.ts"
import { percentOf } from "../../kernel/percentOf.ts"
import { type LogOddsSums, pooled, pooledOptions, type PooledProbability } from "./Pooled.ts"
import { yesPercent } from "../../kernel/YesPercent.ts"

/** The confidence bands, each ten points wide, by their tens digit. */
export const confidenceBands = [5, 6, 7, 8, 9] as const
export type ConfidenceBand = (typeof confidenceBands)[number]

/**
 * The band of a confidence (50-99 percent).
 *
 * @example confidenceBand(59) // 5
 */
export const confidenceBand = (confidence: number): ConfidenceBand =>
  confidenceBands.find((band) => confidence < band * 10 + 10) ?? 9

/**
 * The label of a band.
 *
 * @example bandRange(5) // "50-59"
 */
export const bandRange = (band: ConfidenceBand): string => `${band * 10}-${band * 10 + 9}`

/** The counts and sums of the predictions on one question that share a model and a band. */
export interface ConsensusTally {
  /** Empty for predictions by humans, who have no model. */
  readonly model: string
  readonly model_family: ModelFamily
  readonly band: ConfidenceBand
  readonly count: number
  readonly yes_count: number
  readonly confidence_sum: number
}

/** A prediction whose reasoning is shown as the strongest argument of its side. */
export interface Argument {
  readonly prediction_id: string
  readonly user_name: string
  readonly confidence: number
  readonly reasoning: string
}

/** What a consensus is computed from. */
export interface ConsensusFacts {
  readonly tallies: ReadonlyArray<ConsensusTally>
  readonly strongest_for?: Argument | null | undefined
  readonly strongest_against?: Argument | null | undefined
  /** For multi questions: every option with its count, in the order of the question. */
  readonly options?: ReadonlyArray<{ readonly option: string; readonly count: number }> | null | undefined
  /** The sums for the effective number of agents; without them the result has no effective number and no intervals. */
  readonly similarity?: SimilaritySums | undefined
  /**
   * The log odds of yes, or of each option in the order of the question; without them or `similarity` the result has no
   * pool.
   */
  readonly log_odds?: ReadonlyArray<LogOddsSums> | undefined
}

/**
 * Computes the consensus of a question from its tallies. Percentages are 0-100, rounded to two decimals; `yes_percent`
 * and `no_percent` sum to 100, and everything is 0 when there are no predictions. Intervals are Wilson intervals on the
 * effective number of agents.
 *
 * @example consensus({ tallies: [] }).confidence_distribution.length // 5
 */
export const consensus = (facts: ConsensusFacts): ConsensusData => {
  const all = sumOf(facts.tallies)
  const effective = facts.similarity === undefined ? undefined : effectiveAgents(facts.similarity)
  const pool = effective === undefined || facts.log_odds === undefined
    ? undefined
    : facts.options == null
    ? facts.log_odds.map((sums) => pooled(sums, effective))
    : pooledOptions(facts.log_odds, effective)
  const yes = yesPercent(all.yes_count, all.count)
  return {
    total_agents: all.count,
    yes_count: all.yes_count,
    no_count: all.count - all.yes_count,
    ...yes,
    no_percent: all.count === 0 ? 0 : round2(100 - yes.yes_percent),
    avg_confidence: mean(all),
    confidence_distribution: confidenceBands.map((band) => ({
      range: bandRange(band),
      count: sumOf(facts.tallies.filter((tally) => tally.band === band)).count
    })),
    model_breakdown: modelBreakdown(facts.tallies),
    strongest_for: strongest(facts.strongest_for),
    strongest_against: strongest(facts.strongest_against),
    ...(facts.options == null ? {} : { option_breakdown: optionBreakdown(facts.options, effective, pool) }),
    ...(facts.options != null || pool?.[0] === undefined ? {} : { pooled: pool[0] }),
    ...(effective === undefined ? {} : {
      effective_agents: round2(effective),
      yes_interval: shareInterval(all.yes_count, all.count, effective),
      model_family_version: modelFamilyVersion
    })
  }
}

/**
 * The 95 % interval, in percent, of a share of `part` in `whole` predictions, with the effective sample size
 * `effective`.
 *
 * @example shareInterval(5, 10, 0) // { low: 0, high: 100 }
 */
export const shareInterval = (part: number, whole: number, effective: number): Interval => {
  const { high, low } = wilsonInterval(whole === 0 ? 0 : (part / whole) * effective, effective)
  return { low: round2(low * 100), high: round2(high * 100) }
}

/**
 * The summary of a consensus.
 *
 * @example consensusSummary(consensus({ tallies: [] })) // { total_agents: 0, avg_confidence: 0, model_count: 0 }
 */
export const consensusSummary = (data: ConsensusData): ConsensusSummary => ({
  total_agents: data.total_agents,
  avg_confidence: data.avg_confidence,
  model_count: data.model_breakdown.filter(({ model_family }) => model_family !== "human").length,
  ...(data.strongest_for === null ? {} : { strongest_for_excerpt: data.strongest_for.reasoning_excerpt }),
  ...(data.strongest_against === null ? {} : { strongest_against_excerpt: data.strongest_against.reasoning_excerpt })
})

/** What ranks the arguments of one side. */
export interface ArgumentStrength {
  /** Votes counted per owner; an owner whose accounts' votes cancel out counts in neither. */
  readonly owner_upvotes: number
  readonly owner_downvotes: number
  readonly confidence: number
  readonly created_at: Date
}

/**
 * Compares arguments, strongest first: by net upvotes of owners, then by confidence, then earlier ones first.
 *
 * @example [{ owner_upvotes: 1, owner_downvotes: 1, confidence: 90, created_at: new Date(0) }, { owner_upvotes: 2, owner_downvotes: 0, confidence: 60, created_at: new Date(0) }].sort(byStrength)[0]?.confidence // 60
 */
export const byStrength = (a: ArgumentStrength, b: ArgumentStrength): number =>
  (b.owner_upvotes - b.owner_downvotes) - (a.owner_upvotes - a.owner_downvotes) ||
  b.confidence - a.confidence ||
  a.created_at.getTime() - b.created_at.getTime()

interface Sums {
  readonly count: number
  readonly yes_count: number
  readonly confidence_sum: number
}

const noSums: Sums = { count: 0, yes_count: 0, confidence_sum: 0 }

const add = (a: Sums, b: Sums): Sums => ({
  count: a.count + b.count,
  yes_count: a.yes_count + b.yes_count,
  confidence_sum: a.confidence_sum + b.confidence_sum
})

const sumOf = (tallies: ReadonlyArray<ConsensusTally>): Sums => tallies.reduce<Sums>(add, noSums)

const round2 = (value: number): number => Math.round(value * 100) / 100

const mean = (sums: Sums): number => sums.count === 0 ? 0 : round2(sums.confidence_sum / sums.count)

const modelBreakdown = (tallies: ReadonlyArray<ConsensusTally>): ConsensusData["model_breakdown"] => {
  const byModel = new Map<string, Sums & { readonly model_family: ModelFamily }>()
  for (const tally of tallies) {
    if (tally.count === 0) continue
    byModel.set(tally.model, {
      model_family: tally.model === "" ? "human" : tally.model_family,
      ...add(byModel.get(tally.model) ?? noSums, tally)
    })
  }
  return [...byModel]
    .sort(([nameA, a], [nameB, b]) => b.count - a.count || (nameA < nameB ? -1 : 1))
    .map(([model, sums]) => ({
      model: model === "" ? "human" : model,
      model_family: sums.model_family,
      count: sums.count,
      ...yesPercent(sums.yes_count, sums.count),
      avg_confidence: mean(sums)
    }))
}

const optionBreakdown = (
  options: ReadonlyArray<{ readonly option: string; readonly count: number }>,
  effective: number | undefined,
  pool: ReadonlyArray<PooledProbability | undefined> | undefined
): NonNullable<ConsensusData["option_breakdown"]> => {
  const total = options.reduce((sum, row) => sum + row.count, 0)
  return options.map(({ count, option }, at) => ({
    option,
    count,
    percent: percentOf(count, total),
    ...(effective === undefined ? {} : { interval: shareInterval(count, total, effective) }),
    ...(pool?.[at] === undefined ? {} : { pooled: pool[at] })
  }))
}

const strongest = (argument: Argument | null | undefined): StrongestArgument | null =>
  argument == null
    ? null
    : {
      prediction_id: argument.prediction_id,
      user_name: argument.user_name,
      confidence: argument.confidence,
      reasoning_excerpt: excerpt(argument.reasoning)
    }
