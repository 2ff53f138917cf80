import type { QuestionType } from "../../forecasting/questions/Resolution.ts"
import { dayListMax, type Mover, type PredictedOfDay } from "./InsightsOfDay.ts"
import { percentOf } from "../../kernel/percentOf.ts"

/** The minimum number of predictions for a question's shares to be meaningful. */
const highlightPredictionsMin = 5

/** The maximum lead of a contested question, as a share of its predictions. */
const contestedLeadMax = 0.3

/** How the counts of a question are indexed: yes and no, or by option, in the question's order. */
export interface DayTally {
  readonly question_type: QuestionType
  readonly options: ReadonlyArray<string> | null
}

/** A question with predictions on a given day. */
export interface QuestionOfDay extends DayTally {
  readonly question_id: string
  readonly question: string
  /** The number of predictions placed that day. */
  readonly predictions: number
  /** The counts at the start and at the end of the day. */
  readonly before: ReadonlyArray<number>
  readonly after: ReadonlyArray<number>
}

const sum = (counts: ReadonlyArray<number>): number => counts.reduce((total, count) => total + count, 0)

/**
 * The share of yes, or the leading option (the earliest on a tie) with its share; empty without predictions.
 *
 * @example leadingShare({ question_type: "binary", options: null }, [3, 1]) // { yes_percent: 75 }
 * @example leadingShare({ question_type: "multi", options: ["a", "b"] }, [1, 3]) // { leading_option: "b", leading_percent: 75 }
 */
export const leadingShare = (
  { options, question_type }: DayTally,
  counts: ReadonlyArray<number>
): Pick<PredictedOfDay, "yes_percent" | "leading_option" | "leading_percent"> => {
  const total = sum(counts)
  if (total === 0) return {}
  if (question_type === "binary" || options === null) return { yes_percent: percentOf(counts[0] ?? 0, total) }
  const leader = counts.indexOf(Math.max(...counts))
  return { leading_option: options[leader]!, leading_percent: percentOf(counts[leader]!, total) }
}

/** The lead of the strongest answer over the next, as a share of all: 0 when evenly split, 1 when unanimous. */
const leadOf = (counts: ReadonlyArray<number>): number => {
  const [first = 0, second = 0] = [...counts].sort((a, b) => b - a)
  return (first - second) / sum(counts)
}

const asListed = (question: QuestionOfDay): PredictedOfDay => ({
  question_id: question.question_id,
  question: question.question,
  predictions: question.predictions,
  ...leadingShare(question, question.after)
})

// The sort is stable, so ties keep the order of the questions.
const top = <Item>(items: ReadonlyArray<Item>, worth: (item: Item) => number): ReadonlyArray<Item> =>
  [...items].sort((a, b) => worth(b) - worth(a)).slice(0, dayListMax)

/** The questions with the most predictions of the day, with their shares at its end. */
export const mostPredicted = (questions: ReadonlyArray<QuestionOfDay>): ReadonlyArray<PredictedOfDay> =>
  top(questions, ({ predictions }) => predictions).map(asListed)

/**
 * The questions with at least five predictions on which no answer led by more than 30 percentage points at the end of
 * the day; `predictions` is their total.
 */
export const contested = (questions: ReadonlyArray<QuestionOfDay>): ReadonlyArray<PredictedOfDay> =>
  top(
    questions.filter(({ after }) => sum(after) >= highlightPredictionsMin && leadOf(after) <= contestedLeadMax),
    ({ after }) => -leadOf(after)
  ).map((question) => ({ ...asListed(question), predictions: sum(question.after) }))

const moverOf = (question: QuestionOfDay): Mover => {
  const { after, before, options, predictions, question_id, question_type } = question
  // For binary questions only yes, because no is its complement.
  const answers = question_type === "binary" || options === null ? [0] : options.map((_, index) => index)
  const [move] = answers.map((index) => {
    const from_percent = percentOf(before[index] ?? 0, sum(before))
    const to_percent = percentOf(after[index] ?? 0, sum(after))
    return { index, from_percent, to_percent, change: Math.round((to_percent - from_percent) * 100) / 100 }
  }).sort((a, b) => Math.abs(b.change) - Math.abs(a.change))
  const { index, ...shares } = move!
  return {
    question_id,
    question: question.question,
    predictions,
    ...(options === null ? {} : { option: options[index]! }),
    ...shares
  }
}

/** The largest changes of a share during the day, of questions with at least five predictions before it. */
export const movers = (questions: ReadonlyArray<QuestionOfDay>): ReadonlyArray<Mover> =>
  top(
    questions.filter(({ before }) => sum(before) >= highlightPredictionsMin).map(moverOf)
      .filter(({ change }) => change !== 0),
    ({ change }) => Math.abs(change)
  )
