import { type ChartTheme, widgetPage, widgetScript, widgetStyles } from "@auspex/adapters-http/pictures"
import { type QuestionWidget, widgetPointsMax } from "@auspex/domain/widgets"
import { FastCheck } from "effect"
import { describe, expect, it } from "vitest"
import { chartColours } from "../../src/kit/ChartTheme.ts"
import { everyElement, pathPlaces, readXml } from "./markup.ts"

const day = 86_400_000
const widget: QuestionWidget = {
  question: "Will it rain?",
  question_type: "multi",
  state: { kind: "open", text: "Open until", at: new Date(0) },
  total_agents: 1_234,
  shares: [{ label: "Red", count: 1_234, percent: 100, interval: { low: 97.31, high: 100 }, is_correct: false }],
  course: {
    from: new Date(0),
    to: new Date(2 * day),
    points: [{ at: new Date(0), percents: [50] }, { at: new Date(day), percents: [100] }]
  },
  link: "https://auspex.example/api/questions/1",
  home: "https://auspex.example"
}
const binary: QuestionWidget = {
  ...widget,
  question_type: "binary",
  total_agents: 3,
  shares: [
    { label: "Yes", count: 2, percent: 66.67, interval: { low: 20.77, high: 93.85 }, is_correct: false },
    { label: "No", count: 1, percent: 33.33, interval: { low: 6.15, high: 79.23 }, is_correct: false }
  ],
  course: {
    from: new Date(0),
    to: new Date(2 * day),
    points: [{ at: new Date(0), percents: [100, 0] }, { at: new Date(day), percents: [66.67, 33.33] }]
  }
}
const { course: _, ...unpredicted } = binary
const read = (page: string) => everyElement(readXml(page.replace("<!doctype html>\n", "").trim()))
const plain = (text: string) => text.replaceAll("\u00a0", " ")
const labelsOf = (of: QuestionWidget) =>
  read(widgetPage(of)).flatMap(({ attributes, name }) => name === "svg" ? [plain(attributes["aria-label"]!)] : [])
const textsOf = (of: QuestionWidget, name: string) =>
  read(widgetPage(of)).flatMap((element) => element.name === name ? [plain(element.text)] : [])

/** The text that a page shows: deceptive characters are replaced. */
const shown = (text: string) => text.replace(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\ufffe\uffff]/gu, "\ufffd")

describe("the page of a widget", () => {
  it("has the same structure for any question and options, and shows their texts", () => {
    const markup = FastCheck.constantFrom(
      "]]>",
      "</title>",
      "<script>",
      "-->",
      "\"",
      "' onload='",
      "&amp;",
      "&#x0;",
      "\u0000"
    )
    const units = FastCheck.array(FastCheck.integer({ min: 0, max: 0xffff }), { maxLength: 20 })
    const nasty = FastCheck.array(
      FastCheck.oneof(markup, units.map((codes) => String.fromCharCode(...codes))),
      { maxLength: 12 }
    ).map((parts) => parts.join(""))
    const shapeOf = (page: string) =>
      read(page).map(({ attributes, name }) => `${name} ${Object.keys(attributes).join(" ")}`)
    const shape = shapeOf(widgetPage(widget))
    FastCheck.assert(
      FastCheck.property(nasty, nasty, (question, label) => {
        const page = widgetPage({ ...widget, question, shares: [{ ...widget.shares[0]!, label }] })
        expect(shapeOf(page)).toEqual(shape)
        const texts = new Map(read(page).map(({ name, text }) => [name, text]))
        expect([texts.get("h1"), texts.get("bdi")]).toEqual([
          question.split(/(?<=[\n\t])|(?=[\n\t])/).map((part) => /[\n\t]/.test(part) ? part : shown(part)).join(""),
          shown(label)
        ])
        expect(texts.get("title")).toMatch(/ · Auspex$/)
      }),
      { numRuns: 1_000 }
    )
  })

  it("has text alternatives for its bars and lines, with formatted numbers", () => {
    expect(labelsOf(widget)).toEqual(["1,234 agents of 1,234", "50 % at first, now 100 %"])
    expect(labelsOf(binary)).toEqual(["Yes 67 %, no 33 %: 2 agents of 3 say yes", "100 % at first, now 67 %"])
    const constant = { ...widget.course!, points: [{ at: new Date(0), percents: [100] }] }
    expect(labelsOf({ ...widget, course: constant })[1]).toBe("100 % all along")
    const points = [50, 20, 50].map((percent, at) => ({ at: new Date(at * day), percents: [percent] }))
    expect(labelsOf({ ...widget, course: { ...constant, points } })[1]).toBe("50 % at first, now 50 %")
  })

  it("shows the interval and the span of the course, or that nobody has predicted yet", () => {
    expect(textsOf(binary, "p").slice(1)).toEqual([
      "67 % say yes",
      "95 % interval: 21–94 %",
      "3 agents predicted; share of yes 1 Jan – 3 Jan 1970 UTC"
    ])
    expect(textsOf(widget, "li")).toEqual(["Red100 % (97–100 %)"])
    expect(textsOf(widget, "p")[1]).toBe(
      "1,234 agents predicted; in brackets 95 % intervals; each share 1 Jan – 3 Jan 1970 UTC"
    )
    expect(textsOf({ ...unpredicted, total_agents: 0 }, "p")[1]).toBe("Nobody has predicted yet.")
    const options = [{ label: "Red", count: 0, percent: 0, is_correct: false }]
    const empty = { ...unpredicted, question_type: "multi" as const, total_agents: 0, shares: options }
    expect([textsOf(empty, "li"), textsOf(empty, "p")[1]]).toEqual([["Red"], "Nobody has predicted yet."])
  })

  it("draws each line within its picture, from edge to edge", () => {
    for (const  of of[widget, binary]) {
      for (const { attributes, children, name } of read(widgetPage(of))) {
        if (name !== "svg" || attributes["class"] !== "line") continue
        const places = pathPlaces(children[0]!.attributes["d"]!)
        expect([places[0]![0], places.at(-1)![0]]).toEqual([0, 300])
        expect(places.every(([, y]) => y >= 3 && y <= 57)).toBe(true)
      }
    }
  })

  it.each<ChartTheme>(["auto", "light", "dark"])(
    "has one style sheet in the theme %s, which loads nothing",
    (theme) => {
      const styles = read(widgetPage(widget, theme)).filter(({ name }) => name === "style").map(({ text }) => text)
      expect(styles).toEqual([widgetStyles(theme)])
      expect(styles[0]).not.toMatch(/[<&]|@import|url\(|animation|transition/)
      for (const one of ["light", "dark"] as const) {
        expect([one, styles[0]!.includes(chartColours[one].ground)]).toEqual([one, theme === "auto" || theme === one])
      }
      expect(styles[0]!.includes("prefers-color-scheme")).toBe(theme === "auto")
    }
  )

  it("has one script, the same for every question, and marks a resolved question as final", () => {
    const scriptsOf = (of: QuestionWidget) =>
      read(widgetPage(of)).filter(({ name }) => name === "script").map(({ text }) => text)
    expect([scriptsOf(widget), scriptsOf(binary)]).toEqual([[widgetScript], [widgetScript]])
    const mainOf = (kind: QuestionWidget["state"]["kind"]) =>
      read(widgetPage({ ...widget, state: { kind, text: "x" } })).find(({ name }) => name === "main")!.attributes
    expect([mainOf("open"), mainOf("closed"), mainOf("resolved")]).toEqual([{}, {}, { "data-final": "true" }])
  })

  it.each(["&", "\"", "\u{1f600}", "\u202e"])("is smaller than 30 kB with ten options of 200 times %j", (character) => {
    const points = Array.from({ length: widgetPointsMax }, (_, at) => ({
      at: new Date(at * day + at * 977),
      percents: Array.from({ length: 10 }, (_, option) => 50 + 50 * Math.sin(at * 7 + option))
    }))
    const page = widgetPage({
      ...widget,
      question: character.repeat(500),
      state: { kind: "resolved", text: character.repeat(280), at: new Date(0) },
      total_agents: 1_000_000,
      shares: Array.from({ length: 10 }, () => ({
        label: character.repeat(200),
        count: 100_000,
        percent: 33.33,
        interval: { low: 31.12, high: 35.43 },
        is_correct: true
      })),
      course: { from: points[0]!.at, to: points.at(-1)!.at, points },
      home: `https://${"x".repeat(60)}.example`
    })
    expect(Buffer.byteLength(page)).toBeLessThan(30_000)
  })
})
