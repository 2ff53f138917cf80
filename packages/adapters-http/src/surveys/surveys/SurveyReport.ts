import { counted, type Interval } from "@auspex/domain/kernel"
import { listed } from "@auspex/domain/text"
import { shownPercent } from "@auspex/domain/consensus"
import {
  type FamilyShare,
  leadingOptions,
  type QuestionChange,
  type SplitAlert,
  type Survey,
  type SurveyComparison,
  type SurveyQuestionRow,
  type SurveyFigures
} from "@auspex/domain/surveys"
import { markdownTable, markdownText } from "../../kit/MarkdownText.ts"
import { dayText } from "../../kit/TimeTicks.ts"

/** The data of a report. */
export interface SurveyReportInput {
  readonly survey: Pick<Survey, "title" | "description" | "opened_at" | "closed_at">
  readonly results: SurveyFigures
}

/** A share of so many voices with its interval. */
const share = (percent: number, { high, low }: Interval, voices: number): string => {
  const [at, from, to] = [percent, low, high].map((one) => shownPercent(one, voices))
  return `${at} % (${from} to ${to})`
}

/** Points between the shares of so many voices, with their sign. */
const points = (value: number, voices: number): string => {
  const shown = shownPercent(value, voices)
  return `${shown > 0 ? "+" : shown < 0 ? "−" : ""}${Math.abs(shown)}`
}

const sideOf = ({ leading_option }: { readonly leading_option?: string }): string =>
  leading_option === undefined ? "yes" : markdownText(leading_option)

/** Yes, or all options that lead. */
const leadersOf = (row: SurveyQuestionRow): string => {
  const leaders = leadingOptions(row).map(markdownText)
  return leaders.length === 0 ? "yes" : `${listed(leaders)}${leaders.length > 1 ? " each" : ""}`
}

/** The parts of a report with a blank line between them. */
const joined = (parts: ReadonlyArray<string>): string => `${parts.filter((part) => part !== "").join("\n\n")}\n`

const bullets = (lines: ReadonlyArray<string>): string => lines.map((line) => `- ${line}`).join("\n")

const runOf = ({ closed_at, opened_at }: Pick<Survey, "closed_at" | "opened_at">): string => {
  const from = opened_at === null ? "" : `opened on ${dayText(opened_at)}`
  return `${from}, ${closed_at === null ? "still open" : `closed on ${dayText(closed_at)}`} (UTC)`
}

/**
 * The results of a survey as a report in Markdown: the questions and who answered, each question with its interval,
 * contested and agreed questions, and splits between model families.
 */
export const surveyReport = ({ results, survey }: SurveyReportInput): string =>
  joined([
    `# ${markdownText(survey.title)}`,
    markdownText(survey.description),
    results.provisional === true
      ? "**Provisional.** The survey is still open: these are the answers so far, and they can change."
      : "",
    summary({ results, survey }),
    "## Questions",
    questionTable(results),
    "The share of agents is that of yes or, where options are named, of each of them, the leading ones. In brackets stand 95 % "
    + "intervals on the effective number of agents: those of one owner, and of one model family, are not independent.",
    ranking("Most contested", "The smallest leads of the first side over the next.", results.analytics.most_contested),
    ranking("Highest consensus", "The largest leads.", results.analytics.highest_consensus),
    ...families(results),
    ...splits(results.analytics.split_alerts),
    ...balance(results)
  ])

const summary = ({ results, survey }: SurveyReportInput): string => {
  const { analytics, assigned_agents, completed_agents, completed_interval, completed_rate, total_agents } = results
  const panel = assigned_agents === 0
    ? `nobody was assigned; ${counted(total_agents, "account")} answered`
    : `${counted(assigned_agents, "agent")} assigned; ${counted(total_agents, "account")} answered`
  return bullets([
    `**When:** ${runOf(survey)}`,
    `**Panel:** ${panel}`,
    `**Completed:** ${completed_agents} answered every question, ${
      share(completed_rate, completed_interval, Math.max(assigned_agents, total_agents))
    }`,
    `**Answers:** ${counted(analytics.total_predictions, "answer")} to ${
      counted(results.questions.length, "question")
    }`,
    ...(analytics.total_predictions === 0
      ? []
      : [
        `**Mean confidence:** ${
          share(analytics.avg_confidence, analytics.confidence_interval, analytics.total_predictions)
        }`
      ])
  ])
}

const questionTable = ({ questions }: SurveyFigures): string =>
  questions.length === 0 ? "There are no questions." : markdownTable(
    ["Question", "Answers", "Share", "Side", "Lead", "Confidence"],
    questions.map((row) => [
      markdownText(row.question),
      String(row.prediction_count),
      ...(row.prediction_count === 0
        ? ["", "", "", ""]
        : [
          share(row.yes_percent, row.interval, row.prediction_count),
          leadersOf(row),
          String(shownPercent(row.lead_percent, row.prediction_count)),
          share(row.avg_confidence, row.confidence_interval, row.prediction_count)
        ])
    ])
  )

/** Which side leads, and by how much. */
const leadOf = ({ lead_percent, leading_option, prediction_count, yes_percent }: SurveyQuestionRow): string => {
  if (lead_percent === 0) return "a tie"
  const side = leading_option === undefined ? (yes_percent > 50 ? "yes" : "no") : markdownText(leading_option)
  return `${side} leads by ${shownPercent(lead_percent, prediction_count)} points`
}

const ranking = (title: string, meaning: string, rows: ReadonlyArray<SurveyQuestionRow>): string =>
  rows.length === 0 ?
    "" :
    `## ${title}\n\n${meaning}\n\n` + rows.map((row, at) =>
      `${at + 1}. ${markdownText(row.question)} ${share(row.yes_percent, row.interval, row.prediction_count)} ${
        leadersOf(row)
      }; ${leadOf(row)}`
    ).join("\n")

const families = ({ analytics: { family_agreement, model_agreement } }: SurveyFigures): ReadonlyArray<string> =>
  model_agreement.length === 0 ? [] : [
    "## Model families",
    family_agreement.percent === null
      ? "No two families took sides on the same question."
      : `In ${share(family_agreement.percent, family_agreement.interval, family_agreement.comparisons)} of ${
        counted(family_agreement.comparisons, "comparison")
      } two families took the same side.`,
    markdownTable(
      ["Family", "Answers", "Share", "Agreement with the others"],
      model_agreement.map((row) => [
        row.model_family,
        String(row.total_predictions),
        share(row.avg_yes_percent, row.interval, row.total_predictions),
        row.agreement_percent === null
          ? ""
          : share(row.agreement_percent, row.agreement_interval, row.comparisons)
      ])
    )
  ]

const familyText = ({ interval, model_family, prediction_count, yes_percent }: FamilyShare): string =>
  `${model_family} ${share(yes_percent, interval, prediction_count)}`

const splits = (alerts: ReadonlyArray<SplitAlert>): ReadonlyArray<string> => [
  "## Splits",
  alerts.length === 0
    ? "On no question are the 95 % intervals of two model families apart."
    : "Questions on which the 95 % intervals of two model families do not overlap, with the two that are farthest apart. "
      + "No correction is made for the number of pairs.",
  bullets(
    alerts.map((alert) =>
      `${markdownText(alert.question)} ${sideOf(alert)}: ${familyText(alert.lower)} against ${
        familyText(alert.higher)
      }, ${
        shownPercent(alert.gap_percent, Math.min(alert.lower.prediction_count, alert.higher.prediction_count))
      } points apart`
    )
  )
]

const balance = ({ analytics: { panel } }: SurveyFigures): ReadonlyArray<string> =>
  panel.agents === 0 ? [] : [
    "## Who answered",
    bullets([
      `${counted(panel.agents, "account")}, worth **${panel.effective_agents.toFixed(1)} independent voices**`,
      `${counted(panel.owners, "owner")}, as many as ${panel.effective_owners.toFixed(1)} with equally many agents`,
      `${panel.families.length} model ${panel.families.length === 1 ? "family" : "families"}, as many as ${
        panel.effective_families.toFixed(1)
      } with equally many agents: ${
        panel.families.map(({ agents, model_family, percent }) => `${model_family} ${agents} (${percent.toFixed(0)} %)`)
          .join(", ")
      }`
    ])
  ]

/** A change with its interval, as exact as the smaller of the two runs. */
const changeText = ({ after_count, before_count, change, interval }: QuestionChange): string => {
  const [at, from, to] = [change, interval.low, interval.high].map((one) =>
    points(one, Math.min(before_count, after_count))
  )
  return `${at} (${from} to ${to})`
}

/**
 * The comparison of two surveys as a report in Markdown: the questions that both runs have, and the questions of a
 * single run.
 */
export const comparisonReport = (comparison: SurveyComparison): string => {
  const { after, before, only_after, only_before, provisional, questions } = comparison
  const changed = questions.filter((question) => question.changed).length
  const only = (title: string, rows: SurveyComparison["only_before"]): string =>
    rows.length === 0 ? "" : `## ${title}\n\n${bullets(rows.map(({ question }) => markdownText(question)))}`
  return joined([
    `# ${markdownText(before.title)} and ${markdownText(after.title)}`,
    provisional === true ? "**Provisional.** One of the surveys is still open: its answers can change." : "",
    bullets([
      `**Before:** ${markdownText(before.title)}, ${runOf(before)}`,
      `**After:** ${markdownText(after.title)}, ${runOf(after)}`
    ]),
    questions.length === 0
      ? "The surveys have no question in common."
      : `${changed} of ${
        counted(questions.length, "common question")
      } changed: the 95 % interval of the change excludes 0.`,
    questions.length === 0 ? "" : markdownTable(
      ["Question", "Side", "Before", "After", "Change in points", "Changed"],
      questions.map((row) => [
        markdownText(row.question),
        row.option === undefined ? "yes" : markdownText(row.option),
        `${shownPercent(row.before_percent, row.before_count)} % of ${row.before_count}`,
        `${shownPercent(row.after_percent, row.after_count)} % of ${row.after_count}`,
        changeText(row),
        row.changed ? "**yes**" : "no"
      ])
    ),
    only("Only before", only_before),
    only("Only after", only_after)
  ])
}
