import type { ChartMeasures, DrawnPart } from "../../kit/ChartFrame.ts"
import type { Scale } from "../../kit/Scale.ts"

/** The area of the lines in pixels, and the scale of time. */
export interface ConsensusPlot {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  readonly time: Scale
  readonly measures: ChartMeasures
}

/** The lines of a plot, and the legend below it. */
export interface DrawnLines {
  /** The percentage at the top of the plot. */
  readonly high: number
  readonly markup: string
  readonly legend: (top: number) => DrawnPart
}
