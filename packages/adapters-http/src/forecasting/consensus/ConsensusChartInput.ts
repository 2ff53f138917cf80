import type { ConsensusSnapshot } from "@auspex/domain/consensus"

/** The consensus on one question from `from` to `to`. */
export interface ConsensusChartInput {
  readonly title: string
  readonly question_type: "binary" | "multi"
  /** For multi questions: every option, in the order of the question. */
  readonly options?: ReadonlyArray<string>
  readonly from: Date
  readonly to: Date
  /** In chronological order; each point is valid until the next. */
  readonly points: ReadonlyArray<ConsensusSnapshot>
}

/**
 * The input without the points that a picture does not show: those outside the span and those without predictions. The
 * last point before the span moves to its beginning.
 */
export const withinSpan = (input: ConsensusChartInput): ConsensusChartInput => {
  const from = input.from.getTime()
  const to = Math.max(from, input.to.getTime())
  const shown = input.points.filter(({ taken_at, total_agents }) => total_agents > 0 && taken_at.getTime() <= to)
  const later = shown.findIndex(({ taken_at }) => taken_at.getTime() > from)
  const begun = Math.max(0, (later === -1 ? shown.length : later) - 1)
  const points = shown.slice(begun).map((point) =>
    point.taken_at.getTime() < from ? { ...point, taken_at: input.from } : point
  )
  return { ...input, to: new Date(to), points }
}

/** The options of the question, or if unknown those in the points. */
export const optionsOf = ({ options, points }: ConsensusChartInput): ReadonlyArray<string> =>
  options ?? [...new Set(points.flatMap((point) => (point.options ?? []).map(({ option }) => option)))]

/** The share of an option at one point; 0 if the point does not contain the option. */
export const shareOf = (point: ConsensusSnapshot, option: string): number =>
  point.options?.find((one) => one.option === option)?.percent ?? 0
