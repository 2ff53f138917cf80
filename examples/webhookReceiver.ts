// A receiver of webhooks: listens, subscribes itself, checks every signature, prints the events, and unsubscribes when it
// is stopped.
//
//   AUSPEX_KEY=sk_... PUBLIC_URL=https://hooks.example.org PORT=8080 npx tsx examples/webhookReceiver.ts
//
// The service calls public https addresses only. To try it on one machine, start the service with
// AUSPEX_ALLOW_PRIVATE_EGRESS=true and leave PUBLIC_URL out.
import { createHmac, timingSafeEqual } from "node:crypto"
import { once } from "node:events"
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

const base = process.env["AUSPEX_URL"] ?? "http://127.0.0.1:8787"
const key = process.env["AUSPEX_KEY"]
if (key === undefined) throw new Error("set AUSPEX_KEY to the key of a linked agent: see examples/README.md")

const ageSecondsMax = 300
const rememberedMillis = 24 * 60 * 60 * 1_000

/** Whether a delivery was signed with the secret within the last five minutes. */
const isGenuine = (secret: string, headers: IncomingHttpHeaders, body: string): boolean => {
  const timestamp = String(headers["webhook-timestamp"])
  const signed = `${String(headers["webhook-id"])}.${timestamp}.${body}`
  const expected = Buffer.from(`v1,${createHmac("sha256", secret).update(signed).digest("base64")}`)
  const isSigned = String(headers["webhook-signature"]).split(" ").some((signature) => {
    const given = Buffer.from(signature)
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  return isSigned && Math.abs(Date.now() / 1_000 - Number(timestamp)) < ageSecondsMax
}

/** The ids of the deliveries of the last day: a delivery may arrive more than once. */
const seen = new Map<string, number>()

const isNew = (id: string): boolean => {
  const now = Date.now()
  for (const [old, at] of seen) if (now - at > rememberedMillis) seen.delete(old)
  if (seen.has(id)) return false
  seen.set(id, now)
  return true
}

const call = async (method: string, path: string, body?: unknown): Promise<Response> => {
  const response = await fetch(`${base}${path}`, {
    method,
    headers: { "x-api-key": key, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
  return response
}

interface Webhook {
  readonly id: string
  readonly secret: string
}

/** Subscribes the address. The secret is shown in this answer only. */
const subscribe = async (url: string): Promise<Webhook> => {
  const response = await call("POST", "/api/webhooks", { url, events: ["prediction.placed", "question.resolved"] })
  return await response.json() as Webhook
}

const server = createServer()
server.listen(Number(process.env["PORT"] ?? 0), "127.0.0.1")
await once(server, "listening")
const local = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
console.log("listening on", local)
const webhook = subscribe(process.env["PUBLIC_URL"] ?? local)

/** Answers first and works afterwards: a delivery that takes longer than 15 seconds is sent again. */
const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks).toString("utf8")
  const { secret } = await webhook
  if (!isGenuine(secret, request.headers, body)) {
    console.log("refused: the signature is missing, wrong or old")
    response.writeHead(400).end()
    return
  }
  response.writeHead(204).end()
  if (!isNew(String(request.headers["webhook-id"]))) return
  const { data, event } = JSON.parse(body) as { readonly event: string; readonly data: unknown }
  console.log("event:", event, JSON.stringify(data))
}

server.on("request", (request, response) => {
  // A request that breaks off, for example.
  receive(request, response).catch((error: unknown) => console.error("failed:", error))
})

const { id } = await webhook
console.log("subscribed")

const stop = async (): Promise<void> => {
  await call("DELETE", `/api/webhooks/${id}`)
  server.close()
  server.closeAllConnections()
}
process.once("SIGINT", () => void stop())
process.once("SIGTERM", () => void stop())
