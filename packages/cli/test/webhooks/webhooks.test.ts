import { verifyDelivery } from "@auspex/adapters-http/outbound"
import { adoptEvents } from "@auspex/adapters-pg"
import { platformEventNames } from "@auspex/domain/events"
import { onServerDatabaseFirst } from "@auspex/testkit/databases"
import { answerWith, startWebhookReceiver, type WebhookReceiver } from "@auspex/testkit/outside"
import { Effect, Either } from "effect"
import { createHmac } from "node:crypto"
import { Webhook as StandardWebhook } from "standardwebhooks"
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest"
import { linkedAgent, openQuestion, predict, query, registerAgent } from "../people.ts"
import { auspexOn } from "../servers.ts"
import { deliveriesOf, dispatchUntil, privateEgress, subscribe } from "./webhooksWorld.ts"

const coded = ({ body, status }: { readonly status: number; readonly body: { readonly code?: string } }) =>
  body.code === undefined ? status : `${status} ${body.code}`
const unknownId = "01900000-0000-7000-8000-000000000000"

onServerDatabaseFirst("webhooks", (db) => {
  const auspex = auspexOn(db, privateEgress)
  let receiver: WebhookReceiver
  beforeAll(async () => {
    receiver = await startWebhookReceiver()
  })
  beforeEach(() => {
    receiver.answer = answerWith(204)
    receiver.received.length = 0
  })
  afterEach(() => Effect.runPromise(db.shiftClock("0")))
  afterAll(() => receiver.stop())

  it("are created with a secret that is shown once, listed, changed and deleted", async () => {
    const agent = await linkedAgent(auspex)
    const events = ["question.resolved", "question.created", "question.resolved"]
    const created = await auspex.call("POST", "/api/webhooks", { as: agent.key, body: { url: receiver.url, events } })
    expect(created.status).toBe(201)
    expect(created.body).toEqual({
      id: created.body.id,
      url: receiver.url,
      events: ["question.created", "question.resolved"],
      secret: expect.stringMatching(/^[0-9a-f]{64}$/),
      whsec_secret: `whsec_${Buffer.from(created.body.secret, "utf8").toString("base64")}`,
      active: true,
      created_at: created.body.created_at
    })
    const { secret: _, whsec_secret: __, ...shown } = created.body
    const path = `/api/webhooks/${shown.id}`
    expect((await auspex.call("GET", "/api/webhooks", { as: agent.key })).body)
      .toEqual({ webhooks: [shown], total: 1, next_cursor: null })
    const changed = await auspex.call("PATCH", path, {
      as: agent.key,
      body: { events: ["comment.reply"], active: false }
    })
    expect(changed.body).toEqual({ ...shown, events: ["comment.reply"], active: false })
    const other = await linkedAgent(auspex)
    for (
      const [method, target] of [["GET", path], ["PATCH", path], ["DELETE", path], ["POST", `${path}/test`]] as const
    ) {
      const answer = await auspex.call(method, target, { as: other.key, ...(method === "PATCH" ? { body: {} } : {}) })
      expect(coded(answer)).toBe("404 WEBHOOK_NOT_FOUND")
    }
    expect((await auspex.call("DELETE", path, { as: agent.key })).body).toEqual({ id: shown.id, deleted: true })
    expect((await auspex.call("GET", "/api/webhooks", { as: agent.key })).body)
      .toEqual({ webhooks: [], total: 0, next_cursor: null })
  })

  it("can be changed and tested twenty times a minute, and deleted at any time", async () => {
    await Effect.runPromise(db.freezeClock(new Date()))
    const agent = await linkedAgent(auspex)
    const { id } = await subscribe(auspex, agent.key, receiver.url, ["question.created"])
    const change = () =>
      auspex.call("PATCH", `/api/webhooks/${id}`, { as: agent.key, body: { events: ["question.closed"] } })
    for (let count = 1; count < 20; count++) expect((await change()).status).toBe(200)
    expect(coded(await change())).toBe("429 RATE_LIMITED")
    expect(coded(await auspex.call("POST", `/api/webhooks/${id}/test`, { as: agent.key }))).toBe("429 RATE_LIMITED")
    expect((await auspex.call("DELETE", `/api/webhooks/${id}`, { as: agent.key })).status).toBe(200)
  })

  it("list the events in the order of the specification", async () => {
    const agent = await linkedAgent(auspex)
    const { body } = await auspex.call("GET", "/api/webhooks/events", { as: agent.key })
    expect(body).toEqual({ events: platformEventNames })
  })

  it("are refused with every unknown event, without events, and with addresses that are not called", async () => {
    const agent = await linkedAgent(auspex)
    const create = (body: object) => auspex.call("POST", "/api/webhooks", { as: agent.key, body })
    const unknown = await create({ url: receiver.url, events: ["question.open", "question.closed", "nothing"] })
    expect(coded(unknown)).toBe("400 INVALID_EVENT")
    expect(unknown.body.failures.map(({ field }: { field: string }) => field)).toEqual(["events[0]", "events[2]"])
    const refused: ReadonlyArray<readonly [string, string]> = [
      ["ftp://example.org/x", "400 HTTPS_REQUIRED"],
      ["https://user:word@example.org/", "400 SSRF_BLOCKED"],
      ["http://169.254.169.254/latest", "400 SSRF_BLOCKED"],
      ["not an address", "400 INVALID_REQUEST"]
    ]
    for (const [url, code] of refused) expect(coded(await create({ url, events: ["question.closed"] })), url).toBe(code)
    expect(coded(await create({ url: receiver.url, events: [] }))).toBe("400 INVALID_REQUEST")
  })

  it("are refused with all that is wrong in all fields, when they are created and changed", async () => {
    const agent = await linkedAgent(auspex)
    const { id } = await subscribe(auspex, agent.key, receiver.url, ["survey.closed"])
    const wrong = { url: "ftp://example.org/x", events: ["question.open", "nothing"] }
    for (const [method, path] of [["POST", "/api/webhooks"], ["PATCH", `/api/webhooks/${id}`]] as const) {
      const { body } = await auspex.call(method, path, { as: agent.key, body: wrong })
      expect(body.failures.map(({ code, field }: { code: string; field: string }) => `${field}: ${code}`)).toEqual([
        "events[0]: INVALID_EVENT",
        "events[1]: INVALID_EVENT",
        "url: HTTPS_REQUIRED"
      ])
    }
  })

  it("get their events signed, once, in order, and the log of deliveries shows each attempt", async () => {
    const agent = await linkedAgent(auspex)
    const hook = await subscribe(auspex, agent.key, `${receiver.url}/in-order`, [
      "question.created",
      "prediction.placed"
    ])
    const question = await openQuestion(auspex)
    const { prediction } = await predict(auspex, agent, question)
    const [first, second] = await dispatchUntil(auspex, () => receiver.until(2, "/in-order"))
    expect([first, second].map((delivery) => delivery!.headers["x-ws-event"])).toEqual([
      "question.created",
      "prediction.placed"
    ])
    expect([first, second].map((delivery) => delivery!.headers["x-ws-sequence"])).toEqual(["1", "2"])
    const body = JSON.parse(second!.body)
    expect(body).toEqual({
      event: "prediction.placed",
      data: { question_id: question, prediction_id: prediction.id, user_name: agent.name, confidence: 70 },
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    })
    // The check that the specification describes, and the stock client of Standard Webhooks.
    const hex = createHmac("sha256", hook.secret).update(second!.body).digest("hex")
    expect(second!.headers["x-ws-signature"]).toBe(`sha256=${hex}`)
    const standard = new StandardWebhook(hook.whsec_secret)
    expect(standard.verify(second!.body, second!.headers as Record<string, string>)).toEqual(body)
    expect(verifyDelivery(second!.headers, second!.body, hook.secret, Date.now() / 1_000)).toBeUndefined()
    const log = await deliveriesOf(auspex, agent.key, hook.id)
    expect(log).toHaveLength(2)
    expect(log[0]).toEqual({
      id: second!.headers["webhook-id"],
      webhook_id: hook.id,
      event: "prediction.placed",
      sequence: 2,
      status: "delivered",
      created_at: log[0].created_at,
      body: second!.body,
      attempts: [{ number: 1, at: log[0].attempts[0].at, status: 204, duration_ms: log[0].attempts[0].duration_ms }]
    })
    expect(receiver.received).toHaveLength(2)
  })

  it("are tried again with the same id and bytes and a fresh signature, as Retry-After asks", async () => {
    const agent = await linkedAgent(auspex)
    const hook = await subscribe(auspex, agent.key, `${receiver.url}/again`, ["question.created"])
    receiver.answer = answerWith(503, { "retry-after": "30" }, "busy")
    await openQuestion(auspex)
    await dispatchUntil(auspex, () => receiver.until(1, "/again"))
    const [failed] = await deliveriesOf(auspex, agent.key, hook.id)
    expect(failed).toMatchObject({
      status: "pending",
      attempts: [{ number: 1, status: 503, error: "the receiver answered 503", response: "busy" }]
    })
    const wait = Date.parse(failed.next_attempt_at) - Date.parse(failed.attempts[0].at)
    expect(wait).toBeGreaterThanOrEqual(30_000)
    expect(wait).toBeLessThan(35_000)
    expect((await auspex.call("GET", `/api/webhooks/${hook.id}`, { as: agent.key })).body.failing_since).toBeDefined()
    receiver.answer = answerWith(200)
    await Effect.runPromise(db.shiftClock("35 seconds"))
    const [one, two] = await dispatchUntil(auspex, () => receiver.until(2, "/again"))
    expect(two!.body).toBe(one!.body)
    expect(two!.headers["webhook-id"]).toBe(one!.headers["webhook-id"])
    const [delivered] = await deliveriesOf(auspex, agent.key, hook.id)
    expect(delivered.status).toBe("delivered")
    expect(delivered.attempts.map(({ number, status }: { number: number; status: number }) => [number, status]))
      .toEqual([
        [1, 503],
        [2, 200]
      ])
    expect((await auspex.call("GET", `/api/webhooks/${hook.id}`, { as: agent.key })).body.failing_since).toBeUndefined()
  })

  it("are switched off by 410 at once, with a notification, and go on when they are activated", async () => {
    const agent = await linkedAgent(auspex)
    const hook = await subscribe(auspex, agent.key, `${receiver.url}/gone`, ["question.created"])
    receiver.answer = answerWith(410)
    await openQuestion(auspex)
    await dispatchUntil(auspex, () => receiver.until(1, "/gone"))
    const shown = await auspex.call("GET", `/api/webhooks/${hook.id}`, { as: agent.key })
    expect(shown.body).toMatchObject({ active: false, disabled_reason: "gone" })
    const { body } = await auspex.call("GET", "/api/me/notifications", { as: agent.key })
    expect(body.notifications[0]).toMatchObject({ type: "webhook_disabled", link: `/api/webhooks/${hook.id}` })
    await openQuestion(auspex)
    receiver.answer = answerWith(204)
    await auspex.call("PATCH", `/api/webhooks/${hook.id}`, { as: agent.key, body: { active: true } })
    await openQuestion(auspex)
    await dispatchUntil(auspex, () => receiver.until(2, "/gone"))
    const log = await deliveriesOf(auspex, agent.key, hook.id)
    // What happened while it was off is not delivered; the pull API has it.
    expect(log.map(({ sequence, status }) => [sequence, status])).toEqual([[2, "delivered"], [1, "failed"]])
  })

  it("are switched off after 120 hours of nothing but failures", async () => {
    const agent = await linkedAgent(auspex)
    const hook = await subscribe(auspex, agent.key, `${receiver.url}/failing`, ["question.created"])
    receiver.answer = answerWith(500)
    await openQuestion(auspex)
    await dispatchUntil(auspex, () => receiver.until(1, "/failing"))
    await Effect.runPromise(db.shiftClock("119 hours"))
    await dispatchUntil(auspex, () => receiver.until(2, "/failing"))
    expect((await auspex.call("GET", `/api/webhooks/${hook.id}`, { as: agent.key })).body.active).toBe(true)
    await Effect.runPromise(db.shiftClock("121 hours"))
    await dispatchUntil(auspex, () => receiver.until(3, "/failing"))
    expect((await auspex.call("GET", `/api/webhooks/${hook.id}`, { as: agent.key })).body).toMatchObject({
      active: false,
      disabled_reason: "failing"
    })
  })

  it("answer a test ping with its result and record it", async () => {
    const agent = await linkedAgent(auspex)
    const hook = await subscribe(auspex, agent.key, `${receiver.url}/ping`, ["question.created"])
    const good = await auspex.call("POST", `/api/webhooks/${hook.id}/test`, { as: agent.key })
    expect(good.body).toEqual({ delivered: true, status: 204, duration_ms: good.body.duration_ms })
    const [ping] = receiver.received
    expect(JSON.parse(ping!.body)).toMatchObject({ event: "webhook.test", data: { webhook_id: hook.id } })
    expect(verifyDelivery(ping!.headers, ping!.body, hook.secret, Date.now() / 1_000)).toBeUndefined()
    receiver.answer = answerWith(302, { location: "http://127.0.0.1:1/" })
    const bad = await auspex.call("POST", `/api/webhooks/${hook.id}/test`, { as: agent.key })
    expect(bad.body).toMatchObject({ delivered: false, status: 302, error: "the receiver answered 302" })
    const log = await deliveriesOf(auspex, agent.key, hook.id)
    expect(log.map(({ event, sequence, status }) => [event, sequence, status])).toEqual([
      ["webhook.test", null, "failed"],
      ["webhook.test", null, "delivered"]
    ])
    const again = await auspex.call("POST", `/api/webhooks/${hook.id}/deliveries/${log[0].id}/redeliver`, {
      as: agent.key
    })
    expect(coded(again)).toBe("409 INVALID_TRANSITION")
  })

  it("sign with both secrets for a day after a rotation, and store none of them readable", async () => {
    const agent = await linkedAgent(auspex)
    const hook = await subscribe(auspex, agent.key, `${receiver.url}/rotated`, ["question.created"])
    const rotated = await auspex.call("POST", `/api/webhooks/${hook.id}/rotate-secret`, { as: agent.key })
    expect(rotated.status).toBe(201)
    expect(rotated.body.secret).toMatch(/^[0-9a-f]{64}$/)
    expect(rotated.body.secret).not.toBe(hook.secret)
    const standards = [hook, rotated.body].map(({ whsec_secret }) => new StandardWebhook(whsec_secret))
    const ping = async () => {
      await auspex.call("POST", `/api/webhooks/${hook.id}/test`, { as: agent.key })
      const { body, headers } = receiver.received[receiver.received.length - 1]!
      // Stock clients take either secret as it was shown, as long as both sign.
      const believed = standards.map((standard) =>
        Either.isRight(Either.try(() => standard.verify(body, headers as Record<string, string>)))
      )
      expect(believed).toEqual([String(headers["webhook-signature"]).includes(" "), true])
      return [hook.secret, rotated.body.secret].map((secret) =>
        verifyDelivery(headers, body, secret, Date.now() / 1_000) ?? "right"
      )
    }
    expect(await ping()).toEqual(["right", "right"])
    await Effect.runPromise(db.shiftClock("25 hours"))
    expect(await ping()).toEqual(["wrong body signature", "right"])
    const stored = await query<{ sealed: Uint8Array }>(auspex, "select sealed from webhook_secrets")
    for (const { sealed } of stored) {
      expect(Buffer.from(sealed).includes(hook.secret)).toBe(false)
      expect(Buffer.from(sealed).includes(Buffer.from(hook.secret, "hex"))).toBe(false)
    }
  })

  it("send one delivery or a range again, after a dry run that only counts", async () => {
    const agent = await linkedAgent(auspex)
    const hook = await subscribe(auspex, agent.key, `${receiver.url}/range`, ["question.created"])
    for (let n = 0; n < 3; n++) await openQuestion(auspex)
    await dispatchUntil(auspex, () => receiver.until(3, "/range"))
    const path = `/api/webhooks/${hook.id}/redeliver`
    const failedOnly = await auspex.call("POST", path, { as: agent.key, body: {} })
    expect(failedOnly.body).toEqual({ count: 0, dry_run: false })
    const dry = await auspex.call("POST", path, { as: agent.key, body: { status: "delivered", dry_run: true } })
    expect(dry.body).toEqual({ count: 3, dry_run: true })
    const all = await auspex.call("POST", path, { as: agent.key, body: { status: "delivered" } })
    expect(all.body).toEqual({ count: 3, dry_run: false })
    const six = await dispatchUntil(auspex, () => receiver.until(6, "/range"))
    expect(new Set(six.map(({ headers }) => headers["webhook-id"])).size).toBe(3)
    const [latest] = await deliveriesOf(auspex, agent.key, hook.id)
    const one = await auspex.call("POST", `/api/webhooks/${hook.id}/deliveries/${latest.id}/redeliver`, {
      as: agent.key
    })
    expect(one.body).toMatchObject({ id: latest.id, status: "pending" })
    await dispatchUntil(auspex, () => receiver.until(7, "/range"))
    const unknown = await auspex.call("POST", `/api/webhooks/${hook.id}/deliveries/${unknownId}/redeliver`, {
      as: agent.key
    })
    expect(coded(unknown)).toBe("404 DELIVERY_NOT_FOUND")
  })

  it("can be replaced by pulling, page by page and filtered, where a reply is seen by its addressee only", async () => {
    const agent = await linkedAgent(auspex)
    const last = async () => {
      const [row] = await query<{ id: string }>(
        auspex,
        "select id from outbox_events order by xact desc, seq desc limit 1"
      )
      return row?.id
    }
    await openQuestion(auspex)
    const after = await last()
    const question = await openQuestion(auspex)
    const { prediction } = await predict(auspex, agent, question)
    const pull = (search: string) => auspex.call("GET", `/api/events?${search}`, { as: agent.key })
    // Other tests of this server may have older transactions open for a moment; events wait for those.
    let whole = await pull(`after=${after}`)
    while (whole.body.events.length < 2) whole = await pull(`after=${after}`)
    expect(whole.body.events.map(({ event }: { event: string }) => event)).toEqual([
      "question.created",
      "prediction.placed"
    ])
    expect(whole.body.next_cursor).toBeNull()
    expect(whole.body.events[1].data).toMatchObject({ prediction_id: prediction.id })
    const page = await pull(`after=${after}&limit=1`)
    expect(page.body.next_cursor).toBe(page.body.events[0].id)
    expect((await pull(`after=${page.body.next_cursor}`)).body.events).toEqual([whole.body.events[1]])
    expect((await pull(`after=${after}&event=prediction.placed`)).body.events).toEqual([whole.body.events[1]])
    expect((await pull("limit=100")).body.events).toEqual(expect.arrayContaining(whole.body.events))
    expect(coded(await pull(`after=${unknownId}`))).toBe("404 EVENT_NOT_FOUND")
    // As after a season that was played in the past: recorded then, although the id is of today.
    await query(
      auspex,
      `update outbox_events set recorded_at = recorded_at - interval '40 days' where id = any($1::uuid[])`,
      [whole.body.events.map(({ id }: { id: string }) => id)]
    )
    const shown = (await pull("limit=100")).body.events as ReadonlyArray<{ readonly id: string }>
    for (const [at, { id }] of shown.entries()) {
      const next = await pull(`after=${id}&limit=100`)
      expect([next.status, next.body.events?.[0]?.id]).toEqual([200, shown[at + 1]?.id])
    }
    await query(
      auspex,
      `insert into outbox_events (id, event, data, question_id, addressee_id)
        values (gen_random_uuid(), 'comment.reply', '{}', $1::uuid, $2::uuid)`,
      [question, agent.id]
    )
    const events = async (key: string) =>
      (await auspex.call("GET", `/api/events?after=${whole.body.events[1].id}`, { as: key })).body.events.length
    while ((await events(agent.key)) < 1);
    expect(await events((await registerAgent(auspex)).key)).toBe(0)
  })

  it("get each event once after a dump was restored, whose transaction numbers are of another server", async () => {
    const agent = await linkedAgent(auspex)
    const hook = await subscribe(auspex, agent.key, `${receiver.url}/restored`, ["question.created"])
    const first = await openQuestion(auspex)
    await dispatchUntil(auspex, () => receiver.until(1, "/restored"))
    const second = await openQuestion(auspex)
    for (const table of ["outbox_events", "webhook_position"]) {
      await query(auspex, `update ${table} set xact = (xact::text::numeric + 1000000000000)::text::xid8`)
    }
    await auspex.run(adoptEvents)
    const third = await openQuestion(auspex)
    const received = await dispatchUntil(auspex, () => receiver.until(3, "/restored"))
    expect(received.map(({ body }) => JSON.parse(body).data.question_id)).toEqual([first, second, third])
    expect((await deliveriesOf(auspex, agent.key, hook.id)).map(({ sequence }) => sequence)).toEqual([3, 2, 1])
  })

  it("are administered: listed with what is pending, tested, switched off, and sent again", async () => {
    const agent = await linkedAgent(auspex)
    const hook = await subscribe(auspex, agent.key, `${receiver.url}/administered`, ["question.created"])
    const admin = (method: string, target: string, body?: object) =>
      auspex.call(method, `/api/admin/webhooks${target}`, {
        as: auspex.adminKey,
        ...(body === undefined ? {} : { body })
      })
    const list = await admin("GET", `?account=${encodeURIComponent(agent.name)}`)
    expect(list.body).toMatchObject({
      webhooks: [{ id: hook.id, user_id: agent.id, user_name: agent.name, pending: 0 }],
      total: 1
    })
    expect((await admin("POST", `/${hook.id}/test`)).body.delivered).toBe(true)
    expect((await admin("GET", `/${hook.id}/deliveries`)).body.total).toBe(1)
    expect((await admin("POST", `/${hook.id}/redeliver`, { dry_run: true })).body).toEqual({ count: 0, dry_run: true })
    expect((await admin("PATCH", `/${hook.id}`, { active: false })).body.active).toBe(false)
    expect((await admin("GET", "?active=false")).body.webhooks.map(({ id }: { id: string }) => id)).toContain(hook.id)
    expect(coded(await admin("PATCH", `/${unknownId}`, { active: false }))).toBe("404 WEBHOOK_NOT_FOUND")
    const audited = await query<{ action: string }>(
      auspex,
      "select action from audit_log where subject_type = 'webhook' and subject_id = $1 order by id",
      [hook.id]
    )
    expect(audited.map(({ action }) => action)).toEqual(["webhook.test", "webhook.update"])
  })
})
