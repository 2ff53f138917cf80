import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { callAuspex } from "../commands/callAuspex.ts"

const forecasts = `# for the energy desk
questions:
  - text: Will Brent crude settle above $90 a barrel before 1 October 2026?
    kind: binary
    resolution_signal: market_price
    resolution_date: 2026-09-30
  - text: Will OPEC+ cut its quota significantly?
    kind: binary
    resolution_signal: fax
  - text: Will Shell merge with BP by 31 December 2026?
    kind: binary
    resolution_date: 2026-12-31
`

const frame = ["research", "frame", "--today", "2026-06-01"]

describe("auspex research frame", () => {
  const directory = mkdtempSync(path.join(tmpdir(), "auspex-frame-"))
  afterAll(() => rmSync(directory, { recursive: true, force: true }))
  const written = (name: string, text: string): string => {
    const file = path.join(directory, name)
    writeFileSync(file, text)
    return file
  }

  it("shows every finding with its line, and is refused when a question is", async () => {
    const { code, err, out } = await callAuspex([...frame, written("energy.yaml", forecasts)])
    expect(code).toBe(1)
    const rows = out.trim().split("\n").slice(1).map((line) => line.trim().split(/ {2,}/))
    expect(rows.map(([line, , severity, rule]) => [line, severity, rule])).toEqual([
      ["7", "error", "not_time_bound"],
      ["7", "error", "resolution_signal_unknown"],
      ["7", "error", "vague_quantifier"],
      ["10", "warning", "resolution_signal_missing"]
    ])
    expect(out).toContain("text says \"significantly\" and no number; state one, or set resolution_threshold.")
    expect(err).toBe("3 questions, 1 refused, 1 warning\n")
  })

  it("gives the verdicts as JSON, one record or one a line", async () => {
    const json = await callAuspex([...frame, "-", "--output", "json"], { stdin: forecasts })
    expect(json.code).toBe(1)
    expect(json.json).toMatchObject({
      rules_version: 1,
      passed: false,
      questions: [
        { line: 3, passed: true, failures: [], warnings: [] },
        { line: 7, passed: false, failures: { length: 3 } },
        { line: 10, passed: true, warnings: [{ code: "resolution_signal_missing", field: "resolution_signal" }] }
      ]
    })
    const lines = await callAuspex([...frame, "-", "--output", "ndjson"], { stdin: forecasts })
    expect(lines.out.trim().split("\n").map((line) => JSON.parse(line) as unknown)).toEqual(json.json.questions)
  })

  it("judges plain texts as questions of a survey, and compares them with one another", async () => {
    const texts = JSON.stringify([
      "Which bank do you use?",
      "How old are you? Where do you live?",
      "which BANK do you use"
    ])
    const { code, json } = await callAuspex([...frame, "-", "--output", "json"], { stdin: texts })
    expect(code).toBe(1)
    expect(
      json.questions.map(({ failures }: { failures: ReadonlyArray<{ code: string }> }) =>
        failures.map((found) => found.code)
      )
    ).toEqual([[], ["two_questions"], ["duplicate"]])
    const passing = await callAuspex([...frame, "-"], { stdin: "[Which bank do you use?]" })
    expect([passing.code, passing.out]).toEqual([0, "passes every rule\n"])
  })

  it("takes the purpose from a flag, and the day from the clock", async () => {
    const stdin = "[{ text: Do you own a car?, kind: binary }]"
    expect((await callAuspex([...frame, "-"], { stdin })).code).toBe(1)
    expect((await callAuspex([...frame, "-", "--purpose", "survey"], { stdin })).code).toBe(0)
    const past = "[{ text: Will it rain in Oslo that day?, kind: binary, resolution_date: 2026-01-01 }]"
    const { json } = await callAuspex(["research", "frame", "-", "--output", "json"], { stdin: past })
    expect(json.questions[0].failures[0].code).toBe("resolution_date_past")
  })

  it("reports a question of the wrong shape like the others", async () => {
    const stdin = "- text: Which bank do you use?\n  kind: bool\n  date: 2027-01-01\n- 7\n"
    const { code, json } = await callAuspex([...frame, "-", "--output", "json"], { stdin })
    expect(code).toBe(1)
    expect(json.questions.map(({ failures, line }: { failures: ReadonlyArray<unknown>; line: number }) => [
      line,
      failures
    ])).toEqual([
      [1, [
        expect.objectContaining({ code: "validation_error", field: "date" }),
        expect.objectContaining({ code: "validation_error", field: "kind" })
      ]],
      [4, [expect.objectContaining({ code: "validation_error", field: "question" })]]
    ])
  })

  it.each([
    ["a broken file", "[Which bank", /standard input:1: /],
    ["no list", "title: Banks", /neither a list of questions/],
    ["another day", "[]", /--today must be a date/]
  ])("judges nothing of %s", async (name, stdin, message) => {
    const day = name === "another day" ? "June" : "2026-06-01"
    const { code, err, out } = await callAuspex(["research", "frame", "-", "--today", day], { stdin })
    expect([code, out]).toEqual([2, ""])
    expect(err).toMatch(message)
  })
})
