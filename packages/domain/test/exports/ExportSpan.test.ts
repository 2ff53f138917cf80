import { describe, expect, it } from "vitest"
import { judgeSpan } from "../../src/publishing/exports/ExportSpan.ts"

describe("a span", () => {
  it("must not end before it begins, but may be empty", () => {
    const [early, late] = [new Date(0), new Date(1)]
    expect(judgeSpan({ from: late, to: early })).toMatchObject({ code: "INVALID_REQUEST", field: "to" })
    for (const span of [{}, { from: late }, { to: late }, { from: early, to: early }, { from: early, to: late }]) {
      expect(judgeSpan(span)).toBeUndefined()
    }
  })
})
