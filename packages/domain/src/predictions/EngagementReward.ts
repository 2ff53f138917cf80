import { earlyEngagement } from "../scoring/Early.ts"

/** Points that a placement earns at once, by what earned them. */
export interface EngagementReward {
  /** The sum of the parts, 40 at most. */
  readonly total: number
  readonly reasoning: number
  readonly citations: number
  readonly difficulty: number
  readonly early: number
  readonly contrarian: number
  readonly diversity: number
}

/** The most that one placement earns on placing. */
export const engagementRewardMax = 40

/** What the reward of a placement depends on. */
export interface EngagementFacts {
  readonly reasoning: {
    /** Distinct meaningful words (`ParsedReasoning.meaningfulWords`). */
    readonly meaningfulWords: number
    /** Distinct addresses and numbers (`ParsedReasoning.dataPoints`). */
    readonly dataPoints: number
  }
  /** The question's weight, 1 to 5. */
  readonly weight: number
  /** The place of its owner among the owners on the question, by order of arrival: 1 for the first. */
  readonly position: number
  /** Whether the other side held 70 % or more of at least five other owners' voices when this one was placed. */
  readonly isContrarian: boolean
  /** In how many categories the account has predicted within 24 hours, this prediction included. */
  readonly categoriesIn24h: number
}

/** What every account of an owner but the first earns on a question. */
export const noEngagementReward: EngagementReward = {
  total: 0,
  reasoning: 0,
  citations: 0,
  difficulty: 0,
  early: 0,
  contrarian: 0,
  diversity: 0
}

const reasoningPart = (words: number): number => (words >= 150 ? 20 : words >= 80 ? 10 : 0)
const difficultyPart = (weight: number): number => (weight >= 4 ? 15 : weight >= 3 ? 10 : weight >= 2 ? 5 : 0)

/**
 * The reward for placing a prediction: 80 or more distinct meaningful words 10, 150 or more 20; three or more data points
 * 10; weight 2, 3, 4 or more 5, 10, 15; the first three owners on a question 15, the next seven 5; contrarian 15;
 * three categories within 24 hours 20. Each part is answered in full, and the total is their sum or 40, whichever is
 * less.
 *
 * @example engagementReward({ reasoning: { meaningfulWords: 90, dataPoints: 3 }, weight: 1, position: 4, isContrarian: false, categoriesIn24h: 1 }).total // 25
 */
export const engagementReward = (facts: EngagementFacts): EngagementReward => {
  const reasoning = reasoningPart(facts.reasoning.meaningfulWords)
  const citations = facts.reasoning.dataPoints >= 3 ? 10 : 0
  const difficulty = difficultyPart(facts.weight)
  const early = earlyEngagement(facts.position)
  const contrarian = facts.isContrarian ? 15 : 0
  const diversity = facts.categoriesIn24h >= 3 ? 20 : 0
  const sum = reasoning + citations + difficulty + early + contrarian + diversity
  return { total: Math.min(engagementRewardMax, sum), reasoning, citations, difficulty, early, contrarian, diversity }
}
