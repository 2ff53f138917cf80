import { effectiveAgents, noSimilarity, type SimilaritySums, withPrediction } from "./EffectiveAgents.ts"
import { logOddsOf, ownerLogOdds, pooled, type PooledProbability } from "./Pooled.ts"

/** One prediction on a binary question as it counts in the pool. */
export interface Voice {
  readonly created_at: Date
  readonly user_id: string
  readonly user_name: string
  /** The human who owns the agent; the account itself when nobody does. */
  readonly owner_id: string
  /** As in `WeightedPrediction`. */
  readonly family: string
  /** The novelty of its reasoning, in percent. */
  readonly weight: number
  readonly prediction: boolean
  readonly confidence: number
}

/**
 * The chance of yes that a prediction states, in percent.
 *
 * @example yesChanceOf({ prediction: false, confidence: 80 }) // 20
 */
export const yesChanceOf = ({ confidence, prediction }: Pick<Voice, "prediction" | "confidence">): number =>
  prediction ? confidence : 100 - confidence

/** The pool after a prediction. */
export interface PooledPoint extends PooledProbability {
  readonly voice: Voice
  readonly total_agents: number
  readonly yes_count: number
  readonly effective_agents: number
}

/**
 * The pool after each of these predictions, oldest first. The last point is the pool of the consensus.
 *
 * @example pooledHistory([]) // []
 */
export const pooledHistory = (voices: ReadonlyArray<Voice>): ReadonlyArray<PooledPoint> => {
  const owners = new Map<string, { readonly sum: number; readonly count: number }>()
  let sums = { owners: 0, sum: 0, squares: 0 }
  let similarity: SimilaritySums = noSimilarity
  const within = new Map<string, number>()
  let yes_count = 0
  return voices.map((voice, at) => {
    const before = owners.get(voice.owner_id)
    const after = { sum: (before?.sum ?? 0) + logOddsOf(yesChanceOf(voice)), count: (before?.count ?? 0) + 1 }
    owners.set(voice.owner_id, after)
    const [left, right] = [
      before === undefined ? 0 : ownerLogOdds(before.sum, before.count),
      ownerLogOdds(after.sum, after.count)
    ]
    sums = {
      owners: owners.size,
      sum: sums.sum + right - left,
      squares: sums.squares + right * right - left * left
    }
    similarity = withPrediction(similarity, within, voice)
    if (voice.prediction) yes_count += 1
    const effective = effectiveAgents(similarity)
    return {
      voice,
      total_agents: at + 1,
      yes_count,
      effective_agents: effective,
      ...pooled(sums, effective)!
    }
  })
}
