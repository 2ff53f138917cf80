import { onEachDatabase } from "@auspex/testkit/databases"
import { expect, it } from "vitest"
import { draftQuestion, openQuestion, query } from "../people.ts"
import { auspexOn } from "../servers.ts"

onEachDatabase("the Atom feed", (db) => {
  const auspex = auspexOn(db)

  const read = (headers: Record<string, string> = {}) => auspex.call("GET", "/feed.xml", { headers })
  const idsIn = (text: string) => [...text.matchAll(/<id>urn:uuid:(.+)<\/id>/g)].map(([, id]) => id)

  it("lists publications and resolutions of questions, the latest first, and nothing else", async () => {
    const empty = await read()
    expect([empty.status, empty.headers.get("content-type")]).toEqual([200, "application/atom+xml; charset=utf-8"])
    expect(idsIn(empty.text)).toEqual([])
    const [first, second] = [
      await openQuestion(auspex),
      await openQuestion(auspex, { question: "Is <b> & \"c\" > 1?" })
    ]
    await draftQuestion(auspex, { question: "Will this draft stay out of the feed?" })
    const before = await read()
    expect(idsIn(before.text)).toEqual([second, first])
    expect(before.text).toContain("<title>Is &lt;b&gt; &amp; &quot;c&quot; &gt; 1?</title>")
    expect(before.text).toContain(`<link rel="alternate" href="http://auspex.test/questions/${first}"/>`)
    expect(before.text).toContain("<id>http://auspex.test/feed.xml</id>")
    expect(before.text).toContain(
      "<link rel=\"alternate\" type=\"application/feed+json\" href=\"http://auspex.test/feed.json\"/>"
    )
    await auspex.call("POST", `/api/admin/questions/${first}/resolve`, {
      as: auspex.adminKey,
      body: { outcome: true, resolution_note: "It did." }
    })
    const after = await read()
    const [job] = await query<{ id: string }>(auspex, "select id from resolution_jobs")
    expect(idsIn(after.text)).toEqual([job!.id, second, first])
    expect(after.text).toContain("<summary>Resolved: yes. It did.</summary>")
  })

  it("has the same bytes until a change", async () => {
    const { headers, status, text } = await read()
    expect([status, headers.get("cache-control")]).toEqual([200, expect.stringContaining("public")])
    const again = await read({ "if-none-match": headers.get("etag")! })
    expect([again.status, again.text]).toEqual([304, ""])
    await openQuestion(auspex)
    const changed = await read({ "if-none-match": headers.get("etag")! })
    expect([changed.status, changed.text === text]).toEqual([200, false])
  })
})
