import { optional } from "@auspex/domain/kernel"
import type { Category } from "@auspex/domain/questions"
import { Schema } from "effect"

/** The state of a question when the season ends. */
const PlannedState = Schema.Literal("draft", "approved", "open", "closed", "resolved")
export type PlannedState = typeof PlannedState.Type

const Text = Schema.NonEmptyTrimmedString
const Probability = Schema.Number.pipe(Schema.between(0, 1))

const rowFields = {
  /** Stable symbolic id of the question within a season. */
  key: Text,
  /** The subject of the question, as a noun phrase that fits into a sentence. */
  topic: Text,
  /** The question; `{opening}` and `{deadline}` stand for the days of publication and resolution. */
  question: Text,
  subcategory: Text,
  tag: Text,
  resolution_source: Text,
  resolution_url: Text,
  /** Whole days from the end of the season to the resolution date; negative when that lies in the past. */
  days_to_resolution: Schema.Int,
  /** Whole days from publication to the resolution date. */
  days_open: Schema.Int,
  /** Background and edge cases; `{opening}` and `{deadline}` may be used here too. */
  context: Text,
  weight: Schema.Literal(1, 2, 3, 4, 5),
  planned_state: PlannedState,
  /** Keys of the accounts that all predict; drawn from all accounts when unset. */
  crowd: optional(Schema.Array(Text)),
  /** The season voids the question instead of drawing an outcome. */
  planned_void: optional(Schema.Literal(true)),
  /** Key of the binary question on which this one is conditional. */
  parent: optional(Text),
  /** The outcome of the parent at which this question opens. */
  parent_trigger: optional(Schema.Boolean)
}

/** A yes-no question with the probability of yes that the simulator assumes. */
const BinaryRow = Schema.Struct({
  question_type: Schema.Literal("binary"),
  ...rowFields,
  base_rate: Probability
})

/** A choice with the probability of each option that the simulator assumes, in the order of the options. */
const MultiRow = Schema.Struct({
  question_type: Schema.Literal("multi"),
  ...rowFields,
  options: Schema.Array(Text),
  base_rates: Schema.Array(Probability)
})

/** Questions of one category, as they stand in a data file. */
export const SeasonQuestionRows = Schema.Array(Schema.Union(BinaryRow, MultiRow))

/** What is derived about a question. */
interface Derived {
  readonly category: Category
  readonly timeframe: "short" | "mid" | "long"
}

/** A yes-no question of a season. */
export type BinarySeasonQuestion = typeof BinaryRow.Type & Derived

/** A choice of a season. */
export type MultiSeasonQuestion = typeof MultiRow.Type & Derived

/** A question of a season, with the simulator's knowledge about it. */
export type SeasonQuestion = BinarySeasonQuestion | MultiSeasonQuestion

/** The timeframe of a window of this length: days, weeks or months. */
const timeframeOf = (days_open: number): SeasonQuestion["timeframe"] =>
  days_open <= 10 ? "short" : days_open <= 62 ? "mid" : "long"

/** Completes rows of one category; the timeframe is derived from the days. */
export const questionsOf = (
  category: Category,
  rows: typeof SeasonQuestionRows.Type
): ReadonlyArray<SeasonQuestion> => rows.map((row) => ({ ...row, category, timeframe: timeframeOf(row.days_open) }))

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
