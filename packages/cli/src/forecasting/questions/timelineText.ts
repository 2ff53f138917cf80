import type { ConsensusSnapshot } from "@auspex/domain/consensus"
import type { AdminQuestion } from "@auspex/domain/questions"
import { needsAscii } from "../../kit/output/Characters.ts"
import { percent } from "../../kit/output/percent.ts"
import { cutTo, printable, widthOf } from "../../kit/output/printable.ts"
import { sparkline, stepSamples } from "../../kit/output/Sparkline.ts"
import { styleFor } from "../../kit/output/Style.ts"
import type { Invocation, TargetFlags } from "../../kit/invocation/Invocation.ts"

const sparkColumns = 32
const nameColumnsMax = 24

/** One line of the timeline: its name, and its share in a snapshot. */
interface TimelineLine {
  readonly name: string
  readonly share: (snapshot: ConsensusSnapshot) => number
}

const linesOf = (question: AdminQuestion): ReadonlyArray<TimelineLine> =>
  question.question_type === "binary" || question.options == null
    ? [{ name: "yes", share: ({ yes_percent }) => yes_percent }]
    : question.options.map((name, index) => ({ name, share: ({ options }) => options?.[index]?.percent ?? 0 }))

/** The consensus over time; each point holds until the next. */
interface Timeline {
  readonly to: Date
  readonly points: ReadonlyArray<ConsensusSnapshot>
}

/** The consensus over time as text: a sparkline from 0 to 100 % for yes, or for each option. */
export const timelineText = (
  call: Invocation<TargetFlags>,
  question: AdminQuestion,
  { points, to }: Timeline
): string => {
  const last = points[points.length - 1]
  const first = points[0]
  if (first === undefined || last === undefined) return ""
  const style = styleFor(call.io, call.io.stdout, call.flags)
  const ascii = needsAscii(call.io)
  const samples = stepSamples(points, to.getTime(), sparkColumns, ({ taken_at }) => taken_at.getTime())
  const lines = linesOf(question).map(({ name, share }) => ({ name: cutTo(printable(name), nameColumnsMax), share }))
  const width = Math.max(...lines.map(({ name }) => widthOf(name)))
  const rows = lines.map(({ name, share }) =>
    [
      name + " ".repeat(width - widthOf(name)),
      style.green(sparkline(samples.map(share), { low: 0, high: 100, ascii })),
      [first, last].map((point) => percent(share(point) / 100, point.total_agents).padStart(7)).join(" to ")
    ].join("  ")
  )
  const heading = `Consensus since ${first.taken_at.toISOString().slice(0, 10)}, 0 to 100 %`
  return ["", style.bold(heading), ...rows].join("\n")
}
