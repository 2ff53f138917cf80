import { verifyDelivery } from "@auspex/adapters-http/outbound"
import {
  EventOutbox,
  type OutboxEventName,
  platformEventNames,
  type ProjectEvent,
  type ProjectEventName,
  projectEventNames
} from "@auspex/domain/events"
import { onServerDatabaseFirst } from "@auspex/testkit/databases"
import { answerWith, type ReceivedDelivery, startWebhookReceiver, type WebhookReceiver } from "@auspex/testkit/outside"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { readFileSync } from "node:fs"
import { Webhook as StandardWebhook } from "standardwebhooks"
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest"
import { comment, createdComment, replyTo } from "../comments/debate.ts"
import { documentedAnswers } from "../documentedAnswers.ts"
import type { Answer } from "../harness.ts"
import { linkedAgent, openQuestion, query, type TestHuman, verifiedHuman } from "../people.ts"
import { auspexOn } from "../servers.ts"
import { dispatchUntil, privateEgress, subscribe } from "../webhooks/webhooksWorld.ts"

const coded = ({ body, status }: Answer) => body.code === undefined ? status : `${status} ${body.code}`

/** The event of a project with each name, and the fields that it is specified to have. */
const projectEvents: Readonly<Record<ProjectEventName, (project_id: string, workspace_id: string) => ProjectEvent>> = {
  "project.created": (project_id, workspace_id) => ({
    event: "project.created",
    workspace_id,
    data: { project_id, kind: "research", title: "Will olive oil become cheaper?" }
  }),
  "project.completed": (project_id, workspace_id) => ({
    event: "project.completed",
    workspace_id,
    data: { project_id, status: "completed", packet_id: "packet", version: 1 }
  }),
  "decision_packet.published": (project_id, workspace_id) => ({
    event: "decision_packet.published",
    workspace_id,
    data: { project_id, packet_id: "packet", version: 1, headline: "Not this year." }
  })
}

it("docs/research.md names the events of projects with their data", () => {
  const page = readFileSync(new URL("../../../../docs/research.md", import.meta.url), "utf8")
  const rows = [...page.matchAll(/^\| `([a-z_]+\.[a-z_]+)` +\| (.+?) +\|$/gmu)]
  expect(rows.map(([, event, data]) => [event, data])).toEqual(projectEventNames.map((name) => [
    name,
    Object.keys(projectEvents[name]("project", "workspace").data).map((field) => `\`${field}\``).join(", ")
  ]))
})

onServerDatabaseFirst("webhooks of workspaces", (db) => {
  const auspex = auspexOn(db, privateEgress)
  let receiver: WebhookReceiver
  let olive: TestHuman
  let workspace: string
  beforeAll(async () => {
    receiver = await startWebhookReceiver()
  })
  beforeEach(async () => {
    receiver.answer = answerWith(204)
    receiver.received.length = 0
    olive = await verifiedHuman(auspex)
    workspace = await created(olive)
  })
  afterAll(() => receiver.stop())

  const as = (human: TestHuman, method: string, path: string, body?: object): Promise<Answer> =>
    auspex.call(method, path, { as: human.token, ...(body === undefined ? {} : { body }) })
  const created = async (human: TestHuman): Promise<string> =>
    (await as(human, "POST", "/api/workspaces", { name: "Olive & Sons" })).body.id
  const at = (path = "", of = workspace): string => `/api/workspaces/${of}/webhooks${path}`
  const admitted = async (role: "admin" | "member" | "viewer"): Promise<TestHuman> => {
    const human = await verifiedHuman(auspex)
    await as(olive, "PUT", `/api/workspaces/${workspace}/members/${human.id}`, { role })
    return human
  }
  const hook = async (
    path: string,
    events: ReadonlyArray<string> = projectEventNames,
    of = workspace
  ): Promise<{ readonly id: string; readonly secret: string }> => {
    const answer = await auspex.call("POST", at("", of), {
      as: auspex.adminKey,
      body: { url: receiver.url + path, events }
    })
    expect(answer.status).toBe(201)
    return answer.body
  }
  const record = (...events: ReadonlyArray<ProjectEvent>): Promise<void> =>
    auspex.run(Effect.flatMap(EventOutbox, (outbox) => outbox.record(events)))
  const happened = async (name: ProjectEventName = "project.created", of = workspace): Promise<void> =>
    record(projectEvents[name](randomUUID(), of))
  const eventOf = ({ body }: ReceivedDelivery): string => {
    const { event } = JSON.parse(body)
    expect([event, documentedAnswers.research().mismatchOfEvent(event, JSON.parse(body))]).toEqual([event, undefined])
    return event
  }
  const actions = async (): Promise<ReadonlyArray<string>> =>
    (await as(olive, "GET", `/api/workspaces/${workspace}/audit`)).body.entries
      .map(({ action }: { readonly action: string }) => action)

  it("are subscribed with a secret that is shown once, listed, changed and deleted, all of it audited", async () => {
    const answer = await as(olive, "POST", at(), {
      url: receiver.url,
      events: ["decision_packet.published", "project.created", "project.created"]
    })
    expect([answer.status, answer.body]).toEqual([201, {
      id: answer.body.id,
      url: receiver.url,
      events: ["project.created", "decision_packet.published"],
      secret: expect.stringMatching(/^[0-9a-f]{64}$/u),
      whsec_secret: `whsec_${Buffer.from(answer.body.secret, "utf8").toString("base64")}`,
      active: true,
      created_at: answer.body.created_at
    }])
    const { secret, whsec_secret: _, ...shown } = answer.body
    expect((await as(olive, "GET", at())).body).toEqual({ webhooks: [shown], total: 1, next_cursor: null })
    const changed = await as(olive, "PATCH", at(`/${shown.id}`), { events: ["project.completed"], active: false })
    expect(changed.body).toEqual({ ...shown, events: ["project.completed"], active: false })
    const rotated = await as(olive, "POST", at(`/${shown.id}/rotate`))
    expect([rotated.status, rotated.body.secret === secret]).toEqual([201, false])
    expect(rotated.body.whsec_secret).toBe(`whsec_${Buffer.from(rotated.body.secret, "utf8").toString("base64")}`)
    expect((await as(olive, "DELETE", at(`/${shown.id}`))).body).toEqual({ id: shown.id, deleted: true })
    expect((await as(olive, "GET", at())).body).toEqual({ webhooks: [], total: 0, next_cursor: null })
    const { entries } = (await as(olive, "GET", `/api/workspaces/${workspace}/audit`)).body
    expect(entries.slice(0, 4)).toMatchObject([
      { action: "webhook.delete", account_id: olive.id, subject_type: "webhook", subject_id: shown.id },
      { action: "webhook.rotate" },
      { action: "webhook.update", detail: { events: ["project.completed"], active: false } },
      { action: "webhook.create", detail: { url: receiver.url } }
    ])
    expect(JSON.stringify(entries)).not.toMatch(new RegExp(`${secret}|${rotated.body.secret}`, "u"))
  })

  it("take events of projects only, and addresses as those of accounts", async () => {
    const refused: ReadonlyArray<readonly [object, string]> = [
      [{ url: receiver.url, events: ["question.created"] }, "400 INVALID_EVENT"],
      [{ url: receiver.url, events: [] }, "400 INVALID_REQUEST"],
      [{ url: "ftp://example.org/", events: ["project.created"] }, "400 HTTPS_REQUIRED"],
      [{ url: "http://169.254.169.254/latest", events: ["project.created"] }, "400 SSRF_BLOCKED"]
    ]
    for (const [body, code] of refused) expect(coded(await as(olive, "POST", at(), body)), code).toBe(code)
    const { id } = await hook("/judged")
    for (const [body, code] of refused) {
      expect(coded(await as(olive, "PATCH", at(`/${id}`), body)), code).toBe(code)
    }
    const body = { url: receiver.url, events: ["project.created"] }
    expect(coded(await as(olive, "POST", "/api/webhooks", body))).toBe("400 INVALID_EVENT")
  })

  it("are for admins of the workspace and of the platform, and hidden from everybody else", async () => {
    const { id } = await hook("/hidden")
    await happened()
    await dispatchUntil(auspex, () => receiver.until(1, "/hidden"))
    const { deliveries: [delivery] } = (await as(olive, "GET", at(`/${id}/deliveries`))).body
    const left = await admitted("admin")
    expect((await as(left, "GET", at())).status).toBe(200)
    await as(olive, "DELETE", `/api/workspaces/${workspace}/members/${left.id}`)
    const callers: ReadonlyArray<readonly [string, TestHuman, string]> = [
      ["a viewer", await admitted("viewer"), "403 INSUFFICIENT_PERMISSIONS"],
      ["a member", await admitted("member"), "403 INSUFFICIENT_PERMISSIONS"],
      ["an admin that was removed", left, "404 WORKSPACE_NOT_FOUND"],
      ["a stranger", await verifiedHuman(auspex), "404 WORKSPACE_NOT_FOUND"]
    ]
    const url = receiver.url
    for (const [who, caller, code] of callers) {
      for (
        const [method, path, body] of [
          ["GET", "", undefined],
          ["POST", "", { url, events: ["project.created"] }],
          ["PATCH", `/${id}`, { active: false }],
          ["DELETE", `/${id}`, undefined],
          ["POST", `/${id}/test`, undefined],
          ["POST", `/${id}/rotate`, undefined],
          ["GET", `/${id}/deliveries`, undefined],
          ["POST", `/${id}/deliveries/${delivery.id}/redeliver`, undefined]
        ] as const
      ) expect([who, method, path, coded(await as(caller, method, at(path), body))]).toEqual([who, method, path, code])
    }
    expect(receiver.received).toHaveLength(1)
    expect((await as(olive, "GET", at())).body.webhooks).toMatchObject([{ id, active: true }])
    // Nor does another workspace, an account or the list of the accounts' webhooks reach it.
    const other = await created(olive)
    expect(coded(await as(olive, "DELETE", at(`/${id}`, other)))).toBe("404 WEBHOOK_NOT_FOUND")
    expect(coded(await as(olive, "DELETE", `/api/webhooks/${id}`))).toBe("404 WEBHOOK_NOT_FOUND")
    const own = await subscribe(auspex, olive.token, url, ["question.created"])
    expect(coded(await as(olive, "DELETE", at(`/${own.id}`)))).toBe("404 WEBHOOK_NOT_FOUND")
    const admin = (method: string, path: string, body?: object) =>
      auspex.call(method, `/api/admin/webhooks${path}`, {
        as: auspex.adminKey,
        ...(body === undefined ? {} : { body })
      })
    expect(coded(await admin("PATCH", `/${id}`, { active: false }))).toBe("404 WEBHOOK_NOT_FOUND")
    expect((await admin("GET", "?limit=100")).body.webhooks.map((one: { readonly id: string }) => one.id))
      .not.toContain(id)
  })

  it.each(projectEventNames.map((event) => ({ event })))("get $event signed, with its specified data", async ({
    event
  }) => {
    const path = `/${event}`
    const { id, secret } = await hook(path, [event])
    const cause = projectEvents[event](randomUUID(), workspace)
    await record(...projectEventNames.map((name) => name === event ? cause : projectEvents[name]("other", workspace)))
    const [delivery] = await dispatchUntil(auspex, () => receiver.until(1, path))
    const { body, headers } = delivery!
    expect(JSON.parse(body)).toEqual({
      event,
      data: cause.data,
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u)
    })
    const standard = new StandardWebhook(Buffer.from(secret, "utf8").toString("base64"))
    expect(standard.verify(body, headers as Record<string, string>)).toEqual(JSON.parse(body))
    expect(verifyDelivery(headers, body, secret, Date.now() / 1_000)).toBeUndefined()
    expect([headers["x-ws-event"], headers["x-ws-sequence"]]).toEqual([event, "1"])
    expect((await as(olive, "GET", at(`/${id}/deliveries`))).body).toMatchObject({
      deliveries: [{
        id: headers["webhook-id"],
        event,
        body,
        status: "delivered",
        attempts: [{ number: 1, status: 204 }]
      }],
      total: 1
    })
  })

  it("get what happens in their workspace, and accounts what happens on the platform, whatever they ask for", async () => {
    const other = await created(olive)
    const ada = await linkedAgent(auspex)
    const owners = {
      "the workspace": (await hook("/the-workspace")).id,
      "another workspace": (await hook("/another-workspace", projectEventNames, other)).id,
      "an account": (await subscribe(auspex, ada.key, `${receiver.url}/an-account`, ["question.created"])).id,
      "an admin of both":
        (await subscribe(auspex, olive.token, `${receiver.url}/an-admin-of-both`, ["question.created"]))
          .id
    }
    // No request stores such subscriptions; the fan-out does not rely on it.
    await query(auspex, "update webhooks set events = array(select jsonb_array_elements_text($1::text::jsonb))", [
      JSON.stringify([...platformEventNames, ...projectEventNames])
    ])
    const question = await openQuestion(auspex)
    const root = await createdComment(comment(auspex, ada, question))
    for (const name of projectEventNames) await happened(name)
    await happened("project.created", other)
    await createdComment(replyTo(auspex, await linkedAgent(auspex), root.id))
    const platform: ReadonlyArray<OutboxEventName> = ["question.created", "comment.created", "comment.created"]
    const expected: Readonly<Record<keyof typeof owners, ReadonlyArray<OutboxEventName>>> = {
      "the workspace": projectEventNames,
      "another workspace": ["project.created"],
      "an account": [...platform, "comment.reply"],
      "an admin of both": platform
    }
    const pathOf = (owner: string): string => `/${owner.replaceAll(" ", "-")}`
    await dispatchUntil(
      auspex,
      () => Promise.all(Object.entries(expected).map(([owner, events]) => receiver.until(events.length, pathOf(owner))))
    )
    // The last event has arrived, so all deliveries exist that will.
    const deliveries = await query<{ readonly webhook_id: string; readonly event: OutboxEventName }>(
      auspex,
      "select d.webhook_id, m.event from webhook_deliveries d join webhook_messages m on m.id = d.message_id"
    )
    for (const [owner, id] of Object.entries(owners)) {
      const got = deliveries.filter(({ webhook_id }) => webhook_id === id).map(({ event }) => event)
      expect([owner, got.toSorted()]).toEqual([owner, expected[owner as keyof typeof owners].toSorted()])
    }
    const pulled = (await auspex.call("GET", "/api/events?limit=100", { as: olive.token })).body.events
    expect(pulled.map(({ event }: { readonly event: string }) => event)).toEqual(expect.arrayContaining([...platform]))
    expect(projectEventNames.filter((name) => pulled.some(({ event }: { readonly event: string }) => event === name)))
      .toEqual([])
    await query(auspex, "delete from webhooks")
  })

  it("are tested, and sent again after a failure, with both secrets after a rotation", async () => {
    const { id, secret } = await hook("/again", ["project.created"])
    expect((await as(olive, "POST", at(`/${id}/test`))).body).toMatchObject({ delivered: true, status: 204 })
    receiver.answer = answerWith(500)
    await happened()
    await dispatchUntil(auspex, () => receiver.until(2, "/again"))
    const listed = async (search = "") =>
      (await as(olive, "GET", at(`/${id}/deliveries${search}`))).body.deliveries as ReadonlyArray<
        { readonly id: string; readonly event: string; readonly status: string; readonly sequence: number | null }
      >
    const [failed, ping] = await listed()
    expect([failed, ping]).toMatchObject([
      { event: "project.created", status: "pending", sequence: 1 },
      { event: "webhook.test", status: "delivered", sequence: null }
    ])
    expect(await listed("?event=webhook.test")).toEqual([ping])
    expect(coded(await as(olive, "POST", at(`/${id}/deliveries/${ping!.id}/redeliver`)))).toBe("409 INVALID_TRANSITION")
    expect(coded(await as(olive, "POST", at(`/${id}/deliveries/${randomUUID()}/redeliver`))))
      .toBe("404 DELIVERY_NOT_FOUND")
    await query(auspex, "update webhook_deliveries set status = 'failed', due_at = null where id = $1::uuid", [
      failed!.id
    ])
    receiver.answer = answerWith(204)
    const rotated = (await as(olive, "POST", at(`/${id}/rotate`))).body
    const again = await as(olive, "POST", at(`/${id}/deliveries/${failed!.id}/redeliver`))
    expect(again.body).toMatchObject({ id: failed!.id, status: "pending" })
    const [, first, second] = await dispatchUntil(auspex, () => receiver.until(3, "/again"))
    expect(second!.body).toBe(first!.body)
    for (const signing of [secret, rotated.secret]) {
      expect(verifyDelivery(second!.headers, second!.body, signing, Date.now() / 1_000)).toBeUndefined()
    }
    expect((await actions()).slice(0, 4)).toEqual([
      "webhook.redeliver",
      "webhook.rotate",
      "webhook.test",
      "webhook.create"
    ])
  })

  it("tell the admins of the workspace when they are switched off, and get nothing more", async () => {
    const { id } = await hook("/gone")
    const [bea, viewer, left] = [await admitted("admin"), await admitted("viewer"), await admitted("admin")]
    await as(olive, "DELETE", `/api/workspaces/${workspace}/members/${left.id}`)
    receiver.answer = answerWith(410)
    await happened()
    await dispatchUntil(auspex, () => receiver.until(1, "/gone"))
    expect((await as(olive, "GET", at())).body.webhooks).toMatchObject([{ id, active: false, disabled_reason: "gone" }])
    for (const [human, told] of [[olive, true], [bea, true], [viewer, false], [left, false]] as const) {
      const { notifications } = (await as(human, "GET", "/api/me/notifications")).body
      expect(notifications.map(({ link, type }: { readonly type: string; readonly link: string }) => [type, link]))
        .toEqual(told ? [["webhook_disabled", at()]] : [])
    }
    receiver.answer = answerWith(204)
    await happened()
    await as(olive, "PATCH", at(`/${id}`), { active: true })
    await happened("project.completed")
    await dispatchUntil(auspex, () => receiver.until(2, "/gone"))
    expect(receiver.received.map(eventOf)).toEqual(["project.created", "project.completed"])
    await as(olive, "DELETE", at(`/${id}`))
    const { id: next } = await hook("/next")
    await happened()
    await dispatchUntil(auspex, () => receiver.until(1, "/next"))
    expect(receiver.received.filter(({ path }) => path === "/gone")).toHaveLength(2)
    expect((await as(olive, "GET", at(`/${next}/deliveries`))).body.total).toBe(1)
  })
})
