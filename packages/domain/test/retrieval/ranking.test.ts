import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { bestOf } from "../../src/research/retrieval/BestOf.ts"
import { seededNumbers } from "../../src/kernel/seededNumbers.ts"
import { dominantSubspace, type SparseRows } from "../../src/research/retrieval/DominantSubspace.ts"
import { fuse } from "../../src/research/retrieval/Fusion.ts"
import {
  bytesToLatentModel,
  latentModelToBytes,
  projectTerms,
  trainLatentModel
} from "../../src/research/retrieval/LatentModel.ts"
import { packTerms } from "../../src/research/retrieval/PackedTerms.ts"
import { termOf } from "../../src/research/retrieval/termOf.ts"
import { TermIndex } from "../../src/research/retrieval/TermIndex.ts"
import { textTerms } from "../../src/research/retrieval/TextTerms.ts"

const indexOf = (...texts: ReadonlyArray<string>): TermIndex => {
  const index = new TermIndex()
  for (const text of texts) index.add(packTerms(textTerms(text)))
  return index
}

const end = <A>(steps: Generator<number, A, undefined>): A => {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

describe("BM25", () => {
  it("gives the score that is computed by hand", () => {
    const index = indexOf("river river bank", "bank", "mountain")
    const river = index.numberOf(termOf("river"))!
    // One of three documents has the word, twice among three words, where the mean is 5/3.
    const weight = Math.log(1 + (3 - 1 + 0.5) / (1 + 0.5))
    const worth = (2 * 2.2) / (2 + 1.2 * (0.25 + (0.75 * 3) / (5 / 3)))
    const scores = index.scores(new Map([[river, 1]]))
    expect(scores[0]).toBeCloseTo(weight * worth, 5)
    expect([scores[1], scores[2]]).toEqual([0, 0])
  })

  it("scores listed and unlisted documents alike, and forgets removed ones", () => {
    const texts = Array.from({ length: 1_500 }, (_, n) => `word${n % 7} common word${n % 11}`)
    const late = indexOf(...texts)
    const early = indexOf(...texts.slice(0, 1_300))
    early.scores(new Map([[0, 1]]))
    for (const text of texts.slice(1_300)) early.add(packTerms(textTerms(text)))
    const query = new Map([[0, 1], [2, 2]])
    expect(early.scores(query)).toEqual(late.scores(query))
    late.remove(0)
    late.remove(0)
    expect([late.size, late.scores(query)[0]]).toEqual([1_499, 0])
  })
})

describe("bestOf", () => {
  it("is the head of the sorted scores", () => {
    fc.assert(fc.property(fc.array(fc.integer({ min: 0, max: 20 })), fc.integer({ min: 1, max: 8 }), (values, max) => {
      const sorted = values.map((score, place) => ({ score, place }))
        .filter(({ score }) => score > 3)
        .sort((a, b) => b.score - a.score || a.place - b.place)
      const all = new Uint8Array(values.length).fill(1)
      expect(bestOf(Float32Array.from(values), max, 3, all))
        .toEqual(sorted.slice(0, max).map(({ place }) => place))
    }))
  })
})

describe("fusion", () => {
  it("ranks a place that is at least as good everywhere no lower", () => {
    const scores = fc.uniqueArray(fc.tuple(fc.nat(30), fc.integer({ min: 1, max: 9 })), {
      selector: ([place]) => place,
      minLength: 2
    })
    fc.assert(fc.property(scores, (first) => {
      const ranking = [...first].sort((a, b) => b[1] - a[1])
      const order = fuse([[ranking, 0.5], [ranking, 0.5]])
      expect(new Set(order.map(([place]) => place)).size).toBe(first.length)
      const score = new Map(first)
      order.slice(1).forEach(([place], n) => {
        expect(score.get(order[n]![0])!).toBeGreaterThanOrEqual(score.get(place)!)
      })
    }))
  })
})

describe("the dominant subspace", () => {
  it("is that of the singular vectors of a matrix with known ones", () => {
    // A = U · diag(9, 5, 1, 0.2) · Vᵀ with V made of Hadamard columns, so that the projector is known.
    const signs = [[1, 1, 1, 1], [1, -1, 1, -1], [1, 1, -1, -1], [1, -1, -1, 1]]
    const sizes = [9, 5, 1, 0.2]
    const rows: SparseRows = {
      starts: Uint32Array.from([0, 4, 8, 12, 16]),
      columns: Uint32Array.from({ length: 16 }, (_, at) => at % 4),
      values: Float32Array.from({ length: 16 }, (_, at) => sizes[at >> 2]! * signs[at >> 2]![at % 4]! / 2),
      columnCount: 4
    }
    const basis = end(dominantSubspace(rows, 2, 7))
    for (let i = 0; i < 4; i++) {
      for (let k = 0; k < 4; k++) {
        const projector = basis[i * 2]! * basis[k * 2]! + basis[i * 2 + 1]! * basis[k * 2 + 1]!
        expect(projector).toBeCloseTo((signs[0]![i]! * signs[0]![k]! + signs[1]![i]! * signs[1]![k]!) / 4, 3)
      }
    }
  })

  it("is the same for the same seed, and has zeros where the rank is lower", () => {
    const rows: SparseRows = {
      starts: Uint32Array.from([0, 1, 2]),
      columns: Uint32Array.from([1, 1]),
      values: Float32Array.from([1, 2]),
      columnCount: 3
    }
    const basis = end(dominantSubspace(rows, 2, 7))
    expect(basis).toEqual(end(dominantSubspace(rows, 2, 7)))
    expect(Array.from(basis, Math.abs)).toEqual([0, 0, 1, 0, 0, 0])
    expect(seededNumbers(1)()).not.toBe(seededNumbers(2)())
  })
})

describe("a latent model", () => {
  const texts = Array.from(
    { length: 40 },
    (_, n) => n % 2 === 0 ? "car engine road driver automobile" : "bread flour oven baker dough"
  ).map((text, n) => text.split(" ").filter((_, at) => at !== n % 5).join(" "))

  it("brings words together that occur in the same texts, and survives its bytes", () => {
    const model = end(trainLatentModel(indexOf(...texts)))
    const same = bytesToLatentModel(latentModelToBytes(model))
    const of = (text: string) =>
      projectTerms(same, (visit) => {
        for (const { term } of textTerms(text)) visit(term, 1)
      })
    const alike = (a: string, b: string) => of(a).reduce((sum, value, k) => sum + value * of(b)[k]!, 0)
    expect(alike("automobile", "car")).toBeGreaterThan(0.5)
    expect(alike("automobile", "bread")).toBeLessThan(alike("automobile", "car") / 2)
    expect(same).toEqual(model)
  })

  it("is empty for a corpus without common words, and finite when all texts are the same", () => {
    expect(end(trainLatentModel(indexOf("alpha", "beta"))).rank).toBe(0)
    const same = end(trainLatentModel(indexOf(...Array.from({ length: 30 }, () => "one same text"))))
    const vector = projectTerms(same, (visit) => visit(termOf("text"), 1))
    expect(vector.every(Number.isFinite)).toBe(true)
  })
})
