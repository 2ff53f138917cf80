import type { Interval } from "@auspex/domain/kernel"
import { linearScale, type Scale } from "../../kit/Scale.ts"

/** The Brier score of always stating 50 %. */
export const coinFlip = 0.25

const tickStep = 0.05

/** An axis of Brier scores, better to the left. */
export interface SkillAxis {
  readonly ticks: ReadonlyArray<number>
  /** A score as a place in percent of the width. */
  readonly x: Scale
}

/**
 * The axis that holds all intervals, and the score of always stating 50 %.
 *
 * @example skillAxis([{ low: 0.21, high: 0.31 }]).ticks.map((tick) => tick.toFixed(2)) // ["0.20", "0.25", "0.30", "0.35"]
 */
export const skillAxis = (intervals: ReadonlyArray<Interval>): SkillAxis => {
  const from = Math.floor(Math.min(coinFlip, ...intervals.map(({ low }) => low)) / tickStep)
  const to = Math.ceil(Math.max(coinFlip, ...intervals.map(({ high }) => high)) / tickStep)
  // Every second tick where many would touch.
  const step = to - from > 6 ? 2 : 1
  const ticks = Array.from({ length: Math.ceil((to - from) / step) + 1 }, (_, at) => (from + at * step) * tickStep)
  return { ticks, x: linearScale([ticks[0]!, ticks.at(-1)!], [0, 100]) }
}

/** A length or a place on an axis, as an attribute. */
export const percentText = (percent: number): string => `${Math.round(percent * 10) / 10}%`
