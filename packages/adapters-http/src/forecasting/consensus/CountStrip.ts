import type { ConsensusSnapshot } from "@auspex/domain/consensus"
import { grouped } from "@auspex/domain/kernel"
import type { DrawnPart } from "../../kit/ChartFrame.ts"
import type { ConsensusPlot } from "./ConsensusPlot.ts"
import { linearScale } from "../../kit/Scale.ts"
import { decimal, element, stepPath, textElement } from "../../kit/Svg.ts"

/** The gap between the end of the strip and the number beside it, in pixels. */
export const countLabelGap = 9

/** The number of predictions over time, as a muted strip below the plot with the same time axis; `tall` pixels high. */
export const countStrip = (
  points: ReadonlyArray<ConsensusSnapshot>,
  to: Date,
  { bottom: above, left, measures: { labelSize }, right, time }: ConsensusPlot,
  tall: number
): DrawnPart => {
  const last = points[points.length - 1]
  if (last === undefined) return { markup: "", bottom: above }
  const labelBottom = above + labelSize * 1.7
  const bottom = labelBottom + tall
  const most = Math.max(...points.map(({ total_agents }) => total_agents))
  const height = linearScale([0, most], [bottom, labelBottom + 3])
  const positions = [
    ...points.map((point) => ({ x: time(point.taken_at.getTime()), y: height(point.total_agents) })),
    { x: time(to.getTime()), y: height(last.total_agents) }
  ]
  const steps = stepPath(positions).replace(/^M(\S+) ([^HV]+)/, `M$1 ${decimal(bottom)}V$2`)
  return {
    bottom,
    markup: textElement("Predictions", { class: "f-quiet", x: left, y: labelBottom - 2, "font-size": labelSize })
      + element("path", { class: "b", d: `${steps}V${decimal(bottom)}Z` })
      + element("line", { class: "l-rule", x1: left, x2: right, y1: bottom, y2: bottom })
      + textElement(grouped(last.total_agents), {
        class: "f-quiet n",
        x: right + countLabelGap,
        y: Math.min(bottom, height(last.total_agents) + labelSize * 0.36),
        "font-size": labelSize
      })
  }
}
