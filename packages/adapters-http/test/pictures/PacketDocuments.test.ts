import { type DecisionPacket, packetOf } from "@auspex/domain/packets"
import MarkdownIt from "markdown-it"
import { describe, expect, it } from "vitest"
import {
  cite,
  exampleProject,
  exampleQuestions,
  extractiveProject,
  reasoning
} from "../../../domain/test/packets/exampleProject.ts"
import { packetHtml } from "../../src/research/packets/PacketHtml.tsx"
import { packetMarkdown } from "../../src/research/packets/PacketMarkdown.ts"
import { packetStyles } from "../../src/research/packets/packetStyles.ts"
import { everyElement, readXml } from "./markup.ts"

const markdown = new MarkdownIt()
const packet = packetOf(exampleProject)
const next = packetOf({
  ...exampleProject,
  id: "packet-2",
  previous: packet,
  reasonings: exampleProject.reasonings.filter(({ id }) => id !== "cut-contrarian")
})
const extractive = packetOf(extractiveProject)

/** The page as a tree; its doctype is no XML. */
const pageOf = (made: DecisionPacket) => readXml(packetHtml(made).replace(/^<!doctype html>\n/, "").trim())
const headings = (made: DecisionPacket, level: string) =>
  everyElement(pageOf(made)).filter(({ name }) => name === level).map(({ text }) => text)

describe("the documents of a packet", () => {
  it("have the same sections", () => {
    const sections = [
      "Recommendation",
      "Answers",
      "Key findings",
      "Risks",
      "What would change our mind",
      "Evidence",
      "Method"
    ]
    expect(headings(packet, "h2")).toEqual(sections)
    expect([...packetMarkdown(packet).matchAll(/^## (.+)$/gm)].map(([, title]) => title)).toEqual(sections)
    expect(headings(next, "h2")).toContain("What moved since version 1")
    expect(packetMarkdown(next)).toContain("Contrarian no longer answers.")
  })

  it("are the same for equal packets", () => {
    expect(packetHtml(packetOf(exampleProject))).toBe(packetHtml(packet))
    expect(packetMarkdown(packetOf(exampleProject))).toBe(packetMarkdown(packet))
  })

  it("draw a bar for each option, which says its numbers in words", () => {
    const bars = everyElement(pageOf(packet)).filter(({ attributes }) => attributes["class"] === "bar")
    expect(bars).toHaveLength(1 + 3 + 6 + 5)
    expect(bars[0]!.attributes["aria-label"]).toBe(
      "yes: 67 %, from 48 % to 77 %; specialists: Contrarian 30 %, Macro 80 %, Private markets 70 %, Risk 66 %, Tax and structuring 74 %; crowd 48 %"
    )
    const [, , dot] = bars[0]!.children.filter(({ attributes }) => attributes["class"] !== "one")
    expect([dot!.name, bars[0]!.children.at(-1)!.attributes["cx"]]).toEqual(["svg", "67.1%"])
  })

  it("have no interval that says that nothing else is possible", () => {
    const alike = packetOf({
      ...exampleProject,
      reasonings: exampleProject.reasonings.map((one) =>
        one.question_id === "cut" ? { ...one, distribution: [[0.7, 0.3]], probability: 0.7 } : one
      )
    })
    for (const document of [packetHtml(alike), packetMarkdown(alike), packetHtml(packet), packetMarkdown(packet)]) {
      expect(document).not.toMatch(/\b(\d+) to \1 %/)
      expect(document).not.toMatch(/from (\d+ %) to \1/)
    }
    expect(packetHtml(alike)).toContain("<small> (5 specialists)</small>")
    expect(packetMarkdown(alike)).toMatch(/\| yes +\| +70 % \| +5 specialists \|/)
  })

  it("refer to the numbered sources", () => {
    const elements = everyElement(pageOf(packet))
    const ids = elements.flatMap(({ attributes }) => attributes["id"] ?? [])
    const targets = elements.flatMap(({ attributes }) => attributes["href"] ?? []).filter((href) =>
      href.startsWith("#")
    )
    expect(ids).toEqual(["source-1", "source-2", "source-3"])
    expect(targets.length).toBeGreaterThan(5)
    for (const target of targets) expect(ids).toContain(target.slice(1))
  })

  it("of an extractive packet say so, and show no probability", () => {
    expect(headings(extractive, "h2")).toEqual(expect.arrayContaining(["Evidence for", "Evidence against"]))
    const page = pageOf(extractive)
    expect(page.text).toContain("Extractive: no model is configured")
    expect(everyElement(page).filter(({ attributes }) => attributes["class"] === "bar")).toEqual([])
    const answers = packetMarkdown(extractive).split("## Questions")[1]!.split("## What would")[0]!
    expect(answers).not.toContain(" %")
    expect(answers).not.toContain("“yes”")
  })

  it("need nothing from elsewhere and no script, and their one style sheet is fixed", () => {
    for (const made of [packet, next, extractive]) {
      const html = packetHtml(made)
      const elements = everyElement(pageOf(made))
      expect(elements.filter(({ name }) => ["script", "link", "img", "iframe", "object"].includes(name))).toEqual([])
      expect(
        elements.flatMap(({ attributes }) => Object.keys(attributes)).filter((key) => /^on|^style$|^src$/.test(key))
      )
        .toEqual([])
      expect(html.split("<style>")).toHaveLength(2)
      expect(html).toContain(`<style>${packetStyles("auto")}</style>`)
    }
    expect(packetStyles("auto")).not.toMatch(/url\(|@import/)
  })
})

describe("hostile texts", () => {
  const words =
    "</bdi><script>alert(1)</script> [x](javascript:alert(1)) **bold** | `code` \u202eevil\u2066 <img src=x onerror=y> # 1\n\n# Heading\n- item & \"'"
  const passage = {
    id: "p",
    source_id: "s",
    start: 0,
    text: words,
    retrieved_at: new Date("2026-09-01T00:00:00Z"),
    content_hash: words
  }
  const quote = { claim: words, source_id: "s", passage_id: "p", quote: words, start: 0, end: words.length }
  const hostile = packetOf({
    ...exampleProject,
    project: { ...exampleProject.project, title: words, brief: words },
    questions: [
      { ...exampleQuestions[0]!, text: words },
      { ...exampleQuestions[1]!, text: words, kind_options: { options: [words, "other"] } }
    ],
    sources: [
      { ...exampleProject.sources[0]!, id: "s", title: words, uri: "javascript:alert(1)", content_hash: words },
      { ...exampleProject.sources[1]!, id: "t", title: "A", uri: "https://example.org/?a=1&lt;=2&copy;=3#x" }
    ],
    passages: new Map([["p", passage], ["q", { ...passage, id: "q", source_id: "t" }]]),
    reasonings: [
      reasoning("cut", "one", "yes", [[0.9, 0.1]], { evidence: [quote], falsifiers: [words] }),
      reasoning("cut", words, "no", [[0.1, 0.9]], {
        evidence: [{ ...quote, claim: `${words} Another claim about something else entirely.` }],
        counter_evidence: [{ ...quote, source_id: "t", passage_id: "q" }]
      }),
      reasoning("buyer", "one", words, [[0.9, 0.1]])
    ]
  })

  it("are shown as texts in the page", () => {
    const page = pageOf(hostile)
    const elements = everyElement(page)
    expect(elements.filter(({ name }) => ["script", "img"].includes(name))).toEqual([])
    expect(page.text).toContain("<script>alert(1)</script>")
    expect(page.text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
    const links = elements.flatMap(({ attributes }) => attributes["href"] ?? [])
    expect(links.filter((href) => !href.startsWith("#"))).toEqual(["https://example.org/?a=1&lt;=2&copy;=3#x"])
  })

  it("are shown as texts in Markdown", () => {
    const source = packetMarkdown(hostile)
    expect(source).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
    const html = markdown.render(source)
    const page = readXml(`<body>${html.replaceAll("<br>", "<br/>").replaceAll("<hr>", "<hr/>")}</body>`)
    const elements = everyElement(page)
    expect(elements.filter(({ name }) => ["script", "img", "code", "pre", "em"].includes(name))).toEqual([])
    expect(elements.filter(({ name }) => name === "h1")).toHaveLength(1)
    expect(elements.flatMap(({ attributes }) => attributes["href"] ?? []))
      .toEqual(["https://example.org/?a=1&lt;=2&copy;=3#x"])
    expect(page.text).toContain("<script>alert(1)</script>")
  })
})

it("a quote is shown where it is cited and in the table of evidence", () => {
  const claim = cite("r1", "An appeal is possible within three months.", "An appeal is possible.")
  const made = packetOf({
    ...exampleProject,
    reasonings: [reasoning("cut", "macro", "yes", [[0.7, 0.3]], { evidence: [claim] })]
  })
  for (const document of [packetMarkdown(made), packetHtml(made)])
    expect(document.split("An appeal is possible within three months.")).toHaveLength(3)
})
