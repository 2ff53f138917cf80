import { Outbound, type OutboundRequest } from "@auspex/domain/kernel"
import { type WebhookMessage, WebhookTransport } from "@auspex/domain/webhooks"
import { Effect, Fiber, Layer, type Scope } from "effect"
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { EgressClient } from "../../src/outbound/EgressClient.ts"
import { EgressGuard } from "../../src/outbound/EgressGuard.ts"
import { outboundNode, SecretBox, webhookTransportNode } from "../../src/outbound/index.ts"

/** How many requests to one origin are under way at a time. */
const connectionsMax = 16

/** Answers only when a test says so. */
const asked: Array<{ readonly path: string; readonly response: ServerResponse }> = []
const server = createServer((request, response) => {
  request.resume().on("end", () => asked.push({ path: request.url!, response }))
})
const urlOf = (path: string): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`

beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve())))
beforeEach(() => void asked.splice(0))
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

const box = new SecretBox(new Uint8Array(32).fill(1))
const layer = webhookTransportNode(Effect.succeed(box)).pipe(
  Layer.provideMerge(outboundNode({ allowPrivate: true }))
)
const run = <A>(work: Effect.Effect<A, unknown, Outbound | WebhookTransport | Scope.Scope>): Promise<A> =>
  Effect.runPromise(Effect.provide(Effect.scoped(work), layer))
const reached = (count: number) => Effect.promise(() => expect.poll(() => asked.length).toBe(count))
const pathOf = (n: number): string => `/${n}`
const firstPaths = Array.from({ length: connectionsMax }, (_, n) => pathOf(n))

/** Begins requests in their order; what came of each is at its number. */
const beginMany = (count: number, request: (n: number) => Partial<OutboundRequest> = () => ({})) =>
  Effect.gen(function*() {
    const outbound = yield* Outbound
    const outcomes: Array<number | string | undefined> = Array.from({ length: count }, () => undefined)
    const fibers = yield* Effect.forEach(outcomes, (_, n) =>
      Effect.fork(
        Effect.match(outbound.request({ url: urlOf(pathOf(n)), body: "{}", ...request(n) }), {
          onFailure: ({ message }) => void (outcomes[n] = message),
          onSuccess: ({ status }) => void (outcomes[n] = status)
        })
      ))
    return { outcomes, fibers }
  })

describe("more requests to one origin than may be under way", () => {
  it("wait and are sent in their order, with headers of the moment at which they begin", () =>
    run(Effect.gen(function*() {
      const begun: Array<number> = []
      const { outcomes } = yield* beginMany(20, (n) => ({
        headers: () => {
          begun.push(n)
          return { "x-number": String(n) }
        }
      }))
      yield* reached(connectionsMax)
      expect(begun).toEqual(Array.from({ length: connectionsMax }, (_, n) => n))
      for (let n = 0; n < 20; n++) {
        yield* reached(Math.min(20, connectionsMax + n))
        asked[n]!.response.writeHead(204).end()
        yield* Effect.promise(() => expect.poll(() => outcomes.filter((outcome) => outcome === 204).length).toBe(n + 1))
        expect(begun.length).toBe(Math.min(20, connectionsMax + n + 1))
      }
      expect(begun).toEqual(Array.from({ length: 20 }, (_, n) => n))
    })))

  it("are never sent once they were interrupted, or their time was over", () =>
    run(Effect.gen(function*() {
      const { fibers, outcomes } = yield* beginMany(19, (n) => n === 17 ? { timeoutMillis: 1 } : {})
      yield* reached(connectionsMax)
      yield* Fiber.interrupt(fibers[16]!)
      yield* Effect.promise(() => expect.poll(() => outcomes[17]).toBe("timeout: not done within 1 ms"))
      asked[0]!.response.writeHead(204).end()
      yield* reached(connectionsMax + 1)
      expect(new Set(asked.map(({ path }) => path))).toEqual(new Set([...firstPaths, pathOf(18)]))
      expect(outcomes[16]).toBeUndefined()
    })))

  it("fail one by one when their headers cannot be made, however many they are", () =>
    run(Effect.gen(function*() {
      const { outcomes } = yield* beginMany(10_000, (n) =>
        n < connectionsMax ? {} : {
          headers: () => {
            throw new Error(`no header ${n}`)
          }
        })
      yield* reached(connectionsMax)
      asked[0]!.response.writeHead(204).end()
      yield* Effect.promise(() => expect.poll(() => outcomes.at(-1)).toBe("broken: no header 9999"))
      expect(outcomes.filter((outcome) => typeof outcome === "string")).toHaveLength(10_000 - connectionsMax)
    })))
})

describe("a message", () => {
  const message = (secrets: WebhookMessage["secrets"]): WebhookMessage => ({
    webhook_id: "00000000-0000-7000-8000-000000000001",
    url: urlOf("/hook"),
    id: "00000000-0000-7000-8000-000000000002",
    sequence: 1,
    event: "survey.opened",
    body: "{}",
    secrets
  })
  const resultOf = (secrets: WebhookMessage["secrets"]) =>
    Effect.flatMap(WebhookTransport, ({ send }) => send(message(secrets)))

  it("that cannot be signed is not sent, and the attempt says why", () =>
    run(Effect.gen(function*() {
      const foreign = new SecretBox(new Uint8Array(32).fill(2)).seal("secret", "webhook:another:1")
      expect(yield* resultOf([{ version: 1, sealed: foreign }])).toEqual({
        error: "the message could not be signed",
        durationMillis: expect.any(Number)
      })
      expect(yield* resultOf([])).toMatchObject({ error: "the webhook has no secret" })
      expect(asked).toEqual([])
    })))
})

describe("a request that has ended", () => {
  it("keeps nothing of its response, even for a caller that may still interrupt it", async () => {
    setFlagsFromString("--expose-gc")
    const collect: () => void = runInNewContext("gc")
    const client = new EgressClient(new EgressGuard({ allowPrivate: true }))
    let body: WeakRef<Uint8Array> | undefined
    const request = { url: urlOf("/large"), method: "POST", headers: {}, body: "{}" } as const
    const interrupt = client.send({ ...request, timeoutMillis: 9_000, readMax: 20_000 }, (outcome) => {
      if (!(outcome instanceof Error)) body = new WeakRef(outcome.body)
    })
    await expect.poll(() => asked.length).toBe(1)
    asked[0]!.response.end("x".repeat(10_000))
    await expect.poll(() => body).toBeDefined()
    await expect.poll(() => {
      collect()
      return body!.deref()
    }).toBeUndefined()
    interrupt()
    await client.close()
  })
})

describe("the client", () => {
  it("reports once, after it was called, and nothing when it is interrupted", async () => {
    const client = new EgressClient(new EgressGuard({ allowPrivate: true }))
    const reported: Array<string> = []
    const send = (name: string, url: string) =>
      client.send({ url, method: "POST", headers: {}, body: "{}", timeoutMillis: 9_000, readMax: 9 }, (outcome) => {
        reported.push(outcome instanceof Error ? `${name}: ${outcome.constructor.name}` : `${name}: ${outcome.status}`)
      })
    const interrupt = send("interrupted", urlOf("/never"))
    const tooEarly = send("refused and interrupted", "http://a b/")
    send("refused", "http://a b/")
    send("answered", urlOf("/hook"))
    expect(reported).toEqual([])
    interrupt()
    tooEarly()
    await expect.poll(() => asked.some(({ path }) => path === "/hook")).toBe(true)
    for (const { path, response } of asked) if (path === "/hook") response.writeHead(202).end()
    await expect.poll(() => reported.length).toBe(2)
    expect(reported).toEqual(["refused: Blocked", "answered: 202"])
    await client.close()
  })
})
