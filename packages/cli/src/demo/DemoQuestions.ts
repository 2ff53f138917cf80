import { type SeasonQuestion } from "@auspex/testkit/season"
import { industryQuestions } from "./IndustryQuestions.ts"
import { societyQuestions } from "./SocietyQuestions.ts"
import { technologyQuestions } from "./TechnologyQuestions.ts"

/**
 * Sixty questions written for the demo, from the whole taxonomy and in every state. Their sources are real; their
 * probabilities, and the outcomes that a season draws from them, are the simulator's and say nothing about the world.
 */
export const demoQuestions: ReadonlyArray<SeasonQuestion> = [
  ...technologyQuestions,
  ...industryQuestions,
  ...societyQuestions
]
