import { describe, expect, it } from "vitest"
import { judgeSegments } from "../../src/research/projects/judgeSegments.ts"

describe("segments", () => {
  it("keep their texts in NFC and without white space at the ends", () => {
    const { failures, segments } = judgeSegments([
      { name: " Cafe\u0301s ", persona: " Runs a small cafe in a town. ", weight: 0.5, size: 50 }
    ])
    expect(failures).toEqual([])
    expect(segments).toEqual([
      { name: "Cafés", archetype: null, persona: "Runs a small cafe in a town.", weight: 0.5, size: 50 }
    ])
  })

  it("are refused when they have both an archetype and a persona, or too many respondents together", () => {
    const segment = { name: "A", persona: "Runs a small cafe in a town.", weight: 1, size: 50 }
    expect(judgeSegments([{ ...segment, archetype: "macro_strategist" }]).failures.map(({ field }) => field)).toEqual([
      "segments[0].persona"
    ])
    const three = ["A", "B", "C"].map((name) => ({ ...segment, name }))
    expect(judgeSegments(three).failures.map(({ field }) => field)).toEqual(["segments"])
    expect(judgeSegments(three.slice(0, 2)).failures).toEqual([])
  })

  it("must differ in their names, and are not judged one by one when there are too many", () => {
    const segment = { name: "A", persona: "Runs a small cafe in a town.", weight: 1, size: 5 }
    const failures = (names: ReadonlyArray<string>) =>
      judgeSegments(names.map((name) => ({ ...segment, name }))).failures.map(({ field }) => field)
    expect(failures(["A", "B", "a", "C", "b"])).toEqual(["segments[2].name", "segments[4].name"])
    // As many as a form of a page can hold: each compared with those before it would take half a minute.
    expect(failures(Array.from({ length: 60_000 }, (_, n) => `segment ${n}`))).toEqual(["segments"])
  })
})
