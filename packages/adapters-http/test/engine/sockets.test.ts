import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { once } from "node:events"
import * as net from "node:net"
import { keys, lookups, rawExchange, type Running, serveSample } from "./harness.ts"
import { researchEnvelope } from "../../src/engine/index.ts"

let server: Running
beforeAll(async () => {
  server = await serveSample({ ownRates: { read: Infinity, write: Infinity } })
})
afterAll(() => server.close())

const head = (method: string, path: string, headers: Record<string, string | number> = {}) =>
  `${method} ${path} HTTP/1.1\r\nHost: x\r\n${
    Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`).join("")
  }\r\n`

const json = { "Content-Type": "application/json", "X-API-Key": keys.agent }

describe("a request that is too large", () => {
  it("gets 413 for the announced length of its body, before the body arrives", async () => {
    const answer = await rawExchange(
      server.port,
      head("POST", "/api/things", { ...json, "Content-Length": 70_000_000 }),
      400
    )
    expect(answer).toMatch(/^HTTP\/1.1 413 [^]*"limit":4096/)
    expect(answer).toMatch(/\r\nConnection: close\r\n/)
  })

  it("gets a readable 413 although the client sends 64 MiB, announced or chunked", async () => {
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

  it("is refused even if the operation takes no body", async () => {
    const answer = await fetch(`${server.url}/api/things/1/touch`, {
      method: "POST",
      headers: { authorization: `Bearer ${keys.human}` },
      body: "x".repeat(2_000)
    })
    expect(answer.status).toBe(413)
  })

  it("is refused before the body is sent if the client expects 100-continue", async () => {
    const asks = head("POST", "/api/things", { ...json, "Content-Length": 70_000_000, Expect: "100-continue" })
    expect(await rawExchange(server.port, asks)).toMatch(/^HTTP\/1.1 413 /)
    const body = "{\"title\":\"abcd\",\"confidence\":60}"
    const fine = head("POST", "/api/things", {
      ...json,
      "Content-Length": body.length,
      Expect: "100-continue",
      Connection: "close"
    })
    expect(await rawExchange(server.port, [fine, body], 10_000)).toMatch(
      /^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 201 /
    )
  })

  it("gets an answer in the envelope if its headers are oversized", async () => {
    expect(await rawExchange(server.port, head("GET", "/api/things", { "X-Big": "x".repeat(20_000) }))).toMatch(
      /^HTTP\/1.1 431 [^]*"code":"INVALID_REQUEST"/
    )
  })
})

describe("a request with many headers", () => {
  const many = (count: number): string => Array.from({ length: count }, (_, at) => `X-${at}: a\r\n`).join("")

  it.each([
    ["a second host", `Host: a\r\n${many(200)}Host: b\r\n`],
    ["no host but the last header", `${many(100)}Host: a\r\n`],
    ["a credential that would be dropped", `Host: a\r\n${many(100)}X-API-Key: ${keys.agent}\r\n`],
    ["a thousand of them", `Host: a\r\n${many(1_000)}`]
  ])("is refused beyond the limit: %s", async (_, headers) => {
    for (const method of ["GET", "POST"]) {
      const answer = await rawExchange(server.port, `${method} /api/things HTTP/1.1\r\n${headers}\r\n`, 10_000)
      expect(answer).toMatch(/^HTTP\/1.1 400 [^]*"error":"A request may carry at most 100 headers\."/)
    }
  })

  it("is served up to the limit", async () => {
    const answer = await rawExchange(
      server.port,
      `GET /api/things HTTP/1.1\r\n${many(98)}Host: a\r\nConnection: close\r\n\r\n`,
      10_000
    )
    expect(answer).toMatch(/^HTTP\/1.1 200 /)
  })
})

describe("input that is not HTTP", () => {
  it.each([
    ["rubbish", "\x16\x03\x01\x02\x00\x01\x00\x01"],
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

describe("unsupported HTTP", () => {
  it.each([
    ["no host", 400, "GET /api/things HTTP/1.1\r\n\r\n"],
    ["no host, and a body", 400, "POST /api/things HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}"],
    ["two hosts", 400, "GET /api/things HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"],
    ["one host twice", 400, "GET /api/things HTTP/1.1\r\nHost: a\r\nX-A: b\r\nhOST: a\r\n\r\n"],
    ["two hosts, and a body", 400, "POST /api/things HTTP/1.1\r\nHost: a\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}"],
    ["two hosts of HTTP/1.0", 400, "GET /api/things HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n"],
    [
      "two hosts of an upgrade",
      400,
      "GET /api/things HTTP/1.1\r\nHost: a\r\nHost: b\r\nUpgrade: websocket\r\nConnection: Upgrade, close\r\n\r\n"
    ],
    ["a list of hosts", 400, "GET /api/things HTTP/1.1\r\nHost: a, b\r\n\r\n"],
    ["a host with a path", 400, "GET /api/things HTTP/1.1\r\nHost: a/b\r\n\r\n"],
    ["another expectation", 417, head("GET", "/api/things", { Expect: "the worst" })],
    ["another expectation, and a body", 417, `${head("POST", "/api/things", { Expect: "a", "Content-Length": 2 })}{}`],
    ["another expectation of nothing", 417, head("GET", "/nothing", { Expect: "200-ok" })]
  ])("%s is answered with %i in the envelope", async (_, status, bytes) => {
    const answer = await rawExchange(server.port, bytes)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} [^]*"code":"INVALID_REQUEST"[^]*"field":"(Host|Expect)"`))
    for (
      const name of ["X-Request-Id", "Content-Type: application/json", "X-Content-Type-Options", "Connection: close"]
    ) {
      expect(answer).toContain(name)
    }
  })

  it("does not include HTTP/1.0 without a host", async () => {
    expect(await rawExchange(server.port, "GET /api/things HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1.1 200 /)
  })
})

describe("connections", () => {
  it("end with the last allowed answer, and perform none of the requests sent after it", async () => {
    const short = await serveSample({ requestsPerConnectionMax: 2 })
    try {
      const one = head("GET", "/api/things/1")
      const answer = await rawExchange(short.port, one + one + head("GET", "/api/things/2") + one)
      expect(answer.match(/HTTP\/1\.1 \d{3}/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 200"])
      expect(answer.match(/Connection: [a-z-]+/g)).toEqual(["Connection: keep-alive", "Connection: close"])
      expect(short.calls.count).toBe(1)
    } finally {
      await short.close()
    }
  })

  it("answer pipelined requests in order and stay open after errors", async () => {
    const bad = "{\"title\": }"
    const answer = await rawExchange(
      server.port,
      [
        head("GET", "/api/nothing"),
        head("PUT", "/api/things"),
        head("POST", "/api/things", { ...json, "Content-Length": bad.length }) + bad,
        head("POST", "/api/things", { "Content-Type": "text/plain", "Content-Length": 2 }) + "{}",
        head("GET", "/api/fail/defect"),
        head("GET", "/api/things", { Connection: "close" })
      ].join(""),
      10_000
    )
    expect(answer.match(/HTTP\/1\.1 \d{3}/g)).toEqual(
      ["404", "405", "400", "415", "500", "200"].map((status) => `HTTP/1.1 ${status}`)
    )
  })

  // The limits are one and two seconds; the test's time-out is far longer.
  it("are closed if the client sends its headers or its body too slowly", async () => {
    const strict = await serveSample({ headersTimeoutMillis: 1_000, requestTimeoutMillis: 2_000 })
    const cut = (bytes: string) =>
      new Promise<string>((resolve) => {
        const socket = net.connect(strict.port, "127.0.0.1", () => socket.write(bytes))
        let answer = ""
        const drip = setInterval(() => socket.writable && socket.write("a"), 100)
        socket.on("data", (chunk) => {
          answer += chunk
        })
        socket.on("error", () => clearInterval(drip))
        socket.on("close", () => {
          clearInterval(drip)
          resolve(answer)
        })
      })
    const [slowHead, slowBody] = await Promise.all([
      cut("GET /api/things HTTP/1.1\r\nHost: x\r\nX-Slow: "),
      cut(head("POST", "/api/things", { ...json, "Content-Length": 4_000 }))
    ])
    expect(slowHead).toMatch(/^HTTP\/1.1 408 /)
    expect(slowBody).toMatch(/^HTTP\/1.1 408 /)
    await strict.close()
  })

  it("interrupt the handler when the client disconnects", async () => {
    const { started, interrupted } = server.waits
    const socket = net.connect(server.port, "127.0.0.1", () => socket.write(head("GET", "/api/fail/wait")))
    while (server.waits.started === started) await new Promise((resolve) => setTimeout(resolve, 5))
    socket.destroy()
    while (server.waits.interrupted === interrupted) await new Promise((resolve) => setTimeout(resolve, 5))
  })

  it("may end in the middle of a body without harm to the server", async () => {
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

describe("an idle connection", () => {
  it("is not reset if a request arrived while the event loop was blocked", async () => {
    const brief = await serveSample({ keepAliveTimeoutMillis: 50 })
    const socket = net.connect(brief.port, "127.0.0.1", () => socket.write(head("GET", "/health")))
    const answers: Array<string> = []
    const ended = await new Promise<string>((resolve) => {
      socket.on("error", (error) => resolve(error.message))
      socket.on("close", () => resolve("closed"))
      socket.on("data", (chunk) => {
        if (answers.push(String(chunk)) > 1) return
        // The kernel has received the request; the server reads it after its own time-out has expired.
        socket.write(head("GET", "/health"))
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_000)
      })
    })
    expect([ended, answers.map((answer) => answer.slice(0, 12))]).toEqual(["closed", ["HTTP/1.1 200", "HTTP/1.1 200"]])
    await brief.close()
  })
})

describe("stopping", () => {
  it("lets requests in flight end, closes their connections, and refuses new ones", async () => {
    const stopping = await serveSample()
    let open: () => void = () => undefined
    stopping.calls.gate = new Promise((resolve) => {
      open = resolve
    })
    const slow = fetch(`${stopping.url}/api/things/slow`)
    while (stopping.calls.count === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    const closed = stopping.close()
    await new Promise((resolve) => setTimeout(resolve, 50))
    await expect(fetch(`${stopping.url}/health`)).rejects.toThrow()
    open()
    const last = await slow
    expect([last.status, last.headers.get("connection")]).toEqual([200, "close"])
    await closed
  })

  it("does not wait for connections without any request", { timeout: 30_000 }, async () => {
    const stopping = await serveSample({ drainMillisMax: 600_000 })
    const silent = net.connect(stopping.port)
    const ended = once(silent.resume(), "close")
    await once(silent, "connect")
    await fetch(`${stopping.url}/health`)
    await stopping.close()
    await ended
  })
})

describe("the research envelope", () => {
  it("encodes every refusal as {error: {code, message, field}}", async () => {
    const research = await serveSample({ envelope: researchEnvelope })
    const ask = async (method: string, path: string, headers: Record<string, string> = {}, body?: string) =>
      (await fetch(research.url + path, { method, headers, ...(body === undefined ? {} : { body }) })).json()
    try {
      expect(await ask("GET", "/api/nothing")).toEqual({
        error: { code: "not_found", message: expect.any(String), field: null }
      })
      expect(await ask("GET", "/api/things?limit=0")).toEqual({
        error: { code: "validation_error", message: expect.any(String), field: "limit" }
      })
      expect(await ask("PUT", "/api/things")).toMatchObject({ error: { code: "method_not_allowed" } })
      expect(await ask("POST", "/api/things", { "x-api-key": keys.agent, "content-type": "application/json" }, "{"))
        .toMatchObject({ error: { code: "validation_error" } })
      expect(await rawExchange(research.port, "GET /health HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n"))
        .toMatch(/^HTTP\/1.1 400 [^]*\{"error":\{"code":"validation_error","message":"[^"]+","field":"Host"\}/)
      expect(await rawExchange(research.port, "rubbish\r\n\r\n")).toMatch(/\{"error":\{"code":"validation_error"/)
    } finally {
      await research.close()
    }
  })
})

describe("health", () => {
  it("answers 503 when the database does not", async () => {
    const sick = await serveSample({}, "down")
    const before = lookups.clock
    const probes = ["/health", "/health/ready"].flatMap((probe) => Array.from({ length: 20 }, () => probe))
    const [answer, ...others] = await Promise.all(probes.map((probe) => fetch(sick.url + probe)))
    if (answer === undefined) throw new Error("no probe was sent")
    expect(new Set(others.map(({ status }) => status))).toEqual(new Set([503]))
    // Probes are never refused, so concurrent ones share one query to the database.
    expect(lookups.clock - before).toBeLessThan(5)
    expect([answer.status, await answer.json()]).toEqual([503, {
      status: "unavailable",
      db: "down",
      error: "The database does not answer.",
      code: "SERVICE_UNAVAILABLE"
    }])
    expect(answer.headers.get("retry-after")).toBe("1")
    await sick.close()
  })
})
