import type { PanelQuestion } from "../panels/PanelQuestion.ts"
import type { Timeframe } from "../../forecasting/questions/PredictionWindow.ts"
import type { QuestionInput } from "../../forecasting/questions/QuestionDraft.ts"

/** The longest times to the resolution, in days, of questions with the timeframes short and mid. */
const shortDaysMax = 30
const midDaysMax = 180

const dayMillis = 86_400_000

const timeframeOf = (resolutionDate: string | null, now: Date): Timeframe => {
  const days = (Date.parse(`${resolutionDate ?? ""}T23:59:59Z`) - now.getTime()) / dayMillis
  return days <= shortDaysMax ? "short" : days <= midDaysMax ? "mid" : "long"
}

/**
 * A question of a project as a draft for the platform: its resolution fields become the source and the context. The draft
 * is judged like every other draft, which refuses kinds other than binary and multi.
 *
 * @example forecastDraft({ id: "q", text: "Will it rain in Oslo on 1 May 2027?", kind: "binary", kind_options: null, resolution_signal: "official_statistic", resolution_date: "2027-05-01", resolution_threshold: "1 mm" }, "society", new Date("2027-04-20")).resolution_source // "official statistic"
 */
export const forecastDraft = (question: PanelQuestion, category: string, now: Date): QuestionInput => ({
  question: question.text,
  category,
  timeframe: timeframeOf(question.resolution_date, now),
  resolution_source: (question.resolution_signal ?? "news_report").replaceAll("_", " "),
  resolution_date: question.resolution_date,
  question_type: question.kind,
  options: question.kind_options?.options ?? null,
  context: question.resolution_threshold === null
    ? null
    : `It resolves by this threshold: ${question.resolution_threshold}`
})
