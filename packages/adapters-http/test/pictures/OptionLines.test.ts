import { expect, it } from "vitest"
import { consensusChart } from "../../src/forecasting/consensus/ConsensusChart.ts"
import { everyElement, readXml } from "./markup.ts"

const [from, to] = [new Date("2027-03-01T00:00:00Z"), new Date("2027-03-09T00:00:00Z")]

it.each([
  [[3, 3, 1], 2],
  [[2, 2, 2], 3],
  [[1, 4, 4], 2],
  [[4, 3, 3], 1]
])("of %j answers, %d lead together", (counts, leading) => {
  const total_agents = counts.reduce((sum, count) => sum + count)
  const options = counts.map((count, at) => ({
    option: `Option ${at}`,
    count,
    percent: Math.round((count * 10_000) / total_agents) / 100
  }))
  const point = { taken_at: from, total_agents, yes_percent: 100, yes_pct: 100, avg_confidence: 70, options }
  const elements = everyElement(readXml(
    consensusChart({ title: "Which one?", question_type: "multi", from, to, points: [point] }, { width: 1_280 })
  ))
  const bold = elements.filter(({ attributes, text }) =>
    attributes["font-weight"] === "600" && text.startsWith("Option")
  )
  expect(bold).toHaveLength(leading)
  expect(elements.filter(({ attributes }) => attributes["stroke-width"] === "3")).toHaveLength(leading)
})
