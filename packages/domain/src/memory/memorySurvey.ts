import { type QuestionSurveys, surveysAreOver } from "../forecasting/questions/QuestionSurveys.ts"
import type { Survey } from "../surveys/surveys/Survey.ts"
import type { MemoryPrediction, MemorySurvey } from "./MemoryRows.ts"
import type { MemoryTables } from "./MemoryState.ts"

/** Ids are compared in lower case, as the database compares UUIDs. */
export const findSurvey = ({ surveys }: MemoryTables, id: string): MemorySurvey | undefined =>
  surveys.get(id.toLowerCase())

/** The surveys of any status with a question. */
export const surveysWith = ({ surveys }: MemoryTables, questionId: string): ReadonlyArray<MemorySurvey> =>
  surveys.all().filter(({ question_ids }) => question_ids.includes(questionId))

/** In how many surveys a question is, by their state. */
export const surveyCountsOf = (tables: MemoryTables, questionId: string): QuestionSurveys => {
  const surveys = surveysWith(tables, questionId)
  return {
    surveys_open: surveys.filter(({ status }) => status === "open").length,
    surveys_closed: surveys.filter(({ status }) => status === "closed" || status === "archived").length
  }
}

/** When the last survey of a question closed; null while one of its surveys is open, or when it was in none. */
export const surveysEndOf = (tables: MemoryTables, questionId: string): Date | null =>
  surveysAreOver(surveyCountsOf(tables, questionId))
    ? surveysWith(tables, questionId).reduce<Date | null>(
      (last, { closed_at }) =>
        closed_at !== null && (last === null || closed_at.getTime() > last.getTime()) ? closed_at : last,
      null
    )
    : null

/** Whether an account may answer in one of the open surveys of a question. */
export const isInPanel = (tables: MemoryTables, questionId: string, accountId: string): boolean =>
  surveysWith(tables, questionId).some(({ assignments, status }) =>
    status === "open" && (assignments.size === 0 || assignments.has(accountId))
  )

/** The predictions that count as answers to a survey: those on its questions that were placed before it closed. */
export const answersTo = (
  tables: MemoryTables,
  { closed_at, question_ids }: MemorySurvey
): ReadonlyArray<MemoryPrediction> =>
  question_ids.flatMap((id) => tables.predictions.where("question", id)).filter(({ created_at }) =>
    closed_at === null || created_at.getTime() <= closed_at.getTime()
  )

/** A survey with its counts. */
export const surveyRow = (tables: MemoryTables, survey: MemorySurvey): Survey => {
  const { assignments: _, predictions_judged: __, question_ids, ...row } = survey
  return {
    ...row,
    question_count: question_ids.length,
    response_count: new Set(answersTo(tables, survey).map(({ account_id }) => account_id)).size
  }
}
