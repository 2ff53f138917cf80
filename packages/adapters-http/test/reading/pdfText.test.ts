import { describe, expect, it } from "vitest"
import { prose, read, textOf } from "./reading.ts"
import { contentOf, flate, pdfOf, pdfWithContents, simplePdf } from "./simplePdf.ts"

describe("a PDF", () => {
  const lines = (texts: ReadonlyArray<string>, top = 740) => texts.map((text, n) => ({ text, y: top - 14 * n }))
  const text = [
    { text: "Flood wall", y: 740, size: 18 },
    ...lines(
      ["The council met for three hours on Tuesday and post-", "poned the vote on the (wall) until the spring."],
      700
    ),
    ...lines(prose.match(/.{1,70}(?: |$)/g)!, 640)
  ]

  it("becomes paragraphs, with a title", async () => {
    for (const type of ["application/pdf", "application/octet-stream", "text/html"]) {
      expect(await read(simplePdf("Minutes", [text, text]), type)).toMatchObject({
        status: "ready",
        title: "Minutes",
        content_type: "application/pdf",
        text: Array<string>(2).fill(
          `Flood wall\n\nThe council met for three hours on Tuesday and postponed the vote on the (wall) until the spring.\n\n${prose}`
        ).join("\n\n")
      })
    }
  })

  const set = (...parts: ReadonlyArray<string | readonly [text: string, rise: number, size?: number]>): string =>
    parts
      .map((part) => {
        const [text, rise, size] = typeof part === "string" ? [part, 0, 11] as const : [part[0], part[1], part[2] ?? 7]
        return `${rise} Ts /F1 ${size} Tf (${text.replaceAll(/[\\()]/g, "\\$&")}) Tj`
      })
      .join(" ")
  const pdfOfLines = (...lines: ReadonlyArray<string>): Uint8Array =>
    pdfWithContents("Minutes", [
      flate(
        [...lines, ...prose.match(/.{1,70}(?: |$)/g)!.map((line) => set(line.trim()))]
          .map((line, n) => `BT 72 ${740 - 14 * n} Td ${line} ET`)
          .join("\n")
      )
    ])
  const firstOf = async (...lines: ReadonlyArray<string>): Promise<string> => {
    const text = await textOf(pdfOfLines(...lines, set("Then it met.")), "application/pdf")
    return text.slice(0, text.indexOf(" Then it met."))
  }

  it.each<[string, string, string]>([
    ["the mark of a note", set("rose by 2.1", ["3", 4], " per cent"), "rose by 2.1 [3] per cent"],
    ["a mark of two digits", set("a rate of 45", ["12", 4], " in May"), "a rate of 45 [12] in May"],
    ["a mark of full size", set("a rate of 45", ["3", 5, 11], " in May"), "a rate of 45 [3] in May"],
    ["a mark at the end of a line", set("a rate of 4.5", ["3", 4]), "a rate of 4.5 [3]"],
    ["several marks", set("a rate of 4.5", ["3,4", 4], " in May"), "a rate of 4.5 [3,4] in May"],
    ["a power of ten", set("10", ["6", 4], " litres"), "10⁶ litres"],
    ["an area", set("350 m", ["2", 4], " of land"), "350 m² of land"],
    ["an ordinal", set("the 21", ["st", 4], " of May"), "the 21st of May"],
    ["a formula of chemistry", set("CO", ["2", -3], " and H", ["2", -3], "O"), "CO2 and H2O"],
    [
      "a number beside smaller text",
      set("45 ", ["per cent in all of the country", 0, 8]),
      "45 per cent in all of the country"
    ]
  ])("keeps %s apart from numbers", async (_, line, text) => {
    expect(await firstOf(line)).toBe(text)
  })

  it.each<[string, ReadonlyArray<string>, string]>([
    ["within a word with a hyphen", ["grew year-on-", "year growth"], "grew year-on-year growth"],
    ["of a compound", ["the long-", "term rate"], "the long-term rate"],
    [
      "of a compound that stands elsewhere",
      ["a flood-wall and a flood-", "wall again"],
      "a flood-wall and a flood-wall again"
    ],
    ["between numbers", ["between 1,000-", "2,000 people"], "between 1,000-2,000 people"],
    ["between a word and a number", ["the COVID-", "19 fund"], "the COVID-19 fund"],
    ["between a number in words and another", ["twenty-", "five people"], "twenty-five people"],
    ["behind a percentage", ["a 10%-", "share"], "a 10%-share"],
    ["behind a letter", ["the T-", "bill"], "the T-bill"],
    ["of an address", ["see https://flood.example.org/flood-", "wall"], "see https://flood.example.org/flood-wall"],
    ["between names", ["the Anglo-", "Saxon law"], "the Anglo-Saxon law"],
    ["before a conjunction", ["in the short-", "and long-term"], "in the short- and long-term"]
  ])("keeps the hyphen at the end of a line %s", async (_, lines, text) => {
    expect(await firstOf(...lines.map((line) => set(line)))).toBe(text)
  })

  it.each<[string, ReadonlyArray<string>, string]>([
    ["a divided word", ["the govern-", "ment met"], "the government met"],
    ["a word that stands whole elsewhere", ["shortterm, then short-", "term"], "shortterm, then shortterm"],
    ["capitals", ["THE GOVERN-", "MENT MET"], "THE GOVERNMENT MET"]
  ])("drops the hyphen of %s", async (_, lines, text) => {
    expect(await firstOf(...lines.map((line) => set(line)))).toBe(text)
  })

  it.each(["binary/octet-stream", "application/x-pdf", "application/force-download", "application/x-download"])(
    "is one, also as %s",
    async (type) => {
      expect(await read(simplePdf("Minutes", [text]), type)).toMatchObject({ content_type: "application/pdf" })
      expect(await textOf("nothing known", type)).toMatch(type.includes("pdf") ? /^unreadable:/ : /^unsupported_type:/)
    }
  )

  it.each<[string, Uint8Array, RegExp]>([
    ["without text", simplePdf("Scan", [[]]), /^thin:/],
    ["that is damaged", Buffer.from("%PDF-1.7\nnothing"), /^unreadable:/],
    ["that is none", Buffer.from("hello"), /^unreadable:/],
    [
      "whose page tree contains itself",
      pdfOf([
        { dictionary: "/Type /Catalog /Pages 2 0 R" },
        { dictionary: "/Type /Pages /Count 1000 /Kids [2 0 R 2 0 R]" }
      ]),
      /^unreadable:/
    ],
    ["whose stream inflates without end", pdfWithContents("", [flate(Buffer.alloc(40_000_000, 32))]), /^too_large:/],
    [
      "whose streams inflate to much in all",
      pdfWithContents("", Array(9).fill(flate(Buffer.alloc(30_000_000, 32)))),
      /^too_large:/
    ],
    ["with very many pages", pdfWithContents("", Array(2_001).fill(flate(contentOf([])))), /^too_large:.*2001 pages/]
  ])("%s is rejected", async (_, bytes, outcome) => {
    expect(await textOf(bytes, "application/pdf")).toMatch(outcome)
  })

  it("is not looked for in a text", async () => {
    expect(await textOf("%PDF- is how a PDF begins.", "text/plain")).toMatch(/^thin:/)
    expect(await textOf("nothing known", "application/octet-stream")).toMatch(/^unsupported_type:/)
  })
})
