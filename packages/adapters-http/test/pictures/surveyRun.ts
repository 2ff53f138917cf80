import { modelFamilyOf } from "@auspex/domain/identity"
import { type PanelAgent, type Survey, type SurveyAnswer, surveyResults, tallyOf } from "@auspex/domain/surveys"
import type { ChartTheme } from "../../src/kit/ChartTheme.ts"
import { surveyChart } from "../../src/surveys/surveys/SurveyChart.ts"

/** Answers by model: `["gpt-4o", 3, 1]` are three agents of that model for side 1, each with an owner of its own. */
type Votes = ReadonlyArray<readonly [model: string, count: number, side: number]>

/** A question and its answers; a binary one unless it has options. */
export interface Asked {
  readonly id?: string
  readonly question: string
  readonly options?: ReadonlyArray<string>
  readonly votes?: Votes
}

const surveyOf: Survey = {
  id: "01900000-0000-7000-8000-00000000000a",
  title: "Rivers in spring",
  description: "",
  status: "closed",
  category: null,
  tags: "",
  question_count: 0,
  response_count: 0,
  target_width: null,
  auto_close: false,
  created_by: "ada",
  opened_at: new Date("2027-03-01T08:00:00Z"),
  closed_at: new Date("2027-04-01T08:00:00Z"),
  created_at: new Date("2027-02-20T08:00:00Z"),
  updated_at: new Date("2027-04-01T08:00:00Z")
}

/** A survey with its results; provisional when `closed_at` is null. */
export const surveyRun = (asked: ReadonlyArray<Asked>, fields: Partial<Survey> = {}) => {
  const survey = { ...surveyOf, ...fields }
  const questions = asked.map(({ id, options = null, question }, at) => ({ id: id ?? `q${at}`, question, options }))
  const answers = questions.flatMap((question, at) =>
    (asked[at]!.votes ?? []).flatMap(([model, count, side], row) =>
      Array.from({ length: count }, (_, n): SurveyAnswer => {
        const agent: PanelAgent = {
          id: `a${row}-${n}`,
          owner_id: `o${row}-${n}`,
          model_family: modelFamilyOf(model),
          voice_family: modelFamilyOf(model)
        }
        return {
          question_id: question.id,
          agent,
          prediction: question.options === null ? side === 1 : true,
          option_index: question.options === null ? null : side,
          confidence: 70,
          model,
          model_family: modelFamilyOf(model),
          novelty: 100
        }
      })
    )
  )
  const results = surveyResults(
    { questions, tallies: tallyOf({ questions, assigned: [] }, answers) },
    survey.closed_at === null
  )
  return { survey, results }
}

const runs = {
  "a survey without questions": surveyRun([]),
  "a survey without answers": surveyRun([{ question: "Will it rain in Lisbon?" }]),
  "a survey with one answer": surveyRun([{ question: "Will it rain in Lisbon?", votes: [["gpt-4o", 1, 1]] }]),
  "forty questions of a survey": surveyRun(
    Array.from({ length: 40 }, (_, at) => ({
      question: `Will the deposit rate be below ${at} % at the end of the quarter?`.repeat(1 + at % 3),
      ...(at % 4 === 0 ? { options: ["A coalition of several small parties", "A single party", "Nobody"] } : {}),
      votes: [["gpt-4o", at, 0], ["claude-3", 40 - at, 1]]
    })),
    { title: "Rates in the spring ".repeat(20), closed_at: null }
  )
}

/** Charts of surveys without and with answers, by name. */
export const surveyPictures = Object.entries(runs).map(([name, input]) =>
  [
    name,
    (width: number, theme?: ChartTheme) => surveyChart(input, theme === undefined ? { width } : { width, theme })
  ] as const
)
