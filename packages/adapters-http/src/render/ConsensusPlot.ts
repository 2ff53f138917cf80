import type { ChartMeasures, DrawnPart } from "./ChartFrame.ts"
import type { Scale } from "./Scale.ts"

/** The room that lines have, in pixels, and how time goes into it. */
export interface ConsensusPlot {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  readonly time: Scale
  readonly measures: ChartMeasures
}

/** Lines in their plot, and what explains them below it. */
export interface DrawnLines {
  /** The percentage at the top of the plot. */
  readonly high: number
  readonly markup: string
  readonly legend: (top: number) => DrawnPart
}
