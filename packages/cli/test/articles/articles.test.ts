import { checkInvariants } from "@auspex/testkit/invariants"
import { onServerDatabaseFirst } from "@auspex/testkit/databases"
import { Effect } from "effect"
import { afterEach, expect, it } from "vitest"
import { linkedAgent, query, registerAgent, signUp, verifiedHuman } from "../people.ts"
import { auspexOn } from "../servers.ts"
import { act, articleFields, coded, publishDue, submit, submitted } from "./writing.ts"

const unknownId = "01900000-0000-7000-8000-000000000000"

onServerDatabaseFirst("articles", (db) => {
  const auspex = auspexOn(db)
  afterEach(() => Effect.runPromise(db.shiftClock("0")))

  const admin = (method: string, target: string, body?: unknown) =>
    auspex.call(method, `/api/admin/articles${target}`, {
      as: auspex.adminKey,
      ...(body === undefined ? {} : { body })
    })
  const edit = (id: string, body: object) => admin("PATCH", `/${id}`, body)
  const eventsOf = (id: string) =>
    query(auspex, "select event, data from outbox_events where data ->> 'article_id' = $1", [id])
  const auditOf = (id: string) =>
    query<{ action: string; before: unknown; after: unknown; actor: string }>(
      auspex,
      "select actor, action, before, after from audit_log where subject_type = 'article' and subject_id = $1 order by id",
      [id]
    )
  const noticesOf = (accountId: string) =>
    query(
      auspex,
      "select type, title, body, link from notifications where account_id = $1::uuid and type like 'article%' order by id",
      [accountId]
    )

  it("are submitted for review, normalised and rendered, and shown to nobody else", async () => {
    const agent = await linkedAgent(auspex)
    const answer = await submit(auspex, agent.key, {
      title: "  What the gauges\n say: Überflutung?",
      subtitle: "A roundup",
      tags: "#rivers, gauges ,Rivers",
      article_type: "weekly_roundup",
      meta_description: "Twelve questions",
      status: "published",
      author_id: unknownId,
      slug: "mine",
      published_at: "2001-01-01T00:00:00.000Z"
    })
    const { article } = answer.body
    expect([answer.status, article]).toEqual([201, {
      id: article.id,
      slug: "what-the-gauges-say-ueberflutung",
      title: "What the gauges say: Überflutung?",
      subtitle: "A roundup",
      content: expect.stringContaining("**consensus**"),
      content_html: expect.stringContaining("<strong>consensus</strong>"),
      article_type: "weekly_roundup",
      status: "review",
      author_id: agent.id,
      author_name: agent.name,
      tags: "rivers,gauges",
      meta_description: "Twelve questions",
      newsletter: false,
      created_at: article.created_at,
      updated_at: article.created_at
    }])
    expect(coded(await auspex.call("GET", `/api/articles/${article.slug}`, { as: agent.key }))).toBe(
      "404 ARTICLE_NOT_FOUND"
    )
    expect((await auspex.call("GET", "/api/articles?limit=100")).text).not.toContain(article.id)
    expect((await admin("GET", `/${article.id}`)).body).toEqual({ article })
    expect((await admin("GET", "?status=review&limit=1")).body.articles).toEqual([article])
    for (const status of ["draft", "published", "archived"]) {
      expect((await admin("GET", `?status=${status}&limit=100`)).text).not.toContain(article.id)
    }
    expect(await eventsOf(article.id)).toEqual([])
  })

  it("take everything that is not given as empty, and the type as custom", async () => {
    const human = await verifiedHuman(auspex)
    const article = await submitted(auspex, human.token, { subtitle: null, tags: " , ", article_type: null })
    expect(article).toMatchObject({ subtitle: "", tags: "", meta_description: "", article_type: "custom" })
  })

  it("come from accounts that may act", async () => {
    expect(coded(await submit(auspex, (await registerAgent(auspex)).key))).toBe("403 AGENT_NOT_LINKED")
    expect(coded(await submit(auspex, (await signUp(auspex)).token))).toBe("403 EMAIL_NOT_VERIFIED")
    const suspended = await linkedAgent(auspex)
    await auspex.call("POST", `/api/admin/accounts/${suspended.id}/suspend`, {
      as: auspex.adminKey,
      body: { reason: "by a test" }
    })
    expect(coded(await submit(auspex, suspended.key))).toBe("403 ACCOUNT_SUSPENDED")
    expect(coded(await auspex.call("POST", "/api/articles", { body: articleFields() }))).toBe("401 MISSING_AUTH")
  })

  it("are refused for everything that is wrong with them at once, and then do not count", async () => {
    const { key } = await linkedAgent(auspex)
    const answer = await submit(auspex, key, {
      title: "Shit",
      content: `${"> ".repeat(17)}deep ${"and long ".repeat(20)}`,
      tags: "a,b,c,d,e,f,g,h,i,j,k"
    })
    expect(answer.status).toBe(400)
    expect(answer.body.failures.map(({ code, field, limit }: Record<string, unknown>) => [code, field, limit])).toEqual(
      [
        ["INVALID_REQUEST", "title", 5],
        ["INVALID_REQUEST", "tags", 10],
        ["INVALID_REQUEST", "content", 16],
        ["ARTICLE_PROFANITY", "title", 0]
      ]
    )
    for (
      const extra of [{ content: "x".repeat(99) }, { title: "Hm" }, { content: "x".repeat(200_001) }, {
        article_type: "poem"
      }, { title: 7 }]
    ) {
      expect(coded(await submit(auspex, key, extra))).toBe("400 INVALID_REQUEST")
    }
    expect(coded(await submit(auspex, key, { content: "x".repeat(600_000) }))).toBe("413 PAYLOAD_TOO_LARGE")
    expect((await submit(auspex, key, { content: "x".repeat(200_000) })).status).toBe(201)
    for (let made = 1; made < 5; made++) await submitted(auspex, key)
    expect(coded(await submit(auspex, key))).toBe("429 RATE_LIMITED")
  })

  it("are limited to five in any hour for each account, by the database's clock", async () => {
    const { key } = await linkedAgent(auspex)
    const once = { "idempotency-key": "the-same-article" }
    const body = articleFields()
    const [first, again] = [
      await auspex.call("POST", "/api/articles", { as: key, body, headers: once }),
      await auspex.call("POST", "/api/articles", { as: key, body, headers: once })
    ]
    expect([first.status, again.body]).toEqual([201, first.body])
    await Effect.runPromise(db.shiftClock("30 minutes"))
    for (let made = 1; made < 5; made++) await submitted(auspex, key)
    const sixth = await submit(auspex, key)
    expect(coded(sixth)).toBe("429 RATE_LIMITED")
    // Until the first leaves the hour.
    const seconds = Number(sixth.headers.get("retry-after"))
    expect(seconds).toBeGreaterThan(1_500)
    expect(seconds).toBeLessThanOrEqual(1_800)
    await Effect.runPromise(db.shiftClock("61 minutes"))
    expect((await submit(auspex, key)).status).toBe(201)
    expect(coded(await submit(auspex, key))).toBe("429 RATE_LIMITED")
    expect((await submit(auspex, (await linkedAgent(auspex)).key)).status).toBe(201)
  })

  it("get the first free slug, which stays", async () => {
    const [one, two] = [await linkedAgent(auspex), await linkedAgent(auspex)]
    const slugOf = async (key: string, title: string, extra: object = {}) =>
      (await submitted(auspex, key, { title, ...extra })).slug
    expect(await slugOf(one.key, "On tides and floods")).toBe("on-tides-and-floods")
    expect(await slugOf(one.key, "On tides & floods")).toBe("on-tides-and-floods-2")
    expect(await slugOf(one.key, "On tides and floods 3")).toBe("on-tides-and-floods-3")
    expect(await slugOf(one.key, "On Tides, and Floods!")).toBe("on-tides-and-floods-4")
    expect(await slugOf(two.key, "日本の選挙と予測", { article_type: "deep_dive" })).toBe("deep-dive")
    expect(await slugOf(two.key, "日本の選挙と予測", { article_type: "deep_dive" })).toBe("deep-dive-2")
    // The address of the feed.
    expect(await slugOf(two.key, "--RSS--")).toBe("rss-2")
    expect(await slugOf(two.key, "«RSS»!")).toBe("rss-3")
  })

  it("are published once, with an event, an audit entry and a notification", async () => {
    const agent = await linkedAgent(auspex)
    const { id, slug, title } = await submitted(auspex, agent.key)
    const before = await auspex.call("GET", "/api/articles")
    const answer = await act(auspex, id, "publish")
    const { article } = answer.body
    expect([answer.status, article.status, article.published_at, article.late_seconds])
      .toEqual([200, "published", expect.any(String), undefined])
    const shown = await auspex.call("GET", `/api/articles/${slug}`)
    expect([shown.status, shown.body]).toEqual([200, { article }])
    const list = await auspex.call("GET", "/api/articles?limit=1")
    expect([list.body.articles[0], list.body.total]).toEqual([article, before.body.total + 1])
    expect(await eventsOf(id)).toEqual([{
      event: "article.published",
      data: { article_id: id, slug, title, article_type: "custom", url: `http://auspex.test/articles/${slug}` }
    }])
    expect(await auditOf(id)).toEqual([{
      actor: expect.stringMatching(/^test /),
      action: "article.publish",
      before: { status: "review", scheduled_at: null, published_at: null },
      after: { status: "published", scheduled_at: null, published_at: article.published_at }
    }])
    expect(await noticesOf(agent.id)).toEqual([{
      type: "article_published",
      title: "Your article is published",
      body: `"${title}" is public now.`,
      link: `/articles/${slug}`
    }])
    expect(coded(await act(auspex, id, "publish"))).toBe("409 INVALID_TRANSITION")
    expect(coded(await act(auspex, id, "schedule", { scheduled_at: "2099-01-01T00:00:00Z" }))).toBe(
      "409 INVALID_TRANSITION"
    )
    expect(coded(await act(auspex, id, "schedule", { scheduled_at: null }))).toBe("409 INVALID_TRANSITION")
    expect(await eventsOf(id)).toHaveLength(1)
  })

  it("keep their status while they are scheduled, and are published when the time has come", async () => {
    const agent = await linkedAgent(auspex)
    const { id, slug } = await submitted(auspex, agent.key)
    const at = new Date(Date.now() + 3_600_000).toISOString()
    const scheduled = await act(auspex, id, "schedule", { scheduled_at: at })
    expect([scheduled.body.article.status, scheduled.body.article.scheduled_at]).toEqual(["review", at])
    // The same again, and clearing twice, change nothing.
    await act(auspex, id, "schedule", { scheduled_at: at })
    expect((await act(auspex, id, "schedule", { scheduled_at: null })).body.article.scheduled_at).toBeUndefined()
    await act(auspex, id, "schedule", { scheduled_at: null })
    await act(auspex, id, "schedule", { scheduled_at: at })
    expect((await auditOf(id)).map(({ action }) => action)).toEqual([
      "article.schedule",
      "article.unschedule",
      "article.schedule"
    ])
    await Effect.runPromise(db.shiftClock("59 minutes 30 seconds"))
    expect(await publishDue(auspex)).toBe(0)
    expect(coded(await auspex.call("GET", `/api/articles/${slug}`))).toBe("404 ARTICLE_NOT_FOUND")
    await Effect.runPromise(db.shiftClock("60 minutes 90 seconds"))
    expect(await publishDue(auspex)).toBe(1)
    const { article } = (await auspex.call("GET", `/api/articles/${slug}`)).body
    expect(article).toMatchObject({ status: "published", scheduled_at: at })
    expect(article.late_seconds).toBeGreaterThanOrEqual(80)
    expect(article.late_seconds).toBeLessThan(600)
    expect(article.late_seconds).toBe(Math.floor((Date.parse(article.published_at) - Date.parse(at)) / 1_000))
    expect((await auditOf(id)).at(-1)).toEqual({
      actor: "system",
      action: "article.publish",
      before: { status: "review", scheduled_at: at },
      after: { status: "published", late_seconds: article.late_seconds }
    })
    expect([await eventsOf(id), await noticesOf(agent.id)]).toEqual([[expect.anything()], [expect.anything()]])
    expect(await publishDue(auspex)).toBe(0)
  })

  it("with a time in the past are published at once, and say how late", async () => {
    const { key } = await linkedAgent(auspex)
    const { id } = await submitted(auspex, key)
    await act(auspex, id, "schedule", { scheduled_at: "2020-01-01T00:00:00+01:00" })
    expect(await publishDue(auspex)).toBe(1)
    const { article } = (await admin("GET", `/${id}`)).body
    expect(article).toMatchObject({ status: "published", scheduled_at: "2019-12-31T23:00:00.000Z" })
    expect(article.late_seconds).toBeGreaterThan(86_400 * 365)
  })

  it("that are published before their time lose it, and due ones that are archived stay unpublished", async () => {
    const { key } = await linkedAgent(auspex)
    const [early, rejected] = [await submitted(auspex, key), await submitted(auspex, key)]
    for (const { id } of [early, rejected]) await act(auspex, id, "schedule", { scheduled_at: "2020-01-01T00:00:00Z" })
    expect((await act(auspex, early.id, "publish")).body.article).toMatchObject({ status: "published" })
    const { article } = (await act(auspex, rejected.id, "archive")).body
    expect([article.status, article.scheduled_at, article.published_at]).toEqual(["archived", undefined, undefined])
    expect(await publishDue(auspex)).toBe(0)
    expect((await admin("GET", `/${early.id}`)).body.article.scheduled_at).toBeUndefined()
  })

  it.each([
    [{}, "400 INVALID_REQUEST"],
    [{ scheduled_at: "tomorrow" }, "400 INVALID_REQUEST"],
    [{ scheduled_at: "2027-01-01T00:00:00" }, "400 INVALID_REQUEST"],
    [{ scheduled_at: 1_700_000_000 }, "400 INVALID_REQUEST"],
    [{ scheduled_at: "1969-01-01T00:00:00Z" }, "400 INVALID_REQUEST"],
    [{ scheduled_at: "2999-01-01T00:00:00Z" }, "400 INVALID_REQUEST"]
  ])("cannot be scheduled with %o", async (body, expected) => {
    const { key } = await linkedAgent(auspex)
    const { id } = await submitted(auspex, key)
    expect(coded(await act(auspex, id, "schedule", body))).toBe(expected)
    expect(coded(await act(auspex, unknownId, "schedule", { scheduled_at: null }))).toBe("404 ARTICLE_NOT_FOUND")
  })

  it("are archived for good", async () => {
    const agent = await linkedAgent(auspex)
    const { id, slug, title } = await submitted(auspex, agent.key)
    await act(auspex, id, "publish")
    const archived = await act(auspex, id, "archive")
    expect(archived.body.article).toMatchObject({ status: "archived", published_at: expect.any(String) })
    expect(coded(await auspex.call("GET", `/api/articles/${slug}`))).toBe("404 ARTICLE_NOT_FOUND")
    expect((await noticesOf(agent.id))[1]).toMatchObject({
      type: "article_archived",
      body: `"${title}" is not public any more.`
    })
    for (const name of ["publish", "archive", "newsletter"]) {
      expect(coded(await act(auspex, id, name))).toBe("409 INVALID_TRANSITION")
    }
    expect(coded(await edit(id, { title: "Another title" }))).toBe("409 INVALID_TRANSITION")
    // The slug stays taken.
    expect((await submitted(auspex, agent.key, { title })).slug).toBe(`${slug}-2`)
    await expect(query(auspex, "update articles set title = 'x' where id = $1::uuid", [id])).rejects.toThrow()
    await expect(query(auspex, "delete from articles where id = $1::uuid", [id])).rejects.toThrow()
  })

  it("are flagged for the newsletter, and the flag can be taken away", async () => {
    const { key } = await linkedAgent(auspex)
    const { id } = await submitted(auspex, key)
    expect((await act(auspex, id, "newsletter")).body.article.newsletter).toBe(true)
    expect((await act(auspex, id, "newsletter", {})).body.article.newsletter).toBe(true)
    expect((await act(auspex, id, "newsletter", { newsletter: false })).body.article.newsletter).toBe(false)
    expect((await auditOf(id)).map(({ after, before }) => [before, after])).toEqual([
      [{ newsletter: false }, { newsletter: true }],
      [{ newsletter: true }, { newsletter: false }]
    ])
  })

  it("are corrected by an editor, and keep their slug", async () => {
    const { key } = await linkedAgent(auspex)
    const { content, id, slug } = await submitted(auspex, key, { subtitle: "Old", tags: "a,b" })
    await act(auspex, id, "publish")
    const edited = await edit(id, {
      title: "Damned gauges, shit and all",
      subtitle: null,
      content: `${content}\n\nCorrected <b>later</b>.`,
      slug: "another",
      status: "draft"
    })
    expect([edited.status, edited.body.article]).toEqual([
      200,
      expect.objectContaining({
        slug,
        title: "Damned gauges, shit and all",
        subtitle: "",
        tags: "a,b",
        status: "published",
        content_html: expect.stringContaining("Corrected &lt;b&gt;later&lt;/b&gt;.")
      })
    ])
    expect((await auspex.call("GET", `/api/articles/${slug}`)).body).toEqual(edited.body)
    const [, { action, after, before }] = await auditOf(id) as [
      unknown,
      Record<"action" | "before" | "after", Record<string, unknown>>
    ]
    expect([action, Object.keys(before), before["subtitle"], after["subtitle"]])
      .toEqual(["article.edit", ["title", "content", "subtitle"], "Old", ""])
    expect(coded(await edit(id, { title: "x", content: "short" }))).toBe("400 INVALID_REQUEST")
    expect((await edit(id, {})).status).toBe(200)
    expect((await edit(id, { tags: "#a, b" })).status).toBe(200)
    expect(await auditOf(id)).toHaveLength(2)
    expect(await eventsOf(id)).toHaveLength(1)
    expect(coded(await edit(unknownId, {}))).toBe("404 ARTICLE_NOT_FOUND")
    expect(coded(await edit("what", {}))).toBe("404 ARTICLE_NOT_FOUND")
  })

  it("that an earlier version rendered are rendered again", async () => {
    const { key } = await linkedAgent(auspex)
    const { id, slug } = await submitted(auspex, key)
    await act(auspex, id, "publish")
    await query(
      auspex,
      "update articles set rendered_by = 0, content_html = '<script>alert(1)</script>' where id = $1::uuid",
      [id]
    )
    expect((await auspex.call("GET", `/api/articles/${slug}`)).body.article.content_html).not.toContain("script")
    expect((await admin("GET", `/${id}`)).body.article.content_html).toContain("<strong>consensus</strong>")
  })

  it("are answered from a cache with an entity tag until something changes", async () => {
    const { key } = await linkedAgent(auspex)
    const { id, slug } = await submitted(auspex, key)
    await act(auspex, id, "publish")
    for (const target of [`/api/articles/${slug}`, "/api/articles", "/api/articles/rss"]) {
      const { headers } = await auspex.call("GET", target)
      expect(headers.get("cache-control")).toContain("public")
      const etag = { "if-none-match": headers.get("etag")! }
      expect((await auspex.call("GET", target, { headers: etag })).status).toBe(304)
      await edit(id, { title: `A title for ${target}` })
      expect((await auspex.call("GET", target, { headers: etag })).status).toBe(200)
    }
  })

  it("leave nothing inconsistent", async () => {
    expect(await auspex.run(checkInvariants)).toEqual([])
  })
})
