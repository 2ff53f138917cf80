import { questionPath } from "../../kernel/pagePaths.ts"
import { shareInterval } from "../../forecasting/consensus/Consensus.ts"
import { effectiveAgents } from "../../forecasting/consensus/EffectiveAgents.ts"
import { outcomeText } from "../../community/feed/FeedItem.ts"
import { excerpt } from "../../kernel/Excerpt.ts"
import type { Interval } from "../../kernel/Interval.ts"
import type { QuestionRow } from "../../forecasting/questions/QuestionRow.ts"
import { windowState } from "../../forecasting/questions/PredictionWindow.ts"
import { surveysAreOver } from "../../forecasting/questions/QuestionSurveys.ts"
import { type WidgetCourse, widgetCourse } from "./WidgetCourse.ts"
import type { WidgetFacts } from "./WidgetStore.ts"

/** The status of a question as a sentence with an optional instant. */
export interface WidgetState {
  readonly kind: "open" | "waiting" | "closed" | "resolved"
  readonly text: string
  /** Shown after `text`. */
  readonly at?: Date
  /** Shown after the instant. */
  readonly after?: string
}

/** The number of predictions for an answer, and their percentage of all (0-100). */
export interface WidgetShare {
  readonly label: string
  readonly count: number
  readonly percent: number
  /** The 95 % interval of the percentage; absent before the first prediction. */
  readonly interval?: Interval
  /** Whether the resolution names this option. */
  readonly is_correct: boolean
}

/** A question as embedded in pages of other sites. */
export interface QuestionWidget {
  readonly question: string
  readonly question_type: "binary" | "multi"
  readonly state: WidgetState
  readonly total_agents: number
  /** `Yes` and `No`, or all options in the order of the question. */
  readonly shares: ReadonlyArray<WidgetShare>
  /** How the shares developed; absent before the first prediction. */
  readonly course?: WidgetCourse
  /** The absolute URL of the question. */
  readonly link: string
  /** The public base URL of the platform. */
  readonly home: string
}

const stateOf = (row: QuestionRow, now: Date): WidgetState => {
  if (row.status === "resolved") {
    return {
      kind: "resolved",
      // All correct options may be long, and are marked in the list.
      text: excerpt(outcomeText(row)),
      ...(row.resolved_at === null ? {} : { at: row.resolved_at })
    }
  }
  if (windowState({ ...row, now }).prediction_window_open) {
    return { kind: "open", text: "Open until", at: row.window_ends_at }
  }
  if (row.waits_for_parent) return { kind: "waiting", text: "Opens if the question before it resolves that way" }
  if (row.opens_at !== null && row.opens_at.getTime() > now.getTime()) {
    return { kind: "waiting", text: "Opens on", at: row.opens_at }
  }
  if (row.status === "open" && surveysAreOver(row)) {
    return { kind: "closed", text: "Its surveys closed on", at: row.window_ends_at, after: "not resolved yet" }
  }
  return { kind: "closed", text: "Closed on", at: row.closed_at ?? row.window_ends_at, after: "not resolved yet" }
}

/** The widget of a public question as of the database's `now`. A void question keeps its shares. */
export const questionWidget = (row: QuestionRow, now: Date, facts: WidgetFacts, home: string): QuestionWidget => {
  const said = row.options === null
    ? [["Yes", row.yes_count] as const, ["No", row.no_count] as const]
    : row.options.map((option, index) => [option, row.option_counts?.[index] ?? 0] as const)
  const total = row.prediction_count
  const effective = effectiveAgents(facts.similarity)
  const course = widgetCourse(row, now, facts.snapshots)
  return {
    question: row.question,
    question_type: row.question_type,
    state: stateOf(row, now),
    total_agents: total,
    shares: said.map(([label, count]) => ({
      label,
      count,
      percent: total === 0 ? 0 : (count * 100) / total,
      ...(total === 0 ? {} : { interval: shareInterval(count, total, effective) }),
      is_correct: row.options !== null && row.correct_options?.includes(label) === true
    })),
    ...(course === undefined ? {} : { course }),
    link: `${home}${questionPath(row.id)}`,
    home
  }
}
