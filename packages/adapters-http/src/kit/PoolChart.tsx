import { downsample } from "@auspex/domain/history"
import { wholeInterval, wholePercent } from "./Figures.tsx"
import { ChartDrawing, coordinate, type DrawingSize, PercentGrid } from "./ChartDrawing.tsx"
import { linearScale, type Scale } from "./Scale.ts"
import { timeTicks } from "./TimeTicks.ts"

/** A moment of a pool's history: the answer that was added, and the pool with it. Percentages of yes. */
export interface PoolMoment {
  readonly at: Date
  readonly stated: number
  readonly probability: number
  readonly low: number
  readonly high: number
}

interface Size extends DrawingSize {
  /** Room for the labels at the right of the line. */
  readonly right: number
  readonly ticksMax: number
}

const sizes: ReadonlyArray<Size> = [
  { name: "wide", width: 680, height: 260, right: 92, ticksMax: 6 },
  { name: "narrow", width: 328, height: 220, right: 14, ticksMax: 4 }
]
const left = 44
const [top, bottom] = [12, 26]

/** The interval is drawn from this many answers on: with one or two it covers nearly everything. */
const bandFrom = 3

/** The most moments that are drawn, the ones that shape the line: with many thousands the page would be as long. */
const momentsMax = 200

const thinned = (moments: ReadonlyArray<PoolMoment>): ReadonlyArray<PoolMoment> =>
  downsample(moments, momentsMax, ({ at }) => at.getTime(), ({ probability }) => probability)

/** A line that stays at a value until the next one. */
const stepsOf = (
  moments: ReadonlyArray<PoolMoment>,
  end: Date,
  [x, y]: readonly [Scale, Scale],
  valueOf: (moment: PoolMoment) => number
): ReadonlyArray<readonly [x: string, y: string]> =>
  moments.flatMap((moment, place) => {
    const until = moments[place + 1]?.at ?? end
    const height = coordinate(y(valueOf(moment)))
    return [[coordinate(x(moment.at.getTime())), height], [coordinate(x(until.getTime())), height]] as const
  })

const pathOf = (points: ReadonlyArray<readonly [string, string]>): string =>
  points.map(([x, y], place) => `${place === 0 ? "M" : "L"}${x} ${y}`).join("")

interface PoolChartProps {
  readonly moments: ReadonlyArray<PoolMoment>
  readonly end: Date
  /** What it shows, in one sentence. */
  readonly title: string
}

const Drawing = ({ end, moments, size, title }: PoolChartProps & { readonly size: Size }) => {
  const { height, name, right, ticksMax, width } = size
  const edge = width - right
  const first = moments[0]!
  const last = moments.at(-1)!
  const x = linearScale([first.at.getTime(), end.getTime()], [left + 12, edge])
  const y = linearScale([0, 100], [height - bottom, top])
  const shown = thinned(moments)
  const banded = thinned(moments.slice(bandFrom - 1))
  const scales = [x, y] as const
  const band = [
    ...stepsOf(banded, end, scales, ({ high }) => high),
    ...stepsOf(banded, end, scales, ({ low }) => low).toReversed()
  ]
  return (
    <ChartDrawing size={size} id="history" title={title}>
      <PercentGrid left={left} right={edge} y={y} />
      {timeTicks(first.at, end, ticksMax).map((tick) => (
        <text x={coordinate(x(tick.at.getTime()))} y={height - 6} text-anchor="middle">{tick.label}</text>
      ))}
      {banded.length > 0 && <path class="band" opacity=".55" d={`${pathOf(band)}Z`} />}
      <path class="line" d={pathOf(stepsOf(shown, end, scales, ({ probability }) => probability))} />
      {shown.map((moment) => (
        <circle class="ring" cx={coordinate(x(moment.at.getTime()))} cy={coordinate(y(moment.stated))} r="4" />
      ))}
      <circle class="point" cx={edge} cy={coordinate(y(last.probability))} r="4.5" />
      {name === "wide"
        ? (
          <text class="strong" x={edge + 10} y={coordinate(y(last.probability) + 4)}>
            {wholePercent(last.probability)} pooled
          </text>
        )
        : (
          <text
            class="strong"
            x={edge}
            y={coordinate(y(last.probability) + (last.probability > 50 ? 22 : -14))}
            text-anchor="end"
          >
            {wholePercent(last.probability)} pooled
          </text>
        )}
    </ChartDrawing>
  )
}

/** The history of a pool: each answer as a ring, the pool as a line within its interval. Needs an answer. */
export const PoolChart = (props: PoolChartProps) => <>{sizes.map((size) => <Drawing {...props} size={size} />)}</>

/** The history in a sentence. */
export const poolStory = (moments: ReadonlyArray<PoolMoment>): string => {
  const [first, last] = [moments[0]!, moments.at(-1)!]
  return moments.length === 1
    ? `History: one voice gives yes ${wholePercent(first.stated)}.`
    : `History: the pooled probability of yes went from ${wholePercent(first.probability)} with one voice to ${
      wholePercent(last.probability)
    } with ${moments.length}, 95\u00a0% interval ${wholeInterval(last)}. The same figures are in the table below.`
}
