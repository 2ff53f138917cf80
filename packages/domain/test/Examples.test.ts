import { describe, expect, it } from "vitest"
import { docExamplesBelow, evaluated } from "./docExamples.ts"

// Runs every example in the docstrings of the domain.
const examples = await docExamplesBelow(new URL("../src/", import.meta.url))

describe("the examples in the docstrings", () => {
  it("are found in every slice that has rules", () => {
    for (const slice of ["accounts", "consensus", "kernel", "predictions", "questions", "scoring"])
      expect(examples.some(({ file }) => file.startsWith(`${slice}/`)), slice).toBe(true)
    expect(examples.length).toBeGreaterThan(80)
  })

  it.each(examples)("$file: $line", (example) => {
    const [actual, claimed] = evaluated(example)
    expect(actual).toEqual(claimed)
  })
})
