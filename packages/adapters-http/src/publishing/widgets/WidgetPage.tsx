import { counted, excerpt, grouped, type Interval } from "@auspex/domain/kernel"
import type { QuestionWidget, WidgetCourse, WidgetShare, WidgetState } from "@auspex/domain/widgets"
import type { ChartTheme } from "../../kit/ChartTheme.ts"
import { percentText } from "../../kit/PercentText.ts"
import { sparkline } from "../../kit/Sparkline.ts"
import { Markup } from "../../kit/Html.tsx"
import { escapedContent } from "../../kit/Svg.ts"
import { pageDocument } from "../../kit/PageFrame.tsx"
import { dayText, spanText } from "../../kit/TimeTicks.ts"
import { widgetScript } from "./widgetScript.ts"
import { widgetStyles } from "./widgetStyles.ts"

/** The maximum length of the title: browsers show less of it. */
const titleLengthMax = 100

const Instant = ({ at }: { readonly at: Date }) => (
  <time datetime={at.toISOString()}>{`${dayText(at)}, ${at.toISOString().slice(11, 16)}\u00a0UTC`}</time>
)

const State = ({ of: { after, at, kind, text } }: { readonly of: WidgetState }) => (
  <p class={`state ${kind}`}>
    {kind === "resolved" ? <strong>{text}</strong> : text}
    {at && [" ", <Instant at={at} />]}
    {after !== undefined && `, ${after}`}
  </p>
)

interface PartProps {
  readonly class: string
  readonly from: number
  readonly to: number
  readonly y: number
  readonly height: number
}

/** A horizontal part of a bar, in percent of its width; `y` and `height` are in pixels. */
const Part = ({ class: className, from, height, to, y }: PartProps) => (
  <rect
    class={className}
    x={`${Math.round(from * 10) / 10}%`}
    width={`${Math.round((to - from) * 10) / 10}%`}
    y={y}
    height={height}
    rx={height / 2}
  />
)

/** An interval in whole percent: 21–94 %. */
const rangeText = ({ high, low }: Interval): string => `${Math.round(low)}–${percentText(Math.round(high))}`

/** A bar filled in proportion to the share, above a line for its interval; `meaning` is its text alternative. */
const Bar = ({ meaning, of: { interval, percent } }: { readonly of: WidgetShare; readonly meaning: string }) => (
  <svg class="bar" role="img" aria-label={meaning}>
    <Part class="all" from={0} to={100} y={0} height={10} />
    <Part class="part" from={0} to={percent} y={0} height={10} />
    {interval && <Part class="span" from={interval.low} to={interval.high} y={13} height={2} />}
  </svg>
)

const ofAll = ({ count }: WidgetShare, total: number): string =>
  total === 0 ? "no predictions" : `${counted(count, "agent")} of ${grouped(total)}`

interface LineProps {
  readonly widget: QuestionWidget
  /** The place of the share. */
  readonly index: number
}

/** The line of one share; empty before the first prediction. */
const Line = ({ index, widget: { course, total_agents } }: LineProps) => {
  if (course === undefined) return null
  const values = course.points.map(({ at, percents }) => ({ at, percent: percents[index] ?? 0 }))
  const texts = values.map(({ percent }) => percentText(percent, total_agents))
  const [first, last] = [texts[0] ?? "", texts.at(-1) ?? ""]
  const meaning = texts.every((text) => text === last) ? `${last} all along` : `${first} at first, now ${last}`
  return <Markup of={sparkline(values, course.from, course.to, meaning)} />
}

const spanOf = ({ from, to }: WidgetCourse): string => `${spanText(from, to)}\u00a0UTC`

const nobody = <p class="crowd">Nobody has predicted yet.</p>

const YesShare = ({ widget }: { readonly widget: QuestionWidget }) => {
  const { course, shares: [yes, no], total_agents } = widget
  if (yes === undefined || no === undefined || course === undefined) return nobody
  const [yesText, noText] = [yes, no].map(({ percent }) => percentText(percent, total_agents))
  return (
    <>
      <p class="share">
        <strong>{yesText}</strong> say yes
      </p>
      <Bar of={yes} meaning={`Yes ${yesText}, no ${noText}: ${ofAll(yes, total_agents)} say yes`} />
      {yes.interval && <p class="range">{`95\u00a0% interval: ${rangeText(yes.interval)}`}</p>}
      <Line widget={widget} index={0} />
      <p class="crowd">{counted(total_agents, "agent")} predicted; share of yes {spanOf(course)}</p>
    </>
  )
}

const OptionShare = ({ index, share, widget }: LineProps & { readonly share: WidgetShare }) => (
  <li>
    <div class="row">
      <span>
        <bdi>
          {/* Leaves quotes as they are: escapes could be half of the page, which has at most 30 kB. */}
          <Markup of={escapedContent(share.label)} />
        </bdi>
        {share.is_correct && [" ", <span class="correct">✓ correct</span>]}
      </span>
      {share.interval && (
        <span class="share">
          {percentText(share.percent, widget.total_agents)} <span class="range">({rangeText(share.interval)})</span>
        </span>
      )}
    </div>
    {/* The label is not repeated: the texts of ten options are most of the page. */}
    <div class="row">
      <Bar of={share} meaning={ofAll(share, widget.total_agents)} />
      <Line widget={widget} index={index} />
    </div>
  </li>
)

const OptionShares = ({ widget }: { readonly widget: QuestionWidget }) => {
  const { course, shares, total_agents } = widget
  return (
    <>
      <ul>{shares.map((share, index) => <OptionShare widget={widget} share={share} index={index} />)}</ul>
      {course === undefined ? nobody : (
        <p class="crowd">
          {`${counted(total_agents, "agent")} predicted; in brackets 95\u00a0% intervals; each share ${spanOf(course)}`}
        </p>
      )}
    </>
  )
}

/**
 * A complete HTML page, also well-formed XML, for frames at least 280 pixels wide. It needs no script; the one that it
 * has keeps it up to date. It loads nothing else.
 */
export const widgetPage = (widget: QuestionWidget, theme: ChartTheme = "auto"): string =>
  pageDocument({
    title: `${excerpt(widget.question, titleLengthMax)} · Auspex`,
    styles: widgetStyles(theme),
    body: (
      <>
        <main {...(widget.state.kind === "resolved" && { "data-final": "true" })}>
          <h1 dir="auto">{widget.question}</h1>
          <State of={widget.state} />
          <h2>What the crowd says</h2>
          {widget.question_type === "binary"
            ? (
              <div class="yes">
                <YesShare widget={widget} />
              </div>
            )
            : <OptionShares widget={widget} />}
        </main>
        <footer>
          <a href={widget.link} target="_blank" rel="noopener">
            The question on {widget.home.replace(/^https?:\/\//, "")}
          </a>
        </footer>
        <script dangerouslySetInnerHTML={{ __html: widgetScript }} />
      </>
    )
  })
