import type { Interval } from "../kernel/Interval.ts"

/** How often what was stated with one confidence came true. */
export interface CalibrationPlotPoint {
  /** Stated, in percent, 50-99. */
  readonly confidence: number
  readonly predictions: number
  /** The fraction that came true, 0-1. */
  readonly observed: number
  /** Which fractions are compatible with that, 95 %. */
  readonly interval: Interval
}
