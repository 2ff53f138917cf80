import { onServerDatabase, type TestDatabase } from "@auspex/testkit/databases"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { csvRows } from "../../src/forecasting/questions/csvRows.ts"
import { jsonRows, ndjsonRows } from "../../src/forecasting/questions/jsonRows.ts"
import { questionKey } from "@auspex/domain/questions"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import { callAuspex, type CallSurroundings } from "./callAuspex.ts"
import { keptServices } from "./keptServices.ts"
import { freshAdminKey } from "./freshAdminKey.ts"
import { questionObjects, questionsFile } from "./questionsFile.ts"

interface Found {
  readonly line: number
  readonly field: string
}

const placesOf = (failures: ReadonlyArray<Found>): ReadonlyArray<Found> =>
  failures.map(({ field, line }) => ({ line, field }))

describe("the rows of a file", () => {
  const header = "question,category,timeframe,resolution_source,resolution_date"

  it.each(["\n", "\r\n"] as const)(
    "begin on the reported physical line, also after multi-line cells (%j)",
    (lineBreak) => {
      const rows = csvRows(questionsFile(lineBreak).text)
      expect(rows).toHaveLength(200)
      expect(rows.slice(0, 3).map(({ line }) => line)).toEqual([2, 4, 5])
      expect(rows[199]?.line).toBe(221)
    }
  )

  it("are read despite a byte order mark, empty lines, semicolons, tabs and header names in any case", () => {
    expect(csvRows(`\ufeff${header}\n\n\na,b,c,d,e\n`)[0]).toMatchObject({
      line: 4,
      input: { question: "a" },
      failures: []
    })
    for (const delimiter of [";", "\t"]) {
      const text = `${header.toUpperCase().replaceAll(",", delimiter)}\n${["a, b", "c", "d", "e", "f"].join(delimiter)}`
      expect(csvRows(text)[0]).toMatchObject({
        line: 2,
        input: { question: "a, b", resolution_date: "f" },
        failures: []
      })
    }
  })

  it("with wrong quotes fail without affecting other rows", () => {
    const rows = csvRows(
      [header, "a,b,c,d,e", "\"bad\"x,b,c,d,e", "f,b,c,d,e", "\"never closed,b,c,d,e", "g,b,c,d,e"].join("\n")
    )
    expect(rows.map(({ failures, input, line }) => [line, input.question, failures.length])).toEqual([
      [2, "a", 0],
      [3, undefined, 1],
      [4, "f", 0],
      [5, undefined, 1],
      [6, "g", 0]
    ])
  })

  it("must have as many cells as the header", () => {
    expect(csvRows(`${header}\na,b,c,d\n`)[0]?.failures[0]).toMatchObject({ field: "(row)", measured: 4, limit: 5 })
  })

  it.each([
    ["", "empty"],
    ["\n\n", "empty"],
    ["question,category\n", "Column timeframe is missing"],
    [`${header},question\n`, "Column question appears twice"],
    [`${header},wieght\n`, "did you mean weight?"],
    ["\"question,category\n", "never closed"]
  ])("need a valid header (%j)", (text, message) => {
    expect(() => csvRows(text)).toThrow(message)
  })

  it("of JSON are located by the beginning of their objects", () => {
    const text =
      "[\n  {\"question\": \"a [ \\\" {\"},\n  {\n    \"question\": \"b\",\n \"options\": [\"x\",\"y\"]},\n\n  7, {\"no\": 1}\n]"
    expect(jsonRows(text).map(({ failures, line }) => [line, failures.map(({ field }) => field)])).toEqual([
      [2, []],
      [3, []],
      [7, ["(row)"]],
      [7, ["no"]]
    ])
    expect(jsonRows("{\"questions\": [\n{\"question\": \"a\", \"id\": \"1\"}], \"total\": 1, \"next_cursor\": null}"))
      .toEqual([
        { line: 2, input: { question: "a" }, failures: [] }
      ])
    expect(() => jsonRows("{}")).toThrow("not a JSON array")
    expect(() => jsonRows("[")).toThrow("not JSON")
  })

  it("of NDJSON are lines, including invalid ones", () => {
    expect(ndjsonRows("{\"question\":\"a\"}\r\n\n{oops\n[]\n").map(({ failures, line }) => [line, failures.length]))
      .toEqual([
        [1, 0],
        [3, 1],
        [4, 1]
      ])
  })

  it("are duplicates regardless of case, blanks and final punctuation", () => {
    expect(questionKey("  Will it\n RAIN ?? ")).toBe(questionKey("will it rain"))
    expect(questionKey("Will it rain in Rome?")).not.toBe(questionKey("Will it rain?"))
  })
})

/** The import tests for every kind of target. */
const imports = (
  target: () => { readonly flags: ReadonlyArray<string>; readonly surroundings: CallSurroundings },
  reset: () => Promise<unknown>
) => {
  const directory = mkdtempSync(path.join(tmpdir(), "auspex-import-"))
  afterAll(() => rmSync(directory, { recursive: true, force: true }))
  beforeEach(reset)
  const file = (name: string, text: string): string => {
    writeFileSync(path.join(directory, name), text)
    return path.join(directory, name)
  }
  const call = (...argv: ReadonlyArray<string>) => {
    const { flags, surroundings } = target()
    return callAuspex(["questions", ...argv, ...flags], surroundings)
  }
  const total = async (...filter: ReadonlyArray<string>): Promise<number> =>
    (await call("list", "--limit", "1", "--output", "json", ...filter)).json.total

  it("imports 193 of 200 rows and reports the other 7 by line and field", async () => {
    const { bad, text } = questionsFile()
    const csv = file("questions.csv", text)

    const rehearsed = await call("import", csv, "--dry-run", "--output", "json")
    expect(rehearsed.code).toBe(1)
    expect(rehearsed.json).toMatchObject({ rows: 200, imported: 0, refused: 7, dry_run: true, questions: [] })
    expect(placesOf(rehearsed.json.failures)).toEqual(bad)
    expect(await total()).toBe(0)

    const nothing = await call("import", csv, "--all-or-nothing")
    expect([nothing.code, await total()]).toEqual([1, 0])

    const { code, err, json } = await call("import", csv, "--output", "json")
    expect(code).toBe(1)
    expect(err).toContain("imported 193 of 200 rows")
    expect(json).toMatchObject({ rows: 200, imported: 193, refused: 7, dry_run: false })
    expect(placesOf(json.failures)).toEqual(bad)
    expect(await total()).toBe(193)
    expect(await total("--status", "draft", "--question-type", "multi")).toBe(50)

    const again = await call("import", csv)
    expect(again.code).toBe(1)
    expect(again.err).toContain("imported 0 of 200 rows")
    expect(again.out.match(/The same question exists/g)).toHaveLength(194)
    expect(await total()).toBe(193)
  })

  it("imports JSON and NDJSON, publishes, and reports each row", async () => {
    const published = await call(
      "import",
      file("questions.json", JSON.stringify(questionObjects(6), null, 2)),
      "--publish",
      "--output",
      "ndjson"
    )
    expect(published.code).toBe(0)
    const rows = published.out.trim().split("\n").map((line) => JSON.parse(line))
    expect(rows.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => "open"))
    expect(await total("--status", "open")).toBe(6)

    const lines = questionObjects(9).map((question) => JSON.stringify(question)).join("\n")
    const more = await call("import", file("questions.ndjson", lines), "--output", "json")
    expect(more.json).toMatchObject({ rows: 9, imported: 3, refused: 6 })
    const same = await call("import", file("same.ndjson", lines), "--allow-duplicates", "--output", "json")
    expect(same.json).toMatchObject({ imported: 0, refused: 9 })
    expect(same.json.failures[0]).toMatchObject({
      line: 1,
      field: "question",
      code: "DUPLICATE_QUESTION",
      message: expect.stringMatching(/^Question [0-9a-f-]{36} asks the same/)
    })
    const later = file("later.ndjson", lines.replaceAll("2089-12-31", "2089-12-30"))
    expect((await call("import", later, "--allow-duplicates")).code).toBe(0)
    expect(await total()).toBe(18)
  })
}

describe("auspex questions import into a data directory", () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), "auspex-import-dir-"))
  const flags = ["--data-dir", dataDir]
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

  it("needs an existing database, which migrate creates", async () => {
    const { bad, text } = questionsFile()
    const argv = ["questions", "import", "-", "--format", "csv", "--output", "json", ...flags]
    const nowhere = await callAuspex(argv, { stdin: text })
    expect([nowhere.code, nowhere.out, nowhere.err]).toEqual([5, "", expect.stringContaining("there is no database")])
    const planned = await callAuspex(["migrate", "--dry-run", "--output", "json", ...flags])
    expect(planned.json.migrations.length).toBeGreaterThan(2)
    const made = await callAuspex(["migrate", ...flags])
    expect([made.code, made.out.match(/pending/g)]).toEqual([0, null])
    const imported = await callAuspex(argv, { stdin: text })
    expect([imported.code, imported.json.imported, placesOf(imported.json.failures)]).toEqual([1, 193, bad])
  })

  it("refuses files of an unrecognisable format", async () => {
    const unformatted = await callAuspex(["questions", "import", "-", ...flags], { stdin: "x" })
    expect([unformatted.code, unformatted.err]).toEqual([2, expect.stringContaining("--format")])
  })
})

onServerDatabase("auspex questions import into a server database", (db: TestDatabase) => {
  const keep = keptServices()
  imports(() => ({ flags: ["--database-url", db.url()], surroundings: { keep } }), () => db.run(db.reset))
})

onServerDatabase("auspex questions import through a server", (db: TestDatabase) => {
  let server: RunningAuspex
  let key: string
  beforeAll(async () => {
    server = await startAuspex(db.layer)
  })
  afterAll(() => server.stop())
  imports(() => ({ flags: ["--server", server.url], surroundings: { env: { AUSPEX_ADMIN_KEY: key } } }), async () => {
    await db.run(db.reset)
    key = await freshAdminKey(server)
  })
})
