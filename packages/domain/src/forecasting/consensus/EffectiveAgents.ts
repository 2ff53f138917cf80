import { caseFold } from "../../text/CaseFold.ts"

/**
 * The effective number of agents: how many independent agents the predictions on a question are worth. All agents of
 * an owner count about as one, agents of a model family as fewer than their number, and a near copy of an earlier
 * reasoning in proportion to its novelty.
 *
 * The number is the diversity of order 2 of Leinster and Cobbold ("Measuring diversity: the importance of species
 * similarity", Ecology 93, 2012), which for a mean is Kish's effective sample size under these correlations (Kish,
 * "Survey sampling", 1965): (Σw)² / Σᵢⱼ wᵢ wⱼ zᵢⱼ, where wᵢ is the weight of a prediction and zᵢⱼ the similarity of
 * two.
 */

/**
 * The Jaccard similarity up to which a reasoning is fully novel; independent texts exceed it with a probability of 1 in
 * 10,000.
 */
export const noveltyFullMax = 0.5
/** The Jaccard similarity from which a reasoning has no novelty; the gate refuses anything above it. */
const noveltyNoneMin = 0.6

/** The weight of a fully novel prediction, in percent. */
const noveltyMax = 100

/**
 * The novelty of a reasoning in whole percent, by its Jaccard similarity (0-1) to the most similar earlier one on its
 * question: 100 up to 0.5, then falling linearly to 0 at 0.6.
 *
 * @example noveltyOf(0.5) // 100
 * @example noveltyOf(0.575) // 25
 */
export const noveltyOf = (similarity: number): number =>
  Math.max(
    0,
    Math.min(
      noveltyMax,
      Math.round((noveltyMax * (noveltyNoneMin - similarity)) / (noveltyNoneMin - noveltyFullMax))
    )
  )

/**
 * The similarity zᵢⱼ of predictions by different owners with one model family; it is 1 for the same owner, and 0 for
 * different owners and families.
 */
export const familySimilarity = 0.5

/**
 * The model family under which a prediction counts for the effective number of agents: models of no known family are
 * each a family of their own, and humans, who have no model, have none.
 *
 * @example voiceFamilyOf("gpt-4o", "gpt") // "gpt"
 * @example voiceFamilyOf("Phi3", "other") // "other:phi3"
 * @example voiceFamilyOf(null, "other") // ""
 */
export const voiceFamilyOf = (model: string | null, model_family: string): string =>
  model === null || model === "" ? "" : model_family === "other" ? `other:${caseFold(model)}` : model_family

/** One prediction as it counts for the effective number of agents. */
export interface WeightedPrediction {
  /** The human who owns the agent; the account itself when nobody does. */
  readonly owner_id: string
  /** The model family; `other:` and the model's name for models of no known family; empty for humans. */
  readonly family: string
  /** The novelty of its reasoning, in percent. */
  readonly weight: number
}

/**
 * The sums from which the effective number of agents is computed. One more prediction changes them by integers, so
 * incremental updates have no rounding errors.
 */
export interface SimilaritySums {
  /** Σw. */
  readonly weight: number
  /** Σw(100 - w): the similarity of near copies to their originals. */
  readonly overlap: number
  /** ΣW² over the owners, where W is the total weight of an owner. */
  readonly owner_squares: number
  /** ΣW² over the model families. */
  readonly family_squares: number
  /** ΣW² over the pairs of owner and family. */
  readonly owner_family_squares: number
}

/** The sums of no predictions. */
export const noSimilarity: SimilaritySums = {
  weight: 0,
  overlap: 0,
  owner_squares: 0,
  family_squares: 0,
  owner_family_squares: 0
}

/**
 * The sums with one more prediction. `weights` holds the total weights of owners, families and pairs of both, and is
 * updated.
 */
export const withPrediction = (
  sums: SimilaritySums,
  weights: Map<string, number>,
  { family, owner_id, weight }: WeightedPrediction
): SimilaritySums => {
  /** How much the square of the total grows. */
  const growth = (key: string): number => {
    const before = weights.get(key) ?? 0
    weights.set(key, before + weight)
    return weight * (2 * before + weight)
  }
  const hasFamily = family !== ""
  return {
    weight: sums.weight + weight,
    overlap: sums.overlap + weight * (noveltyMax - weight),
    owner_squares: sums.owner_squares + growth(`owner ${owner_id}`),
    family_squares: sums.family_squares + (hasFamily ? growth(`family ${family}`) : 0),
    owner_family_squares: sums.owner_family_squares + (hasFamily ? growth(`both ${owner_id} ${family}`) : 0)
  }
}

/** Computes the sums from scratch. */
export const similaritySums = (predictions: Iterable<WeightedPrediction>): SimilaritySums => {
  const weights = new Map<string, number>()
  let sums = noSimilarity
  for (const prediction of predictions) sums = withPrediction(sums, weights, prediction)
  return sums
}

/**
 * The effective number of agents: 0 when all weights are 0, else from 1 to the number of predictions. Fully novel
 * predictions of different owners and families each count as 1.
 *
 * @example effectiveAgents(similaritySums([{ owner_id: "a", family: "gpt", weight: 100 }, { owner_id: "b", family: "claude", weight: 100 }])) // 2
 * @example effectiveAgents(similaritySums([{ owner_id: "a", family: "gpt", weight: 100 }, { owner_id: "a", family: "claude", weight: 100 }])) // 1
 */
export const effectiveAgents = (sums: SimilaritySums): number => {
  if (sums.weight === 0) return 0
  const common = sums.overlap + sums.owner_squares +
    familySimilarity * (sums.family_squares - sums.owner_family_squares)
  return Math.max(1, (sums.weight * sums.weight) / common)
}

/**
 * What the effective number of agents approaches when more and more owners join with agents of the same model families
 * in the same proportions: twice the effective number of families. `Infinity` when no agent has a family.
 *
 * @example effectiveAgentsLimit(similaritySums([{ owner_id: "a", family: "gpt", weight: 100 }, { owner_id: "b", family: "claude", weight: 100 }])) // 4
 */
export const effectiveAgentsLimit = ({ family_squares, weight }: SimilaritySums): number =>
  family_squares === 0 ? Infinity : (weight * weight) / (familySimilarity * family_squares)
