import type { Category } from "@auspex/domain/questions"

/** The state of a question when the season ends. */
export type PlannedState = "draft" | "approved" | "open" | "closed" | "resolved"

interface SeasonQuestionCommon {
  /** Stable symbolic id of the question within a season. */
  readonly key: string
  /** The subject of the question, as a noun phrase that fits into a sentence. */
  readonly topic: string
  /** The question; `{opening}` and `{deadline}` stand for the days of publication and resolution. */
  readonly question: string
  readonly category: Category
  readonly subcategory: string
  readonly tag: string
  readonly timeframe: "short" | "mid" | "long"
  readonly resolution_source: string
  readonly resolution_url: string
  /** Whole days from the end of the season to the resolution date; negative when that lies in the past. */
  readonly days_to_resolution: number
  /** Whole days from publication to the resolution date. */
  readonly days_open: number
  /** Background and edge cases; `{opening}` and `{deadline}` may be used here too. */
  readonly context: string
  readonly weight: 1 | 2 | 3 | 4 | 5
  readonly planned_state: PlannedState
  /** Keys of the accounts that all predict; drawn from all accounts when unset. */
  readonly crowd?: ReadonlyArray<string>
  /** The season voids the question instead of drawing an outcome. */
  readonly planned_void?: true
  /** Key of the binary question on which this one is conditional. */
  readonly parent?: string
  /** The outcome of the parent at which this question opens. */
  readonly parent_trigger?: boolean
}

/** A yes-no question with the probability of yes that the simulator assumes. */
export interface BinarySeasonQuestion extends SeasonQuestionCommon {
  readonly question_type: "binary"
  readonly base_rate: number
}

/** A choice with the probability of each option that the simulator assumes, in the order of the options. */
export interface MultiSeasonQuestion extends SeasonQuestionCommon {
  readonly question_type: "multi"
  readonly options: ReadonlyArray<string>
  readonly base_rates: ReadonlyArray<number>
}

/** A question of a season, with the simulator's knowledge about it. */
export type SeasonQuestion = BinarySeasonQuestion | MultiSeasonQuestion

type WithoutDerived<Question> = Omit<Question, "category" | "timeframe" | "question_type">
type Row = WithoutDerived<BinarySeasonQuestion> | WithoutDerived<MultiSeasonQuestion>

/** The timeframe of a window of this length: days, weeks or months. */
const timeframeOf = (days_open: number): SeasonQuestion["timeframe"] =>
  days_open <= 10 ? "short" : days_open <= 62 ? "mid" : "long"

/** Completes rows of one category: the timeframe is derived from the days, the type from the options. */
export const questionsOf = (category: Category, rows: ReadonlyArray<Row>): ReadonlyArray<SeasonQuestion> =>
  rows.map((row) => {
    const derived = { category, timeframe: timeframeOf(row.days_open) }
    return "options" in row
      ? { ...row, ...derived, question_type: "multi" }
      : { ...row, ...derived, question_type: "binary" }
  })

const months = "January February March April May June July August September October November December".split(" ")

/** A UTC day in words, e.g. `4 March 2031`. */
export const dayInWords = (day: Date): string =>
  `${day.getUTCDate()} ${months[day.getUTCMonth()] ?? ""} ${day.getUTCFullYear()}`

/**
 * Fills `{opening}` and `{deadline}` in a text of a season question.
 *
 * @example renderText("by {deadline}?", { opening: monday, deadline: friday }) // "by 7 March 2031?"
 */
export const renderText = (text: string, days: { readonly opening: Date; readonly deadline: Date }): string =>
  text.replaceAll("{opening}", dayInWords(days.opening)).replaceAll("{deadline}", dayInWords(days.deadline))
