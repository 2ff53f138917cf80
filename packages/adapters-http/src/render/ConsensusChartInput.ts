import type { ConsensusSnapshot } from "@auspex/domain/consensus"

/** The crowd on one question from `from` to `to`. */
export interface ConsensusChartInput {
  readonly title: string
  readonly question_type: "binary" | "multi"
  /** For multi questions: every option, in the order of the question. */
  readonly options?: ReadonlyArray<string>
  readonly from: Date
  readonly to: Date
  /** In the order of time; each holds until the next. */
  readonly points: ReadonlyArray<ConsensusSnapshot>
}

/**
 * The same input without what a picture of it cannot show: points outside of its span and points at which nobody had
 * predicted. What held when the span began stands at its beginning.
 */
export const withinSpan = (input: ConsensusChartInput): ConsensusChartInput => {
  const from = input.from.getTime()
  const to = Math.max(from, input.to.getTime())
  const said = input.points.filter(({ taken_at, total_agents }) => total_agents > 0 && taken_at.getTime() <= to)
  const later = said.findIndex(({ taken_at }) => taken_at.getTime() > from)
  const begun = Math.max(0, (later === -1 ? said.length : later) - 1)
  const points = said.slice(begun).map((point) =>
    point.taken_at.getTime() < from ? { ...point, taken_at: input.from } : point
  )
  return { ...input, to: new Date(to), points }
}

/** The options of the question, or those that the points name. */
export const optionsOf = ({ options, points }: ConsensusChartInput): ReadonlyArray<string> =>
  options ?? [...new Set(points.flatMap((point) => (point.options ?? []).map(({ option }) => option)))]

/** The share of an option at one time; 0 for one that the point does not name. */
export const shareOf = (point: ConsensusSnapshot, option: string): number =>
  point.options?.find((one) => one.option === option)?.percent ?? 0
