import { Outbound, type OutboundRequest } from "@auspex/domain/kernel"
import { afterAll, beforeAll, describe, expect, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { createServer as createHttpServer, type IncomingMessage, type RequestListener } from "node:http"
import { createServer as createHttpsServer } from "node:https"
import * as net from "node:net"
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib"
import { outboundNode } from "../../src/outbound/index.ts"
import { certificate, certificateKey } from "./certificate.ts"

interface Received {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingMessage["headers"]
  readonly body: string
}
const received: Array<Received> = []
const closed = new Set<string | undefined>()

const read = async (request: IncomingMessage): Promise<string> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

/** A generous time limit for events on the other side of a socket, on a busy machine. */
const patience = { timeout: 100_000 }

const html = { "content-type": "text/html; charset=utf-8" }
const bomb = Buffer.alloc(5_000_000)
const pages: Readonly<Record<string, RequestListener>> = {
  "/hello": (_request, response) => void response.writeHead(200, html).end("<p>Grüße</p>"),
  "/latin": (_request, response) =>
    void response.writeHead(200, { "content-type": "text/html" }).end(
      Buffer.from("<meta charset='iso-8859-1'><p>Grüße</p>", "latin1")
    ),
  "/gzip": (_request, response) =>
    void response.writeHead(200, { ...html, "content-encoding": "gzip" }).end(gzipSync("gzipped")),
  "/deflate": (_request, response) =>
    void response.writeHead(200, { ...html, "content-encoding": "deflate" }).end(deflateSync("deflated")),
  "/br": (_request, response) =>
    void response.writeHead(200, { ...html, "content-encoding": "br" }).end(brotliCompressSync("brotli")),
  "/bomb": (_request, response) =>
    void response.writeHead(200, { ...html, "content-encoding": "gzip" }).end(gzipSync(bomb)),
  "/bomb-br": (_request, response) =>
    void response.writeHead(200, { ...html, "content-encoding": "br" }).end(brotliCompressSync(bomb)),
  "/layers": (_request, response) =>
    void response.writeHead(200, { ...html, "content-encoding": "gzip, gzip" }).end(gzipSync(gzipSync("x"))),
  "/broken-gzip": (_request, response) =>
    void response.writeHead(200, { ...html, "content-encoding": "gzip" }).end("not gzip at all"),
  "/cut-gzip": (_request, response) =>
    void response.writeHead(200, { ...html, "content-encoding": "gzip" }).end(gzipSync("cut off").subarray(0, 15)),
  "/image": (_request, response) => void response.writeHead(200, { "content-type": "image/png" }).end("x"),
  "/untyped": (_request, response) => void response.writeHead(200).end("x"),
  "/missing": (_request, response) => void response.writeHead(404, html).end("no"),
  "/large": (_request, response) => void response.writeHead(200, { ...html, "content-length": 99_000_000 }).write("x"),
  "/loop": (_request, response) => void response.writeHead(302, { location: "/loop" }).end(),
  "/nowhere": (_request, response) => void response.writeHead(302).end(),
  "/twice": (_request, response) => void response.writeHead(301, { location: "/once" }).end(),
  "/once": (_request, response) => void response.writeHead(307, { location: "/hello" }).end(),
  "/inside": (_request, response) => void response.writeHead(302, { location: "http://169.254.169.254/latest/" }).end(),
  "/inside-name": (_request, response) => void response.writeHead(302, { location: "https://inside.example/" }).end(),
  "/script": (_request, response) => void response.writeHead(302, { location: "javascript:alert(1)" }).end(),
  "/silent": () => undefined,
  "/drip": (request, response) => {
    response.writeHead(200, html)
    const timer = setInterval(() => response.write("x"), 5)
    response.on("close", () => {
      closed.add(request.url)
      clearInterval(timer)
    })
  },
  "/reset": (request) => void request.socket.destroy(),
  "/hints": (_request, response) => {
    for (let n = 0; n < 10; n++) response.writeProcessing()
    response.writeHead(200).end("after ten interim responses")
  },
  "/waiting": (_request, response) => {
    for (let n = 0; n < 11; n++) response.writeProcessing()
    response.writeHead(200).end("after eleven interim responses")
  },
  "/headers": (_request, response) => void response.writeHead(200, { ...html, "x-long": "x".repeat(40_000) }).end()
}

const listener: RequestListener = (request, response) => {
  void read(request).then((body) => {
    received.push({ method: request.method, url: request.url, headers: request.headers, body })
    const page = pages[request.url?.split("?")[0] ?? ""]
    if (page === undefined) response.writeHead(202, { "x-two": ["a", "b"] }).end(body.repeat(3))
    else page(request, response)
  }, () => response.destroy())
}

const secure = createHttpsServer({ cert: certificate, key: certificateKey, minVersion: "TLSv1.2" }, listener)
const plain = createHttpServer(listener)
let names: Readonly<Record<string, ReadonlyArray<string>>> = {}
const portOf = (server: net.Server): number => (server.address() as net.AddressInfo).port
const listen = (server: net.Server): Promise<void> =>
  new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve()))

beforeAll(async () => {
  await Promise.all([listen(secure), listen(plain)])
  names = { "hooks.auspex.test": ["127.0.0.1"], "inside.example": ["10.0.0.1"], "other.example": ["127.0.0.1"] }
})
afterAll(() => {
  for (const server of [secure, plain]) {
    server.close()
    server.closeAllConnections()
  }
})

const layer = (trusted: string | undefined = certificate) =>
  outboundNode({
    allowPrivate: true,
    ...(trusted === "" ? {} : { trusted }),
    resolve: (name) => Promise.resolve(names[name] ?? [])
  })
const ask = (options: OutboundRequest, through = layer()) =>
  Effect.provide(Effect.flatMap(Outbound, (outbound) => outbound.request(options)), through)
const urlOf = (path: string, host = "hooks.auspex.test"): string => `https://${host}:${portOf(secure)}${path}`
const page = (path: string, options: { readonly readMax?: number; readonly timeoutMillis?: number } = {}) =>
  Effect.provide(Effect.flatMap(Outbound, (outbound) => outbound.page({ url: urlOf(path), ...options })), layer())
const until = (condition: () => boolean) => Effect.promise(() => expect.poll(condition, patience).toBe(true))

describe("a request", () => {
  it.live("sends the bytes to the checked address under the requested name, and reads the answer", () =>
    Effect.gen(function*() {
      const body = JSON.stringify({ text: "Grüße" })
      const answer = yield* ask({
        url: urlOf("/hook?a=1#part"),
        body,
        headers: {
          "Content-Type": "application/json",
          "X-WS-Event": "webhook.test",
          Host: "evil",
          "Content-Length": "1"
        }
      })
      expect(answer).toMatchObject({ status: 202, isCut: false, headers: { "x-two": "a, b" } })
      expect(Buffer.from(answer.body).toString()).toBe(body.repeat(3))
      expect(answer.durationMillis).toBeGreaterThanOrEqual(0)
      expect(received.at(-1)).toMatchObject({ method: "POST", url: "/hook?a=1", body })
      expect(received.at(-1)?.headers).toMatchObject({
        host: `hooks.auspex.test:${portOf(secure)}`,
        "content-type": "application/json",
        "content-length": String(Buffer.byteLength(body)),
        "x-ws-event": "webhook.test",
        "accept-encoding": "identity",
        connection: "keep-alive"
      })
    }))

  it.live("may go to this machine over plain http if that is allowed, by name and by address", () =>
    Effect.gen(function*() {
      for (const host of ["127.0.0.1", "other.example"]) {
        expect((yield* ask({ url: `http://${host}:${portOf(plain)}/hello` })).status).toBe(200)
      }
    }))

  it.live("follows no redirect, and returns every status", () =>
    Effect.gen(function*() {
      for (const [path, status] of [["/inside", 302], ["/missing", 404], ["/hints", 200]] as const) {
        expect((yield* ask({ url: urlOf(path) })).status).toBe(status)
      }
    }))

  it.live("reads at most the limit, and closes", () =>
    Effect.gen(function*() {
      const answer = yield* ask({ url: urlOf("/drip?cut"), readMax: 5 })
      expect(answer).toMatchObject({ isCut: true, body: Buffer.from("xxxxx") })
      yield* until(() => closed.has("/drip?cut"))
    }))

  it.live("stops at its deadline, however the other side stalls", () =>
    Effect.gen(function*() {
      for (const path of ["/silent", "/drip"]) {
        const failed = yield* Effect.flip(ask({ url: urlOf(path), timeoutMillis: 150 }))
        expect(failed).toMatchObject({ _tag: "OutboundFailure", reason: "timeout", url: urlOf(path) })
      }
    }))

  it.live("closes its connection when it is interrupted", () =>
    Effect.gen(function*() {
      const fiber = yield* Effect.fork(ask({ url: urlOf("/drip?on") }))
      yield* until(() => received.some(({ url }) => url === "/drip?on"))
      yield* Fiber.interrupt(fiber)
      yield* until(() => closed.has("/drip?on"))
    }))

  it.live("trusts neither an unknown certificate nor one for another name", () =>
    Effect.gen(function*() {
      expect(yield* Effect.flip(ask({ url: urlOf("/hello") }, layer("")))).toMatchObject({ reason: "tls" })
      const before = received.length
      expect(yield* Effect.flip(ask({ url: urlOf("/hello", "other.example") }))).toMatchObject({ reason: "tls" })
      expect(received.length).toBe(before)
    }))

  it.live("reports what went wrong", () =>
    Effect.gen(function*() {
      const reasonOf = (url: string) =>
        Effect.map(
          Effect.flip(ask({ url, timeoutMillis: 3_000 })),
          (failed) => failed._tag === "OutboundFailure" ? failed.reason : failed.code
        )
      expect(yield* reasonOf("https://nobody.example/")).toBe("dns")
      expect(yield* reasonOf("https://inside.example/")).toBe("SSRF_BLOCKED")
      expect(yield* reasonOf("http://127.0.0.1:1/")).toBe("connect")
      expect(yield* reasonOf(`https://127.0.0.1:${portOf(plain)}/`)).toBe("tls")
      expect(yield* reasonOf(urlOf("/reset"))).toBe("broken")
      expect(yield* reasonOf(urlOf("/headers"))).toBe("broken")
      expect(yield* reasonOf(urlOf("/waiting"))).toBe("broken")
      const faulty = ask({ url: urlOf("/hello"), headers: { "x-a": "b\r\nc: d" } })
      expect(yield* Effect.flip(faulty)).toMatchObject({ reason: "broken" })
    }))

  it.live("tries the next address when one does not answer, and rejects a peer with another address", () =>
    Effect.gen(function*() {
      const dialled: Array<string> = []
      const through = (addresses: ReadonlyArray<string>, dial: (address: string, port: number) => net.Socket) =>
        outboundNode({ allowPrivate: true, trusted: certificate, resolve: () => Promise.resolve(addresses), dial })
      const second = through(["127.0.0.2", "127.0.0.1"], (address, port) => {
        dialled.push(address)
        return net.connect(address === "127.0.0.2" ? 1 : port, address)
      })
      expect((yield* ask({ url: urlOf("/hello") }, second)).status).toBe(200)
      expect(dialled).toEqual(["127.0.0.2", "127.0.0.1"])
      const before = received.length
      const lying = through(["8.8.8.8"], (_address, port) => net.connect(port, "127.0.0.1"))
      expect(yield* Effect.flip(ask({ url: urlOf("/hello") }, lying))).toMatchObject({
        reason: "connect",
        detail: expect.stringContaining("another address") as string
      })
      expect(received.length).toBe(before)
    }))
})

describe("a page", () => {
  it.live.each<[string, string]>([
    ["/hello", "<p>Grüße</p>"],
    ["/latin", "<meta charset='iso-8859-1'><p>Grüße</p>"],
    ["/gzip", "gzipped"],
    ["/deflate", "deflated"],
    ["/br", "brotli"]
  ])("%s is read as text", ([path, text]) =>
    Effect.gen(function*() {
      expect(yield* page(path)).toEqual({ url: urlOf(path), contentType: "text/html", text })
    }))

  it.live("is reached through redirects, each checked like the first address", () =>
    Effect.gen(function*() {
      expect(yield* page("/twice")).toMatchObject({ url: urlOf("/hello"), text: "<p>Grüße</p>" })
      expect(yield* Effect.flip(page("/inside"))).toMatchObject({ _tag: "Refusal", code: "SSRF_BLOCKED" })
      expect(yield* Effect.flip(page("/inside-name"))).toMatchObject({ _tag: "Refusal", code: "SSRF_BLOCKED" })
      expect(yield* Effect.flip(page("/script"))).toMatchObject({ _tag: "Refusal", code: "HTTPS_REQUIRED" })
    }))

  it.live.each<[string, string]>([
    ["/loop", "redirects"],
    ["/nowhere", "redirects"],
    ["/missing", "status"],
    ["/image", "content_type"],
    ["/untyped", "content_type"],
    ["/large", "too_large"],
    ["/layers", "encoding"],
    ["/broken-gzip", "encoding"],
    ["/cut-gzip", "encoding"],
    ["/reset", "broken"]
  ])("%s fails: %s", ([path, reason]) =>
    Effect.gen(function*() {
      expect(yield* Effect.flip(page(path))).toMatchObject({ _tag: "OutboundFailure", reason })
    }))

  it.live("that is a decompression bomb is refused without being inflated", () =>
    Effect.gen(function*() {
      for (const path of ["/bomb", "/bomb-br"]) {
        expect(yield* Effect.flip(page(path, { readMax: 100_000 }))).toMatchObject({ reason: "too_large" })
      }
    }))

  it.live("stops at its deadline", () =>
    Effect.gen(function*() {
      expect(yield* Effect.flip(page("/drip", { timeoutMillis: 150 }))).toMatchObject({ reason: "timeout" })
    }))
})
