import { atomDocument } from "@auspex/adapters-http/pictures"
import { FastCheck } from "effect"
import { describe, expect, it } from "vitest"
import { everyElement, readXml } from "./markup.ts"

const entry = {
  id: "urn:uuid:01998f7e-0000-7000-8000-000000000000",
  updated: new Date(1_000),
  link: "https://auspex.example/api/questions/1"
}
const feed = { title: "Questions", subtitle: "As they come", home: "https://auspex.example/", author: "Auspex" }
const self = "https://auspex.example/feed.xml?a=1&b=2"
const documentOf = (title: string) => atomDocument({ ...feed, self, entries: [{ ...entry, title, summary: title }] })

const read = (document: string) => {
  const [declaration, ...rest] = document.trimEnd().split("\n")
  expect(declaration).toBe("<?xml version=\"1.0\" encoding=\"utf-8\"?>")
  return readXml(rest.join("\n"))
}

/** The part of a text that XML can represent. */
const held = (text: string) =>
  text.replace(/\r\n?/g, "\n").replace(/[^\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "")

describe("an Atom document", () => {
  it("has what RFC 4287 requires of a feed and of an entry", () => {
    const root = read(documentOf("Will it rain?"))
    expect([root.name, root.attributes["xmlns"]]).toEqual(["feed", "http://www.w3.org/2005/Atom"])
    const texts = root.children.map(({ attributes, name, text }) => [name, name === "link" ? attributes["href"] : text])
    expect(texts.slice(0, 7)).toEqual([
      ["id", self],
      ["title", "Questions"],
      ["subtitle", "As they come"],
      ["updated", "1970-01-01T00:00:01.000Z"],
      ["link", self],
      ["link", "https://auspex.example/"],
      ["author", "Auspex"]
    ])
    expect(root.children[7]!.children.map(({ name }) => name)).toEqual(["id", "title", "updated", "link", "summary"])
  })

  it("is well-formed for any title, and preserves it", () => {
    const markup = FastCheck.constantFrom("]]>", "<![CDATA[", "</title>", "&amp;", "&#x0;", "\u0000", "\ud800", "\r\n")
    const units = FastCheck.array(FastCheck.integer({ min: 0, max: 0xffff }), { maxLength: 20 })
    const nasty = FastCheck.array(
      FastCheck.oneof(markup, units.map((codes) => String.fromCharCode(...codes))),
      { maxLength: 12 }
    ).map((parts) => parts.join(""))
    FastCheck.assert(
      FastCheck.property(nasty, (title) => {
        const root = read(documentOf(title))
        const titles = everyElement(root).filter(({ name }) => name === "title").map(({ text }) => text)
        expect(titles[1]).toBe(held(title))
      }),
      { numRuns: 1_000 }
    )
  })

  it("names the same feed as JSON, as an alternate of another type than its page", () => {
    const links = read(atomDocument({ ...feed, self, json: "https://auspex.example/feed.json", entries: [] })).children
      .flatMap(({ attributes, name }) => name === "link" && attributes["rel"] === "alternate" ? [attributes] : [])
    expect(links).toEqual([
      { rel: "alternate", href: feed.home },
      { rel: "alternate", type: "application/feed+json", href: "https://auspex.example/feed.json" }
    ])
  })

  it("without entries is dated at the epoch", () => {
    const root = read(atomDocument({ ...feed, self, entries: [] }))
    expect(root.children.find(({ name }) => name === "updated")!.text).toBe("1970-01-01T00:00:00.000Z")
  })
})
