import { counted } from "../../kernel/Counted.ts"
import { excerpt } from "../../kernel/Excerpt.ts"
import { listed } from "../../text/listed.ts"
import { answerInWords, dayInWords, percentInWords, quoted } from "./BriefWords.ts"
import type { ClosingAfterDay, InsightsOfDay, Mover, PredictedOfDay, ResolvedOfDay } from "./InsightsOfDay.ts"

/** How much of a question the summary quotes, in code points, and the maximum lead in percent that counts as narrow. */
const questionLengthMax = 120
const narrowPercentMax = 10

const named = ({ question }: { readonly question: string }): string => quoted(excerpt(question, questionLengthMax))

const figuresSentence = ({ date, figures, final }: DailySummaryRequest): string => {
  const day = dayInWords(new Date(`${date}T00:00:00Z`))
  const { agents, predictions, questions_opened, questions_resolved } = figures
  const parts = [
    ...(predictions === 0 ? [] : [`${counted(agents, "account")} made ${counted(predictions, "prediction")}`]),
    ...(questions_opened === 0 ? [] : [`${counted(questions_opened, "question")} opened`]),
    ...(questions_resolved === 0
      ? []
      : [`${counted(questions_resolved, "question")} ${questions_resolved === 1 ? "was" : "were"} resolved`])
  ]
  return parts.length === 0
    ? `Nothing ${final ? "was" : "has been"} predicted, opened or resolved on ${day}${final ? "" : " so far"}.`
    : `On ${day}${final ? "" : ", so far"}, ${listed(parts)}.`
}

const moverSentence = (mover: Mover): string => {
  const { from_percent, predictions, to_percent } = mover
  const shares = `from ${percentInWords(from_percent, predictions)} to ${percentInWords(to_percent, predictions)}`
  return mover.option === undefined
    ? `The largest move: ${named(mover)} went ${shares} yes.`
    : `The largest move: ${quoted(mover.option)} went ${shares} in ${named(mover)}.`
}

const resolvedSentence = (resolved: ResolvedOfDay): string => {
  const { accuracy, correct_options, outcome } = resolved
  const isVoid = outcome === null || correct_options?.length === 0
  const result = isVoid
    ? "void"
    : outcome === undefined
    ? listed((correct_options ?? []).map(quoted))
    : answerInWords(outcome)
  const share = accuracy === null || resolved.predictions < 2
    ? ""
    : `; ${percentInWords(accuracy * 100, resolved.predictions)} of its predictions were right`
  return `${named(resolved)} was resolved ${result}${share}.`
}

const contestedSentence = (contested: PredictedOfDay): ReadonlyArray<string> => {
  const { leading_percent = 100, predictions, yes_percent } = contested
  if (yes_percent !== undefined) {
    return Math.abs(yes_percent - 50) <= narrowPercentMax / 2
      ? [`The crowd is divided on ${named(contested)}, at ${percentInWords(yes_percent, predictions)} yes.`]
      : []
  }
  return leading_percent <= 50
    ? [`No option has more than ${percentInWords(leading_percent, predictions)} in ${named(contested)}.`]
    : []
}

const closingSentence = (closing: ClosingAfterDay): string =>
  `The next to close is ${named(closing)}, on ${dayInWords(closing.closes_at)}.`

/** What the summary of a day is written from. */
export type DailySummaryRequest = Omit<InsightsOfDay, "generated_by" | "summary">

/**
 * Writes the summary of a day in one to five sentences: its figures, the largest move, the resolved question with the
 * most predictions, the narrowest split, and what closes next. Questions are quoted by their first 120 characters.
 */
export const dailySummary = (request: DailySummaryRequest): string =>
  [
    figuresSentence(request),
    ...request.movers.slice(0, 1).map(moverSentence),
    ...request.resolved.slice(0, 1).map(resolvedSentence),
    ...request.contested.slice(0, 1).flatMap(contestedSentence),
    ...request.closing_soon.slice(0, 1).map(closingSentence)
  ].join(" ")
