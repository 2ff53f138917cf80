import type { Html } from "./Html.tsx"
import type { Scale } from "./Scale.ts"

/** A size in which a chart is drawn. Each chart is drawn once for each, so that its text keeps its size on a phone. */
export interface DrawingSize {
  readonly name: "wide" | "narrow"
  readonly width: number
  readonly height: number
}

/**
 * A coordinate with one decimal.
 *
 * @example coordinate(12.345) // "12.3"
 */
export const coordinate = (value: number): string => String(Math.round(value * 10) / 10)

interface ChartDrawingProps {
  readonly size: DrawingSize
  /** Names the chart in the page. */
  readonly id: string
  /** What the chart shows, in one sentence. */
  readonly title: string
  readonly children: Html
}

/** A chart in one size. */
export const ChartDrawing = ({ children, id, size: { height, name, width }, title }: ChartDrawingProps) => (
  <svg
    class={`chart ${name}`}
    width={width}
    height={height}
    viewBox={`0 0 ${width} ${height}`}
    role="img"
    aria-labelledby={`${id}-${name}`}
  >
    <title id={`${id}-${name}`}>{title}</title>
    {children}
  </svg>
)

/** Lines at each quarter of a scale in percent, with the labels of 0, 50 and 100 %. */
export const PercentGrid = (
  { left, right, y }: { readonly left: number; readonly right: number; readonly y: Scale }
) => (
  <>
    {[0, 25, 50, 75, 100].map((percent) => (
      <>
        <line class="grid" x1={left} x2={right} y1={coordinate(y(percent))} y2={coordinate(y(percent))} />
        {percent % 50 === 0 && (
          <text x={left - 8} y={coordinate(y(percent) + 4)} text-anchor="end">{`${percent}\u00a0%`}</text>
        )}
      </>
    ))}
  </>
)
