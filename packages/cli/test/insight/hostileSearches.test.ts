import { onServerDatabaseFirst } from "@auspex/testkit/databases"
import * as fc from "effect/FastCheck"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import { openQuestion, registerAgent } from "../people.ts"
import { searcher } from "./searcher.ts"

onServerDatabaseFirst("searching for arbitrary text", (db) => {
  let auspex: RunningAuspex
  beforeAll(async () => {
    auspex = await startAuspex(db.layer)
    await openQuestion(auspex, { question: "Will the harbour gauge <b>pass</b> four metres before the river freezes?" })
    await registerAgent(auspex, { name: "Harbour" })
  })
  afterAll(() => auspex.stop())
  const { ask, search } = searcher(() => auspex)

  const nothing = [
    "the",
    "and or not",
    "-harbour",
    "-\"harbour\"",
    "-harbour -river",
    "!",
    "---",
    "\"",
    "\"\"",
    "()&|!:*",
    "🦘",
    "\u00AD",
    "' or 1=1 --",
    "\\",
    "%",
    "_",
    "*",
    "' <-> '",
    "-the",
    "OR",
    "OR OR"
  ]
  it.each(nothing)("finds nothing for %s", async (q) => {
    expect((await search(q)).total).toBe(0)
  })

  it.each(["harbour:* zzz", "NOT harbour zzz"])("finds what has some of the words of %s", async (q) => {
    expect((await search(q)).results.map(({ type }) => type).sort()).toEqual(["agent", "question"])
  })

  const hostile: ReadonlyArray<readonly [what: string, q: string]> = [
    ["an unbalanced quote", "\"harbour gauge"],
    ["quotes in quotes", "\"\"harbour\"\" \"\""],
    ["SQL", "'; drop table questions; --"],
    ["operators of tsquery", "harbour & !(river | gauge) <2> :A*"],
    ["dollar quotes and parameters", "$1 $$ $2::text %s {0}"],
    ["HTML", "<script>alert(1)</script> <mark>harbour</mark> onload=x"],
    ["marks", "\uE000harbour\uE001 \uE002"],
    ["an emoji", "harbour 👩‍👩‍👧 🦘"],
    ["right to left", "\u202Eruobrah\u202C"],
    ["deep alternatives", Array.from({ length: 33 }, () => "a").join(" OR ")],
    ["nothing but alternatives and exclusions", "harbour OR -river OR -gauge"],
    ["many exclusions", "-a".repeat(100)],
    ["nested signs", "-".repeat(100) + "\"a\" -\"-\"-\"\""],
    ["nested signs apart", "-! ".repeat(60) + "a"],
    ["the longest", "harbour ".repeat(25)],
    ["one long word", "h".repeat(200)],
    ["200 characters beyond the BMP", "🦘".repeat(200)],
    ["combining marks", "a" + "\u0301".repeat(190)],
    ["a tab and a line break", "harbour\t\r\n-river"],
    ["an address", "https://example.org/harbour?x=1&y=2#z user@example.org /a/b/c 1.2.3.4 -12e5"]
  ]
  it.each(hostile)("treats %s as text", async (_, q) => {
    for (const type of ["all", "question", "agent", "article"]) await search(q, `&type=${type}`)
  })

  it.each([
    ["", "q needs 1 or more characters; it has 0."],
    ["   \t ", "q needs 1 or more characters; it has 0."],
    ["h".repeat(201), "q takes at most 200 characters; it has 201."],
    ["harbour ".repeat(400), "q takes at most 200 characters; it has 3199."]
  ])("refuses %j", async (q, message) => {
    const { body, status } = await ask(q)
    expect([status, body.code, body.failures[0].field, body.error]).toEqual([400, "INVALID_REQUEST", "q", message])
  })

  it.each([
    "",
    "?type=agent",
    "?q=a&q=b",
    "?q=a%00b",
    "?q=%ED%A0%80",
    "?q=%C3%28",
    "?q=%",
    `?q=${"harbour+".repeat(1_000)}`
  ])("refuses a query string of %s", async (text) => {
    const { body, status } = await auspex.call("GET", `/api/search${text}`)
    expect([status, body.code]).toEqual([400, "INVALID_REQUEST"])
  })

  it("always succeeds, and so does the list of questions", async () => {
    const character = fc.integer({ min: 1, max: 0x10f7ff }).map((code) =>
      String.fromCodePoint(code < 0xd800 ? code : code + 0x800)
    )
    const part = fc.oneof(
      fc.constantFrom(
        "-",
        "--",
        "\"",
        " ",
        "\u00A0",
        "\u3000",
        "\u0085",
        "!",
        "&",
        "|",
        "(",
        ")",
        ":",
        "*",
        "<->",
        "\\",
        "'"
      ),
      fc.constantFrom(
        "or",
        "OR ",
        " or ",
        "harbour",
        "gauge",
        "the",
        "<b>",
        "é",
        "e\u0301",
        "\u00B2",
        "_",
        "/",
        "🦘",
        "5"
      ),
      character
    )
    const text = fc.array(part, { minLength: 1, maxLength: 120 }).map((parts) =>
      Array.from(parts.join("")).slice(0, 200).join("")
    ).filter((q) => q.trim() !== "")
    await fc.assert(
      fc.asyncProperty(text, async (q) => {
        await search(q)
        const { status } = await auspex.call("GET", `/api/questions?q=${encodeURIComponent(q)}`)
        expect([q, status]).toEqual([q, 200])
      }),
      { numRuns: 100 }
    )
  })
})

onServerDatabaseFirst("searching repeatedly", (db) => {
  it("is limited to 60 a minute and address, separately from other reads", async () => {
    const auspex = await startAuspex(db.layer, { ownRates: {}, address: "203.0.113.9" })
    const search = () => auspex.call("GET", "/api/search?q=harbour")
    const first = await search()
    expect([first.status, first.headers.get("ratelimit-policy")]).toEqual([200, expect.stringContaining("q=60;w=60")])
    for (let count = 1; count < 60; count++) expect((await search()).status).toBe(200)
    const refused = await search()
    expect([refused.status, refused.body.code]).toEqual([429, "RATE_LIMITED"])
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)
    expect((await auspex.call("GET", "/api/discover")).status).toBe(200)
    expect((await auspex.call("GET", "/api/search?q=harbour", { from: "203.0.113.10" })).status).toBe(200)
    await auspex.stop()
  })
})
