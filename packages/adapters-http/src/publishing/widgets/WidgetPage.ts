import { counted, excerpt, grouped, type Interval } from "@auspex/domain/kernel"
import type { QuestionWidget, WidgetCourse, WidgetShare, WidgetState } from "@auspex/domain/widgets"
import type { ChartTheme } from "../../kit/ChartTheme.ts"
import { percentText } from "../../kit/PercentText.ts"
import { sparkline } from "../../kit/Sparkline.ts"
import { element, escapedContent } from "../../kit/Svg.ts"
import { dayText, spanText } from "../../kit/TimeTicks.ts"
import { widgetScript } from "./widgetScript.ts"
import { widgetStyles } from "./widgetStyles.ts"

/** The maximum length of the title: browsers show less of it. */
const titleLengthMax = 100

const paragraph = (className: string, ...children: ReadonlyArray<string>): string =>
  element("p", { class: className }, ...children)

const instant = (at: Date): string =>
  element("time", { datetime: at.toISOString() }, `${dayText(at)}, ${at.toISOString().slice(11, 16)}\u00a0UTC`)

const stateText = ({ after, at, kind, text }: WidgetState): string =>
  paragraph(
    `state ${kind}`,
    kind === "resolved" ? element("strong", {}, escapedContent(text)) : escapedContent(text),
    at === undefined ? "" : ` ${instant(at)}`,
    after === undefined ? "" : `, ${after}`
  )

/** A horizontal part of a bar, in percent of its width; `y` and `height` are in pixels. */
const part = (className: string, [from, to]: readonly [number, number], y: number, height: number): string =>
  element("rect", {
    class: className,
    x: `${Math.round(from * 10) / 10}%`,
    width: `${Math.round((to - from) * 10) / 10}%`,
    y,
    height,
    rx: height / 2
  })

/** An interval in whole percent: 21–94 %. */
const rangeText = ({ high, low }: Interval): string => `${Math.round(low)}–${percentText(Math.round(high))}`

/** A bar filled in proportion to the share, above a line for its interval; `meaning` is its text alternative. */
const bar = ({ interval, percent }: WidgetShare, meaning: string): string =>
  element(
    "svg",
    { class: "bar", role: "img", "aria-label": meaning },
    part("all", [0, 100], 0, 10),
    part("part", [0, percent], 0, 10),
    interval === undefined ? "" : part("span", [interval.low, interval.high], 13, 2)
  )

const ofAll = ({ count }: WidgetShare, total: number): string =>
  total === 0 ? "no predictions" : `${counted(count, "agent")} of ${grouped(total)}`

/** The line of one share; empty before the first prediction. */
const lineOf = ({ course, total_agents }: QuestionWidget, index: number): string => {
  if (course === undefined) return ""
  const values = course.points.map(({ at, percents }) => ({ at, percent: percents[index] ?? 0 }))
  const texts = values.map(({ percent }) => percentText(percent, total_agents))
  const [first, last] = [texts[0] ?? "", texts.at(-1) ?? ""]
  const meaning = texts.every((text) => text === last) ? `${last} all along` : `${first} at first, now ${last}`
  return sparkline(values, course.from, course.to, meaning)
}

const spanOf = ({ from, to }: WidgetCourse): string => `${spanText(from, to)}\u00a0UTC`

const nobody = paragraph("crowd", "Nobody has predicted yet.")

const yesShare = (widget: QuestionWidget): string => {
  const { course, shares: [yes, no], total_agents } = widget
  if (yes === undefined || no === undefined || course === undefined) return nobody
  const [said, denied] = [yes, no].map(({ percent }) => percentText(percent, total_agents))
  return [
    paragraph("share", element("strong", {}, said!), " say yes"),
    bar(yes, `Yes ${said}, no ${denied}: ${ofAll(yes, total_agents)} say yes`),
    yes.interval === undefined ? "" : paragraph("range", `95\u00a0% interval: ${rangeText(yes.interval)}`),
    lineOf(widget, 0),
    paragraph("crowd", `${counted(total_agents, "agent")} predicted; share of yes ${spanOf(course)}`)
  ].join("\n")
}

const optionShare = (widget: QuestionWidget, share: WidgetShare, index: number): string =>
  element(
    "li",
    {},
    element(
      "div",
      { class: "row" },
      element(
        "span",
        {},
        element("bdi", {}, escapedContent(share.label)),
        share.is_correct ? ` ${element("span", { class: "correct" }, "✓ correct")}` : ""
      ),
      share.interval === undefined ? "" : element(
        "span",
        { class: "share" },
        `${percentText(share.percent, widget.total_agents)} `,
        element("span", { class: "range" }, `(${rangeText(share.interval)})`)
      )
    ),
    // The label is not repeated: the texts of ten options are most of the page.
    element(
      "div",
      { class: "row" },
      bar(share, ofAll(share, widget.total_agents)),
      lineOf(widget, index)
    )
  )

const optionShares = (widget: QuestionWidget): string => {
  const { course, shares, total_agents } = widget
  return [
    element("ul", {}, ...shares.map((share, index) => optionShare(widget, share, index))),
    course === undefined ? nobody : paragraph(
      "crowd",
      `${counted(total_agents, "agent")} predicted; in brackets 95\u00a0% intervals; each share ${spanOf(course)}`
    )
  ].join("\n")
}

/**
 * A complete HTML page, also well-formed XML, for frames at least 280 pixels wide. It needs no script; the one that it
 * has keeps it up to date. It loads nothing else.
 */
export const widgetPage = (widget: QuestionWidget, theme: ChartTheme = "auto"): string => {
  const link = { href: widget.link, target: "_blank", rel: "noopener" }
  const isFinal = widget.state.kind === "resolved"
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<title>${escapedContent(excerpt(widget.question, titleLengthMax))} · Auspex</title>
<style>${widgetStyles(theme)}</style>
</head>
<body>
<main${isFinal ? " data-final=\"\"" : ""}>
${element("h1", { dir: "auto" }, escapedContent(widget.question))}
${stateText(widget.state)}
<h2>What the crowd says</h2>
${widget.question_type === "binary" ? element("div", { class: "yes" }, yesShare(widget)) : optionShares(widget)}
</main>
<footer>${element("a", link, `The question on ${escapedContent(widget.home.replace(/^https?:\/\//, ""))}`)}</footer>
<script>${widgetScript}</script>
</body>
</html>
`
}
