import {
  comparisonReport,
  surveyChart,
  surveyComparisonCsv,
  surveyReport,
  surveyResultsCsv
} from "@auspex/adapters-http/render"
import type {
  QuestionChange,
  SplitAlert,
  SurveyComparison,
  SurveyQuestionResult,
  SurveyResults
} from "@auspex/domain/surveys"
import { Effect } from "effect"
import { withConnection } from "../connection/connect.ts"
import {
  type CommandHandler,
  type Invocation,
  isOutputFormat,
  type ReportFormat,
  type TargetFlags
} from "../invocation/Invocation.ts"
import { printDocument, printNote, printRecord, printRows } from "../output/print.ts"
import type { Column } from "../output/table.ts"

interface ReportFlags extends Omit<TargetFlags, "output"> {
  readonly output?: ReportFormat
}

/** The call with a format that every command has: a document is printed in place of a table. */
const tabular = ({ flags: { output = "table", ...flags }, ...call }: Invocation<ReportFlags>) => ({
  ...call,
  flags: { ...flags, output: isOutputFormat(output) ? output : "table" }
} satisfies Invocation<TargetFlags>)

const isJson = ({ flags: { output } }: Invocation<ReportFlags>): boolean => output === "json" || output === "ndjson"

interface Interval {
  readonly high: number
  readonly low: number
}

const shareText = (percent: number, { high, low }: Interval): string =>
  `${percent.toFixed(1)} % (${low.toFixed(1)}-${high.toFixed(1)})`

const resultColumns = (
  splits: ReadonlyMap<string, SplitAlert>
): ReadonlyArray<Column<SurveyQuestionResult>> => [
  { header: "ANSWERS", value: (row) => row.prediction_count, right: true },
  { header: "YES OR LEADING", value: (row) => shareText(row.yes_percent, row.interval), right: true },
  { header: "CONFIDENCE", value: (row) => row.avg_confidence.toFixed(1), right: true },
  {
    header: "SPLIT",
    value: (row) => {
      const split = splits.get(row.question_id)
      return split === undefined ? undefined : `${split.lower.model_family} < ${split.higher.model_family}`
    },
    colour: () => "yellow"
  },
  { header: "OPTION", value: (row) => row.leading_option, shrinks: true },
  { header: "QUESTION", value: (row) => row.question, shrinks: true }
]

const printResults = (call: Invocation<ReportFlags>, results: SurveyResults) =>
  Effect.gen(function*() {
    const { analytics, completed_interval, completed_rate, provisional, total_agents } = results
    const { panel, split_alerts } = analytics
    yield* printRecord(tabular(call), { ...results }, {
      agents: total_agents,
      completed: shareText(completed_rate, completed_interval),
      predictions: analytics.total_predictions,
      avg_confidence: analytics.avg_confidence,
      independent_voices: panel.effective_agents,
      owners: `${panel.owners} (worth ${panel.effective_owners})`,
      families: `${panel.families.length} (worth ${panel.effective_families})`,
      splits: split_alerts.length,
      provisional: provisional === true
    })
    if (isJson(call)) return
    const splits = new Map(split_alerts.map((split) => [split.question_id, split]))
    yield* printRows(tabular(call), results.questions, resultColumns(splits), undefined)
  })

/** `auspex surveys results`; without an admin key those of a closed survey, which are public. */
export const surveyResults =
  ((call: Invocation<ReportFlags>) =>
    withConnection(tabular(call), ({ administers, api: { surveys } }) =>
      Effect.gen(function*() {
        const path = { id: call.args[0]! }
        const results = yield* administers ? surveys.adminSurveyResults({ path }) : surveys.surveyResults({ path })
        const { output } = call.flags
        if (output === "csv") return yield* printDocument(call, surveyResultsCsv(results))
        if (output !== "markdown" && output !== "svg") return yield* printResults(call, results)
        const { survey } = yield* administers ? surveys.adminSurvey({ path }) : surveys.survey({ path })
        const input = { survey, results }
        yield* printDocument(call, output === "svg" ? `${surveyChart(input)}\n` : surveyReport(input))
      }), "optional")) satisfies CommandHandler

const points = (value: number): string => `${value > 0 ? "+" : ""}${value.toFixed(1)}`

const changeColumns: ReadonlyArray<Column<QuestionChange>> = [
  { header: "BEFORE", value: (row) => `${row.before_percent.toFixed(1)} % of ${row.before_count}`, right: true },
  { header: "AFTER", value: (row) => `${row.after_percent.toFixed(1)} % of ${row.after_count}`, right: true },
  {
    header: "CHANGE IN POINTS",
    value: (row) => `${points(row.change)} (${points(row.interval.low)} to ${points(row.interval.high)})`,
    right: true
  },
  {
    header: "CHANGED",
    value: (row) => row.changed ? "yes" : "no",
    colour: (row) => row.changed ? "yellow" : undefined
  },
  { header: "OPTION", value: (row) => row.option, shrinks: true },
  { header: "QUESTION", value: (row) => row.question, shrinks: true }
]

const printComparison = (call: Invocation<ReportFlags>, comparison: SurveyComparison) =>
  Effect.gen(function*() {
    const { after, before, only_after, only_before, provisional, questions } = comparison
    yield* printRecord(tabular(call), { ...comparison }, {
      before: before.title,
      after: after.title,
      common_questions: questions.length,
      changed: questions.filter(({ changed }) => changed).length,
      only_before: only_before.length,
      only_after: only_after.length,
      provisional: provisional === true
    })
    if (isJson(call)) return
    yield* questions.length === 0
      ? printNote(call, "the surveys have no question in common")
      : printRows(tabular(call), questions, changeColumns, undefined)
  })

/** `auspex surveys compare`. */
export const compareSurveys =
  ((call: Invocation<ReportFlags>) =>
    withConnection(tabular(call), ({ api }) =>
      Effect.gen(function*() {
        const [id, other_id] = [call.args[0]!, call.args[1]!]
        const comparison = yield* api.surveys.compareSurveys({ path: { id, other_id } })
        const { output } = call.flags
        if (output === "csv") return yield* printDocument(call, surveyComparisonCsv(comparison))
        if (output === "markdown") return yield* printDocument(call, comparisonReport(comparison))
        yield* printComparison(call, comparison)
      }))) satisfies CommandHandler
