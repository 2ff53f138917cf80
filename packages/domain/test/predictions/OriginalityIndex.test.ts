import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { jaccard, overlap } from "../../src/text/Jaccard.ts"
import { OriginalityIndex } from "../../src/forecasting/predictions/OriginalityIndex.ts"
import { parseReasoning } from "../../src/forecasting/predictions/Reasoning.ts"
import { goodReasoning } from "./Texts.ts"

const setOf = (values: Iterable<number>): Uint32Array => Uint32Array.from(new Set(values)).sort()
const range = (from: number, to: number): Uint32Array => Uint32Array.from({ length: to - from }, (_, i) => from + i)

const token = fc.oneof(
  fc.integer({ min: 1, max: 12 }),
  fc.integer({ min: 1, max: 60 }),
  fc.integer({ min: 0xffff_fff0, max: 0xffff_ffff })
)
const tokens = fc.array(token, { maxLength: 40 }).map(setOf)

describe("the similarity of two sets", () => {
  it("is the shared part of the union", () => {
    expect(jaccard(setOf([1, 2, 3]), setOf([2, 3, 4]))).toBe(0.5)
    expect(jaccard(setOf([]), setOf([]))).toBe(0)
    expect(jaccard(setOf([1]), setOf([]))).toBe(0)
    expect(jaccard(setOf([0xffff_ffff, 1]), setOf([1, 0xffff_ffff]))).toBe(1)
  })

  it("equals a naive count", () => {
    fc.assert(fc.property(tokens, tokens, fc.nat(45), (a, b, atLeast) => {
      const shared = a.filter((value) => b.includes(value)).length
      expect(overlap(a, b)).toBe(shared)
      expect(overlap(a, b, atLeast)).toBe(shared >= atLeast ? shared : -1)
      const all = new Set([...a, ...b]).size
      expect(jaccard(a, b)).toBe(shared === 0 ? 0 : shared / all)
      expect(jaccard(a, b)).toBe(jaccard(b, a))
    }))
  })
})

const bruteForce = (sets: ReadonlyArray<Uint32Array>, query: Uint32Array, threshold: number) => {
  let best: { key: string; similarity: number } | undefined
  sets.forEach((set, i) => {
    const similarity = jaccard(query, set)
    if (similarity > (best?.similarity ?? threshold)) best = { key: `p${i}`, similarity }
  })
  return best
}

const indexOf = (sets: ReadonlyArray<Uint32Array>): OriginalityIndex => {
  const index = new OriginalityIndex()
  sets.forEach((set, i) => index.add(`p${i}`, set))
  return index
}

describe("the search for near copies", () => {
  const thresholds = fc.constantFrom(0, 0.1, 0.25, 1 / 3, 0.5, 0.6, 2 / 3, 0.75, 0.8, 0.9, 0.99)

  it("equals a comparison with every set", () => {
    fc.assert(
      fc.property(fc.array(tokens, { maxLength: 40 }), tokens, thresholds, (sets, query, threshold) => {
        expect(indexOf(sets).closest(query, threshold)).toEqual(bruteForce(sets, query, threshold))
      }),
      { numRuns: 2_000 }
    )
  })

  it("equals it for variants of the query on both sides of the threshold", () => {
    const changed = fc.tuple(fc.integer({ min: 0, max: 99 }), fc.integer({ min: 0, max: 99 }), fc.nat(60), fc.nat(60))
    fc.assert(
      fc.property(fc.array(changed, { minLength: 1, maxLength: 25 }), fc.integer({ min: 20, max: 300 }), thresholds, (
        changes,
        size,
        threshold
      ) => {
        const query = range(1_000, 1_000 + size)
        const sets = changes.map(([drop, dropFrom, add, from]) =>
          setOf([
            ...query.filter((_, i) => (i * 37 + dropFrom) % 100 >= drop),
            ...range(5_000 + from, 5_000 + from + add)
          ])
        )
        const index = indexOf(sets)
        const expected = bruteForce(sets, query, threshold)
        expect(index.closest(query, threshold)).toEqual(expected)
        // A search leaves no state that could affect the next one.
        expect(index.closest(query, threshold)).toEqual(expected)
      }),
      { numRuns: 500 }
    )
  })

  it("treats a similarity at the threshold as original, and one more word as a copy", () => {
    const index = new OriginalityIndex()
    index.add("a", range(0, 80))
    // 60 shared of 100, then 61 of 99.
    expect(jaccard(range(0, 80), range(20, 100))).toBe(0.6)
    expect(index.closest(range(20, 100))).toBeUndefined()
    expect(index.closest(setOf([...range(19, 80), ...range(81, 100)]))?.similarity).toBe(61 / 99)
  })

  it("is correct for sets and overlaps of more than 255, and of many pages", () => {
    const sets = Array.from({ length: 60 }, (_, i) => range(i * 300, i * 300 + 3_000))
    const index = indexOf(sets)
    for (const offset of [0, 100, 4_450, 9_000]) {
      const query = range(offset, offset + 2_900)
      expect(index.closest(query)).toEqual(bruteForce(sets, query, 0.6))
    }
  })

  it("finds the earliest of equal sets, and stores each key once", () => {
    const index = new OriginalityIndex()
    expect(index.add("a", range(0, 50))).toBe(true)
    expect(index.add("b", range(0, 50))).toBe(true)
    expect(index.add("a", range(100, 150))).toBe(false)
    expect(index.size).toBe(2)
    expect([index.has("a"), index.has("c")]).toEqual([true, false])
    expect(index.closest(range(0, 50))).toEqual({ key: "a", similarity: 1 })
    expect(index.closest(range(100, 150))).toBeUndefined()
  })

  it("finds nothing for an empty set, and nothing in an empty index", () => {
    expect(new OriginalityIndex().closest(range(0, 5))).toBeUndefined()
    const index = new OriginalityIndex()
    index.add("empty", range(0, 0))
    expect(index.closest(range(0, 0), 0)).toBeUndefined()
    expect(index.closest(range(0, 5), 0)).toBeUndefined()
  })

  it("copies its input", () => {
    const index = new OriginalityIndex()
    const given = range(0, 50)
    index.add("a", given)
    given.fill(7)
    expect(index.closest(range(0, 50))?.similarity).toBe(1)
  })

  it("reports its memory: little for a small question, under 2.5 kB per prediction for a large one", () => {
    const index = new OriginalityIndex()
    index.add("a", range(0, 150))
    expect(index.bytes).toBeLessThan(20_000)
    for (let i = 0; i < 3_000; i++) index.add(`p${i}`, range(i, i + 150))
    expect(index.bytes / index.size).toBeGreaterThan(150 * 4)
    expect(index.bytes / index.size).toBeLessThan(2_500)
  })

  it("recognises copies with changed order, case, character variants and a few changed words", () => {
    const index = new OriginalityIndex()
    index.add("a", parseReasoning(goodReasoning).originalityTokens)
    const disguised = goodReasoning.split("\n").reverse().join("\n").toUpperCase()
      .replace("INFLATION", "ＩＮＦＬＡＴＩＯＮ").replace("COUNCIL", "COMMITTEE").replace("LIKELY", "PROBABLE")
    expect(index.closest(parseReasoning(disguised).originalityTokens)?.similarity).toBeGreaterThan(0.8)
  })
})
