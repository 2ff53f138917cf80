import { articleFeed, rssDocument } from "@auspex/adapters-http/pictures"
import { FastCheck } from "effect"
import { describe, expect, it } from "vitest"
import { everyElement, readXml } from "./markup.ts"

const item = {
  guid: "urn:uuid:01998f7e-0000-7000-8000-000000000000",
  link: "https://auspex.example/api/articles/a",
  description: "",
  published: new Date("2027-03-01T08:00:00Z"),
  categories: []
}
const channel = {
  title: "Articles",
  description: "As they come",
  self: "https://auspex.example/api/articles/rss?a=1&b=2",
  home: "https://auspex.example/api/articles"
}

const read = (document: string) => {
  const [declaration, ...rest] = document.trimEnd().split("\n")
  expect(declaration).toBe("<?xml version=\"1.0\" encoding=\"utf-8\"?>")
  return readXml(rest.join("\n"))
}

/** The part of a text that XML can represent. */
const held = (text: string) =>
  text.replace(/\r\n?/g, "\n").replace(/[^\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "")

const hostile = [
  "Rates & <b>markup</b> ]]> \"quoted\"",
  "<![CDATA[ x ]]>",
  "&amp; &#x0; &nbsp;",
  "control \u0000\u0001\u0008\u000b\u001f\u007f characters",
  "right \u202eto left\u202c",
  "שלום עולם",
  "noncharacters \ufffe\uffff",
  "lone \ud800 surrogate",
  "</title></item></channel></rss>",
  "line\r\nbreaks\u2028here"
]

describe("an RSS document", () => {
  it("has what RSS 2.0 requires of a channel and of an item", () => {
    const root = read(rssDocument({
      ...channel,
      items: [{ ...item, title: "Rain", description: "Much <of> it", categories: ["rivers", "a & b"] }]
    }))
    expect([root.name, root.attributes["version"], root.children.map(({ name }) => name)]).toEqual(["rss", "2.0", [
      "channel"
    ]])
    const [head] = root.children
    expect(
      head!.children.map(({ attributes, name, text }) => [name, name === "atom:link" ? attributes["href"] : text])
        .slice(0, 6)
    )
      .toEqual([
        ["title", "Articles"],
        ["link", channel.home],
        ["description", "As they come"],
        ["language", "en"],
        ["lastBuildDate", "Mon, 01 Mar 2027 08:00:00 GMT"],
        ["atom:link", channel.self]
      ])
    expect(head!.children[6]!.children.map(({ attributes, name, text }) => [name, text, ...Object.values(attributes)]))
      .toEqual([
        ["title", "Rain"],
        ["link", item.link],
        ["guid", item.guid, "false"],
        ["description", "Much &lt;of&gt; it"],
        ["pubDate", "Mon, 01 Mar 2027 08:00:00 GMT"],
        ["category", "rivers"],
        ["category", "a & b"]
      ])
  })

  it.each(hostile)("is well-formed with the title %j, and preserves it", (title) => {
    const root = read(rssDocument({ ...channel, items: [{ ...item, title, description: title, categories: [title] }] }))
    const texts = everyElement(root).filter(({ name }) => name === "title" || name === "category").map(({ text }) =>
      text
    )
    expect(texts).toEqual(["Articles", held(title), held(title)])
  })

  it("is well-formed for any title", () => {
    const part = FastCheck.oneof(
      FastCheck.constantFrom(...hostile),
      FastCheck.array(FastCheck.integer({ min: 0, max: 0xffff }), { maxLength: 20 }).map((codes) =>
        String.fromCharCode(...codes)
      )
    )
    FastCheck.assert(
      FastCheck.property(FastCheck.array(part, { maxLength: 8 }), (parts) => {
        const title = parts.join("")
        const root = read(rssDocument({ ...channel, items: [{ ...item, title }] }))
        expect(everyElement(root).filter(({ name }) => name === "title").map(({ text }) => text)[1]).toBe(held(title))
      }),
      { numRuns: 500 }
    )
  })

  it("without items is dated at the epoch", () => {
    const root = read(rssDocument({ ...channel, items: [] }))
    expect(everyElement(root).find(({ name }) => name === "lastBuildDate")!.text).toBe("Thu, 01 Jan 1970 00:00:00 GMT")
  })

  it("describes an article by its description, else its subtitle, else its beginning", () => {
    const row = {
      id: "1",
      slug: "rain",
      title: "Rain",
      subtitle: "Sub",
      summary: "Beginning",
      meta_description: "Meta",
      tags: "a,b",
      article_type: "custom" as const,
      status: "published" as const,
      author_id: "1",
      author_name: "Ada",
      newsletter: false,
      created_at: item.published,
      updated_at: item.published,
      scheduled_at: null,
      published_at: item.published,
      late_seconds: null
    }
    const described = (extra: object): string => {
      const root = read(articleFeed({ home: "https://auspex.example", entries: [{ ...row, ...extra }] }))
      return everyElement(root).filter(({ name }) => name === "description")[1]!.text
    }
    expect(described({})).toBe("Meta")
    expect(described({ meta_description: "" })).toBe("Sub")
    expect(described({ meta_description: "", subtitle: "" })).toBe("Beginning")
  })
})
