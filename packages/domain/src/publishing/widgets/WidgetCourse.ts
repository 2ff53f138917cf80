import { downsample } from "../../forecasting/history/Downsample.ts"
import { percentOf } from "../../kernel/percentOf.ts"
import type { QuestionRow } from "../../forecasting/questions/QuestionRow.ts"
import type { WidgetSnapshot } from "./WidgetStore.ts"

/** The shares at an instant, valid until the next. */
export interface WidgetPoint {
  readonly at: Date
  /** In percent, in the order of the widget's shares. */
  readonly percents: ReadonlyArray<number>
}

/** How the shares developed. */
export interface WidgetCourse {
  readonly from: Date
  readonly to: Date
  /** In order of time, at least one; the last has the current shares. */
  readonly points: ReadonlyArray<WidgetPoint>
}

/** The maximum number of points of a widget's course. */
export const widgetPointsMax = 60

const hour = 3_600_000

const percentsOf = ({ option_counts, total_agents, yes_count }: WidgetSnapshot): ReadonlyArray<number> =>
  (option_counts ?? [yes_count, total_agents - yes_count]).map((count) => percentOf(count, total_agents))

/**
 * The course of the shares of a question, at most `widgetPointsMax` points; undefined before the first prediction. It
 * ends with the resolution, else with the last full hour, so that the same state gives the same course for an hour.
 * Downsampled by the share that is the highest at the end.
 */
export const widgetCourse = (
  row: QuestionRow,
  now: Date,
  snapshots: ReadonlyArray<WidgetSnapshot>
): WidgetCourse | undefined => {
  if (row.prediction_count === 0) return undefined
  const end = row.status === "resolved" ? row.resolved_at ?? now : new Date(Math.floor(now.getTime() / hour) * hour)
  const to = new Date(Math.max(end.getTime(), snapshots.at(-1)?.taken_at.getTime() ?? 0))
  const current = percentsOf({ ...row, taken_at: to, total_agents: row.prediction_count })
  const points = [
    ...snapshots.map((snapshot) => ({ at: snapshot.taken_at, percents: percentsOf(snapshot) })),
    { at: to, percents: current }
  ]
  const leader = current.indexOf(Math.max(...current))
  return {
    from: points[0]!.at,
    to,
    points: downsample(points, widgetPointsMax, ({ at }) => at.getTime(), ({ percents }) => percents[leader] ?? 0)
  }
}
