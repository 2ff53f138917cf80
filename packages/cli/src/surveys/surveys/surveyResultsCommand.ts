import {
  comparisonReport,
  surveyChart,
  surveyComparisonCsv,
  surveyReport,
  surveyResultsCsv
} from "@auspex/adapters-http/pictures"
import { listed } from "@auspex/domain/text"
import { shownPercent } from "@auspex/domain/consensus"
import {
  leadingOptions,
  type QuestionChange,
  type SplitAlert,
  type SurveyComparison,
  type SurveyQuestionResult,
  type SurveyResults
} from "@auspex/domain/surveys"
import { Effect } from "effect"
import { withConnection } from "../../kit/connection/connect.ts"
import {
  type CommandHandler,
  type Invocation,
  isOutputFormat,
  type ReportFormat,
  type TargetFlags
} from "../../kit/invocation/Invocation.ts"
import { percent } from "../../kit/output/percent.ts"
import { printDocument, printNote, printRecord, printRows } from "../../kit/output/print.ts"
import type { Column } from "../../kit/output/table.ts"

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

const shareText = (percent: number, { high, low }: Interval, voices: number): string => {
  const [share, from, to] = [percent, low, high].map((one) => shownPercent(one, voices))
  return `${share} % (${from}-${to})`
}

const resultColumns = (
  splits: ReadonlyMap<string, SplitAlert>
): ReadonlyArray<Column<SurveyQuestionResult>> => [
  { header: "ANSWERS", value: (row) => row.prediction_count, right: true },
  {
    header: "YES OR LEADING",
    value: (row) => shareText(row.yes_percent, row.interval, row.prediction_count),
    right: true
  },
  { header: "CONFIDENCE", value: (row) => shownPercent(row.avg_confidence, row.prediction_count), right: true },
  {
    header: "SPLIT",
    value: (row) => {
      const split = splits.get(row.question_id)
      return split === undefined ? undefined : `${split.lower.model_family} < ${split.higher.model_family}`
    },
    colour: () => "yellow"
  },
  { header: "OPTION", value: (row) => listed(leadingOptions(row)), shrinks: true },
  { header: "QUESTION", value: (row) => row.question, shrinks: true }
]

const printResults = (call: Invocation<ReportFlags>, results: SurveyResults) =>
  Effect.gen(function*() {
    const { analytics, assigned_agents, completed_interval, completed_rate, provisional, total_agents } = results
    const { panel, split_alerts } = analytics
    yield* printRecord(tabular(call), { ...results }, {
      agents: total_agents,
      completed: shareText(completed_rate, completed_interval, assigned_agents || total_agents),
      predictions: analytics.total_predictions,
      avg_confidence: shownPercent(analytics.avg_confidence, analytics.total_predictions),
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

const points = (value: number, voices: number): string => {
  const shown = shownPercent(value, voices)
  return `${shown > 0 ? "+" : ""}${shown}`
}

/** A change with its interval, as exact as the smaller of the two runs. */
const changeText = ({ after_count, before_count, change, interval }: QuestionChange): string => {
  const [at, from, to] = [change, interval.low, interval.high].map((one) =>
    points(one, Math.min(before_count, after_count))
  )
  return `${at} (${from} to ${to})`
}

const changeColumns: ReadonlyArray<Column<QuestionChange>> = [
  {
    header: "BEFORE",
    value: (row) => `${percent(row.before_percent / 100, row.before_count)} of ${row.before_count}`,
    right: true
  },
  {
    header: "AFTER",
    value: (row) => `${percent(row.after_percent / 100, row.after_count)} of ${row.after_count}`,
    right: true
  },
  {
    header: "CHANGE IN POINTS",
    value: changeText,
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
