import type { QuestionPrecision } from "@auspex/domain/surveys"
import { PassThrough, Readable } from "node:stream"
import { describe, expect, it } from "vitest"
import { momentFrame, momentLine, redrawn, type SurveyMoment } from "../../src/surveys/surveys/watchSurvey.ts"
import type { CommandIo } from "../../src/kit/invocation/CommandIo.ts"
import { widthOf } from "../../src/kit/output/printable.ts"

const questionOf = (n: number, width: number): QuestionPrecision => ({
  question_id: `q${n}`,
  question: `Will gauge ${n} fall below 40 cm before the autumn, at any hour of any day?`,
  prediction_count: 4,
  width,
  width_limit: 5,
  settled: width <= 20
})

const momentOf = (widths: ReadonlyArray<number>, target_width: number | null = 20): SurveyMoment => {
  const questions = widths.map((width, n) => questionOf(n, width))
  const settled_count = questions.filter(({ settled }) => settled).length
  return {
    survey: {
      id: "s",
      title: "Rivers\u001b[2J in spring",
      description: "",
      status: "open",
      category: null,
      tags: "",
      target_width,
      auto_close: true,
      question_count: widths.length,
      response_count: 3,
      created_by: "ada",
      opened_at: new Date(0),
      closed_at: null,
      created_at: new Date(0),
      updated_at: new Date(0)
    },
    precision: { target_width, settled_count, question_count: widths.length, reached: false, questions }
  }
}

const terminal = (columns: number, rows: number): CommandIo => ({
  stdin: Readable.from([]),
  stdout: Object.assign(new PassThrough(), { isTTY: true, columns, rows }),
  stderr: new PassThrough(),
  env: {}
})

describe("a moment of a watched survey", () => {
  const at = new Date("2027-01-01T12:00:00Z")

  it("is a line of text", () => {
    expect(momentLine(momentOf([30.26, 12]), at, "table")).toBe(
      "2027-01-01T12:00:00.000Z  open  8 predictions by 3 accounts  1 of 2 settled, at 20 points  widest 30.3"
    )
    expect(momentLine(momentOf([], null), at, "table")).toContain("0 predictions by 3 accounts  no target width")
  })

  it("is a line of JSON", () => {
    expect(JSON.parse(momentLine(momentOf([30.26, 12]), at, "json"))).toEqual({
      at: "2027-01-01T12:00:00.000Z",
      status: "open",
      prediction_count: 8,
      response_count: 3,
      target_width: 20,
      settled_count: 1,
      question_count: 2,
      widest_width: 30.26
    })
  })

  it("is a frame with the widest intervals first", () => {
    const frame = momentFrame(momentOf([12, 30.26]), terminal(80, 24), {})
    expect(frame).toHaveLength(6)
    expect(frame[0]).toBe("Rivers\ufffd[2J in spring  open")
    expect(frame[1]).toBe("8 predictions by 3 accounts, 1 of 2 settled, at 20 points")
    expect(frame.slice(4).map((line) => line.trim().split(/ {2,}/).slice(0, 3))).toEqual([
      ["4", "30.3", "no"],
      ["4", "12.0", "yes"]
    ])
  })

  it.each([[40, 24], [10, 5], [200, 8], [80, 1]])("fits on a terminal of %d columns and %d rows", (columns, rows) => {
    const frame = momentFrame(momentOf(Array.from({ length: 60 }, (_, n) => n)), terminal(columns, rows), {})
    for (const line of frame) expect(widthOf(line)).toBeLessThan(columns)
    // Below that, the numbers themselves have no room.
    if (rows >= 8) expect(frame.length).toBeLessThan(rows)
    expect(frame.at(-1)).toMatch(/^and \d+ w/)
  })

  it("is drawn over the one before", () => {
    expect(redrawn(["a", "b"], 0)).toBe("a\nb\n")
    expect(redrawn(["c"], 2)).toBe("\u001b[2A\u001b[0Jc\n")
  })
})
