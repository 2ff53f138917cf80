import { restored } from "@auspex/domain/exports"
import { surveyComparison } from "@auspex/domain/surveys"
import * as fc from "effect/FastCheck"
import MarkdownIt from "markdown-it"
import { describe, expect, it } from "vitest"
import { markdownText } from "../../src/kit/MarkdownText.ts"
import { surveyChart } from "../../src/surveys/surveys/SurveyChart.ts"
import { comparisonReport, surveyReport } from "../../src/surveys/surveys/SurveyReport.ts"
import {
  surveyComparisonColumns,
  surveyComparisonCsv,
  surveyResultColumns,
  surveyResultsCsv
} from "../../src/surveys/surveys/SurveyTable.ts"
import { everyElement, type Read, readXml } from "./markup.ts"
import { surveyRun } from "./surveyRun.ts"

/** Reads CSV by RFC 4180, strictly. */
const readCsv = (text: string): ReadonlyArray<Readonly<Record<string, string>>> => {
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy
  const rows: Array<Array<string>> = [[]]
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex
    const match = cell.exec(text)
    if (match === null) throw new Error(`not CSV at ${at}`)
    rows.at(-1)!.push(match[1]?.replaceAll("\"\"", "\"") ?? match[2]!)
    if (match[3] === "\r\n") rows.push([])
  }
  expect(rows.pop()).toEqual([])
  const [header, ...body] = rows
  return body.map((cells) => {
    expect(cells.length).toBe(header!.length)
    return Object.fromEntries(header!.map((name, at) => [name, cells[at]!]))
  })
}

const hostile = "=HYPERLINK(\"x\"), <b>or</b> | *not*?\r\n# 1"
const run = surveyRun([
  { question: hostile, votes: [["gpt-4o", 30, 1], ["claude-3", 30, 0]] },
  { question: "Which colour?", options: ["Red", "-1+1|"], votes: [["gpt-4o", 3, 1], ["claude-3", 1, 0]] },
  { question: "Will nobody answer?" }
], { title: "Rivers & <roads>", description: "What the gauges say." })

describe("results as CSV", () => {
  it("have a row for each question, with the bounds of its intervals", () => {
    const rows = readCsv(surveyResultsCsv(run.results))
    expect(rows.map(({ question_id }) => question_id)).toEqual(["q0", "q1", "q2"])
    const { interval, lead_percent } = run.results.questions[0]!
    expect(rows[0]).toMatchObject({
      leading_option: "",
      prediction_count: "60",
      yes_percent: "50",
      yes_low: String(interval.low),
      yes_high: String(interval.high),
      lead_percent: String(lead_percent),
      split_lower: "claude",
      split_higher: "gpt",
      provisional: "false"
    })
    expect(rows[2]).toMatchObject({ prediction_count: "0", yes_low: "0", yes_high: "100", split_gap: "" })
    expect(Object.keys(rows[0]!)).toEqual(Object.keys(surveyResultColumns))
  })

  it("hold no formulas, and the texts can be restored", () => {
    const [first, second] = readCsv(surveyResultsCsv(run.results))
    expect(first!["question"]).toBe(`'${hostile}`)
    expect(second!["leading_option"]).toBe("'-1+1|")
    fc.assert(fc.property(fc.string({ unit: "binary" }), (question) => {
      const [row] = readCsv(surveyResultsCsv(surveyRun([{ question }]).results))
      expect(restored(row!["question"]!)).toBe(question)
      expect(row!["question"]).not.toMatch(/^\s*[=+\-@]/)
    }))
  })
})

const markdown = new MarkdownIt({ html: true }).enable("table")
const headings = (text: string): ReadonlyArray<string> => [...text.matchAll(/^#+ (.*)$/gm)].map(([, title]) => title!)

describe("a report in Markdown", () => {
  it("tells what a manager asks: when, who, what, and where families are split", () => {
    const report = surveyReport(run)
    expect(headings(report)).toEqual([
      "Rivers \\& \\<roads\\>",
      "Questions",
      "Most contested",
      "Highest consensus",
      "Model families",
      "Splits",
      "Who answered"
    ])
    expect(report).toContain("opened on 1 Mar 2027, closed on 1 Apr 2027 (UTC)")
    expect(report).toContain("nobody was assigned; 60 accounts answered")
    expect(report).toMatch(/claude 0 % \(\d+ to \d+\) against gpt 100 %/)
    expect(report).toContain(
      "2 model families, as many as 2.0 with equally many agents: claude 30 (50 %), gpt 30 (50 %)"
    )
    expect(report).not.toContain("Provisional")
    expect(surveyReport(surveyRun([], { closed_at: null }))).toMatch(/\*\*Provisional\.\*\*.*\n[^]*still open/)
  })

  it("has one row for each question, whatever its text", () => {
    const html = markdown.render(surveyReport(run))
    const [questions] = html.match(/<table>[^]*?<\/table>/g)!
    expect(questions!.match(/<tr>/g)).toHaveLength(4)
    expect(questions).toContain(
      "<td style=\"text-align:left\">=HYPERLINK(&quot;x&quot;), &lt;b&gt;or&lt;/b&gt; | *not*? # 1</td>"
    )
    expect(html).toContain("<h1>Rivers &amp; &lt;roads&gt;</h1>")
  })

  it("shows any text as it is", () => {
    const shown = (text: string): string => markdown.render(text).replaceAll(/<\/?[a-z]+>/g, "").trim()
    const plain = fc.string({ unit: fc.constantFrom(..."ab1.)-+=#*_[]()<>|`~&$\\!:;\"' \n\t") })
    fc.assert(
      fc.property(plain, (text) => {
        const expected = text.replace(/\s+/g, " ").trim()
        const html = markdown.utils.escapeHtml(expected)
        expect(shown(markdownText(text))).toBe(html)
      }),
      { numRuns: 500 }
    )
  })
})

describe("options that are tied", () => {
  const tied = surveyRun([
    { question: "Which colour?", options: ["Red", "Green", "Blue"], votes: [["gpt-4o", 2, 0], ["gpt-4o", 2, 2]] },
    {
      question: "Which size?",
      options: ["S", "M", "L"],
      votes: [["gpt-4o", 1, 0], ["gpt-4o", 1, 1], ["gpt-4o", 1, 2]]
    },
    { question: "Which day?", options: ["Mon", "Tue"], votes: [["gpt-4o", 2, 1], ["gpt-4o", 1, 0]] }
  ])

  it("are all named in the report", () => {
    const report = surveyReport(tied)
    expect(report).toMatch(/\| Which colour\? \| 4 \| 50 % \(\d+ to \d+\) \| Red and Blue each \| 0 \|/)
    expect(report).toMatch(/\| Which size\? \| 3 \| 33 % \(\d+ to \d+\) \| S, M and L each \| 0 \|/)
    expect(report).toMatch(/\| Which day\? \| 3 \| 67 % \(\d+ to \d+\) \| Tue \| 33 \|/)
  })

  it("are all named in the chart and its text alternative", () => {
    const svg = surveyChart(tied)
    expect(svg).toMatch(/>Red and Blue 50\u00a0% each \(\d+–\d+\)</)
    expect(svg).toMatch(/Which size\? 33\u00a0% S, M and L each, from/)
    expect(svg).toMatch(/Which day\? 67\u00a0% Tue, from/)
  })

  it("are all listed as CSV", () => {
    expect(readCsv(surveyResultsCsv(tied.results)).map((row) => [row["leading_option"], row["tied_options"]]))
      .toEqual([["Red", "Red; Blue"], ["S", "S; M; L"], ["Tue", ""]])
  })
})

const dots = (svg: Read) => everyElement(svg).filter(({ name }) => name === "circle")

describe("the chart of results", () => {
  it("has a dot for each answered question, further right for a larger share, within its whisker", () => {
    const shares = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 2, maxLength: 6 })
    fc.assert(
      fc.property(shares, fc.constantFrom(320, 800), (yes, width) => {
        const input = surveyRun(
          yes.map((count, at) => ({
            question: `Question ${at}?`,
            votes: [["gpt-4o", count, 1], ["llama-3", 20 - count, 0]]
          }))
        )
        const svg = readXml(surveyChart(input, { width }))
        const centres = dots(svg).map(({ attributes }) => Number(attributes["cx"]))
        expect(centres).toHaveLength(yes.length)
        const whiskers = everyElement(svg).filter(({ attributes, name }) =>
          name === "line" && attributes["class"] === "l-accent" && attributes["y1"] === attributes["y2"]
        )
        yes.forEach((count, at) => {
          expect(centres[at]).toBeGreaterThanOrEqual(Number(whiskers[at]!.attributes["x1"]) - 0.01)
          expect(centres[at]).toBeLessThanOrEqual(Number(whiskers[at]!.attributes["x2"]) + 0.01)
          if (at > 0) expect(Math.sign(centres[at]! - centres[at - 1]!)).toBe(Math.sign(count - yes[at - 1]!))
        })
      }),
      { numRuns: 40 }
    )
  })

  it("tells its data in words, and escapes texts", () => {
    const svg = readXml(surveyChart(run))
    expect(dots(svg)).toHaveLength(2)
    expect(svg.children[0]!.text).toBe("Rivers & <roads>")
    expect(svg.children[1]!.text).toContain("Will nobody answer? no answers.")
    expect(svg.children[1]!.text).toContain("Which colour? 75\u00a0% -1+1|, from")
    expect(surveyChart(surveyRun([], { closed_at: null }))).toContain("provisional · since 1 Mar 2027")
  })
})

describe("a comparison", () => {
  /** Agents of four families, all for one side. */
  const all = (side: number) => ["gpt-4o", "claude-3", "llama-3", "qwen-2"].map((model) => [model, 30, side] as const)
  const colour = { question: "Which colour?", options: ["Red", "-1+1|"] }
  const earlier = surveyRun([{ question: hostile }, { id: "q1", ...colour, votes: all(1) }], {
    title: "Rivers & <roads>"
  })
  const later = surveyRun([{ id: "q9", ...colour, votes: all(0) }, { id: "q8", question: "A new one?" }], {
    title: "Rivers in autumn",
    closed_at: null
  })
  const comparison = surveyComparison(earlier, later)

  it("is a table and a report of the common questions", () => {
    const rows = readCsv(surveyComparisonCsv(comparison))
    expect(Object.keys(rows[0]!)).toEqual(Object.keys(surveyComparisonColumns))
    expect(rows.map(({ after_id, before_id }) => [before_id, after_id])).toEqual([["q1", "q9"]])
    expect(rows[0]).toMatchObject({ option: "'-1+1|", before_percent: "100", after_percent: "0", changed: "true" })
    const report = comparisonReport(comparison)
    expect(headings(report)).toEqual(["Rivers \\& \\<roads\\> and Rivers in autumn", "Only before", "Only after"])
    expect(report).toContain("**Provisional.**")
    expect(report).toContain("1 of 1 common question changed")
    expect(report).toMatch(/\| −100 \(−[\d.]+ to −[\d.]+\) \| \*\*yes\*\* \|/)
  })

  it("of surveys without a common question says so", () => {
    const alone = surveyComparison(run, surveyRun([{ id: "q9", question: "A new one?" }]))
    expect(surveyComparisonCsv(alone).split("\r\n")).toHaveLength(2)
    expect(comparisonReport(alone)).toContain("The surveys have no question in common.")
  })
})

describe("a question beside a long value", () => {
  it("is not cut to make room for the value", () => {
    const question = "Which river will carry the most water?"
    const run = surveyRun([
      { question, options: ["Aar", "Bex", "Cam"], votes: [["gpt-4o", 1, 0], ["claude", 1, 1], ["grok", 1, 2]] }
    ])
    const texts = everyElement(readXml(surveyChart(run, { width: 360 }))).filter(({ name }) => name === "text")
    const [asked, value] = [question, "33\u00a0% each"].map((part) => texts.find(({ text }) => text.includes(part))!)
    expect(Number(value!.attributes["y"]) - Number(asked!.attributes["y"])).toBeGreaterThan(10)
    expect(value!.text).toContain("Aar, Bex and Cam")
  })
})
