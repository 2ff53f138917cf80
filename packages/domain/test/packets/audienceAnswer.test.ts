import { FastCheck } from "effect"
import { describe, expect, it } from "vitest"
import { audienceAnswer, effectiveRespondents } from "../../src/research/packets/index.ts"
import {
  type AudienceSegment,
  type PanelQuestion,
  type PanelReasoning,
  respondentsOf
} from "../../src/research/panels/index.ts"

const question: PanelQuestion = {
  id: "q",
  text: "Would you pay for it?",
  kind: "multi",
  kind_options: { options: ["A", "B", "C"] },
  resolution_signal: null,
  resolution_date: null,
  resolution_threshold: null
}

const reasoningOf = (specialist: string, distribution: PanelReasoning["distribution"]): PanelReasoning => ({
  id: `of ${specialist}`,
  question_id: "q",
  specialist,
  model: "m",
  answer: "A",
  probability: null,
  distribution,
  confidence: 0.5,
  narrative: "So.",
  evidence: [],
  counter_evidence: [],
  unsupported: [],
  falsifiers: [],
  created_at: new Date(0)
})

const segmentOf = (name: string, weight: number, size: number): AudienceSegment => ({
  name,
  archetype: null,
  persona: "Somebody who saves a little every month.",
  weight,
  size
})

/** Segments with the chances that each respondent gives. */
const audiences = FastCheck.array(
  FastCheck.record({
    weight: FastCheck.integer({ min: 1, max: 1_000 }),
    chances: FastCheck.array(
      FastCheck.tuple(...[0, 1, 2].map(() => FastCheck.integer({ min: 0, max: 100 }))).filter((row) =>
        row.some((value) => value > 0)
      ),
      { minLength: 1, maxLength: 6 }
    )
  }),
  { minLength: 1, maxLength: 4 }
).map((drafts) => {
  const segments = drafts.map(({ chances, weight }, at) => segmentOf(`Segment ${at}`, weight, chances.length))
  const rows = drafts.flatMap(({ chances }) =>
    chances.map((row) => row.map((value) => value / row.reduce((sum, one) => sum + one, 0)))
  )
  return { segments, reasonings: respondentsOf(segments).map(({ id }, at) => reasoningOf(id, [rows[at]!])) }
})

const sharesOf = (rows: ReadonlyArray<{ readonly options: ReadonlyArray<{ readonly probability: number }> }>) =>
  rows[0]!.options.map(({ probability }) => probability)

describe("the answer of an audience", () => {
  it("is the mean of its segments by their weights, within intervals, whatever the order", () => {
    FastCheck.assert(FastCheck.property(audiences, ({ reasonings, segments }) => {
      const { answer, dropped } = audienceAnswer(question, reasonings, segments)
      const all = segments.reduce((sum, { weight }) => sum + weight, 0)
      const overall = sharesOf(answer.aggregate!.rows)
      for (const [at, share] of overall.entries()) {
        const expected = answer.segments!.reduce(
          (sum, { rows }, place) => sum + segments[place]!.weight / all * sharesOf(rows)[at]!,
          0
        )
        expect(share).toBeCloseTo(expected, 3)
      }
      expect(overall.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 3)
      for (const { rows } of [answer.aggregate!, ...answer.segments!]) {
        for (const { interval, probability } of rows[0]!.options) {
          expect(interval!.low).toBeLessThanOrEqual(probability)
          expect(interval!.high).toBeGreaterThanOrEqual(probability)
        }
      }
      expect(dropped).toBe(0)
      expect(audienceAnswer(question, reasonings.toReversed(), segments).answer.aggregate).toEqual(answer.aggregate)
    }))
  })

  it("does not change with the size of a segment when all in it agree", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.integer({ min: 1, max: 20 }), FastCheck.integer({ min: 1, max: 20 }), (one, two) => {
        const segments = [segmentOf("A", 3, one), segmentOf("B", 1, two)]
        const reasonings = respondentsOf(segments).map(({ id, segment }) =>
          reasoningOf(id, [segment.name === "A" ? [1, 0, 0] : [0, 1, 0]])
        )
        const { answer } = audienceAnswer(question, reasonings, segments)
        expect(sharesOf(answer.aggregate!.rows)).toEqual([0.75, 0.25, 0])
      })
    )
  })

  it("drops what does not fit, and leaves out a segment in which nobody answered", () => {
    const segments = [segmentOf("A", 3, 1), segmentOf("B", 1, 1)]
    const [a, b] = respondentsOf(segments)
    const given = [reasoningOf(a!.id, [[0.5, 0.5]]), reasoningOf(b!.id, [[0, 0, 1]])]
    const { answer, dropped } = audienceAnswer(question, given, segments)
    expect([dropped, answer.aggregate!.answer, answer.aggregate!.probability]).toEqual([1, "C", 1])
    expect(answer.segments).toMatchObject([{ weight: 0, answered: 0, rows: [] }, { weight: 1, answered: 1 }])
    expect(answer.contributions.map(({ weight }) => weight)).toEqual([0, 1])
  })

  it.each<[ReadonlyArray<number>, ReadonlyArray<number>, object]>([
    // Points that the respondents of two segments give, and the weights of the segments.
    [[5, 5], [1, 1], { low: 1.8944, high: 5 }],
    [[5, 5], [7, 7], { low: 1.8944, high: 5 }],
    [[1, 1], [2, 2], { low: 1, high: 4.1056 }],
    [[4, 5], [1, 1], { low: 1, high: 5 }],
    [[5], [1], { low: 1, high: 5 }],
    // Weights of 9 and 1 are worth 1.2 respondents.
    [[5, 5], [9, 1], { low: 1, high: 5 }]
  ])("of stars %j with the weights %j has an interval of the mean with a width: %j", (points, weights, interval) => {
    const segments = points.map((_, at) => segmentOf(`Segment ${at}`, weights[at]!, 1))
    const reasonings = respondentsOf(segments).map(({ id }, at) =>
      reasoningOf(id, [[1, 2, 3, 4, 5].map((point) => point === points[at] ? 1 : 0)])
    )
    const stars: PanelQuestion = { ...question, kind: "star_rating", kind_options: { max: 5 } }
    const { answer } = audienceAnswer(stars, reasonings, segments)
    expect(answer.aggregate!.rows[0]!.mean_interval).toEqual(interval)
  })

  it("counts at most as many effective respondents as there are", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.array(FastCheck.integer({ min: 1, max: 99 }), { minLength: 1 }), (weights) => {
        const effective = effectiveRespondents(weights)
        expect(effective).toBeGreaterThanOrEqual(1 - 1e-9)
        expect(effective).toBeLessThanOrEqual(weights.length + 1e-9)
      })
    )
  })
})

describe("respondents", () => {
  it("are the same again, have different ids, and differ in their particulars", () => {
    const segments = [segmentOf("A", 1, 30), segmentOf("B", 1, 30)]
    const respondents = respondentsOf(segments)
    expect(respondentsOf(structuredClone(segments))).toEqual(respondents)
    expect(new Set(respondents.map(({ id }) => id)).size).toBe(60)
    expect(new Set(respondents.map(({ variation }) => variation.join())).size).toBeGreaterThan(30)
  })
})
