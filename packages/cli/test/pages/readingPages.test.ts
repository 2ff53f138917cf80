import { onEmbeddedDatabase } from "@auspex/testkit/databases"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { act as actOnArticle, submitted } from "../articles/writing.ts"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import { linkedAgent, openQuestion, predict, type TestAgent } from "../people.ts"
import { approvedQuestion, surveyIn } from "../surveys/surveying.ts"

const browser = { headers: { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" } }
const program = { headers: { accept: "*/*" } }
const hostile = "<script>alert(1)</script>\"'&"

onEmbeddedDatabase("pages to read", (db) => {
  let auspex: RunningAuspex
  let agent: TestAgent
  beforeAll(async () => {
    auspex = await startAuspex(db.layer)
    agent = await linkedAgent(auspex)
  })
  afterAll(() => auspex.stop())

  const page = async (path: string): Promise<string> => {
    const answer = await auspex.call("GET", path, browser)
    expect([path, answer.status, answer.headers.get("content-type")]).toEqual([path, 200, "text/html; charset=utf-8"])
    expect(answer.text).not.toMatch(/<script| style=| on\w+=/)
    return answer.text
  }
  const titleOf = (text: string) => /<title>(.*?)<\/title>/.exec(text)?.[1]

  describe("articles", () => {
    it("say what comes next while there is none", async () => {
      expect(await page("/articles")).toContain("No article has been published yet")
    })

    it("are listed once published, and read in one column", async () => {
      const article = await submitted(auspex, agent.key, {
        title: `On rivers ${hostile}`,
        content: `${"Nine of twelve questions on water levels went the way of the consensus. ".repeat(3)}\n\n`
          + "# The others\n\n| Gauge | Said |\n| --- | --- |\n| Lower | 80 |\n\n![A chart](https://example.org/chart.png)",
        subtitle: "What the gauges said",
        tags: "rivers,gauges"
      })
      const path = `/articles/${article.slug}`
      expect((await auspex.call("GET", path, browser)).status).toBe(404)
      await actOnArticle(auspex, article.id, "publish")
      const list = await page("/articles")
      expect(list).toContain(`href="${path}"`)
      expect(list).toContain("type=\"application/rss+xml\" href=\"/api/articles/rss\"")
      const text = await page(path)
      expect(titleOf(text)).toBe("On rivers &lt;script>alert(1)&lt;/script>&quot;'&amp; · Auspex")
      expect(text).toContain("<link rel=\"canonical\" href=\"http://auspex.test/articles/")
      expect(text).toContain("<h2>The others</h2>")
      expect(text).toContain("role=\"region\" aria-label=\"Table 1\"><table>")
      expect(text).toContain(
        "<a href=\"https://example.org/chart.png\" rel=\"nofollow ugc noopener\">A chart (picture)</a>"
      )
      expect(text).not.toContain("<img")
    })
  })

  describe("surveys", () => {
    it("show their public questions while they are open", async () => {
      expect(await page("/surveys")).toContain("No survey is open")
      const question = await openQuestion(auspex)
      const id = await surveyIn(auspex, "open", {
        title: `Levels ${hostile}`,
        question_ids: [question, await approvedQuestion(auspex)]
      })
      expect(await page("/surveys")).toContain(`href="/surveys/${id}"`)
      const text = await page(`/surveys/${id}`)
      expect(text).toContain(`href="/questions/${question}"`)
      expect(text).toContain("1 further question is shown to accounts only.")
      expect(text).not.toContain("Results as JSON")
    })

    it("show counts and intervals once they are closed, and are listed no more", async () => {
      const [answered, unanswered] = [await openQuestion(auspex), await openQuestion(auspex)]
      const agents = await Promise.all(Array.from({ length: 3 }, () => linkedAgent(auspex)))
      const id = await surveyIn(auspex, "open", { question_ids: [answered, unanswered] })
      for (const [at, one] of agents.entries()) await predict(auspex, one, answered, { prediction: at > 0 })
      await auspex.call("POST", `/api/admin/surveys/${id}/close`, { as: auspex.adminKey })
      expect(await page("/surveys")).not.toContain(id)
      const text = await page(`/surveys/${id}`)
      expect(text).toContain("<b class=\"num\">2 of 3</b>")
      expect(text).toMatch(/\d+ to \d+\u00a0% among more voices/)
      expect(text).toContain("Nobody answered")
      expect(text).toContain("agents answered")
    })

    it("are hidden as drafts", async () => {
      const id = await surveyIn(auspex, "draft")
      expect((await auspex.call("GET", `/surveys/${id}`, browser)).status).toBe(404)
    })
  })

  it("explain scoring with anchors for its sections", async () => {
    const text = await page("/scoring")
    expect(titleOf(text)).toBe("How forecasts are scored · Auspex")
    for (const [, anchor] of text.matchAll(/href="#([\w-]+)"/g)) expect(text).toContain(`id="${anchor}"`)
    expect(text).toContain("<a href=\"#skill\">Skill</a>")
    expect(text).not.toMatch(/\]\(/)
  })

  describe("a question", () => {
    it("has its chart as the picture of shared links", async () => {
      const id = await openQuestion(auspex)
      await predict(auspex, agent, id)
      const [, address] = /property="og:image" content="([^"]+)"/.exec(await page(`/questions/${id}`))!
      expect(address).toBe(`http://auspex.test/questions/${id}/picture.png`)
      const read = () => fetch(`${auspex.url}/questions/${id}/picture.png`)
      const picture = await read()
      const bytes = Buffer.from(await picture.arrayBuffer())
      expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/png"])
      expect([bytes.subarray(1, 4).toString(), bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([
        "PNG",
        1_200,
        630
      ])
      const again = await fetch(picture.url, { headers: { "if-none-match": picture.headers.get("etag")! } })
      expect(again.status).toBe(304)
      await predict(auspex, await linkedAgent(auspex), id, { prediction: false })
      expect((await read()).headers.get("etag")).not.toBe(picture.headers.get("etag"))
    })

    it("has no picture if it does not exist", async () => {
      const answer = await auspex.call("GET", "/questions/01900000-0000-7000-8000-000000000001/picture.png", program)
      expect([answer.status, answer.body.code]).toEqual([404, "QUESTION_NOT_FOUND"])
    })
  })

  it("tell search engines what to read", async () => {
    const { headers, text } = await auspex.call("GET", "/robots.txt")
    expect(headers.get("content-type")).toBe("text/plain; charset=utf-8")
    expect(text.split("\n")).toContain("Sitemap: http://auspex.test/api/sitemap.xml")
  })

  describe("a refusal", () => {
    it.each([
      ["GET", "/nothing", 404, "There is nothing at this address"],
      ["GET", "/docs/nothing", 404, "There is nothing at this address"],
      ["POST", "/questions", 405, "Nothing can be sent to this address"]
    ])(
      "of %s %s is a page with a way on for browsers, and JSON for programs",
      async (method, path, status, heading) => {
        const shown = await auspex.call(method, path, { headers: { ...browser.headers, "x-request-id": "test-1" } })
        expect([shown.status, shown.headers.get("content-type")]).toEqual([status, "text/html; charset=utf-8"])
        expect(shown.text).toContain(`<h1>${heading}</h1>`)
        expect(shown.text).toContain("href=\"/questions\"")
        expect(shown.text).toContain("<code>test-1</code>")
        expect(shown.headers.get("cache-control")).toBe("no-store")
        const told = await auspex.call(method, path, program)
        expect([told.status, typeof told.body.code]).toEqual([status, "string"])
        expect(shown.headers.get("allow")).toBe(told.headers.get("allow"))
      }
    )

    it.each(["/api/nothing", "/api", "/api/questions/01900000-0000-7000-8000-000000000001"])(
      "of %s is JSON for all",
      async (path) => {
        const { body, status } = await auspex.call("GET", path, browser)
        expect([status, typeof body.code]).toEqual([404, "string"])
      }
    )

    it("never shows the address that was asked for", async () => {
      const { text } = await auspex.call("GET", "/nothing%3Cb%3E-here", browser)
      expect(text).not.toContain("nothing%3Cb")
    })
  })
})

onEmbeddedDatabase("pages beyond the limit of an address", (db) => {
  it("are refused as pages that say when to try again", async () => {
    const auspex = await startAuspex(db.layer, { ownRates: { read: 1 } })
    try {
      const reader = { ...browser, from: "192.0.2.1" }
      expect((await auspex.call("GET", "/articles", reader)).status).toBe(200)
      const { headers, status, text } = await auspex.call("GET", "/articles", reader)
      expect([status, Number(headers.get("retry-after")) > 0]).toEqual([429, true])
      expect(text).toContain("<a class=\"button\" href=\"/articles\">Try again</a>")
    } finally {
      await auspex.stop()
    }
  })
})
