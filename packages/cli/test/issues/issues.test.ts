import { checkInvariants } from "@auspex/testkit/invariants"
import { onEachDatabase } from "@auspex/testkit/databases"
import { Effect } from "effect"
import { afterEach, expect, it } from "vitest"
import { linkedAgent, query, registerAgent, signUp } from "../people.ts"
import { auspexOn } from "../servers.ts"

const unknownId = "01900000-0000-7000-8000-000000000000"
const report = (extra: object = {}): object => ({
  type: "bug",
  title: "The chart is empty",
  content: "Since this morning it shows the axes only.",
  url: "https://auspex.example.org/questions/1",
  ...extra
})

onEachDatabase("issues", (db) => {
  const auspex = auspexOn(db)
  afterEach(() => Effect.runPromise(db.shiftClock("0")))

  const file = (key: string, body: object = report()) => auspex.call("POST", "/api/issues", { as: key, body })
  const filed = async (key: string, extra: object = {}): Promise<string> => {
    const answer = await file(key, report(extra))
    if (answer.status !== 201) throw new Error(`file answered ${answer.text}`)
    return answer.body.issue.id
  }
  const update = (id: string, body: object) =>
    auspex.call("PATCH", `/api/admin/issues/${id}`, { as: auspex.adminKey, body })
  const coded = ({ body, status }: { readonly status: number; readonly body: { readonly code?: string } }) =>
    body.code === undefined ? status : `${status} ${body.code}`
  const noticesOf = (accountId: string) =>
    query(
      auspex,
      "select type, title, body, link, count from notifications where account_id = $1::uuid order by created_at, id",
      [accountId]
    )
  const audited = (id: string) =>
    query(
      auspex,
      "select actor, action, before, after from audit_log where subject_type = 'issue' and subject_id = $1 order by id",
      [id]
    )

  it("are filed by every account, and visible to nobody else", async () => {
    const agent = await registerAgent(auspex)
    const stranger = await linkedAgent(auspex)
    const answer = await file(
      agent.key,
      report({ title: "  The chart is empty\n", user_id: stranger.id, status: "closed" })
    )
    const { issue } = answer.body
    expect([answer.status, issue]).toEqual([201, {
      id: issue.id,
      user_id: agent.id,
      user_name: agent.name,
      ...report(),
      status: "open",
      created_at: issue.created_at
    }])
    const mine = `/api/issues/${issue.id.toUpperCase()}`
    expect((await auspex.call("GET", mine, { as: agent.key })).body).toEqual({ issue })
    expect((await auspex.call("GET", "/api/issues", { as: agent.key })).body)
      .toEqual({ issues: [issue], total: 1, next_cursor: null })
    expect(coded(await auspex.call("GET", mine, { as: stranger.key }))).toBe("404 ISSUE_NOT_FOUND")
    expect(coded(await auspex.call("GET", mine, { as: stranger.owner.token }))).toBe("404 ISSUE_NOT_FOUND")
    expect(coded(await auspex.call("GET", mine))).toBe("401 MISSING_AUTH")
    expect((await auspex.call("GET", "/api/issues", { as: stranger.key })).body)
      .toEqual({ issues: [], total: 0, next_cursor: null })
    expect(coded(await auspex.call("GET", "/api/issues/what", { as: agent.key }))).toBe("404 ISSUE_NOT_FOUND")
    const person = await signUp(auspex)
    const plain = await file(person.token, { title: "Hello", content: "I get no mail from you." })
    expect([plain.status, plain.body.issue.type, plain.body.issue.url]).toEqual([201, "other", undefined])
  })

  it("are refused with all failures together", async () => {
    const { id, key } = await registerAgent(auspex)
    const wrong = await file(key, report({ title: " a ", content: "x".repeat(5_001), url: "javascript:alert(1)" }))
    expect(coded(wrong)).toBe("400 INVALID_REQUEST")
    expect(wrong.body.failures.map(({ field, limit, measured }: never) => [field, measured, limit]))
      .toEqual([["title", 1, 3], ["content", 5_001, 5_000], ["url", 19, 2048]])
    expect(coded(await file(key, report({ type: "praise" })))).toBe("400 INVALID_REQUEST")
    expect(coded(await file(key, { title: "No content" }))).toBe("400 INVALID_REQUEST")
    expect(coded(await file(key, report({ content: "x".repeat(32_768) })))).toBe("413 PAYLOAD_TOO_LARGE")
    expect(coded(await file(auspex.adminKey))).toBe("401 MISSING_AUTH")
    expect((await file(key, report({ type: null, url: null }))).status).toBe(201)
    // The longest allowed texts fit into the body, also with four-byte and escaped characters.
    expect((await file(key, report({ content: "👍".repeat(5_000) }))).status).toBe(201)
    const escaped = JSON.stringify(report({ content: "@".repeat(5_000) })).replaceAll("@", "\\u0436")
    const answer = await auspex.call("POST", "/api/issues", {
      as: key,
      body: escaped,
      headers: { "content-type": "application/json" }
    })
    expect([answer.status, answer.body.issue.content]).toEqual([201, "ж".repeat(5_000)])
    await auspex.call("POST", `/api/admin/accounts/${id}/suspend`, {
      as: auspex.adminKey,
      body: { reason: "by a test" }
    })
    expect(coded(await file(key))).toBe("403 ACCOUNT_SUSPENDED")
  })

  it("are limited to ten a day, by the database's clock", async () => {
    const { key } = await registerAgent(auspex)
    const midnight = await query<{ left: number }>(
      auspex,
      `select extract(epoch from date_trunc('day', now() at time zone 'UTC') + interval '36 hours'
        - now() at time zone 'UTC')::float8 as left`
    )
    // To noon of the next day, so that the day does not end in between.
    const noon = midnight[0]!.left
    await Effect.runPromise(db.shiftClock(`${noon} seconds`))
    const once = { "idempotency-key": "the-same-issue" }
    const [first, again] = [
      await auspex.call("POST", "/api/issues", { as: key, body: report(), headers: once }),
      await auspex.call("POST", "/api/issues", { as: key, body: report(), headers: once })
    ]
    expect([first.status, again.body]).toEqual([201, first.body])
    for (let made = 1; made < 10; made++) await filed(key)
    const eleventh = await file(key)
    expect([coded(eleventh), eleventh.body.failures?.[0] ?? eleventh.body]).toEqual([
      "429 DAILY_LIMIT",
      expect.objectContaining({ code: "DAILY_LIMIT" })
    ])
    const seconds = Number(eleventh.headers.get("retry-after"))
    expect(seconds).toBeGreaterThan(43_000)
    expect(seconds).toBeLessThanOrEqual(43_200)
    await Effect.runPromise(db.shiftClock(`${noon + 43_201} seconds`))
    expect((await file(key)).status).toBe(201)
  })

  it("are listed by status and type, page by page, the newest first", async () => {
    const { key } = await registerAgent(auspex)
    const ids: Array<string> = []
    for (const type of ["bug", "feature", "bug", "feedback", "other"]) ids.unshift(await filed(key, { type }))
    await update(ids[0]!, { status: "acknowledged" })
    const list = async (search: string, admin = false) => {
      const { body } = await auspex.call("GET", `${admin ? "/api/admin/issues" : "/api/issues"}${search}`, {
        as: admin ? auspex.adminKey : key
      })
      return { ids: body.issues?.map(({ id }: { id: string }) => id), total: body.total, next: body.next_cursor }
    }
    expect(await list("")).toEqual({ ids, total: 5, next: null })
    expect((await list("?status=acknowledged")).ids).toEqual([ids[0]])
    const page = await list("?limit=2")
    const late = await filed(key)
    const rest = await list(`?limit=4&cursor=${page.next}`)
    expect([...page.ids, ...rest.ids]).toEqual(ids)
    expect(rest.total).toBe(6)
    expect((await list("?limit=1&offset=1")).ids).toEqual([ids[0]])
    const bugs = await list("?type=bug&status=open&limit=100", true)
    expect(bugs.ids).toEqual(expect.arrayContaining([late, ids[2], ids[4]]))
    expect(bugs.ids).not.toContain(ids[0])
    expect(coded(await auspex.call("GET", "/api/issues?status=done", { as: key }))).toBe("400 INVALID_REQUEST")
    expect(coded(await auspex.call("GET", "/api/admin/issues?cursor=what", { as: auspex.adminKey })))
      .toBe("400 INVALID_REQUEST")
  })

  it("go from open to closed and back from resolved; each step is audited and notified", async () => {
    const agent = await registerAgent(auspex)
    const id = await filed(agent.key)
    const seen = await update(id, { status: "acknowledged" })
    expect([seen.status, seen.body.issue.status, seen.body.issue.resolved_at]).toEqual([200, "acknowledged", undefined])
    const noted = await update(id, { admin_note: " It is being looked at. " })
    expect(noted.body.issue).toMatchObject({ status: "acknowledged", admin_note: "It is being looked at." })
    const done = await update(id, { status: "resolved", admin_note: "The chart is back." })
    expect(done.body.issue.resolved_at).toEqual(expect.any(String))
    expect((await update(id, { status: "resolved", admin_note: "The chart is back, and tested." })).body.issue)
      .toMatchObject({ resolved_at: done.body.issue.resolved_at, admin_note: "The chart is back, and tested." })
    const again = await update(id, { status: "open", admin_note: null })
    expect([again.body.issue.resolved_at, again.body.issue.admin_note]).toEqual([undefined, undefined])
    await update(id, { status: "acknowledged" })
    await update(id, { status: "resolved" })
    const closed = await update(id, { status: "closed" })
    expect([closed.body.issue.status, closed.body.issue.resolved_at]).toEqual(["closed", expect.any(String)])
    expect((await auspex.call("GET", `/api/issues/${id}`, { as: agent.key })).body).toEqual(closed.body)

    const steps = await audited(id)
    expect(steps.map((step) => (step as { after: { status: string } }).after.status)).toEqual(
      ["acknowledged", "acknowledged", "resolved", "resolved", "open", "acknowledged", "resolved", "closed"]
    )
    expect(steps[2]).toEqual({
      actor: expect.stringMatching(/^test /),
      action: "issue.update",
      before: { status: "acknowledged", admin_note: "It is being looked at." },
      after: { status: "resolved", admin_note: "The chart is back." }
    })
    // Unread notifications are only combined if their texts are equal.
    const notices = await noticesOf(agent.id) as ReadonlyArray<
      Record<"title" | "body" | "link" | "count" | "type", unknown>
    >
    expect(notices.map(({ body, count, title }) => [title, body, count])).toEqual([
      ["A note on your issue", `"The chart is empty" is acknowledged. It is being looked at.`, 1],
      ["Your issue is resolved now", `"The chart is empty" is resolved. The chart is back.`, 1],
      ["A note on your issue", `"The chart is empty" is resolved. The chart is back, and tested.`, 1],
      ["Your issue is open now", `"The chart is empty" is open.`, 1],
      ["Your issue is acknowledged now", `"The chart is empty" is acknowledged.`, 2],
      ["Your issue is resolved now", `"The chart is empty" is resolved.`, 1],
      ["Your issue is closed now", `"The chart is empty" is closed.`, 1]
    ])
    expect(notices.every(({ link, type }) => link === `/api/issues/${id}` && type === "issue_updated")).toBe(true)
  })

  it("have no other transitions, and unchanged issues notify nobody", async () => {
    const agent = await registerAgent(auspex)
    const id = await filed(agent.key)
    expect(coded(await update(id, { status: "resolved" }))).toBe("409 INVALID_TRANSITION")
    expect(coded(await update(id, { status: "open" }))).toBe("409 INVALID_TRANSITION")
    expect(coded(await update(id, {}))).toBe("400 INVALID_REQUEST")
    expect(coded(await update(id, { admin_note: "x".repeat(2_001) }))).toBe("400 INVALID_REQUEST")
    expect(coded(await update(id, { status: "done" }))).toBe("400 INVALID_REQUEST")
    expect(coded(await update(unknownId, { status: "closed" }))).toBe("404 ISSUE_NOT_FOUND")
    expect(coded(await update("what", { status: "closed" }))).toBe("404 ISSUE_NOT_FOUND")
    expect((await update(id, { admin_note: "  " })).status).toBe(200)
    expect([await audited(id), await noticesOf(agent.id)]).toEqual([[], []])
    expect((await update(id, { status: "closed", admin_note: "Not ours." })).body.issue.resolved_at).toBeUndefined()
    for (const status of ["open", "acknowledged", "resolved", "closed"]) {
      expect(coded(await update(id, { status }))).toBe("409 INVALID_TRANSITION")
    }
    expect((await update(id, { admin_note: "Not ours; see the forum." })).status).toBe(200)
    expect(coded(await auspex.call("PATCH", `/api/admin/issues/${id}`, { as: agent.key, body: { status: "open" } })))
      .toBe("403 ADMIN_REQUIRED")
    expect(await auspex.run(checkInvariants)).toEqual([])
  })
})
