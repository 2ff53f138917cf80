import type { Interval } from "@auspex/domain/kernel"
import { shownPercent } from "@auspex/domain/consensus"
import type { CountedRow, PanelResults, ResponseResults } from "@auspex/domain/surveyLinks"
import { barText } from "../../kit/output/BarText.ts"
import { percent } from "../../kit/output/percent.ts"
import { cutTo, printable, widthOf, wrapTo } from "../../kit/output/printable.ts"
import type { Style } from "../../kit/output/Style.ts"

/** How results are drawn. */
export interface ResponsesLayout {
  readonly columns: number
  readonly isAscii: boolean
  readonly style: Style
}

/** The length of a bar, and the longest name of an option beside it, in columns. */
const barColumns = 20
const nameColumnsMax = 32

const indent = "   "

/** An interval of a share of so many voices. */
const rangeText = ({ high, low }: Interval, voices: number): string =>
  `(${shownPercent(low * 100, voices)}-${shownPercent(high * 100, voices)})`

/** An option with its share. */
interface Bar {
  readonly name: string
  readonly share: number
  readonly interval: Interval | null
  readonly after: string
}

/** The shares of so many voices. */
const bars = (
  { isAscii, style }: ResponsesLayout,
  voices: number,
  rows: ReadonlyArray<Bar>
): ReadonlyArray<string> => {
  const names = rows.map(({ name }) => cutTo(printable(name), nameColumnsMax))
  const width = Math.max(0, ...names.map(widthOf))
  return rows.map(({ after, interval, share }, at) => {
    const name = `${names[at]}${" ".repeat(width - widthOf(names[at]!))}`
    const range = interval === null ? "" : ` ${rangeText(interval, voices)}`
    return `${indent}${name}  ${style.green(barText(share, barColumns, { ascii: isAscii }))} ${
      percent(share, voices).padStart(7)
    }${range.padEnd(14)}${after}`.trimEnd()
  })
}

/** Mean, median and boxes of a scale. */
const scaleLines = (
  { answered, bottom_box, mean, mean_interval, median, top_box }: CountedRow
): ReadonlyArray<string> => {
  if (mean === null || median === null || top_box === null || bottom_box === null) return []
  const range = mean_interval === null ? "" : ` (${mean_interval.low.toFixed(2)}-${mean_interval.high.toFixed(2)})`
  const boxes = [top_box, bottom_box].map(({ interval, points, share }) =>
    `${points[0]}-${points.at(-1)}: ${percent(share, answered)} ${rangeText(interval, answered)}`
  )
  return [`${indent}mean ${mean.toFixed(2)}${range}, median ${median}; ${boxes.join(", ")}`]
}

const rowLines = (layout: ResponsesLayout, row: CountedRow): ReadonlyArray<string> => [
  ...(row.row === "" ? [] : [`${indent}${layout.style.bold(printable(row.row))}: ${row.answered} answered`]),
  ...(row.answered === 0 ? [] : [
    ...bars(
      layout,
      row.answered,
      row.options.map(({ count, interval, option, share }) => ({ name: option, share, interval, after: String(count) }))
    ),
    ...scaleLines(row)
  ])
]

const heading = (layout: ResponsesLayout, at: number, text: string): ReadonlyArray<string> => [
  "",
  layout.style.bold(cutTo(`${at + 1}. ${printable(text)}`, layout.columns))
]

const panelLines = (
  layout: ResponsesLayout,
  { questions, version, warning }: PanelResults,
  texts: ReadonlyMap<string, string>
): ReadonlyArray<string> => [
  "",
  layout.style.bold(`Personas, in packet ${version}`),
  ...wrapTo(warning, layout.columns),
  ...questions.flatMap(({ aggregate, answered, question_id }, at) => [
    ...heading(layout, at, texts.get(question_id) ?? question_id),
    `${indent}${answered} answered${aggregate === null ? ", in words" : ""}`,
    ...(aggregate?.rows ?? []).flatMap(({ options, row }) => [
      ...(row === "" ? [] : [`${indent}${layout.style.bold(printable(row))}`]),
      ...bars(
        layout,
        answered,
        options.map(({ interval, option, probability }) => ({ name: option, share: probability, interval, after: "" }))
      )
    ])
  ])
]

/** The results of a survey as text for a terminal: a bar for each option, people first, personas apart from them. */
export const responsesText = (results: ResponseResults, layout: ResponsesLayout): string => {
  const { by_link, panel, questions, responses, warnings } = results
  const texts = new Map(questions.map(({ question_id, text }) => [question_id, text]))
  return [
    `${responses} ${responses === 1 ? "response" : "responses"}${
      by_link.length === 0 ? "" : `: ${by_link.map((link) => `${printable(link.name)} ${link.responses}`).join(", ")}`
    }`,
    ...warnings.flatMap((warning) => wrapTo(warning, layout.columns).map((line) => layout.style.yellow(line))),
    ...questions.flatMap(({ answered, kind, rows, statement, text, unanswered }, at) => [
      ...heading(layout, at, text),
      ...(statement === null ?
        [] :
        wrapTo(printable(statement), layout.columns - indent.length).map((line) => `${indent}${line}`)),
      `${indent}${answered} answered${kind === null ? " in words" : ""}, ${unanswered} did not`,
      ...rows.flatMap((row) => rowLines(layout, row))
    ]),
    ...(panel === null ? [] : panelLines(layout, panel, texts))
  ].join("\n")
}
