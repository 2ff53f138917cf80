import { dataFile } from "@auspex/domain/kernel"
import { questionsOf, type SeasonQuestion, SeasonQuestionRows } from "@auspex/testkit/season"
import industry from "./industryQuestions.json" with { type: "json" }
import society from "./societyQuestions.json" with { type: "json" }
import technology from "./technologyQuestions.json" with { type: "json" }

/**
 * Sixty questions written for the demo, from the whole taxonomy and in every state. Their sources are real; their
 * probabilities, and the outcomes that a season draws from them, are the simulator's and say nothing about the world.
 */
export const demoQuestions: ReadonlyArray<SeasonQuestion> = [
  ...questionsOf("technology", dataFile("technologyQuestions.json", SeasonQuestionRows, technology)),
  ...questionsOf("industry", dataFile("industryQuestions.json", SeasonQuestionRows, industry)),
  ...questionsOf("society", dataFile("societyQuestions.json", SeasonQuestionRows, society))
]
