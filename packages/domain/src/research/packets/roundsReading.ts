import { counted } from "../../kernel/Counted.ts"
import type { UnreadAnswer } from "./answerReading.ts"

const endings = {
  converged: "The interval has stopped shrinking.",
  rounds_max: "The interval was still shrinking when the last round was over.",
  unmeasured: "Fewer than two experts answered, so convergence was not measured."
}

const points = (width: number | null): string => width === null ? "–" : String(Math.round(width * 100))

/** How the rounds of a simulation went, in sentences; empty for an answer without rounds. */
export const roundsReading = ({ rounds = [], rounds_ended }: UnreadAnswer): string => {
  if (rounds.length === 0) return ""
  const widths = rounds.map(({ width }) => points(width)).join(", ")
  return ` ${counted(rounds.length, "round")} with intervals of ${widths} points.${
    rounds_ended === undefined ? "" : ` ${endings[rounds_ended]}`
  }`
}
