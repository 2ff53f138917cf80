import { type ExportCell, type ExportColumns, exportWriter } from "@auspex/domain/exports"
import type { SplitAlert, SurveyComparison, SurveyFigures } from "@auspex/domain/surveys"

const percent = (meaning: string) => ({ type: "number", source: "computed", unit: "percent", meaning }) as const

/** The columns of the results of a survey, one row for each question. */
export const surveyResultColumns = {
  question_id: { type: "id", source: "question", meaning: "The question's id." },
  question: { type: "text", source: "question", meaning: "Its text." },
  leading_option: {
    type: "text",
    source: "computed",
    nullable: true,
    meaning: "The option that is measured; empty for binary questions, where it is yes."
  },
  tied_options: {
    type: "text",
    source: "computed",
    nullable: true,
    meaning: "Where several options have the most answers: all of them, with \"; \" between them."
  },
  prediction_count: { type: "integer", source: "computed", meaning: "The answers." },
  yes_percent: percent("The share of yes, or of the leading option."),
  yes_low: percent("The lower bound of its 95 % interval."),
  yes_high: percent("The upper bound of its 95 % interval."),
  lead_percent: percent("By how many points the first side leads the next."),
  avg_confidence: percent("The mean stated confidence; 0 without answers."),
  confidence_low: percent("The lower bound of its 95 % interval."),
  confidence_high: percent("The upper bound of its 95 % interval."),
  family_range: percent("The highest share of a model family less the lowest."),
  split_gap: {
    ...percent("Where two model families are split: the distance of their 95 % intervals."),
    nullable: true
  },
  split_lower: { type: "word", source: "computed", nullable: true, meaning: "The family with the lower share." },
  split_higher: { type: "word", source: "computed", nullable: true, meaning: "The family with the higher share." },
  provisional: { type: "boolean", source: "computed", meaning: "Whether the survey was still open." }
} as const satisfies ExportColumns

/** The columns of a comparison, one row for each question that both surveys have. */
export const surveyComparisonColumns = {
  before_id: { type: "id", source: "question", meaning: "The question's id in the first survey." },
  after_id: { type: "id", source: "question", meaning: "Its id in the second survey." },
  question: { type: "text", source: "question", meaning: "Its text in the second survey." },
  option: {
    type: "text",
    source: "computed",
    nullable: true,
    meaning: "The option that led before; of equal ones the first."
  },
  before_count: { type: "integer", source: "computed", meaning: "The answers in the first survey." },
  after_count: { type: "integer", source: "computed", meaning: "The answers in the second survey." },
  before_percent: percent("The share of yes, or of the option, in the first survey."),
  after_percent: percent("The share in the second survey."),
  change: { type: "number", source: "computed", unit: "points", meaning: "The second less the first." },
  change_low: { type: "number", source: "computed", unit: "points", meaning: "The lower bound of its 95 % interval." },
  change_high: { type: "number", source: "computed", unit: "points", meaning: "The upper bound of its 95 % interval." },
  changed: { type: "boolean", source: "computed", meaning: "Whether the interval excludes 0." },
  provisional: { type: "boolean", source: "computed", meaning: "Whether one of the surveys was still open." }
} as const satisfies ExportColumns

/** A table as CSV by RFC 4180, without formulas. */
const csvOf = <Columns extends ExportColumns>(
  columns: Columns,
  rows: ReadonlyArray<Readonly<Record<keyof Columns, ExportCell>>>
): string => {
  const { head, row } = exportWriter({ plural: "questions", columns }, "csv")
  return head + rows.map((cells) => row(Object.keys(columns).map((name) => cells[name]!))).join("")
}

/**
 * The results of a survey as CSV: UTF-8, a header, one row for each question, lines that end with CRLF. Texts that a
 * spreadsheet would take for formulas begin with an apostrophe.
 */
export const surveyResultsCsv = ({ analytics, provisional, questions }: SurveyFigures): string => {
  const splits = new Map(analytics.split_alerts.map((split): [string, SplitAlert] => [split.question_id, split]))
  return csvOf(
    surveyResultColumns,
    questions.map(({ confidence_interval, interval, leading_option = null, tied_options = [], ...row }) => {
      const split = splits.get(row.question_id)
      return {
        question_id: row.question_id,
        question: row.question,
        leading_option,
        tied_options: tied_options.length === 0 ? null : tied_options.join("; "),
        prediction_count: row.prediction_count,
        yes_percent: row.yes_percent,
        yes_low: interval.low,
        yes_high: interval.high,
        lead_percent: row.lead_percent,
        avg_confidence: row.avg_confidence,
        confidence_low: confidence_interval.low,
        confidence_high: confidence_interval.high,
        family_range: row.family_range,
        split_gap: split?.gap_percent ?? null,
        split_lower: split?.lower.model_family ?? null,
        split_higher: split?.higher.model_family ?? null,
        provisional: provisional === true
      }
    })
  )
}

/** The comparison of two surveys as CSV, like `surveyResultsCsv`. */
export const surveyComparisonCsv = ({ provisional, questions }: SurveyComparison): string =>
  csvOf(
    surveyComparisonColumns,
    questions.map(({ interval, option = null, ...row }) => ({
      before_id: row.before_id,
      after_id: row.after_id,
      question: row.question,
      option,
      before_count: row.before_count,
      after_count: row.after_count,
      before_percent: row.before_percent,
      after_percent: row.after_percent,
      change: row.change,
      change_low: interval.low,
      change_high: interval.high,
      changed: row.changed,
      provisional: provisional === true
    }))
  )
