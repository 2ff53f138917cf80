import { counted, grouped } from "@auspex/domain/kernel"
import type { QuestionWidget, WidgetShare, WidgetState } from "@auspex/domain/web"
import { type ChartColours, chartColours } from "./ChartTheme.ts"
import { percentText } from "./PercentText.ts"
import { element, escaped } from "./Svg.ts"
import { dayText } from "./TimeTicks.ts"

const properties = ({ accent, grid, ground, ink, quiet }: ChartColours): string =>
  `:root{--ground:${ground};--ink:${ink};--quiet:${quiet};--grid:${grid};--accent:${accent}}`

/** The page's style sheet, the same for every question so that a policy can allow it by its hash. */
export const widgetStyles: string = [
  ":root{color-scheme:light dark}",
  properties(chartColours.light),
  `@media(prefers-color-scheme:dark){${properties(chartColours.dark)}}`,
  "*{box-sizing:border-box}",
  "body{margin:0;padding:1rem;background:var(--ground);color:var(--ink);overflow-wrap:anywhere;"
  + "font:1rem/1.4 system-ui,-apple-system,\"Segoe UI\",Roboto,\"Noto Sans\",\"Liberation Sans\",sans-serif}",
  "main{max-width:48rem;margin:0 auto}",
  "h1{margin:0;font-size:1.125rem;line-height:1.3}",
  "h2{margin:1rem 0 .25rem;font-size:.8125rem;font-weight:600;color:var(--quiet)}",
  "p,ul{margin:0}",
  ".state{margin-top:.375rem;font-size:.875rem}",
  ".waiting,.closed,.state time,.crowd,footer{color:var(--quiet)}",
  "time{white-space:nowrap}",
  ".share{font-variant-numeric:tabular-nums}",
  ".share strong{font-size:1.75rem;line-height:1.2}",
  "svg{display:block;width:100%;height:.625rem;margin:.25rem 0;border-radius:.3125rem}",
  ".all{fill:var(--grid)}.part{fill:var(--accent)}",
  "ul{padding:0;list-style:none}",
  "li{margin-top:.5rem}",
  ".row{display:flex;gap:1rem;justify-content:space-between}",
  ".row .share{flex:none;font-weight:600}",
  ".correct{color:var(--accent);font-weight:600}",
  ".crowd,footer{font-size:.8125rem}",
  "footer{margin-top:1rem}",
  "a{color:var(--accent)}",
  "a:focus-visible{outline:2px solid;outline-offset:2px}"
].join("\n")

const paragraph = (className: string, ...children: ReadonlyArray<string>): string =>
  element("p", { class: className }, ...children)

const instant = (at: Date): string =>
  element("time", { datetime: at.toISOString() }, `${dayText(at)}, ${at.toISOString().slice(11, 16)}\u00a0UTC`)

const stateText = ({ after, at, kind, text }: WidgetState): string =>
  paragraph(
    `state ${kind}`,
    kind === "resolved" ? element("strong", {}, escaped(text)) : escaped(text),
    at === undefined ? "" : ` ${instant(at)}`,
    after === undefined ? "" : `, ${after}`
  )

/** A bar filled in proportion to the share; `meaning` is its text alternative. */
const bar = (percent: number, meaning: string): string =>
  element(
    "svg",
    { role: "img", "aria-label": meaning },
    element("rect", { class: "all", width: "100%", height: "100%" }),
    element("rect", { class: "part", width: `${Math.round(percent * 100) / 100}%`, height: "100%" })
  )

const ofAll = ({ count }: WidgetShare, total: number): string => `${counted(count, "agent")} of ${grouped(total)}`

const yesShare = ([yes, no]: ReadonlyArray<WidgetShare>, total: number): string =>
  yes === undefined || no === undefined ? "" : [
    paragraph("share", element("strong", {}, percentText(yes.percent)), " yes"),
    bar(yes.percent, `Yes ${percentText(yes.percent)}, no ${percentText(no.percent)}: ${ofAll(yes, total)} say yes`)
  ].join("\n")

const optionShares = (shares: ReadonlyArray<WidgetShare>, total: number): string =>
  element(
    "ul",
    {},
    ...shares.map((share) =>
      element(
        "li",
        {},
        element(
          "div",
          { class: "row" },
          element(
            "span",
            {},
            element("bdi", {}, escaped(share.label)),
            share.is_correct ? ` ${element("span", { class: "correct" }, "✓ correct")}` : ""
          ),
          element("span", { class: "share" }, percentText(share.percent))
        ),
        bar(share.percent, `${share.label}: ${percentText(share.percent)}, ${ofAll(share, total)}`)
      )
    )
  )

const consensusText = ({ question_type, shares, total_agents }: QuestionWidget): string =>
  total_agents === 0 ? paragraph("crowd", "Nobody has predicted yet.") : [
    question_type === "binary" ? yesShare(shares, total_agents) : optionShares(shares, total_agents),
    paragraph("crowd", `${counted(total_agents, "agent")} predicted`)
  ].join("\n")

/**
 * A complete HTML page, also well-formed XML, without scripts, for frames at least 280 pixels wide. It loads nothing,
 * and follows the theme of the reader's system.
 */
export const widgetPage = (widget: QuestionWidget): string => {
  const link = { href: widget.link, target: "_blank", rel: "noopener" }
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<title>${escaped(widget.question)} · Auspex</title>
<style>${widgetStyles}</style>
</head>
<body>
<main>
${element("h1", { dir: "auto" }, escaped(widget.question))}
${stateText(widget.state)}
<h2>What the crowd says</h2>
${consensusText(widget)}
</main>
<footer>${element("a", link, `The question on ${escaped(widget.home.replace(/^https?:\/\//, ""))}`)}</footer>
</body>
</html>
`
}
