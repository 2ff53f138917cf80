import { linearScale } from "../../kit/Scale.ts"
import type { ReliabilityBand } from "./reliabilityBands.ts"

interface Size {
  readonly name: "wide" | "narrow"
  readonly width: number
  readonly height: number
  /** With more bands than this, their labels would touch. */
  readonly labelsMax: number
}

// Drawn once for each width instead of being scaled, so that text keeps its size on a phone.
const sizes: ReadonlyArray<Size> = [
  { name: "wide", width: 640, height: 340, labelsMax: 10 },
  { name: "narrow", width: 328, height: 300, labelsMax: 5 }
]
const [left, right, top, bottom] = [44, 14, 14, 52]

const at = (value: number): string => String(Math.round(value * 10) / 10)

/**
 * The range of a band in percent.
 *
 * @example bandText({ low: 50, high: 59 }) // "50–59"
 */
export const bandText = ({ high, low }: Pick<ReliabilityBand, "low" | "high">): string => `${low}–${high}`

const summary = (bands: ReadonlyArray<ReliabilityBand>): string =>
  `Reliability diagram: share of forecasts that came true in each band of stated confidence. ${
    bands.map((band) => `${bandText(band)}\u00a0%: ${band.correct} of ${band.predictions}`).join("; ")
  }. The same figures are in the table.`

const Drawing = ({ bands, size }: { readonly bands: ReadonlyArray<ReliabilityBand>; readonly size: Size }) => {
  const { height, labelsMax, name, width } = size
  const edge = width - right
  const base = height - bottom
  const x = linearScale([50, 100], [left, edge])
  const y = linearScale([0, 1], [base, top])
  const labelled = bands.length <= labelsMax ? bands : bands.filter(({ low }) => low % 10 === 0)
  const id = `reliability-${name}`
  return (
    <svg
      class={`chart ${name}`}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-labelledby={id}
    >
      <title id={id}>{summary(bands)}</title>
      {[0, 0.25, 0.5, 0.75, 1].map((share) => (
        <>
          <line class="grid" x1={left} x2={edge} y1={at(y(share))} y2={at(y(share))} />
          {share * 2 % 1 === 0 && (
            <text x={left - 8} y={at(y(share) + 4)} text-anchor="end">{`${100 * share}\u00a0%`}</text>
          )}
        </>
      ))}
      <line class="diagonal" x1={left} y1={at(y(0.5))} x2={edge} y2={at(y(1))} />
      {bands.map(({ correct, interval, low, predictions, stated }) => (
        <>
          {low > 50 && <line class="axis" x1={at(x(low))} x2={at(x(low))} y1={base} y2={base + 5} />}
          <line
            class="whisker"
            x1={at(x(stated))}
            x2={at(x(stated))}
            y1={at(y(interval.low))}
            y2={at(y(interval.high))}
          />
          <circle class="point" cx={at(x(stated))} cy={at(y(correct / predictions))} r="6" />
        </>
      ))}
      {labelled.map((band) => {
        const middle = at(x((band.low + band.high + 1) / 2))
        return labelled.length < bands.length
          ? <text x={middle} y={base + 20} text-anchor="middle">{band.low}</text>
          : (
            <>
              <text x={middle} y={base + 20} text-anchor="middle">{bandText(band)}</text>
              <text class="strong" x={middle} y={base + 37} text-anchor="middle">
                {band.correct} of {band.predictions}
              </text>
            </>
          )
      })}
    </svg>
  )
}

/** How often forecasts came true, for each band of stated confidence. Needs a band. */
export const ReliabilityChart = ({ bands }: { readonly bands: ReadonlyArray<ReliabilityBand> }) => (
  <>{sizes.map((size) => <Drawing bands={bands} size={size} />)}</>
)
