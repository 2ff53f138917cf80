import { outboundNode } from "@auspex/adapters-http/outbound"
import { Outbound, outboundTimeoutMillis } from "@auspex/domain/kernel"
import { onEmbeddedDatabase } from "@auspex/testkit/databases"
import { outsideOfUnits, startWebhookReceiver, type WebhookReceiver } from "@auspex/testkit/outside"
import { Effect, Layer } from "effect"
import * as net from "node:net"
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished } from "vitest"
import { certificate, certificateKey } from "../../../adapters-http/test/outbound/certificate.ts"
import { linkedAgent, openQuestion } from "../people.ts"
import { eventually } from "../raw.ts"
import { auspexOn } from "../servers.ts"
import { expired, selfSigned } from "./certificates.ts"
import { faultyAnswers, type Listening, startBare, startFullQueue, startSecure } from "./faultyReceivers.ts"
import { deliveriesOf, dispatchUntil, privateEgress, subscribe } from "./webhooksWorld.ts"

/** A connection that the service opened. */
interface Dialled {
  readonly port: number
  readonly socket: net.Socket
  isConnected: boolean
}
const dialled: Array<Dialled> = []
/** Time limits of requests that replace the service's, by URL: what never ends is not waited for. */
const limits = new Map<string, number>()
const askedLimits = new Set<number | undefined>()

const dial = (address: string, port: number): net.Socket => {
  const socket = net.connect({ host: address, port, noDelay: true })
  const entry: Dialled = { port, socket, isConnected: false }
  dialled.push(entry)
  return socket.once("connect", () => {
    entry.isConnected = true
  })
}

/** The service's own egress, with the names and connections of this file. */
const watchedEgress = Layer.effect(
  Outbound,
  Effect.map(Outbound, (outbound) =>
    Outbound.of({
      ...outbound,
      request: (request) => {
        askedLimits.add(request.timeoutMillis)
        const timeoutMillis = limits.get(request.url) ?? request.timeoutMillis ?? outboundTimeoutMillis
        return outbound.request({ ...request, timeoutMillis })
      }
    }))
).pipe(
  Layer.provide(
    outboundNode({ allowPrivate: true, trusted: certificate, dial, resolve: () => Promise.resolve(["127.0.0.1"]) })
  )
)

/** How many bytes of one answer are read from a connection at most: 16 KiB, and what the socket has buffered. */
const bytesReadMax = 262_144
/** How long a request that can only end by its time limit may take. */
const shortLimit = 300
const timedOut = `timeout: not done within ${shortLimit} ms`
const noAnswer = (detail: string) =>
  expect.stringMatching(new RegExp(`^broken: no answer from 127\\.0\\.0\\.1: ${detail}`))
const untrusted = (host: string, detail: string) =>
  expect.stringMatching(new RegExp(`^tls: no trusted connection to ${host}: .*${detail}`))

type ServerName = "answers" | "reset" | "full" | "plain" | "selfsigned" | "wrong" | "expired" | "trusted"

interface Fault {
  readonly receiver: string
  readonly at: ServerName
  readonly path?: string
  /** What the owner reads of the attempt, apart from its time. */
  readonly reads: { readonly status?: number; readonly error?: string; readonly response?: unknown }
  readonly becomes: "pending" | "delivered" | "failed"
  /** The least and the most seconds until the next attempt. */
  readonly waits?: readonly [number, number]
  readonly isGone?: boolean
  readonly isNeverConnected?: boolean
  /** Whether only the time limit ends the attempt. */
  readonly isEndless?: boolean
}

/** The first delay of the schedule, varied by a fifth. */
const firstStep = [4, 6] as const
const retried = (reads: Fault["reads"], more: Partial<Fault> = {}) =>
  ({ reads, becomes: "pending", waits: firstStep, ...more }) as const
const refused = (status: number, more: Partial<Fault> = {}) =>
  retried({ status, error: `the receiver answered ${status}` }, more)
const endless = (more: Partial<Fault> = {}) => retried({ error: timedOut }, { isEndless: true, ...more })
const delivered = (status: number, response?: unknown) =>
  ({ reads: { status, ...(response === undefined ? {} : { response }) }, becomes: "delivered" }) as const

const faults: ReadonlyArray<Fault> = [
  {
    receiver: "answers 500",
    at: "answers",
    path: "/error",
    ...retried({ status: 500, error: "the receiver answered 500", response: "out of order" })
  },
  { receiver: "asks for 8 seconds", at: "answers", path: "/busy", ...refused(429, { waits: [8, 8] }) },
  // A day at the most, and never less than the scheduled delay.
  {
    receiver: "asks for two days",
    at: "answers",
    path: "/busy-for-two-days",
    ...refused(429, { waits: [86_400, 86_400] })
  },
  { receiver: "asks for no delay", at: "answers", path: "/busy-for-nothing", ...refused(429, { waits: [5, 5] }) },
  {
    receiver: "is gone",
    at: "answers",
    path: "/gone",
    reads: { status: 410, error: "the receiver answered 410" },
    becomes: "failed",
    isGone: true
  },
  { receiver: "redirects to a private address", at: "answers", path: "/redirect", ...refused(301) },
  { receiver: "redirects to another page", at: "answers", path: "/see-other", ...refused(303) },
  { receiver: "redirects the same request", at: "answers", path: "/preserve", ...refused(308) },
  { receiver: "accepts no connection", at: "full", ...endless({ isNeverConnected: true }) },
  { receiver: "never answers", at: "answers", path: "/silent", ...endless() },
  { receiver: "stops after the headers", at: "answers", path: "/head-only", ...endless() },
  { receiver: "stops within the body", at: "answers", path: "/half", ...endless() },
  { receiver: "answers byte by byte without an end", at: "answers", path: "/drip", ...endless() },
  {
    receiver: "answers with 10 GB",
    at: "answers",
    path: "/endless",
    ...delivered(200, "x".repeat(500))
  },
  {
    receiver: "fails with an endless explanation",
    at: "answers",
    path: "/endless-chunks",
    ...retried({ status: 500, error: "the receiver answered 500", response: "x".repeat(500) })
  },
  {
    receiver: "answers with a gzip bomb",
    at: "answers",
    path: "/bomb",
    // As it came: nothing is inflated.
    ...delivered(200, expect.stringContaining("\u001f\ufffd\b"))
  },
  {
    receiver: "resets the connection at once",
    at: "reset",
    ...retried({ error: expect.stringMatching(/^(broken|connect): no /) })
  },
  {
    receiver: "resets the connection within the body",
    at: "answers",
    path: "/reset",
    ...retried({ error: noAnswer("") })
  },
  {
    receiver: "closes the connection",
    at: "answers",
    path: "/cut",
    ...retried({ error: noAnswer("other side closed") })
  },
  { receiver: "speaks no HTTP", at: "answers", path: "/garbage", ...retried({ error: noAnswer(".*HTTP") }) },
  {
    receiver: "sends a long header",
    at: "answers",
    path: "/long-header",
    ...retried({ error: noAnswer("Headers Overflow") })
  },
  {
    receiver: "sends many headers",
    at: "answers",
    path: "/many-headers",
    ...retried({ error: noAnswer("Headers Overflow") })
  },
  {
    receiver: "switches protocols",
    at: "answers",
    path: "/upgrade",
    ...retried({ error: "broken: 127.0.0.1 answered 101: it wants to switch protocols, which was not asked for" })
  },
  {
    receiver: "sends interim answers without an end",
    at: "answers",
    path: "/interim",
    ...retried({ error: "broken: 127.0.0.1 sent more than 10 responses of status 1xx" })
  },
  { receiver: "speaks http at an https address", at: "plain", ...retried({ error: untrusted("127.0.0.1", "") }) },
  {
    receiver: "has a certificate of its own",
    at: "selfsigned",
    ...retried({ error: untrusted("selfsigned.auspex.test", "SELF_SIGNED") })
  },
  {
    receiver: "has a certificate for another name",
    at: "wrong",
    ...retried({ error: untrusted("receiver.example", "ALTNAME") })
  },
  {
    receiver: "has an expired certificate",
    at: "expired",
    ...retried({ error: untrusted("expired.auspex.test", "EXPIRED") })
  },
  { receiver: "has a trusted certificate", at: "trusted", ...delivered(204) }
]

onEmbeddedDatabase("deliveries to faulty receivers", (db) => {
  const auspex = auspexOn(db, {
    ...privateEgress,
    interceptor: outsideOfUnits.pipe(Layer.provide(watchedEgress))
  })
  let healthy: WebhookReceiver
  let answers: WebhookReceiver
  let urls: Readonly<Record<ServerName, string>>
  const servers: Array<Listening> = []
  const published: Array<string> = []

  beforeAll(async () => {
    healthy = await startWebhookReceiver()
    const answering = faultyAnswers(`${healthy.url}/trap`)
    answers = await startWebhookReceiver((delivery, response, request) =>
      answering[delivery.path]!(delivery, response, request)
    )
    const start = async (starting: Promise<Listening>): Promise<number> => {
      const server = await starting
      servers.push(server)
      return server.port
    }
    const trusted = await start(startSecure({ cert: certificate, key: certificateKey }))
    urls = {
      answers: answers.url,
      reset: `http://127.0.0.1:${await start(startBare((socket) => void socket.resetAndDestroy()))}`,
      full: `http://127.0.0.1:${await start(startFullQueue())}`,
      plain: `https://127.0.0.1:${await start(
        startBare((socket) => void socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"))
      )}`,
      selfsigned: `https://selfsigned.auspex.test:${await start(startSecure(selfSigned))}`,
      expired: `https://expired.auspex.test:${await start(startSecure(expired))}`,
      trusted: `https://hooks.auspex.test:${trusted}`,
      wrong: `https://receiver.example:${trusted}`
    }
    const { key } = await linkedAgent(auspex)
    await subscribe(auspex, key, `${healthy.url}/healthy`, ["question.created"])
  })
  afterEach(() => Effect.runPromise(db.shiftClock("0")))
  afterAll(() => Promise.all([healthy.stop(), answers.stop(), ...servers.map(({ stop }) => stop())]))

  const publish = async (): Promise<string> => {
    const question = await openQuestion(auspex)
    published.push(question)
    return question
  }
  const healthyHas = (question: string): boolean =>
    healthy.received.some(({ body, path }) => path === "/healthy" && body.includes(question))

  it.each(faults)("one that $receiver", async (fault) => {
    const { at, becomes, isEndless = false, isGone = false, isNeverConnected = false, path = "", reads, waits } = fault
    // The next attempt does not become due, however long this takes.
    const now = new Date()
    await Effect.runPromise(db.freezeClock(now))
    const agent = await linkedAgent(auspex)
    const url = urls[at] + path
    if (isEndless) limits.set(url, shortLimit)
    const hook = await subscribe(auspex, agent.key, url, ["question.created"])
    onTestFinished(async () => {
      await auspex.call("DELETE", `/api/webhooks/${hook.id}`, { as: agent.key })
    })
    dialled.length = 0
    const question = await publish()
    const attempted = async () => (await deliveriesOf(auspex, agent.key, hook.id))[0]?.attempts.length === 1
    await dispatchUntil(auspex, () =>
      Promise.all([
        eventually("an attempt", attempted, 200_000, 50),
        eventually("a delivery to the healthy receiver", () => healthyHas(question), 200_000)
      ]))

    const [delivery] = await deliveriesOf(auspex, agent.key, hook.id)
    const [attempt] = delivery.attempts
    expect(delivery.attempts).toEqual([
      { number: 1, at: expect.any(String), duration_ms: expect.any(Number), ...reads }
    ])
    expect(delivery.status).toBe(becomes)
    const seconds = (Date.parse(delivery.next_attempt_at) - Date.parse(attempt.at) - attempt.duration_ms) / 1_000
    if (waits === undefined) expect(delivery.next_attempt_at).toBeUndefined()
    else {
      expect(seconds).toBeGreaterThanOrEqual(waits[0] - 0.01)
      expect(seconds).toBeLessThanOrEqual(waits[1] + 0.01)
    }
    const shown = (await auspex.call("GET", `/api/webhooks/${hook.id}`, { as: agent.key })).body
    expect([shown.active, shown.disabled_reason, shown.failing_since]).toEqual([
      !isGone,
      isGone ? "gone" : undefined,
      becomes === "delivered" ? undefined : now.toISOString()
    ])

    const opened = dialled.filter(({ port }) => port === Number(new URL(url).port))
    expect(opened.length).toBe(1)
    if (isNeverConnected) expect(opened[0]!.isConnected).toBe(false)
    else await eventually("the connection is closed", () => opened[0]!.socket.destroyed, 200_000)
    expect(opened[0]!.socket.bytesRead).toBeLessThan(bytesReadMax)
    expect(healthy.received.filter(({ path }) => path === "/trap")).toEqual([])
  })

  it("delay no others: a healthy one gets everything while they hold all their connections", async () => {
    const stuck = ["/silent", "/head-only", "/half", "/drip"]
    const holding = await startWebhookReceiver(answers.answer)
    const hooks = await Promise.all(stuck.map(async (path) => {
      const agent = await linkedAgent(auspex)
      const url = holding.url + path
      limits.set(url, 300_000)
      return { ...(await subscribe(auspex, agent.key, url, ["question.created"])), key: agent.key }
    }))
    const questions: Array<string> = []
    for (let n = 0; n < 6; n++) questions.push(await publish())
    const attempts = await dispatchUntil(auspex, async () => {
      for (const path of stuck) await holding.until(4, path)
      for (let n = 0; n < 4; n++) questions.push(await publish())
      await eventually("all deliveries to the healthy receiver", () => questions.every(healthyHas), 200_000)
      const logs = await Promise.all(hooks.map(({ id, key }) => deliveriesOf(auspex, key, id)))
      // The dispatcher waits for requests in flight when it stops.
      await holding.stop()
      return logs.map((log) => log.map(({ attempts }) => attempts.length))
    })
    expect(attempts).toEqual(stuck.map(() => questions.map(() => 0)))
    // Four at a time, and no more.
    expect(stuck.map((path) => holding.received.filter((delivery) => delivery.path === path).length)).toEqual(
      stuck.map(() => 4)
    )
  })

  it("are given 15 seconds each, and the healthy one has got every event once", () => {
    expect([...askedLimits]).toEqual([15_000])
    const received = healthy.received.filter(({ path }) => path === "/healthy")
    expect(received.map(({ headers }) => Number(headers["x-ws-sequence"])).toSorted((one, other) => one - other))
      .toEqual(
        published.map((_, index) => index + 1)
      )
    expect(new Set(received.map(({ body }) => JSON.parse(body).data.question_id))).toEqual(new Set(published))
  })
})
