import { wholeInterval, wholePercent } from "./Figures.tsx"
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

interface Size {
  readonly name: "wide" | "narrow"
  readonly width: number
  readonly height: number
  /** Room for the labels at the right of the line. */
  readonly right: number
  readonly ticksMax: number
}

// Drawn once for each width instead of being scaled, so that text keeps its size on a phone.
const sizes: ReadonlyArray<Size> = [
  { name: "wide", width: 680, height: 260, right: 92, ticksMax: 6 },
  { name: "narrow", width: 328, height: 220, right: 14, ticksMax: 4 }
]
const left = 44
const [top, bottom] = [12, 26]

/** The interval is drawn from this many answers on: with one or two it covers nearly everything. */
const bandFrom = 3

const at = (value: number): string => String(Math.round(value * 10) / 10)

/** A line that stays at a value until the next one. */
const stepsOf = (
  moments: ReadonlyArray<PoolMoment>,
  end: Date,
  [x, y]: readonly [Scale, Scale],
  valueOf: (moment: PoolMoment) => number
): ReadonlyArray<readonly [x: string, y: string]> =>
  moments.flatMap((moment, place) => {
    const until = moments[place + 1]?.at ?? end
    const height = at(y(valueOf(moment)))
    return [[at(x(moment.at.getTime())), height], [at(x(until.getTime())), height]] as const
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
  const banded = moments.slice(bandFrom - 1)
  const scales = [x, y] as const
  const band = [
    ...stepsOf(banded, end, scales, ({ high }) => high),
    ...stepsOf(banded, end, scales, ({ low }) => low).toReversed()
  ]
  const id = `history-${name}`
  return (
    <svg
      class={`chart ${name}`}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-labelledby={id}
    >
      <title id={id}>{title}</title>
      {[0, 25, 50, 75, 100].map((percent) => (
        <>
          <line class="grid" x1={left} x2={edge} y1={at(y(percent))} y2={at(y(percent))} />
          {percent % 50 === 0 && (
            <text x={left - 8} y={at(y(percent) + 4)} text-anchor="end">{`${percent}\u00a0%`}</text>
          )}
        </>
      ))}
      {timeTicks(first.at, end, ticksMax).map((tick) => (
        <text x={at(x(tick.at.getTime()))} y={height - 6} text-anchor="middle">{tick.label}</text>
      ))}
      {banded.length > 0 && <path class="band" opacity=".55" d={`${pathOf(band)}Z`} />}
      <path class="line" d={pathOf(stepsOf(moments, end, scales, ({ probability }) => probability))} />
      {moments.map((moment) => <circle class="ring" cx={at(x(moment.at.getTime()))} cy={at(y(moment.stated))} r="4" />)}
      <circle class="point" cx={edge} cy={at(y(last.probability))} r="4.5" />
      {name === "wide"
        ? (
          <text class="strong" x={edge + 10} y={at(y(last.probability) + 4)}>
            {wholePercent(last.probability)} pooled
          </text>
        )
        : (
          <text
            class="strong"
            x={edge}
            y={at(y(last.probability) + (last.probability > 50 ? 22 : -14))}
            text-anchor="end"
          >
            {wholePercent(last.probability)} pooled
          </text>
        )}
    </svg>
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
