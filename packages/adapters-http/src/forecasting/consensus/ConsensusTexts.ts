import type { ConsensusSnapshot } from "@auspex/domain/consensus"
import { counted } from "@auspex/domain/kernel"
import { type ConsensusChartInput, optionsOf, shareOf } from "./ConsensusChartInput.ts"
import { percentText } from "../../kit/PercentText.ts"
import { dayText, spanText } from "../../kit/TimeTicks.ts"

/** The line below the title: the number of predictions and the span. */
export const consensusUnderline = ({ from, points, to }: ConsensusChartInput): string => {
  const last = points[points.length - 1]
  const span = `${spanText(from, to)} UTC`
  return last === undefined ? span : `${counted(last.total_agents, "prediction")} · ${span}`
}

/** The text alternative of the picture. */
export const consensusDescription = (input: ConsensusChartInput): string => {
  const { from, points, question_type, to } = input
  const first = points[0]
  const last = points[points.length - 1]
  const span = `from ${dayText(from)} to ${dayText(to)} (UTC)`
  if (first === undefined || last === undefined) return `No predictions ${span}.`
  const crowd = `${counted(last.total_agents, "prediction")} by the end.`
  if (question_type === "multi") {
    const shares = optionsOf(input).map((option) =>
      `${option} ${
        change(
          percentText(shareOf(first, option), first.total_agents),
          percentText(shareOf(last, option), last.total_agents)
        )
      }`
    )
    return `The share of each option ${span}: ${shares.join("; ")}. ${crowd}`
  }
  const highest = extreme(points, (one, best) => one.yes_percent > best.yes_percent)
  const lowest = extreme(points, (one, best) => one.yes_percent < best.yes_percent)
  const range = highest.yes_percent === lowest.yes_percent
    ? ""
    : ` Lowest ${yesText(lowest)} on ${dayText(lowest.taken_at)}, `
      + `highest ${yesText(highest)} on ${dayText(highest.taken_at)}.`
  return `The share of yes ${span}: ${change(yesText(first), yesText(last))}.${range} ${crowd}`
}

const yesText = ({ total_agents, yes_percent }: ConsensusSnapshot): string => percentText(yes_percent, total_agents)

const change = (first: string, last: string): string => first === last ? last : `${first} at first, ${last} at last`

const extreme = (
  points: ReadonlyArray<ConsensusSnapshot>,
  isBetter: (one: ConsensusSnapshot, best: ConsensusSnapshot) => boolean
): ConsensusSnapshot => points.reduce((best, one) => isBetter(one, best) ? one : best)
