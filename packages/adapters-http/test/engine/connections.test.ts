import { Effect, Stream } from "effect"
import { EventEmitter, once } from "node:events"
import * as net from "node:net"
import type { Socket } from "node:net"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { ClientConnection } from "../../src/engine/ClientConnection.ts"
import { FairTurns } from "../../src/engine/FairTurns.ts"
import { replyRaw } from "../../src/engine/Reply.ts"
import type { PlainRoute } from "../../src/engine/Route.ts"
import { Upgrade } from "../../src/engine/Upgrade.ts"
import { keys, rawExchange, type Running, serveSample } from "./harness.ts"

const bigBytes = 200_000
/** More than the buffers of two sockets hold. */
const hugeBytes = 16 * 1_048_576
const made = { big: 0, huge: 0, streamed: 0 }

const documentOf = (name: "big" | "huge", bytes: number): PlainRoute => ({
  method: "GET",
  path: `/${name}`,
  policy: { access: "none", ownRate: "unlimited" },
  handler: () =>
    Effect.sync(() => {
      made[name]++
      return replyRaw({ contentType: "text/plain", content: Buffer.alloc(bytes, "x") })
    })
})

const streamed: PlainRoute = {
  method: "GET",
  path: "/streamed",
  policy: { access: "none" },
  handler: () =>
    Effect.succeed(
      replyRaw({
        contentType: "text/plain",
        content: Stream.repeatEffect(Effect.sync(() => {
          made.streamed++
          return "y".repeat(65_536)
        })).pipe(Stream.rechunk(1))
      })
    )
}

/** Counts towards the limit of requests in flight, which `unlimited` routes do not. */
const counted: PlainRoute = { ...documentOf("huge", hugeBytes), path: "/counted", policy: { access: "none" } }

const plainRoutes = [documentOf("big", bigBytes), documentOf("huge", hugeBytes), streamed, counted]

const get = (path: string, headers = "") => `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`
const post = (body: string) =>
  `POST /api/things HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nX-API-Key: ${keys.agent}\r\nContent-Length: ${body.length}\r\n\r\n${body}`

/** Sends bytes, reads nothing, and reports when the server closes the connection. */
const unreading = (port: number, bytes: string) => {
  const socket = net.connect(port, "127.0.0.1")
  socket.on("error", () => undefined)
  socket.pause()
  socket.write(bytes)
  return { socket, closed: new Promise((resolve) => socket.once("close", resolve)) }
}

/** Waits until a count no longer changes. */
const settled = async (count: () => number): Promise<number> => {
  for (let before = -1, quiet = 0; quiet < 300; quiet++) {
    if (count() !== before) quiet = 0
    before = count()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return count()
}

const inFlight = async (server: Running): Promise<number> =>
  Number(/^auspex_http_requests_in_flight (\d+)$/m.exec(await (await fetch(`${server.url}/metrics`)).text())?.[1])

const until = async (condition: () => Promise<boolean>): Promise<void> => {
  for (const deadline = Date.now() + 20_000; !(await condition());) {
    if (Date.now() > deadline) throw new Error("It did not happen within 20 s.")
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

let server: Running
beforeAll(async () => {
  server = await serveSample({
    plainRoutes,
    inFlightMax: 3,
    requestsPerConnectionMax: 5_000,
    ownRates: { read: Infinity, write: Infinity }
  })
})
afterAll(() => server.close())

describe("answers that nobody reads", () => {
  it.each([
    ["documents", "/huge", () => made.huge, 1],
    ["streams", "/streamed", () => made.streamed, 400]
  ])("of pipelined requests for %s are made one at a time", async (_, path, count, most) => {
    const before = count()
    const { closed, socket } = unreading(server.port, get(path).repeat(900))
    await until(async () => count() > before)
    expect(await settled(count) - before).toBeLessThanOrEqual(most)
    expect((await fetch(`${server.url}/health`)).status).toBe(200)
    socket.destroy()
    await closed
    await until(async () => await inFlight(server) === 0)
  })

  it("count as in flight, up to the limit, and no longer when their connections are closed", async () => {
    const readers = Array.from({ length: 3 }, () => unreading(server.port, get("/counted")))
    await until(async () => await inFlight(server) === 3)
    const refused = await fetch(`${server.url}/counted`)
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"])
    expect((await fetch(`${server.url}/health`)).status).toBe(200)
    for (const { closed, socket } of readers) {
      socket.destroy()
      await closed
    }
    await until(async () => await inFlight(server) === 0)
    expect((await rawExchange(server.port, get("/counted", "Connection: close\r\n"), 10_000)).length).toBeGreaterThan(
      hugeBytes
    )
  })

  it("do not stop a client that reads: it gets every answer, in order", async () => {
    const before = made.big
    const paths = Array.from({ length: 300 }, (_, at) => at % 3 === 0 ? "/big" : `/api/nothing/${at}`)
    const answer = await rawExchange(
      server.port,
      paths.map((path) => get(path)).join("") + get("/health", "Connection: close\r\n"),
      10_000
    )
    const statuses = Array.from(answer.matchAll(/HTTP\/1\.1 (\d{3})/g), ([, status]) => status)
    expect(statuses).toEqual([...paths.map((path) => path === "/big" ? "200" : "404"), "200"])
    expect(made.big - before).toBe(100)
  })

  it.each(["/huge", "/streamed"])("cut the connection when nothing was read for too long: %s", async (path) => {
    const strict = await serveSample({ plainRoutes, stallMillisMax: 40 })
    try {
      // Sending does not count as reading.
      const { closed, socket } = unreading(strict.port, get(path).repeat(2))
      const drip = setInterval(() => socket.writable && socket.write("G"), 5)
      await closed
      clearInterval(drip)
      await until(async () => await inFlight(strict) === 0)
    } finally {
      await strict.close()
    }
  })
})

describe("waiting requests", () => {
  it("begin in order, and leave the event loop to others", async () => {
    let now = 0
    const turns = new FairTurns(() => now)
    const seen: Array<string> = []
    for (let at = 0; at < 6; at++) {
      turns.add(() => {
        seen.push(`work ${at}`)
        now += 3
        if (at === 2) turns.add(() => void seen.push("added"))
      })
    }
    const others = (): void => {
      seen.push("other")
      if (!seen.includes("added")) setImmediate(others)
    }
    setImmediate(others)
    while (!seen.includes("added")) await new Promise((resolve) => setImmediate(resolve))
    expect(seen.filter((one) => one !== "other")).toEqual([
      ...Array.from({ length: 6 }, (_, at) => `work ${at}`),
      "added"
    ])
    for (let at = 1; at < 6; at++) expect(seen[seen.indexOf(`work ${at}`) - 1]).toBe("other")
  })
})

describe("the time without reading", () => {
  /** A connection whose socket holds `queued` unread bytes of `written`. */
  const connection = () => {
    const socket = Object.assign(new EventEmitter(), {
      writableLength: 0,
      _handle: { bytesWritten: 0, writeQueueSize: 0 }
    })
    socket.on("data", () => undefined)
    const made = new ClientConnection(socket as unknown as Socket, { requestsMax: 10, turns: new FairTurns() }, 0)
    return (now: number, written: number, queued: number): boolean => {
      socket.writableLength = queued
      socket._handle = { bytesWritten: written, writeQueueSize: queued }
      return made.isStalled(now, 30)
    }
  }

  it("begins with the first unread byte, and again with each byte that is read", () => {
    const isStalled = connection()
    expect(isStalled(1_000, 0, 0)).toBe(false)
    expect(isStalled(1_001, 500, 400)).toBe(false)
    expect(isStalled(1_030, 500, 400)).toBe(false)
    expect(isStalled(1_031, 500, 400)).toBe(true)
    expect(isStalled(1_032, 500, 399)).toBe(false)
    expect(isStalled(1_061, 500, 399)).toBe(false)
    expect(isStalled(1_062, 500, 399)).toBe(true)
  })

  it("is not shortened by what the server writes meanwhile, and does not count for an idle connection", () => {
    const isStalled = connection()
    expect(isStalled(0, 500, 400)).toBe(false)
    expect(isStalled(29, 700, 600)).toBe(false)
    expect(isStalled(30, 900, 800)).toBe(true)
    const isIdleStalled = connection()
    expect(isIdleStalled(0, 500, 0)).toBe(false)
    expect(isIdleStalled(90_000, 500, 0)).toBe(false)
  })
})

describe("requests of one connection", () => {
  it("are answered alike however their bytes are cut", async () => {
    const body = JSON.stringify({ title: "a\\n\\nb title with blank lines", confidence: 60 })
    const spaced = `{"title":"abcd",\r\n\r\n\r\n\r\n"confidence":60}`
    const chunked =
      `POST /api/things HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nX-API-Key: ${keys.agent}\r\nTransfer-Encoding: chunked\r\n\r\n${
        spaced.length.toString(16)
      }\r\n${spaced}\r\n0\r\n\r\n`
    const bytes = [
      post(body),
      get("/health"),
      post(spaced),
      get("/api/things"),
      chunked,
      get("/api/nothing"),
      post("{"),
      get("/health", "Connection: close\r\n")
    ].join("")
    let seed = 7
    const next = (max: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return 1 + seed % max
    }
    for (const max of [5_000, 300, 40]) {
      const parts: Array<string> = []
      for (let at = 0; at < bytes.length;) {
        const length = next(max)
        parts.push(bytes.slice(at, at + length))
        at += length
      }
      const answer = await rawExchange(server.port, parts, 10_000)
      expect(Array.from(answer.matchAll(/HTTP\/1\.1 (\d{3})/g), ([, status]) => status)).toEqual(
        ["201", "200", "201", "200", "201", "404", "400", "200"]
      )
    }
  })

  it("are not performed after an answer that ends the connection", async () => {
    const before = server.calls.count
    const answer = await rawExchange(
      server.port,
      "GET /health HTTP/1.1\r\n\r\n" + get("/api/things/after").repeat(20),
      300
    )
    expect(answer.match(/HTTP\/1\.1 \d{3}/g)).toEqual(["HTTP/1.1 400"])
    expect(server.calls.count).toBe(before)
  })

  it("may end with an offer of another protocol, which is answered alone", async () => {
    const upgrade = get("/health", "Upgrade: websocket\r\nConnection: Upgrade\r\n")
    const answer = await rawExchange(server.port, get("/health") + get("/big") + upgrade, 10_000)
    expect(answer.match(/HTTP\/1\.1 \d{3}/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 200", "HTTP/1.1 200"])
    // Behind a body, the offer arrives before the answer to the request is finished.
    const behind = await rawExchange(server.port, post("{}") + upgrade, 300)
    expect(behind.match(/HTTP\/1\.1 \d{3}/g)?.length ?? 0).toBeLessThanOrEqual(1)
    expect((await fetch(`${server.url}/health`)).status).toBe(200)
  })

  it("may end with an offer behind another answer, whose new owner gets every byte", async () => {
    const heard: Array<Buffer> = []
    let accept: () => void = () => undefined
    const accepted = new Promise<void>((resolve) => {
      accept = resolve
    })
    const upgrading = await serveSample({
      plainRoutes: [...plainRoutes, {
        method: "GET",
        path: "/echo",
        policy: { access: "none" },
        handler: () =>
          Effect.as(
            Effect.promise(() => accepted),
            new Upgrade((_, socket, head) => {
              heard.push(head)
              socket.on("data", (chunk) => heard.push(chunk))
              socket.on("end", () => socket.end(Buffer.concat(heard)))
            })
          )
      }]
    })
    try {
      const offer = get("/echo", "Upgrade: websocket\r\nConnection: Upgrade\r\n")
      const socket = net.connect(upgrading.port, "127.0.0.1", () => socket.write(`${get("/big")}${offer}one `))
      let answer = ""
      socket.on("data", (chunk) => {
        answer += chunk
      })
      await until(async () => answer.length > bigBytes && await inFlight(upgrading) === 1)
      socket.write("two ")
      await fetch(`${upgrading.url}/health`)
      accept()
      await fetch(`${upgrading.url}/health`)
      socket.end("three")
      await once(socket, "close")
      expect(answer.slice(-20)).toBe("x".repeat(7) + "one two three")
    } finally {
      await upgrading.close()
    }
  })

  it.each([
    ["CONNECT", "CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n"],
    ["CONNECT behind another request", `${get("/health")}CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n`],
    ["an offer of another protocol", get("/health", "Upgrade: websocket\r\nConnection: Upgrade\r\n")],
    ["an offer behind a body", post("{}") + get("/health", "Upgrade: websocket\r\nConnection: Upgrade\r\n")],
    ["rubbish", "rubbish\r\n\r\n"],
    ["a request", get("/big")]
  ])("may be reset after %s without harm to the server", async (_, bytes) => {
    for (let round = 0; round < 5; round++) {
      const socket = net.connect(server.port, "127.0.0.1", () => socket.write(bytes))
      socket.on("error", () => undefined)
      await Promise.race([once(socket, "data"), once(socket, "close")])
      socket.resetAndDestroy()
    }
    await until(async () => await inFlight(server) === 0)
    expect((await fetch(`${server.url}/health`)).status).toBe(200)
  })

  it("end with the refusal of CONNECT, although the client stays", async () => {
    const refusing = await serveSample()
    try {
      const socket = net.connect({ port: refusing.port, host: "127.0.0.1", allowHalfOpen: true })
      socket.write("CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n")
      await once(socket.resume(), "end")
      await until(async () =>
        (await rawExchange(refusing.port, get("/metrics", "Connection: close\r\n"), 10_000))
          .includes("auspex_http_connections 1\n")
      )
      socket.destroy()
    } finally {
      await refusing.close()
    }
  })

  it("may be followed by CONNECT and by anything after it", async () => {
    const answer = await rawExchange(
      server.port,
      `${get("/health")}CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n${"rubbish\r\n\r\n".repeat(500)}`
    )
    expect(answer.match(/HTTP\/1\.1 \d{3}/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 405"])
    expect((await fetch(`${server.url}/health`)).status).toBe(200)
  })
})
