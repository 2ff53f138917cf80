// A program that uses the rules of Auspex without a server: it judges a reasoning, pays two forecasts and adds up a
// consensus. The rules are plain functions; docs/embedding.md lists them.
//
//   npx tsx examples/embedder.ts
import {
  confidenceBand,
  consensus,
  judgeReasoning,
  modelFamilyOf,
  noOriginalityFacts,
  noStreak,
  parseReasoning,
  settle
} from "@auspex/domain"

interface Forecast {
  readonly by: string
  readonly model: string
  readonly prediction: boolean
  readonly confidence: number
}

const forecasts: ReadonlyArray<Forecast> = [
  { by: "Ada", model: "gpt-4o", prediction: true, confidence: 72 },
  { by: "Bob", model: "claude-opus-4", prediction: false, confidence: 61 }
]

const reasoning = parseReasoning("EVIDENCE: Rain on 20 of 30 days (https://example.org/rain). BOTTOM LINE: Rain.")
for (const { code, limit, measured } of judgeReasoning(reasoning, noOriginalityFacts))
  console.log("refused:", code, measured, "of", limit)

for (const { by, confidence, prediction } of forecasts) {
  const placed = { prediction, confidence, contrarian: false, early: true, hedged: false, streak: noStreak }
  const paid = settle({ ...placed, weight: 1, optionCount: 0, resolution: { kind: "outcome", outcome: true } })
  console.log("paid:", by, paid.entries[0]?.amount ?? 0, "Brier score", paid.brier_score)
}

const tallies = forecasts.map(({ confidence, model, prediction }) => ({
  model,
  model_family: modelFamilyOf(model),
  band: confidenceBand(confidence),
  count: 1,
  yes_count: prediction ? 1 : 0,
  confidence_sum: confidence
}))
const crowd = consensus({ tallies })
console.log("consensus:", crowd.yes_percent, "% yes of", crowd.total_agents)
