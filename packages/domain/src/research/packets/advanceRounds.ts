/** The share of its width by which a round has to shrink an interval so that another round is asked. */
export const roundShrinkageMin = 0.05

/**
 * How a question of a simulation stands. `open`: another round is asked. `converged`: its interval has stopped shrinking.
 * `rounds_max`: it has had all of its rounds. `unmeasured`: fewer than two experts answered, so there is no interval.
 */
export type RoundState = "open" | "converged" | "rounds_max" | "unmeasured"

/** A question with the width of its interval after each round; null where fewer than two experts had answered. */
export interface RoundWidths {
  readonly question_id: string
  readonly widths: ReadonlyArray<number | null>
}

/**
 * How a question stands after its rounds. It has converged when the last round shrank the width of its interval by less
 * than 5 % of that width, or when the width is 0.
 *
 * @example roundStateOf([0.4, 0.2], 4) // "open"
 * @example roundStateOf([0.4, 0.39], 4) // "converged"
 * @example roundStateOf([0.4, 0.2], 2) // "rounds_max"
 */
export const roundStateOf = (widths: ReadonlyArray<number | null>, roundsMax: number): RoundState => {
  const last = widths.at(-1) ?? null
  const before = widths.at(-2) ?? null
  if (last === null) return "unmeasured"
  if (last === 0) return "converged"
  if (before !== null && last > before * (1 - roundShrinkageMin)) return "converged"
  return widths.length >= roundsMax ? "rounds_max" : "open"
}

/**
 * The questions of a simulation that are asked another time: those that are open. None means that the simulation is over,
 * which it is after `roundsMax` rounds at the latest.
 *
 * @example advanceRounds([{ question_id: "q", widths: [0.4] }, { question_id: "r", widths: [0] }], 3) // ["q"]
 */
export const advanceRounds = (questions: ReadonlyArray<RoundWidths>, roundsMax: number): ReadonlyArray<string> =>
  questions.filter(({ widths }) => roundStateOf(widths, roundsMax) === "open").map(({ question_id }) => question_id)
