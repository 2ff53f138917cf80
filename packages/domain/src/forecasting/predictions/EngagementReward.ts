import { earlyEngagement } from "../scoring/Early.ts"

/** The engagement reward for placing a prediction, in points by source. */
export interface EngagementReward {
  /** The sum of the parts, capped at 40. */
  readonly total: number
  readonly reasoning: number
  readonly citations: number
  readonly difficulty: number
  readonly early: number
  readonly contrarian: number
  readonly diversity: number
}

/** The maximum engagement reward of one prediction, in points. */
const engagementRewardMax = 40

/** What the engagement reward depends on. */
export interface EngagementFacts {
  readonly reasoning: {
    /** Distinct meaningful words (`ParsedReasoning.meaningfulWords`). */
    readonly meaningfulWords: number
    /** Distinct addresses and numbers (`ParsedReasoning.dataPoints`). */
    readonly dataPoints: number
  }
  /** The question's weight, 1 to 5. */
  readonly weight: number
  /** The position of the account's owner among the owners on the question, by order of arrival from 1. */
  readonly position: number
  /** See `isContrarian`, as of the time of placing. */
  readonly isContrarian: boolean
  /** The number of categories in which the account has predicted within 24 hours, this prediction included. */
  readonly categoriesIn24h: number
}

/** The reward of an owner's second and later accounts on a question. */
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
 * The reward for placing a prediction:
 *
 * - 80 or more distinct meaningful words: 10; 150 or more: 20;
 * - three or more data points: 10;
 * - weight 2 or more: 5; 3 or more: 10; 4 or more: 15;
 * - one of the first three owners on a question: 15; one of the next seven: 5;
 * - contrarian: 15;
 * - three or more categories within 24 hours: 20.
 *
 * The parts are uncapped; the total is their sum, at most 40.
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
