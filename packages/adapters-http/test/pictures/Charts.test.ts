import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { calibrationPlot } from "../../src/forecasting/boards/CalibrationPlot.ts"
import type { CalibrationPoint } from "@auspex/domain/scoring"
import { consensusChart } from "../../src/forecasting/consensus/ConsensusChart.ts"
import type { ConsensusChartInput } from "../../src/forecasting/consensus/ConsensusChartInput.ts"
import { textWidth } from "../../src/kit/TextFit.ts"
import { wilsonInterval } from "@auspex/domain/kernel"
import { everyElement, pathPlaces, placesOf, type Read, readXml } from "./markup.ts"
import { surveyPictures } from "./surveyRun.ts"

const day = 86_400_000
const start = Date.UTC(2027, 2, 3)

const shares = (options: ReadonlyArray<string>, weights: ReadonlyArray<number>) => {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return options.map((option, at) => ({ option, count: at, percent: (100 * weights[at]!) / sum }))
}

/** The consensus on a question, with one point per day. */
const crowd = (values: ReadonlyArray<number>, more: Partial<ConsensusChartInput> = {}): ConsensusChartInput => ({
  title: "Will it rain in Lisbon?",
  question_type: "binary",
  from: new Date(start),
  to: new Date(start + values.length * day),
  points: values.map((yes_percent, at) => ({
    taken_at: new Date(start + at * day),
    total_agents: at + 1,
    yes_percent,
    yes_pct: yes_percent,
    avg_confidence: 70
  })),
  ...more
})

const optionCrowd = (options: ReadonlyArray<string>, count: number): ConsensusChartInput => {
  const plain = crowd(Array.from({ length: count }, () => 0))
  const points = plain.points.map((point, at) => ({
    ...point,
    options: shares(options, options.map((_, option) => 1.2 + Math.sin(at / (5 + option) + option)))
  }))
  return { ...plain, points, question_type: "multi", options }
}

const point = (confidence: number, predictions: number, correct: number): CalibrationPoint => ({
  confidence,
  predictions,
  observed: correct / predictions,
  interval: wilsonInterval(correct, predictions)
})

const wobble = (count: number): ReadonlyArray<number> =>
  Array.from({ length: count }, (_, at) => 50 + 40 * Math.sin(at / 9) * Math.cos(at / 31) + (at * 7919 % 13) - 6)

const longOptions = Array.from({ length: 10 }, (_, at) => `Outcome number ${at}: a coalition of several small parties`)

const million = (input: ConsensusChartInput): ConsensusChartInput => ({
  ...input,
  points: input.points.map((one) => ({ ...one, total_agents: 2_247_500 }))
})

/** The minimum distance of a text from the left and right edge, in pixels: less than half of the narrow margin. */
const nearestToEdge = 6

const pictures: Readonly<Record<string, (width: number, theme?: "auto" | "light" | "dark") => string>> = Object
  .fromEntries([
    ...Object.entries({
      nothing: crowd([]),
      "one point": crowd([62]),
      "one instant": crowd([62], { to: new Date(start) }),
      "three points": crowd([50, 66.67, 40]),
      "a constant": crowd(Array.from({ length: 30 }, () => 100)),
      "five hundred points": crowd(wobble(500), { title: "Will the deposit rate be below 1.50 % ".repeat(9) }),
      "a huge crowd": million(crowd(wobble(40))),
      "a huge crowd with options": million(optionCrowd(longOptions.slice(0, 3), 9)),
      "two options": optionCrowd(["Home", "Away"], 12),
      "ten options": optionCrowd(longOptions, 500),
      "options without points": { ...optionCrowd(longOptions, 0) }
    }).map(([name, input]) =>
      [
        name,
        (width: number, theme?: "auto" | "light" | "dark") =>
          consensusChart(input, { width, ...(theme === undefined ? {} : { theme }) })
      ] as const
    ),
    ...surveyPictures,
    ...Object.entries({
      "calibration of nothing": [],
      "calibration of one": [point(75, 1, 1)],
      "calibration of few": [point(60, 12, 7), point(70, 30, 22), point(99, 4, 4)],
      "calibration of many": Array.from({ length: 50 }, (_, at) => point(50 + at, 1 + at * at, Math.ceil(at * at / 2)))
    }).map(([name, points]) =>
      [
        name,
        (width: number, theme?: "auto" | "light" | "dark") =>
          calibrationPlot({ title: "Cassandra", points }, { width, ...(theme === undefined ? {} : { theme }) })
      ] as const
    )
  ])

const names = Object.keys(pictures)
const widths = [320, 500, 800, 1200, 1600]

/** The left and right end of a text, by the wide estimate. */
const reachOf = ({ attributes, text }: Read): readonly [number, number] => {
  const width = textWidth(text, Number(attributes["font-size"])) * (attributes["font-weight"] === undefined ? 1 : 1.1)
  const x = Number(attributes["x"])
  if (attributes["text-anchor"] === "end") return [x - width, x]
  return attributes["text-anchor"] === "middle" ? [x - width / 2, x + width / 2] : [x, x + width]
}

describe.each(names)("the picture of %s", (name) => {
  const draw = pictures[name]!

  it.each(widths)("keeps everything within its edges at a width of %i pixels", (width) => {
    const svg = readXml(draw(width))
    const [left, top, right, bottom] = svg.attributes["viewBox"]!.split(" ").map(Number)
    expect([left, top, right]).toEqual([0, 0, width])
    for (const element of everyElement(svg)) {
      for (const [x, y] of placesOf(element)) {
        expect(x).toBeGreaterThanOrEqual(0)
        expect(x).toBeLessThanOrEqual(right!)
        expect(y).toBeGreaterThanOrEqual(0)
        expect(y).toBeLessThanOrEqual(bottom!)
      }
      if (element.name === "text") {
        const [from, to] = reachOf(element)
        expect(from, element.text).toBeGreaterThanOrEqual(nearestToEdge)
        expect(to, element.text).toBeLessThanOrEqual(width - nearestToEdge)
      }
    }
  })

  it.each(widths)("has no overlapping texts at a width of %i pixels", (width) => {
    const texts = everyElement(readXml(draw(width))).filter((element) => element.name === "text").map((element) => {
      const size = Number(element.attributes["font-size"])
      const y = Number(element.attributes["y"])
      const [from, to] = reachOf(element)
      // From the baseline to the x-height, because lines may be close to each other.
      return { text: element.text, from, to, top: y - size * 0.6, bottom: y }
    })
    texts.forEach((one, at) => {
      for (const other of texts.slice(at + 1)) {
        const apart = one.to <= other.from || other.to <= one.from || one.bottom <= other.top || other.bottom <= one.top
        expect(apart, `"${one.text}" and "${other.text}"`).toBe(true)
      }
    })
  })

  it("has a text alternative", () => {
    const svg = readXml(draw(800))
    expect(svg.attributes["role"]).toBe("img")
    const [title, description] = svg.children
    expect([title?.name, description?.name]).toEqual(["title", "desc"])
    expect(title?.text).not.toBe("")
    expect(description?.text.length).toBeGreaterThan(15)
  })

  it.each(["auto", "light", "dark"] as const)(
    "has no active or external content, is small and deterministic (%s)",
    (theme) => {
      const text = draw(1200, theme)
      expect(text).toBe(draw(1200, theme))
      expect(text.length).toBeLessThan(40_000)
      expect(text.replace("http://www.w3.org/2000/svg", "")).not.toMatch(
        /https?:|url\(|@import|<script|\son\w+=|href|\sid=/i
      )
      expect(text).not.toMatch(/NaN|Infinity|undefined|\d\.\d{3}|"-0"|e-\d/)
      expect(text.includes("prefers-color-scheme")).toBe(theme === "auto")
      expect(text.includes("var(--")).toBe(theme === "auto")
    }
  )
})

const linesOf = (svg: Read, kind: string): ReadonlyArray<ReadonlyArray<readonly [number, number]>> =>
  everyElement(svg).filter(({ attributes, name }) => name === "path" && attributes["class"]?.includes(kind) === true)
    .map(({ attributes }) => pathPlaces(attributes["d"]!))

describe("the consensus line", () => {
  const values = fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { minLength: 1, maxLength: 60 })

  it("has a label of its first value at that height, clear of the line, or none", () => {
    let labelled = 0
    const spans = fc.record({
      values: fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 2, maxLength: 6 }),
      // Points soon after the first, on a span of 100 days.
      hours: fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 5, maxLength: 5 }),
      width: fc.constantFrom(320, 800, 1600)
    })
    fc.assert(
      fc.property(spans, ({ hours, values, width }) => {
        let at = start
        const input = crowd(values, { to: new Date(start + 100 * day) })
        const points = input.points.map((one, index) => {
          if (index > 0) at += hours[index - 1]! * 3_600_000
          return { ...one, taken_at: new Date(at) }
        })
        const svg = readXml(consensusChart({ ...input, points }, { width }))
        const label = everyElement(svg).find(({ attributes }) => attributes["class"] === "f-quiet h n")
        if (label === undefined) return
        labelled++
        const size = Number(label.attributes["font-size"])
        const [left, baseline] = [Number(label.attributes["x"]), Number(label.attributes["y"])]
        const [line] = linesOf(svg, "l-accent")
        const begin = line![0]!
        expect(label.text).toBe(`${values[0]}\u00a0%`)
        // The box of the text touches or nearly touches the height of its value.
        expect(baseline - size - 8).toBeLessThanOrEqual(begin[1])
        expect(baseline + 8).toBeGreaterThanOrEqual(begin[1])
        const right = left + textWidth(label.text, size)
        line!.forEach(([x, y], index) => {
          const [fromX, fromY] = line![index - 1] ?? [x, y]
          const crosses = Math.max(x, fromX) > left && Math.min(x, fromX) < right &&
            Math.max(y, fromY) > baseline - size && Math.min(y, fromY) < baseline
          expect(crosses).toBe(false)
        })
      }),
      { numRuns: 300 }
    )
    expect(labelled).toBeGreaterThan(100)
    // The first prediction is yes, the second no a little later: there is no label at the height of 50 %.
    const soon = crowd([100, 50], { to: new Date(start + 100 * day) })
    const two = readXml(consensusChart(soon))
    const label = everyElement(two).find(({ attributes }) => attributes["class"] === "f-quiet h n")!
    const [[, top], [, half]] = [linesOf(two, "l-accent")[0]![0]!, linesOf(two, "l-accent")[0]!.at(-1)!]
    expect(Math.abs(Number(label.attributes["y"]) - top!)).toBeLessThan(Math.abs(half! - top!) / 4)
  })

  it("goes from left to right and shows its first and last value", () => {
    fc.assert(
      fc.property(values, fc.integer({ min: 320, max: 1600 }), (percents, width) => {
        const svg = readXml(consensusChart(crowd(percents), { width }))
        const [line] = linesOf(svg, "l-accent")
        line!.forEach(([x], at) => at > 0 && expect(x).toBeGreaterThanOrEqual(line![at - 1]![0]))
        const last = Math.round(percents[percents.length - 1]!)
        expect(everyElement(svg).filter(({ name }) => name === "text").map(({ text }) => text)).toContain(
          `${last}\u00a0%`
        )
      }),
      { numRuns: 50 }
    )
  })

  it("is higher for a higher share", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 100 }), (first, second) => {
        const [line] = linesOf(readXml(consensusChart(crowd([first, second]))), "l-accent")
        expect(Math.sign(line![0]![1] - line![line!.length - 1]![1])).toBe(Math.sign(second - first))
      }),
      { numRuns: 50 }
    )
  })

  it("omits points before and after its span, except for the value at its beginning", () => {
    const input = crowd([10, 90, 30, 70], { from: new Date(start + 1.5 * day), to: new Date(start + 2.5 * day) })
    const svg = readXml(consensusChart(input))
    expect(svg.children[1]!.text).toContain("90\u00a0% at first, 30\u00a0% at last")
    expect(svg.children[1]!.text).toContain("3 predictions")
  })

  it("begins with the first prediction", () => {
    const input = crowd([50, 80])
    const [first, second] = input.points
    const svg = consensusChart({ ...input, points: [{ ...first!, total_agents: 0 }, second!] })
    expect(svg).not.toContain("50\u00a0% at first")
    expect(svg).toContain("of yes from 3 Mar 2027 to 5 Mar 2027 (UTC): 80\u00a0%.")
  })
})

describe("lines of options", () => {
  it("are one per option, distinguished by colour and dashes", () => {
    for (const count of [2, 5, 10]) {
      const svg = readXml(consensusChart(optionCrowd(longOptions.slice(0, count), 20)))
      const kinds = everyElement(svg).filter(({ attributes, name }) =>
        name === "path" && /l-s\d/.test(attributes["class"]!)
      )
        .map(({ attributes }) => attributes["class"])
      expect(new Set(kinds).size).toBe(count)
    }
  })

  it("are joined to their labels by hairlines without a colour, apart from the lines", () => {
    for (const count of [2, 10]) {
      const svg = readXml(consensusChart(optionCrowd(longOptions.slice(0, count), 20)))
      const leaders = everyElement(svg).filter(({ name }) => name === "polyline")
      expect(leaders).toHaveLength(count)
      const ends = linesOf(svg, "l-s").map((line) => line.at(-1)![0])
      for (const { attributes } of leaders) {
        expect(attributes["class"]).toBe("l-rule")
        expect(Number(attributes["stroke-width"])).toBeLessThan(1)
        expect(Number(attributes["points"]!.split(",")[0])).toBeGreaterThan(Math.max(...ends))
      }
      // The colour of a line stands beside its label.
      expect(
        everyElement(svg).filter(({ attributes, name }) => name === "circle" && /l-s\d/.test(attributes["class"]!))
      ).toHaveLength(count)
    }
  })

  it("have shares without decimals below a hundred voices", () => {
    const input = crowd([100 / 3, 200 / 3])
    const withVoices = (voices: number) =>
      consensusChart({ ...input, points: input.points.map((one) => ({ ...one, total_agents: voices })) })
    expect(withVoices(3)).toContain("33\u00a0% at first, 67\u00a0% at last")
    expect(withVoices(99)).not.toMatch(/\d\.\d\u00a0%/)
    expect(withVoices(300)).toContain("33.3\u00a0% at first, 66.7\u00a0% at last")
  })

  it("have their full names in the legend if labels are truncated, the leading one first", () => {
    const svg = readXml(consensusChart(optionCrowd(longOptions, 20), { width: 1200 }))
    const texts = everyElement(svg).filter(({ name }) => name === "text").map(({ text }) => text)
    for (const option of longOptions) expect(texts).toContain(option)
    const short = readXml(consensusChart(optionCrowd(["Home", "Away"], 20), { width: 1200 }))
    expect(everyElement(short).filter(({ name, text }) => name === "text" && text === "Home")).toHaveLength(1)
  })
})

describe("points of calibration", () => {
  const points = fc.array(
    fc.tuple(fc.integer({ min: 50, max: 99 }), fc.integer({ min: 1, max: 1000 }), fc.double({ min: 0, max: 1 })),
    { minLength: 1, maxLength: 50 }
  ).map((rows) =>
    rows.filter(([, , share]) => !Number.isNaN(share)).map(([confidence, count, share]) =>
      point(confidence, count, Math.round(count * share))
    )
  )

  it("are further right for higher confidence, higher for a higher frequency, and have areas in proportion to their counts", () => {
    fc.assert(
      fc.property(points, (any) => {
        const byConfidence = new Map(any.map((one) => [one.confidence, one]))
        const shown = [...byConfidence.values()].sort((a, b) => a.confidence - b.confidence)
        fc.pre(shown.length > 0)
        const circles = everyElement(readXml(calibrationPlot({ title: "x", points: shown }))).filter((
          { attributes, name }
        ) => name === "circle" && attributes["class"]!.includes("l-ground")).map(({ attributes }) => ({
          x: Number(attributes["cx"]),
          y: Number(attributes["cy"]),
          r: Number(attributes["r"])
        }))
        expect(circles).toHaveLength(shown.length)
        const inOrder = [...shown].sort((a, b) => b.predictions - a.predictions)
        inOrder.forEach((one, at) => {
          for (const [other, circle] of inOrder.map((any, index) => [any, circles[index]!] as const)) {
            if (one.confidence > other.confidence) expect(circles[at]!.x).toBeGreaterThan(circle.x)
            if (one.observed > other.observed + 0.01) expect(circles[at]!.y).toBeLessThan(circle.y)
          }
          // A single prediction is a small point, and each of many points is smaller.
          const most = Math.max(10, inOrder[0]!.predictions)
          const largest = inOrder.length > 20 ? 9.1 : 13
          const expected = Math.max(2.5, largest * Math.sqrt(one.predictions / most))
          expect(circles[at]!.r).toBeCloseTo(expected, 1)
        })
      }),
      { numRuns: 40 }
    )
  })
})

describe("a hostile text", () => {
  const hostile = [
    "</title></svg><script>alert(1)</script>",
    "\" onload=\"alert(1)",
    "&lt;&#0;&bogus;<![CDATA[x]]>-->",
    "a\u0000b\u0008c\ud800d\ufffee\u202ef",
    "}</style><style>*{display:none}",
    "x".repeat(100_000),
    "𐍈".repeat(50_000),
    " \n\t "
  ]

  it.each(hostile)("remains text (%#)", (text) => {
    const options = [text, "plain"]
    const drawn = [320, 1200].flatMap((width) => [
      consensusChart(crowd([50, 70], { title: text }), { width }),
      consensusChart({ ...optionCrowd(options, 3), title: text }, { width }),
      calibrationPlot({ title: text, points: [point(70, 10, 7)] }, { width })
    ])
    for (const svg of drawn) {
      const allowed = ["svg", "title", "desc", "style", "rect", "text", "path", "line", "circle", "polyline"]
      const elements = everyElement(readXml(svg))
      expect(elements.filter(({ name }) => !allowed.includes(name))).toEqual([])
      expect(elements.flatMap(({ attributes }) => Object.keys(attributes)).filter((key) => key.startsWith("on")))
        .toEqual([])
      expect(elements.filter(({ name }) => name === "style")).toHaveLength(1)
    }
  })

  it("of any kind keeps the document well-formed", () => {
    const text = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) })
    fc.assert(
      fc.property(text, fc.string({ unit: "binary" }), (title, option) => {
        readXml(consensusChart({ ...optionCrowd([option, "b"], 2), title }))
      }),
      { numRuns: 60 }
    )
  })
})
