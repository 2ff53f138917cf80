import { EventOutbox, projectEventNames } from "@auspex/domain/events"
import { onEmbeddedDatabase } from "@auspex/testkit/databases"
import { answerWith, startWebhookReceiver, type WebhookReceiver } from "@auspex/testkit/outside"
import { Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { callAuspex } from "../commands/callAuspex.ts"
import { verifiedHuman } from "../people.ts"
import { auspexOn } from "../servers.ts"
import { dispatchUntil, privateEgress } from "../webhooks/webhooksWorld.ts"

onEmbeddedDatabase("auspex research webhooks", (db) => {
  const auspex = auspexOn(db, privateEgress)
  let receiver: WebhookReceiver
  let workspace: string
  beforeAll(async () => {
    receiver = await startWebhookReceiver()
    const { id: owner } = await verifiedHuman(auspex)
    workspace = (await auspex.call("POST", "/api/workspaces", {
      as: auspex.adminKey,
      body: { name: "Olive & Sons", owner }
    })).body.id
  })
  afterAll(() => receiver.stop())

  const call = (...argv: ReadonlyArray<string>) =>
    callAuspex(["research", "webhooks", ...argv, "--server", auspex.url], {
      env: { AUSPEX_ADMIN_KEY: auspex.adminKey }
    })
  const ok = async (...argv: ReadonlyArray<string>) => {
    const called = await call(...argv, "--output", "json")
    expect([argv, called.code, called.err.replace(/^The secret.*\n/u, "")]).toEqual([argv, 0, ""])
    return called.json
  }

  it("subscribes, shows deliveries, sends again, rotates and removes", async () => {
    const made = await ok("add", workspace, receiver.url)
    expect(made).toMatchObject({ events: projectEventNames, secret: expect.stringMatching(/^[0-9a-f]{64}$/u) })
    const { id } = made
    await auspex.run(Effect.flatMap(EventOutbox, (outbox) =>
      outbox.record([{
        event: "project.created",
        workspace_id: workspace,
        data: { project_id: "project", kind: "research", title: "Olive oil" }
      }])))
    await dispatchUntil(auspex, () => receiver.until(1))
    expect(await ok("test", workspace, id)).toMatchObject({ delivered: true, status: 204 })
    const { deliveries } = await ok("deliveries", workspace, id, "--status", "delivered")
    expect(deliveries.map(({ event }: { readonly event: string }) => event)).toEqual([
      "webhook.test",
      "project.created"
    ])
    expect((await ok("redeliver", workspace, id, deliveries[1].id)).status).toBe("pending")
    await dispatchUntil(auspex, () => receiver.until(3))
    const changed = await ok("update", workspace, id, "--event", "project.completed", "--no-active")
    expect(changed).toMatchObject({ events: ["project.completed"], active: false })
    expect((await call("list", workspace)).out).toMatch(
      /ID +STATE +URL +EVENTS\n\S+ +off +http:\S+ +project\.completed/u
    )
    expect(made.whsec_secret).toBe(`whsec_${Buffer.from(made.secret).toString("base64")}`)
    const rotated = await ok("rotate", workspace, id)
    expect(rotated.secret).not.toBe(made.secret)
    expect(rotated.whsec_secret).toBe(`whsec_${Buffer.from(rotated.secret).toString("base64")}`)
    const dry = await call("remove", workspace, id, "--dry-run")
    expect(dry.err).toContain(`would delete the webhook ${id}`)
    expect((await ok("list", workspace)).webhooks).toHaveLength(1)
    expect(await ok("remove", workspace, id, "--yes")).toEqual({ id, deleted: true })
    expect((await ok("list", workspace)).webhooks).toEqual([])
  })

  it("says what is wrong", async () => {
    const { id } = await ok("add", workspace, receiver.url, "--event", "project.created")
    const nothing = await call("update", workspace, id)
    expect([nothing.code, nothing.err]).toEqual([2, expect.stringContaining("give --url, --event")])
    const unknown = await call("add", workspace, receiver.url, "--event", "question.created")
    expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining("Allowed choices are project.created")])
    const stranger = await call("deliveries", workspace, "unknown")
    expect([stranger.code, stranger.err]).toEqual([3, expect.stringContaining("[WEBHOOK_NOT_FOUND]")])
    receiver.answer = answerWith(500)
    expect((await call("test", workspace, id)).code).toBe(1)
  })
})
