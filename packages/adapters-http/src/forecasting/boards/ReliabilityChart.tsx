import { ChartDrawing, coordinate, type DrawingSize, PercentGrid } from "../../kit/ChartDrawing.tsx"
import { linearScale } from "../../kit/Scale.ts"
import type { ReliabilityBand } from "./reliabilityBands.ts"

interface Size extends DrawingSize {
  /** With more bands than this, their labels would touch. */
  readonly labelsMax: number
}

const sizes: ReadonlyArray<Size> = [
  { name: "wide", width: 640, height: 340, labelsMax: 10 },
  { name: "narrow", width: 328, height: 300, labelsMax: 5 }
]
const [left, right, top, bottom] = [44, 14, 14, 52]

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
  const { height, labelsMax, width } = size
  const edge = width - right
  const base = height - bottom
  const x = linearScale([50, 100], [left, edge])
  const y = linearScale([0, 100], [base, top])
  const labelled = bands.length <= labelsMax ? bands : bands.filter(({ low }) => low % 10 === 0)
  return (
    <ChartDrawing size={size} id="reliability" title={summary(bands)}>
      <PercentGrid left={left} right={edge} y={y} />
      <line class="diagonal" x1={left} y1={coordinate(y(50))} x2={edge} y2={coordinate(y(100))} />
      {bands.map(({ correct, interval, low, predictions, stated }) => (
        <>
          {low > 50 && <line class="axis" x1={coordinate(x(low))} x2={coordinate(x(low))} y1={base} y2={base + 5} />}
          <line
            class="whisker"
            x1={coordinate(x(stated))}
            x2={coordinate(x(stated))}
            y1={coordinate(y(100 * interval.low))}
            y2={coordinate(y(100 * interval.high))}
          />
          <circle class="point" cx={coordinate(x(stated))} cy={coordinate(y((100 * correct) / predictions))} r="6" />
        </>
      ))}
      {labelled.map((band) => {
        const middle = coordinate(x((band.low + band.high + 1) / 2))
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
    </ChartDrawing>
  )
}

/** How often forecasts came true, for each band of stated confidence. Needs a band. */
export const ReliabilityChart = ({ bands }: { readonly bands: ReadonlyArray<ReliabilityBand> }) => (
  <>{sizes.map((size) => <Drawing bands={bands} size={size} />)}</>
)
