import { Outbound } from "@auspex/domain/kernel"
import { afterAll, beforeAll, describe, expect, it } from "@effect/vitest"
import { Chunk, Effect, Stream } from "effect"
import * as net from "node:net"
import { outboundNode } from "../../src/outbound/index.ts"

const final = "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 5\r\n\r\nfinal"
const proceed = "HTTP/1.1 100 Continue\r\n\r\n"
const processing = "HTTP/1.1 102 Processing\r\nx-progress: 10\r\n\r\n"
const hints = "HTTP/1.1 103 Early Hints\r\nlink: </a.css>; rel=preload\r\nlink: </b.js>; rel=preload\r\n\r\n"
const switching = "HTTP/1.1 101 Switching Protocols\r\n\r\n"
const upgrade = "HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\r\n"

/** What a receiver sends before its final response. */
const skipped: Readonly<Record<string, string>> = {
  nothing: "",
  "100 Continue": proceed,
  "100 Continue with headers": "HTTP/1.1 100 Continue\r\nserver: old\r\nx-a: HTTP/1.1 200 OK\r\n\r\n",
  "100 without a reason": "HTTP/1.1 100\r\n\r\n",
  "100 of HTTP/1.0": "HTTP/1.0 100 Continue\r\n\r\n",
  "102 Processing": processing,
  "103 Early Hints": hints,
  "an unknown 1xx": "HTTP/1.1 199 Almost\r\n\r\n",
  "several of them": proceed + processing + hints + proceed + hints,
  "ten of them": proceed.repeat(10)
}
const refused: Readonly<Record<string, readonly [string, string]>> = {
  "101 without a protocol": [switching, "it wants to switch protocols"],
  "101 with a protocol": [upgrade, "it wants to switch protocols"],
  "101 after a 100": [proceed + upgrade, "it wants to switch protocols"],
  "eleven 100": [proceed.repeat(11), "more than 10 responses of status 1xx"],
  "eleven of several kinds": [(proceed + hints + processing).repeat(4), "more than 10 responses of status 1xx"]
}

type Pace = "at once" | "byte by byte"

const byteByByte = async (socket: net.Socket, text: string): Promise<void> => {
  for (const byte of Buffer.from(text)) {
    if (socket.destroyed) return
    socket.write(Buffer.of(byte))
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** A server that answers a request to `/<pace>/<before>` with those texts, and to `/endless` with 1xx for ever. */
const answerTo = (socket: net.Socket, request: string): void => {
  const [, pace, before = ""] = decodeURIComponent(/^\w+ (\S+)/.exec(request)?.[1] ?? "").split("/")
  if (pace === "endless") {
    const timer = setInterval(() => socket.write(before === "100" ? proceed : hints), 1)
    socket.on("close", () => clearInterval(timer))
    return
  }
  const text = (skipped[before] ?? refused[before]?.[0] ?? "") + final
  if (pace === "byte by byte") void byteByByte(socket, text)
  else socket.write(text)
}

const server = net.createServer((socket) => {
  socket.setNoDelay(true)
  let request = ""
  socket.on("error", () => socket.destroy())
  socket.on("data", (bytes) => {
    request += bytes.toString("latin1")
    // Every request of these tests has its body in the same segment, or none.
    if (!request.includes("\r\n\r\n")) return
    answerTo(socket, request)
    request = ""
  })
})
const urlOf = (pace: Pace | "endless", before: string): string =>
  `http://127.0.0.1:${(server.address() as net.AddressInfo).port}/${encodeURIComponent(pace)}/${
    encodeURIComponent(before)
  }`

beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve())))
afterAll(() => void server.close())

type Send = (url: string) => Effect.Effect<string, unknown, Outbound>
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString()

/** Everything that leaves through the guard. */
const ways: Readonly<Record<string, Send>> = {
  "a delivery": (url) =>
    Effect.flatMap(
      Outbound,
      (outbound) => Effect.map(outbound.request({ url, body: "{}" }), ({ body }) => textOf(body))
    ),
  "a page": (url) => Effect.flatMap(Outbound, (outbound) => Effect.map(outbound.page({ url }), ({ text }) => text)),
  "a stream of a model": (url) =>
    Effect.scoped(Effect.gen(function*() {
      const { body } = yield* (yield* Outbound).open({ url, method: "POST", body: "{}" })
      return Buffer.concat(Chunk.toArray(yield* Stream.runCollect(body))).toString()
    }))
}

describe.each(Object.entries(ways))("%s", (_, send) => {
  const sent = (url: string) => Effect.provide(send(url), outboundNode({ allowPrivate: true }))

  it.live.each(Object.keys(skipped))("arrives when the answer comes after %s", (before) =>
    Effect.gen(function*() {
      expect(yield* sent(urlOf("at once", before))).toBe("final")
      expect(yield* sent(urlOf("byte by byte", before))).toBe("final")
    }))

  it.live.each(Object.entries(refused))(
    "is refused clearly after %s",
    ([before, [, reason]]) =>
      Effect.gen(function*() {
        for (const pace of ["at once", "byte by byte"] as const) {
          expect(yield* Effect.flip(sent(urlOf(pace, before)))).toMatchObject({
            reason: "broken",
            detail: expect.stringContaining(reason) as string
          })
        }
      })
  )

  it.live.each(["100", "103"])(
    "ends long before its deadline when %s comes for ever",
    (status) =>
      Effect.gen(function*() {
        expect(yield* Effect.flip(sent(urlOf("endless", status)))).toMatchObject({
          reason: "broken",
          detail: expect.stringContaining("more than 10 responses") as string
        })
      })
  )
})

describe("deliveries to one receiver", () => {
  it.live("arrive one after another, whichever of them meet interim responses", () =>
    Effect.gen(function*() {
      const outbound = yield* Outbound
      for (const interim of ["100 Continue", "nothing", "several of them", "100 Continue"]) {
        const { body } = yield* outbound.request({ url: urlOf("at once", interim), body: "{}" })
        expect(textOf(body)).toBe("final")
      }
    }).pipe(Effect.provide(outboundNode({ allowPrivate: true }))))
})
