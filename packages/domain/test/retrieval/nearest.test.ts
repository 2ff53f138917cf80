import * as fc from "effect/FastCheck"
import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { describe, expect, it } from "vitest"
import { bestOf } from "../../src/research/retrieval/BestOf.ts"
import { seededNumbers } from "../../src/kernel/seededNumbers.ts"
import { EntryIndex, matchedMax } from "../../src/research/retrieval/EntryIndex.ts"
import { projectTerms, toUnitLength, trainLatentModel } from "../../src/research/retrieval/LatentModel.ts"
import { packTerms } from "../../src/research/retrieval/PackedTerms.ts"
import { readSearchText } from "../../src/research/retrieval/SearchText.ts"
import { TermIndex } from "../../src/research/retrieval/TermIndex.ts"
import { textTerms } from "../../src/research/retrieval/TextTerms.ts"
import { comparedMax, VectorList } from "../../src/research/retrieval/VectorList.ts"

/** A normally distributed number (Box and Muller). */
const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log((1 - random()) / 2)) * Math.cos(Math.PI * random())

/** Vectors of unit length whose dimensions shrink by `decay`, from the first to the last. */
const vectorsOf = (random: () => number, count: number, dimensions: number, decay: number): Array<Float32Array> =>
  Array.from(
    { length: count },
    () =>
      toUnitLength(
        Float32Array.from({ length: dimensions }, (_, k) => normal(random) * Math.exp((-decay * k) / dimensions))
      )
  )

// A loop, because a test multiplies some ten million numbers.
const product = (a: Float32Array, b: Float32Array): number => {
  let sum = 0
  for (let k = 0; k < a.length; k++) sum += a[k]! * b[k]!
  return sum
}

const nearestMax = 100

/**
 * The share of the nearest by the list that are as near as the nearest by all products. Of texts that are equally near,
 * such as lines that occur often, any will do.
 */
const recallOf = (list: VectorList, vectors: ReadonlyArray<Float32Array>, query: Float32Array, wanted: Uint8Array) => {
  const products = Float32Array.from(vectors, (vector) => product(vector, query))
  const exact = bestOf(products, nearestMax, 0, wanted)
  const farthest = Math.min(...exact.map((place) => products[place]!))
  const found = bestOf(list.similarities(query, wanted), nearestMax, 0, wanted)
  // A query without known words is near nothing.
  if (exact.length === 0) return found.length === 0 ? 1 : 0
  return found.filter((place) => products[place]! >= farthest - 1e-6).length / exact.length
}

const listOf = (vectors: ReadonlyArray<Float32Array>): VectorList => {
  const list = new VectorList(vectors[0]!.length)
  for (const vector of vectors) list.push(vector)
  return list
}

describe("the nearest vectors", () => {
  it("are, but for one in fifty, those by all products, whatever the vectors are like", () => {
    const shapes = fc.record({
      seed: fc.integer(),
      dimensions: fc.constantFrom(30, 100, 200),
      decay: fc.constantFrom(0, 2, 6),
      one: fc.constantFrom(1, 2)
    })
    fc.assert(
      fc.property(shapes, ({ decay, dimensions, one, seed }) => {
        const random = seededNumbers(seed)
        const vectors = vectorsOf(random, 8_000, dimensions, decay)
        const list = listOf(vectors)
        const wanted = Uint8Array.from(vectors, (_, place) => (place % one === 0 ? 1 : 0))
        const queries = vectorsOf(random, 5, dimensions, decay)
        const recalls = queries.map((query) => recallOf(list, vectors, query, wanted))
        expect(recalls.reduce((sum, recall) => sum + recall) / queries.length).toBeGreaterThanOrEqual(0.98)
      }),
      { numRuns: 6, seed: 13 }
    )
  }, 60_000)

  it("are exact among few, and only those wanted are compared", () => {
    const random = seededNumbers(3)
    const vectors = vectorsOf(random, comparedMax + 500, 40, 1)
    const list = listOf(vectors)
    const wanted = Uint8Array.from(vectors, (_, place) => (place < comparedMax ? 1 : 0))
    const [query] = vectorsOf(random, 1, 40, 1)
    const found = list.similarities(query!, wanted)
    vectors.forEach((vector, place) => {
      if (place >= comparedMax) expect(found[place]).toBe(0)
      else expect(Math.abs(found[place]! - product(vector, query!))).toBeLessThan(0.01)
    })
  })

  it("are all compared when the estimates are equal, and none when the vectors have no dimension", () => {
    const [one] = vectorsOf(seededNumbers(4), 1, 20, 0)
    const same = Array.from({ length: comparedMax * 2 }, () => one!)
    const all = new Uint8Array(same.length).fill(1)
    expect(listOf(same).similarities(one!, all).every((value) => value > 0.99)).toBe(true)
    const none = listOf(same.map(() => new Float32Array(0)))
    expect(none.similarities(new Float32Array(0), all).every((value) => value === 0)).toBe(true)
  })
})

const docs = path.join(import.meta.dirname, "../../../../docs")

/** The lines of the project's documents that have some words: some thousands of texts that people wrote. */
const lines = (): ReadonlyArray<string> =>
  readdirSync(docs, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".md")).sort()
    .flatMap((file) => readFileSync(path.join(docs, file), "utf8").split("\n"))
    .filter((line) => textTerms(line).length >= 6)

const end = <A>(steps: Generator<number, A, undefined>): A => {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

describe("the nearest texts", () => {
  it("are, but for one in fifty, those by all products of their vectors", () => {
    const texts = lines()
    expect(texts.length).toBeGreaterThan(2 * comparedMax)
    const terms = new TermIndex()
    for (const text of texts) terms.add(packTerms(textTerms(text)))
    const model = end(trainLatentModel(terms))
    const vectorOf = (text: string) =>
      projectTerms(model, (visit) => textTerms(text).forEach(({ term }) => visit(term, 1)))
    const vectors = texts.map(vectorOf)
    const list = listOf(vectors)
    const queries = texts.filter((_, n) => n % 200 === 0).map((text) => vectorOf(text.split(" ").slice(0, 6).join(" ")))
    const recalls = queries.map((query) => recallOf(list, vectors, query, terms.liveness))
    expect(recalls.reduce((sum, recall) => sum + recall) / queries.length).toBeGreaterThanOrEqual(0.98)
  })
})

/** An index of entries, each a text of words; every other one is of the project `odd`. */
const indexOf = (texts: ReadonlyArray<string>): EntryIndex => {
  const index = new EntryIndex()
  texts.forEach((text, n) => applyTo(index, n, text))
  return index
}
const applyTo = (index: EntryIndex, n: number, text: string) =>
  index.apply({
    id: String(n),
    change: n,
    project_id: n % 2 === 0 ? "even" : "odd",
    kind: n % 3 === 0 ? "note" : "passage",
    source_id: null,
    at: new Date(0),
    terms: packTerms(textTerms(text))
  })

describe("matches", () => {
  const random = seededNumbers(22)
  const text = () => Array.from({ length: 10 }, () => `w${Math.floor((random() + 1) ** 3 * 6)}`).join(" ")
  const texts = Array.from({ length: 3_000 }, text)
  const q = "w40 OR w41 w3 -w1"

  it("have all words, and keep their scores by the weights of the first answer, whatever is added", () => {
    const early = indexOf(texts.slice(0, 600))
    const first = early.match(readSearchText(q), {})
    const has = (words: ReadonlyArray<string>) =>
      (words.includes("w40") || words.includes("w41")) && words.includes("w3") && !words.includes("w1")
    const expected = texts.slice(0, 600).flatMap((words, n) => has(words.split(" ")) ? [String(n)] : [])
    expect(expected.length).toBeGreaterThan(3)
    expect(first.entries.map(({ id }) => id).sort()).toEqual(expected.sort())
    texts.slice(600).forEach((words, n) => applyTo(early, n + 600, words))
    const later = new Map(
      early.match(readSearchText(q), {}, first.weights).entries.map(({ id, score }) => [id, score])
    )
    for (const { id, score } of first.entries) expect(later.get(id)).toBe(score)
    const [now] = early.match(readSearchText(q), {}).entries.filter(({ id }) => expected.includes(id))
    expect(now!.score).not.toBe(later.get(now!.id))
  })

  it("are at most a thousand of each kind, the best", () => {
    const index = indexOf(texts.map((words, n) => `${words} common${n % 7 === 0 ? " common" : ""}`))
    const { entries, is_capped } = index.match(readSearchText("common"), {})
    const count = (kind: string) => entries.filter((entry) => entry.kind === kind).length
    expect([count("note"), count("passage"), is_capped]).toEqual([1_000, matchedMax, true])
    const twice = texts.flatMap((_, n) => n % 7 === 0 ? [String(n)] : [])
    const ids = new Set(entries.map(({ id }) => id))
    expect(twice.every((id) => ids.has(id))).toBe(true)
    expect(index.match(readSearchText("common"), { kind: "note" }).is_capped).toBe(false)
  })
})

describe("an index", () => {
  it("finds by phrases, exclusions and filters together what a scan of the texts finds", () => {
    const random = seededNumbers(21)
    const word = () => `w${Math.floor((random() + 1) ** 3 * 10)}`
    const texts = Array.from({ length: 1_500 }, () => Array.from({ length: 12 }, word))
    const index = new EntryIndex()
    const of = (q: string, project_id?: string) =>
      index.rank(readSearchText(q), { project_id }, "terms").map(([id]) => Number(id)).sort((a, b) => a - b)
    texts.forEach((words, n) => {
      applyTo(index, n, words.join(" "))
      // Lists the entries so far, so that later entries are read individually.
      if (n === 1_200) of("w1")
    })
    const scan = (isMeant: (words: ReadonlyArray<string>, n: number) => boolean) =>
      texts.flatMap((words, n) => isMeant(words, n) ? [n] : [])
    expect(of(`"w70" "w60"`)).toEqual(scan((words) => words.includes("w70") && words.includes("w60")))
    expect(of(`"w75" -w3`)).toEqual(scan((words) => words.includes("w75") && !words.includes("w3")))
    expect(of(`"w75"`, "odd")).toEqual(scan((words, n) => n % 2 === 1 && words.includes("w75")))
    expect(of(`"w75" -w3`).length).toBeGreaterThan(5)
    expect(of(`w75 "nowhere"`)).toEqual([])
  })
})
