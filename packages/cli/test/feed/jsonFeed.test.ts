import { onEachDatabase } from "@auspex/testkit/databases"
import { expect, it } from "vitest"
import { readXml } from "../../../adapters-http/test/pictures/markup.ts"
import { draftQuestion, openQuestion } from "../people.ts"
import { auspexOn } from "../servers.ts"

/** An instant as RFC 3339 writes it. */
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

onEachDatabase("the JSON feed", (db) => {
  const auspex = auspexOn(db)

  const read = (headers: Record<string, string> = {}) => auspex.call("GET", "/feed.json", { headers })

  /** The entries of the Atom feed in the fields of a JSON feed. */
  const entriesOfAtom = async () => {
    const { text } = await auspex.call("GET", "/feed.xml")
    const feed = readXml(text.slice(text.indexOf("<feed")).trim())
    return feed.children.filter(({ name }) => name === "entry").map(({ children }) => {
      const partOf = (name: string) => children.find((child) => child.name === name)
      return {
        id: partOf("id")?.text,
        url: partOf("link")?.attributes["href"],
        title: partOf("title")?.text,
        content_text: partOf("summary")?.text,
        date_published: partOf("published")?.text,
        tags: [partOf("category")?.attributes["term"]]
      }
    })
  }

  it("has the entries of the Atom feed, and the fields that JSON Feed 1.1 requires", async () => {
    const empty = await read()
    expect([empty.status, empty.headers.get("content-type"), empty.body.items]).toEqual([
      200,
      "application/feed+json; charset=utf-8",
      []
    ])
    const [first] = [await openQuestion(auspex), await openQuestion(auspex), await draftQuestion(auspex)]
    await auspex.call("POST", `/api/admin/questions/${first}/resolve`, {
      as: auspex.adminKey,
      body: { outcome: true, resolution_note: "It did." }
    })
    const { items, ...feed } = (await read()).body
    expect(feed).toEqual({
      version: "https://jsonfeed.org/version/1.1",
      title: "Auspex: questions",
      description: "Forecast questions as they are published and resolved",
      home_page_url: "http://auspex.test/",
      feed_url: "http://auspex.test/feed.json",
      language: "en",
      authors: [{ name: "Auspex" }]
    })
    expect(items).toEqual(await entriesOfAtom())
    expect(items.length).toBe(3)
    for (const item of items) {
      expect(typeof item.id).toBe("string")
      expect(item.date_published).toMatch(instant)
    }
    expect(new Set(items.map(({ id }: { id: string }) => id)).size).toBe(3)
  })

  it("preserves texts that are markup elsewhere", async () => {
    await openQuestion(auspex, { question: "Is <b> & \"c\" > 1 \u{1f600}?" })
    expect((await read()).body.items[0].title).toBe("Is <b> & \"c\" > 1 \u{1f600}?")
  })

  it("has the same bytes until a change, and may be read by any site", async () => {
    const { headers, text } = await read()
    expect([headers.get("cache-control"), headers.get("access-control-allow-origin")]).toEqual([
      "public, no-cache",
      "*"
    ])
    const known = { "if-none-match": headers.get("etag")! }
    const again = await read(known)
    expect([again.status, again.text]).toEqual([304, ""])
    await openQuestion(auspex)
    const changed = await read(known)
    expect([changed.status, changed.text === text]).toEqual([200, false])
  })
})
