import { describe, expect, it } from "vitest"
import { editDistance, nearest } from "../../src/kernel/nearest.ts"

const subcategories = [
  "research_academia",
  "models_architectures",
  "hardware_compute",
  "data",
  "agents_autonomous",
  "hci",
  "law_legaltech"
]

describe("the nearest name", () => {
  it.each([
    // A typo.
    ["opne", ["closed", "open"], "open"],
    ["date", subcategories, "data"],
    // A prefix of a name, or of a word in it.
    ["models", subcategories, "models_architectures"],
    ["model", subcategories, "models_architectures"],
    ["compute", subcategories, "hardware_compute"],
    ["autonomous", subcategories, "agents_autonomous"],
    ["legal", subcategories, "law_legaltech"],
    // A name that contains a candidate, or shares a word with it.
    ["longterm", ["short", "mid", "long"], "long"],
    ["ai_agents", subcategories, "agents_autonomous"],
    // The shortest of several with this prefix.
    ["close", ["closed_soon", "closed"], "closed"],
    // Too short to count as a part.
    ["da", ["hci", "xdax"], "xdax"],
    ["", ["b", "a"], "b"]
  ])("of %j in %j", (name, candidates, expected) => expect(nearest(name, candidates)).toBe(expected))

  it("is the name itself if it is a candidate", () => {
    for (const name of subcategories) expect(nearest(name, subcategories)).toBe(name)
  })
})

describe("the edit distance", () => {
  it.each([["", "", 0], ["", "abc", 3], ["abc", "abc", 0], ["kitten", "sitting", 3], ["dryrun", "dryru", 1]])(
    "from %j to %j",
    (a, b, distance) => {
      expect(editDistance(a, b)).toBe(distance)
      expect(editDistance(b, a)).toBe(distance)
    }
  )
})
