import { jsonFeed } from "@auspex/adapters-http/pictures"
import { FastCheck } from "effect"
import { describe, expect, it } from "vitest"

const feed = { title: "Questions", subtitle: "As they come", home: "https://auspex.example/", author: "Auspex" }
const self = "https://auspex.example/feed.json"
const entry = {
  id: "urn:uuid:01998f7e-0000-7000-8000-000000000000",
  title: "Will it rain?",
  updated: new Date(1_000),
  link: "https://auspex.example/api/questions/1",
  summary: "Takes predictions."
}
const read = (of: Parameters<typeof jsonFeed>[0]) => JSON.parse(JSON.stringify(jsonFeed(of, self)))

describe("a JSON feed", () => {
  it("has what JSON Feed 1.1 requires of a feed and of an item", () => {
    expect(read({ ...feed, entries: [{ ...entry, category: "weather" }, entry] })).toEqual({
      version: "https://jsonfeed.org/version/1.1",
      title: "Questions",
      description: "As they come",
      home_page_url: "https://auspex.example/",
      feed_url: self,
      language: "en",
      authors: [{ name: "Auspex" }],
      items: [
        {
          id: entry.id,
          url: entry.link,
          title: entry.title,
          content_text: entry.summary,
          date_published: "1970-01-01T00:00:01.000Z",
          tags: ["weather"]
        },
        {
          id: entry.id,
          url: entry.link,
          title: entry.title,
          content_text: entry.summary,
          date_published: "1970-01-01T00:00:01.000Z"
        }
      ]
    })
    expect(read({ ...feed, entries: [] }).items).toEqual([])
  })

  it("preserves every text", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.fullUnicodeString(), (title) => {
        const [item] = read({ ...feed, entries: [{ ...entry, title, summary: title }] }).items
        expect([item.title, item.content_text]).toEqual([title, title])
      })
    )
  })
})
