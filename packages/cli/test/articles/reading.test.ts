import { onServerDatabaseFirst } from "@auspex/testkit/databases"
import { Effect } from "effect"
import { afterEach, expect, it } from "vitest"
import { linkedAgent, openQuestion, predict, query } from "../people.ts"
import { distinctPrediction } from "../races/citing.ts"
import { auspexOn } from "../servers.ts"
import { act, coded, publishDue, submitted } from "./writing.ts"

onServerDatabaseFirst("reading articles", (db) => {
  const auspex = auspexOn(db)
  afterEach(() => Effect.runPromise(db.shiftClock("0")))

  const admin = (target: string) => auspex.call("GET", `/api/admin/articles${target}`, { as: auspex.adminKey })
  const titlesIn = (text: string) => [...text.matchAll(/<item>\s*<title>(.*)<\/title>/g)].map(([, title]) => title)

  it("lists published ones page by page, the latest published first, while others are added", async () => {
    const { total } = (await auspex.call("GET", "/api/articles")).body
    const made: Array<string> = []
    for (let at = 0; at < 5; at++) {
      const { id } = await submitted(auspex, (await linkedAgent(auspex)).key)
      made.push(id)
    }
    // Not in the order of submission.
    const order = [made[2]!, made[0]!, made[4]!, made[1]!, made[3]!]
    for (const id of order) await act(auspex, id, "publish")
    const expected = order.toReversed()
    const page = await auspex.call("GET", "/api/articles?limit=2")
    const late = await submitted(auspex, (await linkedAgent(auspex)).key)
    await act(auspex, late.id, "publish")
    const rest = await auspex.call("GET", `/api/articles?limit=3&cursor=${page.body.next_cursor}`)
    const idsOf = (answer: { body: { articles: ReadonlyArray<{ id: string }> } }) =>
      answer.body.articles.map(({ id }) => id)
    expect([...idsOf(page), ...idsOf(rest)]).toEqual(expected)
    expect(rest.body.total).toBe(total + 6)
    expect(idsOf(await auspex.call("GET", "/api/articles?limit=1&offset=1"))).toEqual([expected[0]])
    const all = await admin("?limit=3&status=published")
    expect(idsOf(all)).toEqual([late.id, made[4], made[3]])
    expect(idsOf(await admin(`?limit=3&status=published&cursor=${all.body.next_cursor}`))).toEqual([
      made[2],
      made[1],
      made[0]
    ])
    for (const target of ["?limit=-1", "?cursor=what", `?cursor=${all.body.next_cursor}`]) {
      expect(coded(await auspex.call("GET", `/api/articles${target}`))).toBe("400 INVALID_REQUEST")
    }
    expect(coded(await admin("?status=open"))).toBe("400 INVALID_REQUEST")
  })

  it("cuts pages of very long ones short, and shows all by cursor", async () => {
    const { id: author } = await linkedAgent(auspex)
    await query(
      auspex,
      `insert into articles (id, slug, title, subtitle, content, content_html, rendered_by, summary, article_type, status,
          author_id, tags, meta_description)
        select gen_random_uuid(), 'long-' || n, 'Long ' || n, '', repeat('<', 200000), repeat('&lt;', 200000), 1, '', 'custom',
          'draft', $1::uuid, '', '' from generate_series(1, 5) n`,
      [author]
    )
    const slugs: Array<string> = []
    const sizes: Array<number> = []
    for (let cursor: string | null = ""; cursor !== null;) {
      const { body } = await admin(`?status=draft&limit=100${cursor === "" ? "" : `&cursor=${cursor}`}`)
      slugs.push(...body.articles.map(({ slug }: { slug: string }) => slug))
      sizes.push(body.articles.length)
      expect(body.total).toBe(5)
      cursor = body.next_cursor
    }
    expect([sizes, slugs.sort()]).toEqual([[2, 2, 1], ["long-1", "long-2", "long-3", "long-4", "long-5"]])
    expect((await admin("?status=draft&limit=1&offset=4")).body.next_cursor).toBeNull()
    const drafts = await query<{ id: string }>(auspex, "select id from articles where slug like 'long-%'")
    for (const { id } of drafts) await act(auspex, id, "publish")
    const published = await auspex.call("GET", "/api/articles?limit=3")
    const next = await auspex.call("GET", `/api/articles?limit=3&cursor=${published.body.next_cursor}`)
    expect([published.body.articles.length, next.body.articles.length]).toEqual([2, 2])
    for (const { id } of drafts) await act(auspex, id, "archive")
  })

  it("has the 20 latest in the feed, whatever their titles", async () => {
    const titles = [
      "Rates & <b>markup</b> ]]> \"quoted\"",
      "<![CDATA[ not data ]]>",
      "control \u0001\u0008\u001f characters",
      "right \u202eto left\u202c and back",
      "שלום: תחזיות",
      "&amp; &#x41; &nbsp;",
      "noncharacters \ufffe\uffff here",
      "</title></item></channel></rss>"
    ]
    for (const title of titles) {
      const { id } = await submitted(auspex, (await linkedAgent(auspex)).key, { tags: "a & b,<c>" })
      // As it may have been stored when titles were not yet judged.
      await query(auspex, "update articles set title = $2 where id = $1::uuid", [id, title])
      await act(auspex, id, "publish")
    }
    const feed = await auspex.call("GET", "/api/articles/rss")
    expect([feed.status, feed.headers.get("content-type")]).toEqual([200, "application/rss+xml; charset=utf-8"])
    expect(titlesIn(feed.text).slice(0, titles.length)).toEqual([
      "&lt;/title&gt;&lt;/item&gt;&lt;/channel&gt;&lt;/rss&gt;",
      "noncharacters  here",
      "&amp;amp; &amp;#x41; &amp;nbsp;",
      "שלום: תחזיות",
      "right \u202eto left\u202c and back",
      "control  characters",
      "&lt;![CDATA[ not data ]]&gt;",
      "Rates &amp; &lt;b&gt;markup&lt;/b&gt; ]]&gt; &quot;quoted&quot;"
    ])
    expect(feed.text).toContain("<category>a &amp; b</category>\n      <category>&lt;c&gt;</category>")
    expect(feed.text).toMatch(/<link>http:\/\/auspex\.test\/articles\/[a-z0-9-]+<\/link>/)
    expect(feed.text).toContain(
      "<description>Of the twelve questions on water levels that closed this month, nine went the way of the consensus."
    )
    for (let made = 0; made < 20; made++) {
      const { id } = await submitted(auspex, (await linkedAgent(auspex)).key, { title: `Number ${made}` })
      await act(auspex, id, "publish")
    }
    const full = await auspex.call("GET", "/api/articles/rss")
    expect(titlesIn(full.text)).toEqual(Array.from({ length: 20 }, (_, at) => `Number ${19 - at}`))
  })

  it("has a calendar of published and scheduled ones by day", async () => {
    const schedule = async (scheduled_at: string) => {
      const { id } = await submitted(auspex, (await linkedAgent(auspex)).key)
      await act(auspex, id, "schedule", { scheduled_at })
      return id
    }
    const span = (day: number) => new Date(Date.now() + day * 86_400_000).toISOString().slice(0, 10)
    const [first, last, beyond] = [span(400), span(402), span(403)]
    const ids = [
      await schedule(`${last}T23:59:59.999Z`),
      await schedule(`${first}T12:00:00Z`),
      await schedule(`${first}T00:00:00Z`),
      await schedule(`${beyond}T00:00:00Z`)
    ]
    const calendar = await admin(`/calendar?from=${first}&to=${last}`)
    expect(
      calendar.body.days.map((
        { articles, date }: { date: string; articles: ReadonlyArray<{ id: string }> }
      ) => [date, articles.map(({ id }) => id)])
    ).toEqual([[first, [ids[2], ids[1]]], [last, [ids[0]]]])
    const [entry] = calendar.body.days[0].articles
    expect([entry.status, entry.content, entry.content_html]).toEqual(["review", undefined, undefined])
    // Once it is archived, or published on another day, it is not there any more.
    await act(auspex, ids[2]!, "archive")
    await act(auspex, ids[1]!, "publish")
    expect((await admin(`/calendar?from=${first}&to=${last}`)).body.days).toHaveLength(1)
    expect((await admin("/calendar?to=9998-12-31")).status).toBe(200)
    const endless = await admin("/calendar?from=9999-12-31")
    expect([endless.status, endless.body.failures?.[0].field ?? endless.body.field]).toEqual([400, "from"])
    const today =
      (await query<{ day: string }>(auspex, "select (auspex_now() at time zone 'UTC')::date::text as day"))[0]!.day
    const month = (await admin("/calendar")).body.days
    expect(month.at(-1).date).toBe(today)
    expect(month.at(-1).articles.map(({ id }: { id: string }) => id)).toContain(ids[1])
    for (const asked of ["from=2027-02-30", "from=2027-02-02&to=2027-02-01", "from=2027-01-01&to=2028-06-01", "to=x"]) {
      expect(coded(await admin(`/calendar?${asked}`))).toBe("400 INVALID_REQUEST")
    }
    expect(await publishDue(auspex)).toBe(0)
  })

  it("ranks open questions as subjects by score, with its terms", async () => {
    const agents = await Promise.all(
      ["gpt-4o", "claude-sonnet-4", "gemini-2.5-pro", "gpt-4o"].map((model) =>
        linkedAgent(auspex, { extra: { model } })
      )
    )
    const [argued, agreed, quiet, closed] = [
      await openQuestion(auspex),
      await openQuestion(auspex),
      await openQuestion(auspex),
      await openQuestion(auspex)
    ]
    for (const [at, agent] of agents.entries()) {
      await predict(auspex, agent, argued, distinctPrediction({ prediction: at % 2 === 0 }))
    }
    for (const agent of [agents[0]!, agents[3]!])
      await predict(auspex, agent, agreed, distinctPrediction({ prediction: true }))
    await auspex.call("POST", `/api/questions/${quiet}/upvote`, { as: agents[0]!.key })
    await auspex.call("POST", `/api/admin/questions/${closed}/close`, { as: auspex.adminKey })
    // Each question says how many seconds remain.
    await Effect.runPromise(db.freezeClock(new Date()))
    const { candidates } = (await admin("/candidates")).body
    expect(candidates.map(({ question }: { question: { id: string } }) => question.id)).toEqual([argued, agreed, quiet])
    const [first, second, third] = candidates
    expect(first.question).toMatchObject({ status: "open", yes_count: 2, no_count: 2 })
    expect(first.terms).toMatchObject({ predictions: 34.9, upvotes: 0, contested: 44.4 })
    // Two of the four voices belong to one family: between two and three families.
    expect(first.terms.model_diversity).toBeGreaterThan(25)
    expect(first.terms.model_diversity).toBeLessThan(50)
    expect(second.terms).toEqual({ predictions: 23.8, model_diversity: 0, upvotes: 0, contested: 0 })
    expect(third.terms).toEqual({ predictions: 0, model_diversity: 0, upvotes: 21.3, contested: 0 })
    expect(third.blog_score).toBe(3.2)
    expect((await admin("/candidates?limit=1")).body.candidates).toEqual([first])
    expect(coded(await admin("/candidates?limit=0"))).toBe("400 INVALID_REQUEST")
  })
})
