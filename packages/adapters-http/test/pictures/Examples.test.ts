import { describe, expect, it } from "vitest"
import { docExamplesBelow, evaluated } from "../../../domain/test/docExamples.ts"

const examples = await docExamplesBelow(new URL("../../src/", import.meta.url), [
  "engine",
  "outbound",
  "reading",
  "documents",
  "wire"
])

describe("the examples in the docstrings", () => {
  it("are found", () => expect(examples.length).toBeGreaterThan(5))

  it.each(examples)("$file: $line", (example) => {
    const [actual, claimed] = evaluated(example)
    expect(actual).toEqual(claimed)
  })
})
