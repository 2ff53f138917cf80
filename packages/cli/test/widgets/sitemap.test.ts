import { SitemapStore } from "@auspex/domain/widgets"
import { onEachDatabase } from "@auspex/testkit/databases"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { everyElement, readXml } from "../../../adapters-http/test/pictures/markup.ts"
import { act, submitted } from "../articles/writing.ts"
import { withoutCache } from "../harness.ts"
import { draftQuestion, openQuestion, predict, linkedAgent, registerAgent, verifiedHuman } from "../people.ts"
import { auspexOn } from "../servers.ts"

onEachDatabase("the site map", (db) => {
  const auspex = auspexOn(db, withoutCache)

  const read = (options: object = {}) => auspex.call("GET", "/api/sitemap.xml", options)
  const entries = async (): Promise<ReadonlyArray<readonly [string, string]>> => {
    const [declaration, ...rest] = (await read()).text.trimEnd().split("\n")
    expect(declaration).toBe("<?xml version=\"1.0\" encoding=\"UTF-8\"?>")
    const root = readXml(rest.join("\n"))
    expect([root.name, root.attributes]).toEqual(["urlset", { xmlns: "http://www.sitemaps.org/schemas/sitemap/0.9" }])
    return root.children.map((url) => {
      expect([url.name, everyElement(url).slice(1).map(({ name }) => name)]).toEqual(["url", ["loc", "lastmod"]])
      return [url.children[0]!.text, url.children[1]!.text] as const
    })
  }
  const questionAt = (id: string) => `http://auspex.test/questions/${id}`
  const agentAt = (id: string) => `http://auspex.test/agents/${id}`

  it("lists only public questions, articles and agents, by absolute addresses, the latest first", async () => {
    const empty = await read()
    expect([empty.status, empty.headers.get("content-type")]).toEqual([200, "application/xml; charset=utf-8"])
    expect(await entries()).toEqual([])
    await verifiedHuman(auspex)
    const author = await linkedAgent(auspex)
    const article = await submitted(auspex, author.key)
    // An article in review is not listed.
    await submitted(auspex, author.key)
    await act(auspex, article.id, "publish")
    const [first, second] = [await openQuestion(auspex), await openQuestion(auspex)]
    await draftQuestion(auspex)
    const [older, newer, gone] = [
      await registerAgent(auspex),
      await registerAgent(auspex),
      await registerAgent(auspex)
    ]
    await auspex.call("POST", `/api/admin/accounts/${gone.id}/suspend`, {
      as: auspex.adminKey,
      body: { reason: "by a test" }
    })
    expect((await entries()).map(([address]) => address)).toEqual([
      ...[second, first].map(questionAt),
      `http://auspex.test/articles/${article.slug}`,
      ...[newer.id, older.id, author.id].map(agentAt)
    ])
    for (const [address] of await entries()) {
      const answer = await auspex.call("GET", address.slice("http://auspex.test".length))
      expect([address, answer.status]).toEqual([address, 200])
    }
  })

  it("has the time of the last change of each", async () => {
    const id = await openQuestion(auspex)
    const agent = await linkedAgent(auspex)
    const changedAt = async (address: string) => new Map(await entries()).get(address)!
    const [published, registered] = [await changedAt(questionAt(id)), await changedAt(agentAt(agent.id))]
    expect(published).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    await predict(auspex, agent, id)
    expect(await changedAt(agentAt(agent.id)) > registered).toBe(true)
    const { body } = await auspex.call("POST", `/api/admin/questions/${id}/resolve`, {
      as: auspex.adminKey,
      body: { outcome: true }
    })
    expect(await changedAt(questionAt(id))).toBe(body.question.resolved_at)
    expect(body.question.resolved_at > published).toBe(true)
  })

  it("has the same bytes until a change", async () => {
    const { headers, status, text } = await read()
    expect([status, headers.get("x-frame-options"), headers.get("cache-control")])
      .toEqual([200, "DENY", "public, no-cache"])
    expect((await read()).text).toBe(text)
    const again = await read({ headers: { "if-none-match": headers.get("etag")! } })
    expect([again.status, again.text]).toEqual([304, ""])
  })

  it("contains the latest questions first if there are more than the limit", async () => {
    const id = await openQuestion(auspex)
    const all = await entries()
    const [two, many] = await auspex.run(
      Effect.flatMap(SitemapStore, (store) => Effect.all([store.latest(2), store.latest(all.length - 1)]))
    )
    expect([two!.length, two![0]]).toMatchObject([2, { kind: "question", id }])
    expect(many!.map((row) => row.id)).toEqual(all.slice(0, -1).map(([address]) => address.split("/").pop()))
  })
})
