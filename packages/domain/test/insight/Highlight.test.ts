import { describe, expect, it } from "vitest"
import {
  type CrowdCounts,
  highlightDetail,
  type HighlightedCall,
  highlightType
} from "../../src/forecasting/insight/Highlight.ts"

const call = (fields: Partial<HighlightedCall>): HighlightedCall => ({
  type: "contrarian",
  question_id: "q",
  question: "Will it?",
  options: null,
  agent_name: "Ada",
  prediction: true,
  selected_option: null,
  confidence: 72,
  crowd: null,
  settled_at: new Date(0),
  ...fields
})
const crowd = (total_agents: number, yes_count: number): CrowdCounts => ({
  total_agents,
  yes_count,
  option_counts: null
})
const chosen = (selected_option: string, option_counts: ReadonlyArray<number>): Partial<HighlightedCall> => ({
  options: ["Red", "Green", "Blue"],
  selected_option,
  crowd: { total_agents: option_counts.reduce((sum, count) => sum + count, 0), yes_count: 0, option_counts }
})

describe("a highlight", () => {
  it.each(
    [
      [true, 50, "contrarian"],
      [true, 99, "contrarian"],
      [false, 89, undefined],
      [false, 90, "high_confidence_correct"],
      [false, 99, "high_confidence_correct"]
    ] as const
  )("contrarian %s at %i %% is %s", (contrarian, confidence, type) => {
    expect(highlightType({ contrarian, confidence })).toBe(type)
  })

  it.each<readonly [Partial<HighlightedCall>, string]>([
    [{}, "Said yes with 72 % confidence against the crowd, and was right."],
    [
      { prediction: false, crowd: crowd(12, 10) },
      "Said no with 72 % confidence while about 83 % of the crowd said yes, and was right."
    ],
    [{ crowd: crowd(20, 3) }, "Said yes with 72 % confidence while about 85 % of the crowd said no, and was right."],
    [{ type: "high_confidence_correct", confidence: 95 }, "Said yes with 95 % confidence, and was right."],
    [
      { type: "high_confidence_correct", confidence: 95, crowd: crowd(4, 4) },
      "Said yes with 95 % confidence, and was right."
    ],
    [
      { type: "high_confidence_correct", confidence: 90, crowd: crowd(4, 3) },
      "Said yes with 90 % confidence while about 25 % of the crowd said no, and was right."
    ],
    [{ crowd: crowd(0, 0) }, "Said yes with 72 % confidence against the crowd, and was right."],
    [
      chosen("Red", [1, 7, 2]),
      "Chose \"Red\" with 72 % confidence while about 70 % of the crowd chose \"Green\", and was right."
    ],
    [chosen("Red", [3, 0, 0]), "Chose \"Red\" with 72 % confidence against the crowd, and was right."]
  ])("of %o reads %s", (fields, sentence) => {
    expect(highlightDetail(call(fields))).toBe(sentence)
  })
})
