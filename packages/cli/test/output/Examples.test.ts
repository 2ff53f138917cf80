import { describe, expect, it } from "vitest"
import { docExamplesOf, evaluated } from "../../../domain/test/docExamples.ts"

const examples = await docExamplesOf(new URL("../../src/kit/output/", import.meta.url))

describe("the examples in the docstrings", () => {
  it("are found", () => expect(examples.length).toBeGreaterThan(5))

  it.each(examples)("$file: $line", (example) => {
    const [actual, claimed] = evaluated(example)
    expect(actual).toEqual(claimed)
  })
})
