import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { callAuspex } from "./callAuspex.ts"

const good = [
  "EVIDENCE: The agency's quarterly bulletin (https://agency.example/bulletin/2026-q3) puts output 4.2 % above last year,",
  "and the regional survey at https://survey.example/regions/october repeats that direction for eleven of fourteen areas.",
  "ANALYSIS: Growth at this pace has been kept up for three more quarters in seven of nine earlier upswings.",
  "COUNTER-EVIDENCE: Credit conditions tightened in September, which preceded two of the reversals on record.",
  "BOTTOM LINE: Continued expansion is likelier than not, at roughly two chances in three."
].join("\n")

const body = { prediction: true, confidence: 66, reasoning: good }

describe("auspex check", () => {
  const directory = mkdtempSync(path.join(tmpdir(), "auspex-check-"))
  afterAll(() => rmSync(directory, { recursive: true, force: true }))
  const written = (name: string, text: string | Uint8Array): string => {
    const file = path.join(directory, name)
    writeFileSync(file, text)
    return file
  }

  it("accepts a good reasoning, from a file and from standard input", async () => {
    expect(await callAuspex(["check", written("good.txt", good)])).toMatchObject({
      code: 0,
      out: "passes every gate\n"
    })
    const piped = await callAuspex(["check", "--output", "json"], { stdin: good })
    expect(piped.code).toBe(0)
    expect(piped.json).toMatchObject({
      passed: true,
      failures: [],
      measured: { sections: { length: 4 }, citations: { length: 2 } }
    })
  })

  it("reports all failures together, with the measured value and the limit", async () => {
    const { code, json } = await callAuspex(["check", "-", "--output", "json"], { stdin: "Trust me." })
    expect(code).toBe(1)
    expect(json.failures.map(({ code, limit, measured }: Record<string, unknown>) => [code, measured, limit])).toEqual([
      ["REASONING_TOO_SHORT", 9, 200],
      ["REASONING_MISSING_SECTIONS", 0, 4],
      ["REASONING_FEW_UNIQUE_WORDS", 2, 30],
      ["CITATIONS_REQUIRED", 0, 2]
    ])
    const table = await callAuspex(["check"], { stdin: "Trust me." })
    expect(table.out).toMatch(/REASONING_TOO_SHORT +9 +200/)
  })

  it("checks the body of a prediction, including options", async () => {
    expect((await callAuspex(["check"], { stdin: JSON.stringify(body) })).code).toBe(0)
    const wrong = {
      ...body,
      confidence: 49.5,
      prediction: "yes",
      selected_option: "Maybe",
      resolution_protocol: { criterion: "x" }
    }
    const { code, json } = await callAuspex(["check", "--output", "json"], { stdin: JSON.stringify(wrong) })
    expect(code).toBe(1)
    const codes = new Set(json.failures.map((found: { code: string }) => found.code))
    expect(codes).toEqual(
      new Set(["INVALID_CONFIDENCE", "INVALID_REQUEST", "INVALID_OPTION", "RESOLUTION_PROTOCOL_INCOMPLETE"])
    )
    const likely = { probability: 72, reasoning: good }
    expect((await callAuspex(["check"], { stdin: JSON.stringify(likely) })).code).toBe(0)
    const fraction = await callAuspex(["check", "--output", "json"], {
      stdin: JSON.stringify({ ...likely, probability: 0.72 })
    })
    expect(fraction.json.failures[0]).toMatchObject({ code: "INVALID_CONFIDENCE", field: "probability" })
    const certain = { stdin: JSON.stringify({ ...likely, probability: 1 }) }
    expect((await callAuspex(["check", "--output", "json"], certain)).json.failures[0].message).toContain("not 0.72")
    const option = (probability: number) => ({
      stdin: JSON.stringify({ ...likely, probability, selected_option: "Red" })
    })
    expect((await callAuspex(["check", "--options", "Red|Blue"], option(60))).code).toBe(0)
    expect((await callAuspex(["check", "--options", "Red|Blue"], option(40))).code).toBe(1)
    const multi = JSON.stringify({ ...body, prediction: undefined, selected_option: "Red" })
    expect((await callAuspex(["check", "--options", "Red|Blue"], { stdin: multi })).code).toBe(0)
    expect((await callAuspex(["check", "--options", "Green|Blue"], { stdin: multi })).code).toBe(1)
    const untyped = await callAuspex(["check", "--output", "json"], {
      stdin: JSON.stringify({ ...body, reasoning: 7 })
    })
    expect(untyped.json.failures[0]).toMatchObject({ code: "INVALID_REQUEST", field: "reasoning" })
  })

  it("finds copies and reused citations against earlier reasonings", async () => {
    const earlier = written("earlier.txt", good)
    const copy = await callAuspex(["check", "--against", earlier, "--output", "json"], { stdin: good.toUpperCase() })
    expect(copy.json.failures.map((found: { code: string }) => found.code)).toContain("REASONING_TOO_SIMILAR")
    const near = await callAuspex(["check", "--against", earlier, "--output", "json"], {
      stdin: good.replace("three", "many")
    })
    expect(near.json.failures.map((found: { code: string }) => found.code)).toEqual([
      "CITATIONS_REUSED",
      "REASONING_TOO_SIMILAR"
    ])
  })

  it("refuses unreadable input without checking it", async () => {
    for (
      const [argv, surroundings] of [
        [["check", path.join(directory, "none.txt")], {}],
        [["check", directory], {}],
        [["check", written("latin1.txt", Buffer.from([0x45, 0xe9, 0x20]))], {}],
        [["check"], { stdin: "{ not json" }],
        [["check", "--format", "json"], { stdin: "[1]" }]
      ] as const
    ) {
      const { code, err, out } = await callAuspex(argv, surroundings)
      expect([code, out]).toEqual([2, ""])
      expect(err).toMatch(/^auspex: /)
    }
  })
})
