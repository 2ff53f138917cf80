import { counted } from "@auspex/domain/kernel"
import { listed } from "@auspex/domain/text"
import { leadingOptions, type Survey, type SurveyQuestionResult, type SurveyFigures } from "@auspex/domain/surveys"
import {
  chartDocument,
  chartHead,
  type ChartMeasures,
  type ChartOptions,
  type DrawnPart,
  measuresOf
} from "../../kit/ChartFrame.ts"
import { percentText } from "../../kit/PercentText.ts"
import { linearScale, type Scale } from "../../kit/Scale.ts"
import { element, textElement } from "../../kit/Svg.ts"
import { boldWidthFactor, fitText, textWidth } from "../../kit/TextFit.ts"
import { dayText } from "../../kit/TimeTicks.ts"

/** The data of a chart of results. */
export interface SurveyChartInput {
  readonly survey: Pick<Survey, "title" | "opened_at" | "closed_at">
  readonly results: SurveyFigures
}

/** The area of the whiskers in pixels, and the scale that maps a percentage to it. */
interface Plot {
  readonly left: number
  readonly right: number
  readonly share: Scale
  readonly measures: ChartMeasures
}

/** The radius of a dot, and half the height of the end of a whisker. */
const [radius, cap] = [4.5, 4] as const

/** How many questions the text alternative names. */
const describedMax = 20

/**
 * The results of a survey as an SVG document: for each question a dot at its share of yes, or of its leading option, and
 * a whisker over the 95 % interval. Equal input gives equal documents.
 */
export const surveyChart = ({ results, survey }: SurveyChartInput, options: ChartOptions = {}): string => {
  const measures = measuresOf(options)
  const head = chartHead(measures, survey.title, underlineOf({ results, survey }))
  const { labelSize, margin, width } = measures
  const [left, right] = [margin + radius + 2, width - margin - radius - 2]
  const plot: Plot = { left, right, share: linearScale([0, 100], [left, right]), measures }
  const top = head.bottom + labelSize * 2.2
  const rows = rowsOf(results.questions, plot, top + labelSize * 0.4)
  return chartDocument(measures, options, {
    title: survey.title,
    description: descriptionOf(results),
    height: rows.bottom + margin,
    markup: head.markup + grid(plot, top, rows.bottom) + rows.markup
  })
}

const grid = ({ measures: { labelSize }, share }: Plot, top: number, bottom: number): string =>
  [0, 25, 50, 75, 100].map((percent) => {
    const x = share(percent)
    const anchor = percent === 0 ? "start" : percent === 100 ? "end" : "middle"
    return element("line", { class: percent === 50 ? "l-rule" : "l-grid", x1: x, x2: x, y1: top, y2: bottom }) +
      textElement(percentText(percent), {
        class: "f-quiet n",
        x,
        y: top - labelSize * 0.5,
        "font-size": labelSize,
        "text-anchor": anchor
      })
  }).join("")

const rowsOf = (questions: ReadonlyArray<SurveyQuestionResult>, plot: Plot, top: number): DrawnPart => {
  let bottom = top
  const markup = questions.map((question) => {
    const row = rowOf(question, plot, bottom)
    bottom = row.bottom
    return row.markup
  })
  return { markup: markup.join(""), bottom }
}

/** The question and its value in a line, or in two where the question would be cut; its whisker below. */
const rowOf = (question: SurveyQuestionResult, { left, measures: { labelSize }, right, share }: Plot, top: number) => {
  const baseline = top + labelSize * 1.5
  const value = valueOf(question, (right - left) * 0.4, labelSize)
  const room = right - left - textWidth(value, labelSize * boldWidthFactor) - labelSize
  const fits = fitText(question.question, labelSize, room) === question.question
  const valueBaseline = fits ? baseline : baseline + labelSize * 1.35
  const y = valueBaseline + labelSize * 0.9
  const texts = textElement(fitText(question.question, labelSize, right - left), {
    class: "f-ink h",
    x: left,
    y: baseline,
    "font-size": labelSize
  }) + textElement(value, {
    class: "f-ink n h",
    x: right,
    y: valueBaseline,
    "font-size": labelSize,
    "font-weight": 600,
    "text-anchor": "end"
  })
  return { markup: texts + (question.prediction_count === 0 ? "" : whisker(question, share, y)), bottom: y + labelSize }
}

const whisker = ({ interval: { high, low }, yes_percent }: SurveyQuestionResult, share: Scale, y: number): string => {
  const line = (x1: number, x2: number, y1: number, y2: number): string =>
    element("line", { class: "l-accent", "stroke-width": 2, x1, x2, y1, y2 })
  const [from, to] = [share(low), share(high)]
  return line(from, to, y, y) + line(from, from, y - cap, y + cap) + line(to, to, y - cap, y + cap) +
    element("circle", { class: "f-accent l-ground", cx: share(yes_percent), cy: y, r: radius })
}

/** The value of a question, with as much of its leading options as fits. */
const valueOf = (
  row: SurveyQuestionResult,
  optionWidth: number,
  size: number
): string => {
  const { interval: { high, low }, prediction_count, yes_percent } = row
  if (prediction_count === 0) return "no answers"
  const interval = `(${Math.round(low)}–${Math.round(high)})`
  const leaders = leadingOptions(row)
  const option = leaders.length === 0 ? "" : `${fitText(listed(leaders), size * boldWidthFactor, optionWidth)} `
  const share = `${percentText(yes_percent, prediction_count)}${leaders.length > 1 ? " each" : ""}`
  return `${option}${share} ${interval}`
}

const whatIsShown = "Share of yes, or of the leading option, with its 95 % interval"

const underlineOf = ({ results, survey: { closed_at, opened_at } }: SurveyChartInput): string => {
  const { analytics, provisional, total_agents } = results
  const closed = closed_at === null ? "" : ` · closed ${dayText(closed_at)}`
  const since = opened_at === null ? "" : ` · since ${dayText(opened_at)}`
  const when = provisional === true ? `provisional${since}` : closed.slice(3)
  const counts = `${counted(total_agents, "agent")} · ${counted(analytics.total_predictions, "answer")}`
  return `${whatIsShown} · ${counts}${when === "" ? "" : ` · ${when}`}`
}

/** The text alternative of the picture. */
const descriptionOf = ({ questions }: SurveyFigures): string => {
  if (questions.length === 0) return "The survey has no questions."
  const told = questions.slice(0, describedMax).map((row) => {
    const { interval, prediction_count, question, yes_percent } = row
    if (prediction_count === 0) return `${question} no answers.`
    const leaders = leadingOptions(row)
    const side = leaders.length === 0 ? "yes" : listed(leaders)
    const [share, low, high] = [yes_percent, interval.low, interval.high].map((one) =>
      percentText(one, prediction_count)
    )
    return `${question} ${share} ${side}${leaders.length > 1 ? " each" : ""}, from ${low} to ${high}.`
  })
  const left = questions.length - told.length
  return `${whatIsShown}. ${told.join(" ")}${left === 0 ? "" : ` And ${counted(left, "question")} more.`}`
}
