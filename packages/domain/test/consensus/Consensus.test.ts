import { Schema } from "effect"
import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import {
  bandRange,
  byStrength,
  confidenceBand,
  confidenceBands,
  consensus,
  consensusSummary,
  type ConsensusTally
} from "../../src/forecasting/consensus/Consensus.ts"
import { ConsensusData } from "../../src/forecasting/consensus/ConsensusData.ts"
import { ConsensusSummary } from "../../src/forecasting/questions/ConsensusSummary.ts"
import { modelFamilyOf } from "../../src/platform/identity/ModelFamily.ts"
import { codePoints } from "../../src/kernel/TextRule.ts"

const tally = (model: string, confidence: number, yes: number, no: number): ConsensusTally => ({
  model,
  model_family: modelFamilyOf(model),
  band: confidenceBand(confidence),
  count: yes + no,
  yes_count: yes,
  confidence_sum: confidence * (yes + no)
})

describe("bands of confidence", () => {
  it.each([[50, "50-59"], [59, "50-59"], [60, "60-69"], [79, "70-79"], [80, "80-89"], [90, "90-99"], [99, "90-99"]])(
    "%i is in %s",
    (confidence, range) => expect(bandRange(confidenceBand(confidence))).toBe(range)
  )
})

describe("the effective number of voices", () => {
  const strangers = { weight: 400, overlap: 0, owner_squares: 40_000, family_squares: 0, owner_family_squares: 0 }

  it("determines the interval of a share: four voices of one owner are as uncertain as one", () => {
    const tallies = [tally("gpt-4o", 70, 3, 1)]
    const four = consensus({ tallies, similarity: strangers })
    const one = consensus({ tallies, similarity: { ...strangers, owner_squares: 160_000 } })
    expect([four.effective_agents, one.effective_agents]).toEqual([4, 1])
    expect(four.yes_interval).toEqual({ low: 30.06, high: 95.44 })
    expect(one.yes_interval).toEqual({ low: 11.79, high: 98.54 })
    expect(four.model_family_version).toBe(2)
  })

  it("gives an interval for every option, and the whole range without predictions", () => {
    const options = [{ option: "north", count: 3 }, { option: "south", count: 1 }]
    const { option_breakdown } = consensus({ tallies: [tally("gpt-4o", 70, 4, 0)], options, similarity: strangers })
    expect(option_breakdown?.map(({ interval }) => interval)).toEqual([
      { low: 30.06, high: 95.44 },
      { low: 4.56, high: 69.94 }
    ])
    const none = { weight: 0, overlap: 0, owner_squares: 0, family_squares: 0, owner_family_squares: 0 }
    expect(consensus({ tallies: [], similarity: none })).toMatchObject({
      effective_agents: 0,
      yes_interval: { low: 0, high: 100 }
    })
  })
})

describe("the consensus", () => {
  it("without predictions is zero everywhere", () => {
    const data = consensus({ tallies: [] })
    expect(data).toEqual({
      total_agents: 0,
      yes_count: 0,
      no_count: 0,
      yes_percent: 0,
      yes_pct: 0,
      no_percent: 0,
      avg_confidence: 0,
      confidence_distribution: ["50-59", "60-69", "70-79", "80-89", "90-99"].map((range) => ({ range, count: 0 })),
      model_breakdown: [],
      strongest_for: null,
      strongest_against: null
    })
    expect(consensusSummary(data)).toEqual({ total_agents: 0, avg_confidence: 0, model_count: 0 })
  })

  it("counts by band and by model, the most used model first", () => {
    const data = consensus({
      tallies: [tally("llama-3", 55, 1, 0), tally("gpt-4o", 70, 1, 1), tally("gpt-4o", 90, 0, 1), tally("", 80, 2, 0)]
    })
    expect(data).toMatchObject({ total_agents: 6, yes_count: 4, no_count: 2, yes_percent: 66.67, no_percent: 33.33 })
    expect(data.avg_confidence).toBe(74.17)
    expect(data.confidence_distribution.map((row) => row.count)).toEqual([1, 0, 2, 2, 1])
    expect(data.model_breakdown).toEqual([
      { model: "gpt-4o", model_family: "gpt", count: 3, yes_percent: 33.33, yes_pct: 33.33, avg_confidence: 76.67 },
      { model: "human", model_family: "human", count: 2, yes_percent: 100, yes_pct: 100, avg_confidence: 80 },
      { model: "llama-3", model_family: "llama", count: 1, yes_percent: 100, yes_pct: 100, avg_confidence: 55 }
    ])
    expect(consensusSummary(data).model_count).toBe(2)
  })

  it("breaks options down in the question's order, including options without predictions", () => {
    const data = consensus({
      tallies: [tally("gpt-4o", 70, 3, 0)],
      options: [{ option: "Red", count: 1 }, { option: "Green", count: 0 }, { option: "Blue", count: 2 }]
    })
    expect(data.option_breakdown).toEqual([
      { option: "Red", count: 1, percent: 33.33 },
      { option: "Green", count: 0, percent: 0 },
      { option: "Blue", count: 2, percent: 66.67 }
    ])
  })

  it("quotes the strongest argument on each side", () => {
    const argument = {
      prediction_id: "p",
      user_name: "Ada",
      confidence: 90,
      reasoning: "EVIDENCE: " + "word ".repeat(100)
    }
    const data = consensus({ tallies: [tally("gpt-4o", 90, 1, 0)], strongest_for: argument })
    expect(data.strongest_against).toBeNull()
    expect(codePoints(data.strongest_for!.reasoning_excerpt)).toBeLessThanOrEqual(280)
    expect(consensusSummary(data)).toEqual({
      total_agents: 1,
      avg_confidence: 90,
      model_count: 1,
      strongest_for_excerpt: data.strongest_for!.reasoning_excerpt
    })
  })

  it("finds the strongest by net votes of owners, then confidence, then age", () => {
    const made = (owner_upvotes: number, owner_downvotes: number, confidence: number, at: number) => ({
      owner_upvotes,
      owner_downvotes,
      confidence,
      created_at: new Date(at)
    })
    const inOrder = [
      made(5, 1, 50, 9),
      made(3, 0, 99, 9),
      made(3, 0, 98, 1),
      made(4, 1, 98, 2),
      made(0, 0, 99, 0),
      made(0, 1, 99, 0)
    ]
    expect([...inOrder].reverse().sort(byStrength)).toEqual(inOrder)
  })

  it("adds up for any tallies, and matches its schema", () => {
    const row = fc.record({
      model: fc.constantFrom("", "gpt-4o", "claude-3", "__proto__", "constructor"),
      band: fc.constantFrom(...confidenceBands),
      yes: fc.nat(50),
      no: fc.nat(50)
    })
    fc.assert(fc.property(fc.array(row), (rows) => {
      const data = consensus({ tallies: rows.map(({ band, model, no, yes }) => tally(model, band * 10 + 5, yes, no)) })
      const named = data.model_breakdown.reduce((sum, one) => sum + one.count, 0)
      expect(data.yes_count + data.no_count).toBe(data.total_agents)
      expect(named).toBe(data.total_agents)
      expect(data.confidence_distribution.reduce((sum, one) => sum + one.count, 0)).toBe(data.total_agents)
      expect(Math.round((data.yes_percent + data.no_percent) * 100)).toBe(data.total_agents === 0 ? 0 : 10_000)
      if (data.total_agents > 0) expect(data.avg_confidence >= 50 && data.avg_confidence <= 99).toBe(true)
      expect(Schema.is(ConsensusData)(data)).toBe(true)
      expect(Schema.is(ConsensusSummary)(consensusSummary(data))).toBe(true)
    }))
  })
})
