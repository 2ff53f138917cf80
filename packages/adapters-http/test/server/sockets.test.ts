import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as net from "node:net"
import { keys, rawExchange, type Running, serveSample } from "./harness.ts"
import { researchEnvelope } from "../../src/server/index.ts"

let server: Running
beforeAll(async () => {
  server = await serveSample({
    headersTimeoutMillis: 1_000,
    requestTimeoutMillis: 2_000,
    ownRates: { read: Infinity, write: Infinity }
  })
})
afterAll(() => server.close())

const head = (method: string, path: string, headers: Record<string, string | number> = {}) =>
  `${method} ${path} HTTP/1.1\r\nHost: x\r\n${
    Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`).join("")
  }\r\n`

const json = { "Content-Type": "application/json", "X-API-Key": keys.agent }

describe("too large", () => {
  it("answers 413 to a body announced as too large, without waiting for it", async () => {
    const answer = await rawExchange(
      server.port,
      head("POST", "/api/things", { ...json, "Content-Length": 70_000_000 }),
      400
    )
    expect(answer).toMatch(/^HTTP\/1.1 413 [^]*"limit":4096/)
    expect(answer).toMatch(/\r\nConnection: close\r\n/)
  })

  it("lets a client that sends 64 MiB see its 413, announced or chunked", async () => {
    const body = Buffer.alloc(64 * 1_024 * 1_024, "a")
    const before = process.memoryUsage().rss
    const announced = await fetch(`${server.url}/api/things`, { method: "POST", headers: json, body })
    expect([announced.status, (await announced.json() as any).code]).toEqual([413, "PAYLOAD_TOO_LARGE"])
    let sent = 0
    const stream = new ReadableStream({
      pull: (controller) => {
        if (sent++ < 1_024) controller.enqueue(body.subarray(0, 65_536))
        else controller.close()
      }
    })
    const chunked = await fetch(
      `${server.url}/api/things`,
      { method: "POST", headers: json, body: stream, duplex: "half" } as RequestInit
    )
    expect([chunked.status, (await chunked.json() as any).code]).toEqual([413, "PAYLOAD_TOO_LARGE"])
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1_024 * 1_024)
    expect((await fetch(`${server.url}/api/things`)).status).toBe(200)
  })

  it("limits the body of an operation that takes none", async () => {
    const answer = await fetch(`${server.url}/api/things/1/touch`, {
      method: "POST",
      headers: { authorization: `Bearer ${keys.human}` },
      body: "x".repeat(2_000)
    })
    expect(answer.status).toBe(413)
  })

  it("refuses a client that asks first, before it sends", async () => {
    const asks = head("POST", "/api/things", { ...json, "Content-Length": 70_000_000, Expect: "100-continue" })
    expect(await rawExchange(server.port, asks)).toMatch(/^HTTP\/1.1 413 /)
    const body = "{\"title\":\"abcd\",\"confidence\":60}"
    const fine = head("POST", "/api/things", { ...json, "Content-Length": body.length, Expect: "100-continue" })
    expect(await rawExchange(server.port, [fine, body])).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 201 /)
  })

  it("answers oversized headers in the envelope", async () => {
    expect(await rawExchange(server.port, head("GET", "/api/things", { "X-Big": "x".repeat(20_000) }))).toMatch(
      /^HTTP\/1.1 431 [^]*"code":"INVALID_REQUEST"/
    )
  })
})

describe("not HTTP", () => {
  it.each([
    ["rubbish", "\x16\x03\x01\x02\x00\x01\x00\x01"],
    ["no host", "GET /api/things HTTP/1.1\r\n\r\n"],
    ["two lengths", "POST /api/things HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab"],
    [
      "length and chunks",
      "POST /api/things HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    ],
    [
      "bad chunk",
      "POST /api/things HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"
    ],
    ["bad header", "GET /api/things HTTP/1.1\r\nHost: x\r\nA B: c\r\n\r\n"],
    ["bare line feed in a value", "GET /api/things HTTP/1.1\r\nHost: x\r\nA: b\nc\r\n\r\n"]
  ])("%s is answered with 400, and the server lives", async (_, bytes) => {
    expect(await rawExchange(server.port, Buffer.from(bytes, "latin1"))).toMatch(/^HTTP\/1.1 400 /)
    expect((await fetch(`${server.url}/health`)).status).toBe(200)
  })
})

describe("connections", () => {
  it("keeps a pipelined connection in order and alive through errors", async () => {
    const bad = "{\"title\": }"
    const answer = await rawExchange(
      server.port,
      [
        head("GET", "/api/nothing"),
        head("PUT", "/api/things"),
        head("POST", "/api/things", { ...json, "Content-Length": bad.length }) + bad,
        head("POST", "/api/things", { "Content-Type": "text/plain", "Content-Length": 2 }) + "{}",
        head("GET", "/api/fail/defect"),
        head("GET", "/api/things")
      ].join(""),
      500
    )
    expect(answer.match(/HTTP\/1\.1 \d{3}/g)).toEqual(
      ["404", "405", "400", "415", "500", "200"].map((status) => `HTTP/1.1 ${status}`)
    )
  })

  it("cuts a client that sends its headers or its body too slowly", async () => {
    const cutAfter = (bytes: string) =>
      new Promise<{ readonly millis: number; readonly answer: string }>((resolve) => {
        const started = performance.now()
        const socket = net.connect(server.port, "127.0.0.1", () => socket.write(bytes))
        let answer = ""
        const drip = setInterval(() => socket.writable && socket.write("a"), 100)
        socket.on("data", (chunk) => {
          answer += chunk
        })
        socket.on("error", () => clearInterval(drip))
        socket.on("close", () => {
          clearInterval(drip)
          resolve({ millis: performance.now() - started, answer })
        })
      })
    const [slowHead, slowBody] = await Promise.all([
      cutAfter("GET /api/things HTTP/1.1\r\nHost: x\r\nX-Slow: "),
      cutAfter(head("POST", "/api/things", { ...json, "Content-Length": 4_000 }))
    ])
    expect(slowHead.answer).toMatch(/^HTTP\/1.1 408 /)
    expect(slowHead.millis).toBeLessThan(3_500)
    expect(slowBody.answer).toMatch(/^HTTP\/1.1 408 /)
    expect(slowBody.millis).toBeLessThan(4_500)
  })

  it("interrupts the handler when its client goes away", async () => {
    const { started, interrupted } = server.waits
    const socket = net.connect(server.port, "127.0.0.1", () => socket.write(head("GET", "/api/fail/wait")))
    while (server.waits.started === started) await new Promise((resolve) => setTimeout(resolve, 5))
    socket.destroy()
    const before = performance.now()
    while (server.waits.interrupted === interrupted) await new Promise((resolve) => setTimeout(resolve, 5))
    expect(performance.now() - before).toBeLessThan(500)
  })

  it("survives a client that goes away in the middle of its body", async () => {
    const socket = net.connect(
      server.port,
      "127.0.0.1",
      () => socket.write(head("POST", "/api/things", { ...json, "Content-Length": 100 }) + "{")
    )
    await new Promise((resolve) => setTimeout(resolve, 50))
    socket.destroy()
    expect((await fetch(`${server.url}/health`)).status).toBe(200)
  })
})

describe("stopping", () => {
  it("lets what is in flight end, says so on the connection, and refuses the rest", async () => {
    const stopping = await serveSample()
    let open: () => void = () => undefined
    stopping.asked.gate = new Promise((resolve) => {
      open = resolve
    })
    const slow = fetch(`${stopping.url}/api/things/slow`)
    while (stopping.asked.count === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    const closed = stopping.close()
    await new Promise((resolve) => setTimeout(resolve, 50))
    await expect(fetch(`${stopping.url}/health`)).rejects.toThrow()
    const answered = performance.now()
    open()
    const last = await slow
    expect([last.status, last.headers.get("connection")]).toEqual([200, "close"])
    await closed
    expect(performance.now() - answered).toBeLessThan(1_000)
  })
})

describe("the research envelope", () => {
  it("writes every refusal as {error: {code, message, field}}", async () => {
    const research = await serveSample({ envelope: researchEnvelope })
    const ask = async (method: string, path: string, headers: Record<string, string> = {}, body?: string) =>
      (await fetch(research.url + path, { method, headers, ...(body === undefined ? {} : { body }) })).json()
    try {
      expect(await ask("GET", "/api/nothing")).toEqual({
        error: { code: "NOT_FOUND", message: expect.any(String), field: null }
      })
      expect(await ask("GET", "/api/things?limit=0")).toEqual({
        error: { code: "INVALID_REQUEST", message: expect.any(String), field: "limit" }
      })
      expect(await ask("PUT", "/api/things")).toMatchObject({ error: { code: "METHOD_NOT_ALLOWED" } })
      expect(await ask("POST", "/api/things", { "x-api-key": keys.agent, "content-type": "application/json" }, "{"))
        .toMatchObject({ error: { code: "INVALID_REQUEST" } })
      expect(await rawExchange(research.port, "rubbish\r\n\r\n")).toMatch(/\{"error":\{"code":"INVALID_REQUEST"/)
    } finally {
      await research.close()
    }
  })
})

describe("health", () => {
  it("answers 503 when the database does not", async () => {
    const sick = await serveSample({}, "down")
    const answer = await fetch(`${sick.url}/health`)
    expect([answer.status, await answer.json()]).toEqual([503, { status: "unavailable", db: "down" }])
    await sick.close()
  })
})
