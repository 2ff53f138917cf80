import { costRatio } from "@auspex/testkit/cost"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "effect/FastCheck"
import {
  type ArguedPrediction,
  argumentStrength,
  keyArguments,
  keyArgumentSteps,
  keyArgumentsMax,
  readPredictionsMax
} from "../../src/publishing/briefs/KeyArguments.ts"
import { lexRank } from "../../src/publishing/briefs/LexRank.ts"
import { alikeMax, marginallyRelevant } from "../../src/publishing/briefs/MarginalRelevance.ts"
import { passagesOf, readReasoningMax } from "../../src/publishing/briefs/Passage.ts"
import { quotedSentenceMax } from "../../src/publishing/briefs/SentenceFitness.ts"
import { sentencesOf } from "../../src/publishing/briefs/Sentence.ts"
import { similarities } from "../../src/publishing/briefs/Similarity.ts"
import { inSlices, nextSlice, sliceWorkMax, stepWorkMax } from "../../src/publishing/briefs/WorkSteps.ts"
import { codePoints } from "../../src/kernel/TextRule.ts"
import { anyPredictions, argued, hostileTexts, unspaced } from "./Texts.ts"

const topic = "Will the index of shipments fall below 100 in March?"
const quotations = (predictions: Parameters<typeof keyArguments>[0]["predictions"]) =>
  keyArguments({ predictions, topic })

const wordSets = fc.array(
  fc.uniqueArray(fc.integer({ min: 1, max: 20 }), { maxLength: 8 }).map((words) => Uint32Array.from(words).sort()),
  { minLength: 1, maxLength: 12 }
)

describe("likenesses", () => {
  it("are symmetric, from 0 to 1, and 1 for equal texts", () => {
    fc.assert(fc.property(wordSets, (texts) => {
      const { size, values } = similarities(texts)
      for (let a = 0; a < size; a++) {
        expect(values[a * size + a]).toBe(1)
        for (let b = 0; b < size; b++) {
          expect(values[a * size + b]).toBeCloseTo(values[b * size + a]!, 12)
          expect(values[a * size + b]).toBeGreaterThanOrEqual(0)
          expect(values[a * size + b]).toBeLessThanOrEqual(1)
        }
      }
    }))
  })

  it("equal the idf-modified cosine, computed by hand", () => {
    // Three texts: word 1 in all, word 2 in two, words 3 and 4 in one. idf² = ln(1 + 3/n)².
    const { values } = similarities([Uint32Array.of(1, 2), Uint32Array.of(1, 2, 3), Uint32Array.of(1, 4)])
    const [one, two, single] = [Math.log(2) ** 2, Math.log(2.5) ** 2, Math.log(4) ** 2]
    expect(values[1]).toBeCloseTo((one + two) / Math.sqrt((one + two) * (one + two + single)), 12)
    expect(values[2]).toBeCloseTo(one / Math.sqrt((one + two) * (one + single)), 12)
  })
})

describe("centrality", () => {
  const owners = ["a", "b", "c", "d"]
  const like = (pairs: ReadonlyArray<readonly [number, number, number]>) => {
    const values = new Float64Array(16)
    for (let i = 0; i < 4; i++) values[i * 5] = 1
    for (const [a, b, likeness] of pairs) values[a * 4 + b] = values[b * 4 + a] = likeness
    return { size: 4, values }
  }
  const priors = [1, 1, 1, 1]

  it("adds up to 1, and equals the prior if no texts are similar", () => {
    fc.assert(fc.property(wordSets, (texts) => {
      const ranks = lexRank(similarities(texts), { owners: texts.map((_, i) => String(i)), priors: texts.map(() => 1) })
      expect(ranks.reduce((sum, rank) => sum + rank, 0)).toBeCloseTo(1, 9)
    }))
    expect([...lexRank(like([]), { owners, priors: [1, 2, 3, 4] })].map((rank) => rank.toFixed(6)))
      .toEqual(["0.100000", "0.200000", "0.300000", "0.400000"])
  })

  it("is highest for the text that is similar to the most others", () => {
    const [first, ...others] = lexRank(like([[0, 1, 0.5], [0, 2, 0.5], [0, 3, 0.5]]), { owners, priors })
    for (const other of others) expect(first).toBeGreaterThan(other)
  })

  it("does not grow by texts of the same owner, or by copies", () => {
    const alone = lexRank(like([]), { owners, priors })
    expect(lexRank(like([[0, 1, 0.5], [0, 2, 0.5]]), { owners: ["a", "a", "a", "d"], priors })).toEqual(alone)
    expect(lexRank(like([[0, 1, 0.9], [0, 2, 1]]), { owners, priors })).toEqual(alone)
  })
})

describe("a choice by marginal relevance", () => {
  it("selects no source twice, no two similar texts, and no owner twice while others remain", () => {
    const candidates = fc.array(
      fc.record({
        relevance: fc.double({ min: 0, max: 1, noNaN: true }),
        owner: fc.constantFrom("a", "b", "c"),
        source: fc.constantFrom("1", "2", "3", "4", "5")
      }),
      { minLength: 1, maxLength: 12 }
    )
    fc.assert(fc.property(candidates, wordSets, (all, texts) => {
      const offered = all.slice(0, texts.length)
      const alike = similarities(texts.slice(0, offered.length))
      const chosen = marginallyRelevant(offered, alike, 5)
      const owners = new Set<string>()
      chosen.forEach((index, turn) => {
        const { source, owner } = offered[index]!
        const earlier = chosen.slice(0, turn)
        expect(earlier.every((other) => offered[other]!.source !== source)).toBe(true)
        expect(earlier.every((other) => alike.values[other * alike.size + index]! <= alikeMax)).toBe(true)
        if (owners.has(owner)) {
          const hasFreshVoice = offered.some((other, at) =>
            !owners.has(other.owner) &&
            earlier.every((taken) =>
              offered[taken]!.source !== other.source && alike.values[taken * alike.size + at]! <= alikeMax
            )
          )
          expect(hasFreshVoice).toBe(false)
        }
        owners.add(owner)
      })
    }))
  })
})

describe("the quotable passage of a reasoning", () => {
  it("is never its counter-evidence, and its analysis before its bottom line", () => {
    const sentence = (word: string) => `The ${word} moved by 12 % within the year.`
    const reasoning = `BOTTOM LINE: ${sentence("first")} COUNTER-EVIDENCE: ${sentence("second")} ANALYSIS: ${
      sentence("third")
    }`
    expect(passagesOf(reasoning).map(({ text }) => text)).toEqual([sentence("third"), sentence("first")])
  })

  it.each([
    ["with a figure", "The index fell to 97.1 in the month of May.", "The index fell quite a bit in the month of May."],
    ["a statement", "Will the index fall to 97.1 in May.", "Will the index fall to 97.1 in May?"],
    ["a whole sentence", "The index fell to 97.1 in the month of May.", "The index fell to 97.1 in the month of May"],
    ["self-contained", "The index fell to 97.1 in the month of May.", "However, the index fell to 97.1 in May."],
    ["about the world", "The index fell to 97.1 in the month of May.", "I think the index fell to 97.1 in May."],
    [
      "without a URL",
      "The index fell to 97.1 in the month of May.",
      "The index fell to 97.1, https://example.org/index."
    ],
    ["not too short", "The index fell to 97.1 in the month of May.", "It fell by 9 %."]
  ])("is preferably %s", (_, better, worse) => {
    const [first, second] = [worse, better].map((text) => passagesOf(`ANALYSIS: ${text}`)[0]!.fitness)
    expect(second).toBeGreaterThan(first!)
  })

  it("is the beginning of an overlong sentence, but never a sentence cut off by the reading limit", () => {
    const long = `The index ${"moved again and ".repeat(60)}stopped.`
    const [passage] = passagesOf(`ANALYSIS: ${long}`)
    expect(codePoints(passage!.text)).toBeLessThanOrEqual(quotedSentenceMax)
    expect(long.startsWith(passage!.text.slice(0, -1))).toBe(true)
    expect(passage!.text.endsWith("…")).toBe(true)
    const cut = `ANALYSIS: One index fell by 12 %. ${"X".repeat(readReasoningMax)}.`
    expect(passagesOf(cut).map(({ text }) => text)).toEqual(["One index fell by 12 %."])
  })
})

describe("key arguments", () => {
  it("quote the same address once, although it has no words to compare", () => {
    const citingOnly = (prediction_id: string): ArguedPrediction => ({
      prediction_id,
      owner: prediction_id,
      user_name: "Ada",
      confidence: 50,
      owner_upvotes: 0,
      owner_downvotes: 0,
      selected_option: null,
      reasoning: "https://example.org/a.b/c?d=e."
    })
    expect(quotations([citingOnly("p0"), citingOnly("p1")])).toHaveLength(1)
  })

  it("are exact sentences of their predictions, few, distinct and with the prediction's fields", () => {
    fc.assert(
      fc.property(anyPredictions, (predictions) => {
        const found = quotations(predictions)
        expect(found.length).toBeLessThanOrEqual(keyArgumentsMax)
        expect(new Set(found.map(({ prediction_id }) => prediction_id)).size).toBe(found.length)
        expect(new Set(found.map(({ text }) => text)).size).toBe(found.length)
        for (const { text, ...argument } of found) {
          const { reasoning, ...source } = predictions.find(({ prediction_id }) =>
            prediction_id === argument.prediction_id
          )!
          expect(argument).toEqual(source)
          expect(unspaced(reasoning)).toContain(text.replace(/…$/, ""))
          expect(
            sentencesOf(reasoning).some((sentence) =>
              sentence.heading !== "COUNTER-EVIDENCE" && sentence.text.startsWith(text.replace(/…$/, ""))
            )
          ).toBe(true)
        }
      }),
      { numRuns: 300 }
    )
  })

  it("are deterministic", () => {
    fc.assert(fc.property(anyPredictions, (predictions) => {
      expect(quotations(predictions)).toEqual(quotations(predictions))
    }))
  })

  it("are at least one if there is a quotable sentence", () => {
    expect(quotations([argued("p", ["Shipments fell by 12 % in March."])]).map(({ text }) => text))
      .toEqual(["Shipments fell by 12 % in March."])
  })

  it("prefer an argument that several owners state in different words", () => {
    const found = quotations([
      argued("lonely", ["Courts overturned the ministry's rulings in 9 of 40 years."]),
      argued("one", ["Shipments of copper fell by 12 % in the quarter."]),
      argued("two", ["Copper shipments were 11 % lower this quarter."]),
      argued("three", ["In this quarter 13 % less copper was in shipments."])
    ])
    expect(found[0]!.prediction_id).not.toBe("lonely")
    expect(found.map(({ prediction_id }) => prediction_id)).toContain("lonely")
  })

  it("prefer sentences relevant to the question", () => {
    const found = quotations([
      argued("aside", ["Nine of eleven members spoke in favour of lunch."]),
      argued("apt", ["The index of shipments was below 100 in five of nine years."])
    ])
    expect(found.map(({ prediction_id }) => prediction_id)).toEqual(["apt", "aside"])
  })

  it("prefer predictions with votes and confidence", () => {
    const sentence = (word: string) => [`The ${word} of the region moved by 12 % within a year.`]
    const first = (a: object, b: object) =>
      quotations([argued("a", sentence("harvest"), a), argued("b", sentence("traffic"), b)])[0]!.prediction_id
    expect(first({ owner_upvotes: 0 }, { owner_upvotes: 3 })).toBe("b")
    expect(first({ owner_downvotes: 1 }, {})).toBe("b")
    expect(first({ confidence: 60 }, { confidence: 90 })).toBe("b")
    expect(argumentStrength({ confidence: 50, owner_upvotes: 10_000, owner_downvotes: 0 })).toBeLessThan(1)
  })

  it("quote each owner once while others remain, without repetition", () => {
    const figures = ["harvest", "traffic", "rainfall", "payroll", "housing", "tourism", "freight"]
    const family = figures.map((word, index) =>
      argued(`family ${index}`, [`The ${word} of the region moved by ${index + 2} % in May.`], {
        owner: "one",
        owner_upvotes: 9
      })
    )
    const stranger = argued("stranger", ["Dockworkers called off their strike on 4 June."])
    const mixed = quotations([...family, stranger])
    expect(mixed.slice(0, 2).map(({ owner }) => owner).sort()).toEqual(["one", "owner of stranger"])
    expect(mixed).toHaveLength(keyArgumentsMax)
    const copies = ["a", "b", "c"].map((id) => argued(id, ["Dockworkers called off their strike on 4 June."]))
    expect(quotations(copies)).toHaveLength(1)
  })

  it.live("are computed in steps of bounded work, with yields in between", () =>
    Effect.gen(function*() {
      const long = (index: number) =>
        `ANALYSIS: ${
          Array.from(
            { length: 400 },
            (_, at) => `In case ${at * 7 + index} of word${at % 90} the rate rose by ${at} %.`
          )
            .join(" ")
        }`
      const crowds = [
        ...hostileTexts.map((text) => () => text),
        long,
        (index: number) =>
          `ANALYSIS: ${"the rate of growth rose in March by 5 % again, ".repeat(6)}${index}.`.repeat(40)
      ].map((reasoning) =>
        // Thousands of predictions need no more work than forty.
        Array.from({ length: 3_000 }, (_, index) => ({ ...argued(`${index}`, []), reasoning: reasoning(index % 40) }))
      )
      for (const predictions of crowds) {
        const steps = [...keyArgumentSteps({ predictions, topic: "growth ".repeat(1_000) })]
        expect(Math.max(...steps)).toBeLessThanOrEqual(stepWorkMax)
        expect(steps.reduce((sum, work) => sum + work, 0)).toBeLessThan(3_000_000)
      }
      const request = { predictions: crowds.at(-2)!, topic }
      const run = keyArgumentSteps(request)
      let slices = 0
      for (let slice = nextSlice(run); slice.done !== true; slice = nextSlice(run)) {
        slices++
        expect(slice.value).toBeLessThanOrEqual(sliceWorkMax + stepWorkMax)
      }
      expect(slices).toBeGreaterThan(20)
      let turns = 0
      const turn = () => {
        turns++
        again = setImmediate(turn)
      }
      let again = setImmediate(turn)
      const sliced = yield* inSlices(() => keyArgumentSteps(request))
      clearImmediate(again)
      expect(turns).toBeGreaterThanOrEqual(slices)
      expect(sliced).toEqual(keyArguments(request))
      expect(sliced).toHaveLength(keyArgumentsMax)
    }))

  it("are chosen from the first forty predictions, in bounded time for any texts", async () => {
    const late = argued("late", ["Shipments fell by 12 % in March."], { owner_upvotes: 50 })
    const many = Array.from(
      { length: readPredictionsMax },
      (_, index) => argued(`${index}`, [`Case ${index} of the list is closed.`])
    )
    expect(quotations([...many, late]).map(({ prediction_id }) => prediction_id)).not.toContain("late")
    const words = (seed: number) =>
      Array.from({ length: 12_000 }, (_, i) => `w${(i * 7 + seed) % 90}`).join(" ").replace(/((?:\S+ ){90})/g, "$1. ")
    const texts = [...hostileTexts, ...Array.from({ length: 7 }, (_, index) => words(index))]
    const work = (length: number) => {
      const long = many.map((prediction, index) => ({
        ...prediction,
        reasoning: `ANALYSIS: ${texts[index % texts.length]!.slice(0, length)}`
      }))
      return () => quotations(long)
    }
    // Four times what is read costs hardly more than what is read.
    expect(await costRatio(work(4 * readReasoningMax), work(readReasoningMax), 2)).toBeLessThan(2)
  })
})
