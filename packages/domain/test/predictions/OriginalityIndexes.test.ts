import { OriginalityIndexes } from "../../src/forecasting/predictions/OriginalityIndexes.ts"
import { tokensToBytes } from "../../src/text/WordToken.ts"
import { describe, expect, it } from "vitest"

const words = (...tokens: ReadonlyArray<number>): Uint8Array => tokensToBytes(Uint32Array.from(tokens))
const row = (seq: number, ...tokens: ReadonlyArray<number>) => ({
  seq,
  prediction_id: `p${seq}`,
  tokens: words(...tokens)
})

const reading = (tokens: ReadonlyArray<number>, unhyphenated?: ReadonlyArray<number>) => ({
  originalityTokens: Uint32Array.from(tokens),
  unhyphenatedTokens: unhyphenated === undefined ? undefined : Uint32Array.from(unhyphenated)
})

describe("originality indexes", () => {
  it("grow in order and never over a gap", () => {
    const indexes = new OriginalityIndexes()
    indexes.extend("q", [row(1, 1, 2, 3), row(3, 7, 8, 9)])
    expect(indexes.seqOf("q")).toBe(1)
    expect(indexes.closest("q", reading([7, 8, 9]))).toBeUndefined()
    indexes.extend("q", [row(1, 1, 2, 3), row(2, 4, 5, 6), row(3, 7, 8, 9)])
    expect(indexes.seqOf("q")).toBe(3)
    expect(indexes.closest("q", reading([7, 8, 9]))).toEqual({ similarity: 1, prediction_id: "p3" })
  })

  it("find the closest text to either reading of a text", () => {
    const indexes = new OriginalityIndexes()
    indexes.extend("q", [row(1, 1, 2, 3), row(2, 4, 5, 6)])
    expect(indexes.closest("q", reading([1, 2, 3], [4, 5]))).toEqual({ similarity: 1, prediction_id: "p1" })
    expect(indexes.closest("q", reading([7, 8, 9], [4, 5, 6]))).toEqual({ similarity: 1, prediction_id: "p2" })
  })

  it("are separate for each question", () => {
    const indexes = new OriginalityIndexes()
    indexes.extend("q", [row(1, 1, 2, 3)])
    expect(indexes.closest("r", reading([1, 2, 3]))).toBeUndefined()
    expect(indexes.seqOf("r")).toBe(0)
  })

  it("evict the least recently used question at their size limit, and reload it", () => {
    const indexes = new OriginalityIndexes(1)
    indexes.extend("q", [row(1, 1, 2, 3)])
    indexes.extend("r", [row(1, 4, 5, 6)])
    expect([indexes.seqOf("q"), indexes.seqOf("r")]).toEqual([0, 1])
    indexes.extend("q", [row(1, 1, 2, 3)])
    expect(indexes.closest("q", reading([1, 2, 3]))?.prediction_id).toBe("p1")
  })
})
