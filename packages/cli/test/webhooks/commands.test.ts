import { onEmbeddedDatabase } from "@auspex/testkit/databases"
import { startWebhookReceiver, type WebhookReceiver } from "@auspex/testkit/outside"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { callAuspex } from "../commands/callAuspex.ts"
import { linkedAgent, openQuestion } from "../people.ts"
import { auspexOn } from "../servers.ts"
import { dispatchUntil, privateEgress, subscribe } from "./webhooksWorld.ts"

const secret = "0123456789abcdef".repeat(4)
const body =
  "{\"event\":\"question.created\",\"data\":{\"question_id\":\"q\"},\"timestamp\":\"2026-11-22T10:00:00.000Z\"}"

/** Starts `auspex listen` on a free port, and waits until it listens. */
const listening = (...args: ReadonlyArray<string>) =>
  new Promise<{ readonly url: string; readonly ended: ReturnType<typeof callAuspex> }>((resolve) => {
    const ended = callAuspex(["listen", "--port", "0", ...args], {
      onError: (text) => {
        const url = /http:\S+(?=;)/.exec(text)?.[0]
        if (url !== undefined) resolve({ url, ended })
      }
    })
  })

describe("the tools for receivers", () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), "auspex-receiver-"))
    writeFileSync(path.join(folder, "secret"), `${secret}\n`)
    writeFileSync(path.join(folder, "body.json"), body)
    writeFileSync(path.join(folder, "two-lines.json"), JSON.stringify({ event: "a\r\nx-ws-event: b" }))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const file = (name: string) => path.join(folder, name)

  it("sign a body as the service does, and verify it until it is five minutes old", async () => {
    const signing = [
      "sign",
      file("body.json"),
      "--secret-file",
      file("secret"),
      "--id",
      "d1",
      "--timestamp",
      "1790000000"
    ]
    const signed = await callAuspex([...signing, "--output", "json"])
    expect(signed.json.headers).toEqual({
      "content-type": "application/json",
      "x-ws-event": "question.created",
      "x-ws-signature": "sha256=851f59a7d18a3a905cdf12f0023feab334c25daf1181c782987bead1cb1a9a3c",
      "x-ws-delivery": "d1",
      "webhook-id": "d1",
      "webhook-timestamp": "1790000000",
      "webhook-signature": "v1,LvDn5Xb6QsmOhSOsXPHimylujMN8eZe3X+PPsXTnphI="
    })
    const headers = Object.entries<string>(signed.json.headers).flatMap((
      [name, value]
    ) => ["--header", `${name}: ${value}`])
    const verify = (at: string, ...extra: ReadonlyArray<string>) =>
      callAuspex([
        "verify",
        file("body.json"),
        "--secret-file",
        file("secret"),
        "--at",
        at,
        "--output",
        "json",
        ...extra
      ])
    expect((await verify("1790000300", ...headers)).json).toEqual({ valid: true })
    const late = await verify("1790000301", ...headers)
    expect([late.code, late.json]).toEqual([1, { valid: false, problem: "too old or too new" }])
    expect((await verify("1790000000")).json).toEqual({ valid: false, problem: "missing headers" })
  })

  it("listen, check and print, and end after a number of deliveries", async () => {
    const { ended, url } = await listening("--count", "2", "--secret-file", file("secret"), "--output", "ndjson")
    const signed = await callAuspex(["sign", file("body.json"), "--secret-file", file("secret"), "--output", "json"])
    for (const headers of [signed.json.headers, { ...signed.json.headers, "x-ws-signature": "sha256=00" }]) {
      expect((await fetch(`${url}/hook`, { method: "POST", headers, body })).status).toBe(204)
    }
    const { out } = await ended
    expect(out.trim().split("\n").map((line) => JSON.parse(line)).map(({ path, signature }) => [path, signature]))
      .toEqual([
        ["/hook", "genuine"],
        ["/hook", "wrong body signature"]
      ])
  })

  it("listen, and show what strangers send without its control characters", async () => {
    const { ended, url } = await listening("--count", "1")
    await fetch(url, { method: "POST", body: "\u001b[31mred\u0007\u202e" })
    expect((await ended).out).toContain("\ufffd[31mred\ufffd\ufffd")
  })

  it("listen, and count no request that is not a delivery", async () => {
    const { ended, url } = await listening("--count", "1")
    expect((await fetch(url)).status).toBe(405)
    await fetch(url, { method: "POST", body: "the delivery" })
    expect((await ended).out).toContain("the delivery")
  })

  it.each([
    ["id", "body.json", "--id", "d1\nx-ws-event: other"],
    ["event", "body.json", "--event", "überraschung"],
    ["event", "two-lines.json"]
  ])("refuse an %s that cannot stand in a header: %s %s", async (name, of, ...flags) => {
    const refused = await callAuspex(["sign", file(of), "--secret-file", file("secret"), ...flags])
    expect([refused.code, refused.out]).toEqual([2, ""])
    expect(refused.err).toContain(`the ${name} is not the value of a header`)
  })

  it("take a secret in the notation of Standard Webhooks, too", async () => {
    const { out: expected } = await callAuspex([
      "sign",
      file("body.json"),
      "--secret-file",
      file("secret"),
      "--timestamp",
      "1",
      "--id",
      "d"
    ])
    writeFileSync(path.join(folder, "whsec"), `whsec_${Buffer.from(secret).toString("base64")}\n`)
    const { out } = await callAuspex([
      "sign",
      file("body.json"),
      "--secret-file",
      file("whsec"),
      "--timestamp",
      "1",
      "--id",
      "d"
    ])
    expect(out).toBe(expected)
    writeFileSync(path.join(folder, "whsec"), `whsec_${Buffer.from("short").toString("base64")}\n`)
    const refused = await callAuspex(["sign", file("body.json"), "--secret-file", file("whsec")])
    expect(refused.err).toContain("does not hold a secret")
  })

  it("refuse a file that holds no secret", async () => {
    const refused = await callAuspex(["sign", file("body.json"), "--secret-file", file("body.json")])
    expect(refused.code).toBe(2)
    expect(refused.err).toContain("does not hold a secret")
  })
})

onEmbeddedDatabase("auspex webhooks", (db) => {
  const auspex = auspexOn(db, privateEgress)
  let receiver: WebhookReceiver
  beforeAll(async () => {
    receiver = await startWebhookReceiver()
  })
  afterAll(() => receiver.stop())

  it("lists webhooks and deliveries, tests, and sends again after a dry run", async () => {
    const call = (...argv: ReadonlyArray<string>) =>
      callAuspex(["webhooks", ...argv, "--server", auspex.url, "--output", "json"], {
        env: { AUSPEX_ADMIN_KEY: auspex.adminKey }
      })
    const agent = await linkedAgent(auspex)
    const { id } = await subscribe(auspex, agent.key, receiver.url, ["question.created"])
    await openQuestion(auspex)
    await dispatchUntil(auspex, () => receiver.until(1))
    const listed = await call("list", "--account", agent.name)
    expect(listed.json.webhooks).toMatchObject([{ id, user_name: agent.name, pending: 0 }])
    expect((await call("test", id)).json).toMatchObject({ delivered: true, status: 204 })
    const deliveries = await call("deliveries", id, "--status", "delivered")
    expect(deliveries.json.deliveries.map(({ event }: { event: string }) => event)).toEqual([
      "webhook.test",
      "question.created"
    ])
    const dry = await call("redeliver", id, "--status", "delivered", "--dry-run")
    expect([dry.json, dry.err]).toEqual([
      { count: 1, dry_run: true },
      expect.stringContaining("would send 1 deliveries again")
    ])
    for (const time of ["0000-01-01", "9999-12-31T23:59:59-14:00"]) {
      const { body, status } = await auspex.call("GET", `/api/webhooks/${id}/deliveries?from=${time}`, {
        as: agent.key
      })
      expect([status, body.total]).toEqual([200, time.startsWith("0") ? 2 : 0])
    }
    for (const time of ["yesterday", "", "1", "2026-13-01", "2026-11-26T05:18"]) {
      const refused = await call("redeliver", id, "--from", time)
      expect([refused.code, refused.err]).toEqual([2, expect.stringContaining("--from must be a day such as")])
    }
    expect((await call("redeliver", id, "--status", "delivered")).json).toEqual({ count: 1, dry_run: false })
    await dispatchUntil(auspex, () => receiver.until(3))
  })
})
