import { PageReader } from "@auspex/domain/evidence"
import { afterAll, beforeAll, describe, expect, it } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib"
import { outboundNode } from "../../src/outbound/index.ts"
import { pageReaderNode, type PageReaderOptions, readingLimits } from "../../src/reading/index.ts"
import { pdfWithContents, simplePdf } from "./simplePdf.ts"

const prose = "The council met for three hours on Tuesday and put off the vote on the wall. ".repeat(6).trim()
const article = `<title>Flood wall waits</title><article><p>${prose}</p></article>`
const html = { "content-type": "text/html; charset=utf-8" }
const pdf = { "content-type": "application/pdf" }
/** A patience that a busy machine does not exhaust. */
const patience = { timeout: 100_000 }

const spaces = Buffer.alloc(6_000_000, 32)
const compressedTwice = pdfWithContents("", [{
  dictionary: "/Filter [/FlateDecode /FlateDecode]",
  stream: deflateSync(deflateSync(Buffer.alloc(400_000_000, 32)))
}])

const minutes = simplePdf("Minutes", [prose.match(/.{1,70}(?: |$)/g)!.map((text, n) => ({ text, y: 740 - 14 * n }))])

const cookiesSent: Array<string | undefined> = []
const requested: Array<string> = []
const closed = new Set<string>()
let [atOnce, atOnceMost] = [0, 0]

const send =
  (body: string | Uint8Array, headers: Readonly<Record<string, string>> = html, status = 200): RequestListener =>
  (_request, response) => void response.writeHead(status, headers).end(body)

const pages: Readonly<Record<string, RequestListener>> = {
  "/article": send(article),
  "/gzip": send(gzipSync(article), { ...html, "content-encoding": "gzip" }),
  "/text": send(prose, { "content-type": "text/plain" }),
  "/pdf": send(minutes, pdf),
  "/deflate": send(deflateSync(article), { ...html, "content-encoding": "deflate" }),
  "/deflate-raw": send(deflateRawSync(article), { ...html, "content-encoding": "deflate" }),
  "/bomb-raw": send(deflateRawSync(spaces), { ...html, "content-encoding": "deflate" }),
  "/broken-raw": send(Buffer.from([1, 2, 3, 4, 5, 6, 7]), { ...html, "content-encoding": "deflate" }),
  "/pdf-binary": send(minutes, { "content-type": "binary/octet-stream" }),
  "/pdf-x": send(minutes, { "content-type": "application/x-pdf" }),
  "/cookie": (request, response) => {
    if (request.headers.cookie === "seen=yes; region=eu") response.writeHead(200, html).end(article)
    else response.writeHead(302, { location: "/cookie", "set-cookie": ["seen=yes; Path=/; HttpOnly", "region=eu"] })
        .end()
  },
  "/cookie-elsewhere": (request, response) => {
    cookiesSent.push(request.headers.cookie)
    const other = { location: uriOf("/cookie-seen").replace("127.0.0.1", "localhost"), "set-cookie": "secret=1" }
    response.writeHead(302, other).end()
  },
  "/cookie-seen": (request, response) => {
    cookiesSent.push(request.headers.cookie)
    response.writeHead(200, html).end(article)
  },
  "/moved-utf8": (_request, response) => {
    // Written as it is, since Node refuses what is beyond Latin 1 in a header.
    response.socket?.end(
      Buffer.from("HTTP/1.1 302 Found\r\nLocation: /straße/日本?q=é\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    )
  },
  [`/${encodeURIComponent("straße")}/${encodeURIComponent("日本")}`]: send(article),
  "/silent": () => undefined,
  "/moved": send("", { location: "/article" }, 301),
  "/moved/3": send("", { location: "/moved/2" }, 302),
  "/moved/2": send("", { location: "/moved" }, 307),
  "/inside": send("", { location: "http://10.0.0.1/" }, 302),
  "/nowhere": send("", {}, 302),
  "/bomb": send(gzipSync(spaces), { ...html, "content-encoding": "gzip" }),
  "/bomb-br": send(brotliCompressSync(spaces), { ...html, "content-encoding": "br" }),
  "/bomb-pdf": send(compressedTwice, pdf),
  "/endless": (_request, response) => {
    response.writeHead(200, html)
    const write = (): void => {
      while (response.writable && response.write("<p>endless</p>".repeat(1_000)));
    }
    response.on("drain", write)
    write()
  },
  "/drip": (request, response) => {
    response.writeHead(200, html)
    const timer = setInterval(() => response.write("x"), 5)
    response.on("close", () => {
      clearInterval(timer)
      closed.add(request.url ?? "")
    })
  },
  "/nested": send("<div>".repeat(100_000) + prose),
  "/heavy": send("<b>x</b>".repeat(600_000)),
  "/image": send("x", { "content-type": "image/png" }),
  "/untyped": send("x", {}),
  "/broken": send("not gzip", { ...html, "content-encoding": "gzip" }),
  "/missing": send("no", html, 404),
  "/busy": send("no", html, 503),
  "/secret": send("no", html, 401),
  "/soft-404": send("<title>Page not found</title><p>Sorry, we couldn't find that page.</p>"),
  "/login": send("<title>Log in</title><form>E-mail <input> Password <input type=password></form>"),
  "/captcha": send("<title>Just a moment...</title><p>Verifying you are human. This may take a few seconds.</p>"),
  "/thin": send("<p>Hello.</p>"),
  "/one-at-a-time": (_request, response) => {
    atOnceMost = Math.max(atOnceMost, ++atOnce)
    setImmediate(() => {
      atOnce--
      response.writeHead(200, html).end(article)
    })
  }
}
for (let n = 0; n < 50; n++) {
  Object.assign(pages, { [`/hop/${n}`]: send("", { location: `/hop/${n + 1}` }, 302) })
}

const server = createServer((request, response) => {
  requested.push(request.url ?? "")
  pages[request.url?.split("?")[0] ?? ""]?.(request, response)
})
beforeAll(() => new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", () => resolve())))
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

const uriOf = (path: string): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`
const layer = (options: PageReaderOptions = {}) =>
  Layer.provide(pageReaderNode({ pauseMillis: 0, ...options }), outboundNode({ allowPrivate: true }))
const readAll = (uris: ReadonlyArray<string>, options?: PageReaderOptions) =>
  Effect.provide(
    Effect.flatMap(PageReader, (reader) => Effect.forEach(uris, reader.read, { concurrency: "unbounded" })),
    layer(options)
  )

describe("a page behind an address", () => {
  it.live("is read, with its passages, whatever its type and its redirects", () =>
    Effect.gen(function*() {
      const paths = ["/article", "/gzip", "/text", "/pdf", "/moved", "/moved/3"]
      const outcomes = yield* readAll(paths.map(uriOf))
      expect(outcomes.map((outcome) =>
        outcome.status === "ready" ? [outcome.title, outcome.content_type, outcome.final_uri] : outcome
      )).toEqual([
        ["Flood wall waits", "text/html", uriOf("/article")],
        ["Flood wall waits", "text/html", uriOf("/gzip")],
        [null, "text/plain", uriOf("/text")],
        ["Minutes", "application/pdf", uriOf("/pdf")],
        ["Flood wall waits", "text/html", uriOf("/article")],
        ["Flood wall waits", "text/html", uriOf("/article")]
      ])
      for (const outcome of outcomes) {
        if (outcome.status === "rejected")
          continue
        expect(outcome.text).toBe(prose)
        for (const { end, start, text } of outcome.passages)
          expect(outcome.text.slice(start, end)).toBe(text)
        expect(
          outcome.passages.map(({ text }) =>
            text
          ).join(" ")
        ).toBe(prose)
      }
    }))

  it.live("is read, whatever the habits of its server", () =>
    Effect.gen(function*() {
      const paths = ["/deflate", "/deflate-raw", "/pdf-binary", "/pdf-x", "/cookie", "/moved-utf8"]
      for (const outcome of yield* readAll(paths.map(uriOf)))
        expect(outcome).toMatchObject({ status: "ready", text: prose })
    }))

  it.live("is fetched with cookies of the same fetch and the same host only", () =>
    Effect.gen(function*() {
      const fetches = () => requested.filter((path) => path === "/cookie").length
      const before = fetches()
      yield* readAll([uriOf("/cookie")])
      yield* readAll([uriOf("/cookie")])
      // Each fetch begins without any.
      expect(fetches() - before).toBe(4)
      yield* readAll([uriOf("/cookie-elsewhere")])
      expect(cookiesSent).toEqual([undefined, undefined])
    }))

  it.live("is rejected with a reason, and said to be worth another try if it is", () =>
    Effect.gen(function*() {
      const expected: ReadonlyArray<readonly [string, string, boolean, RegExp]> = [
        ["/bomb", "too_large", false, /5242880 bytes/],
        ["/bomb-br", "too_large", false, /5242880 bytes/],
        ["/endless", "too_large", false, /5242880 bytes/],
        ["/nested", "unreadable", false, /nested/],
        ["/hop/0", "redirects", false, /one redirect too many, to 127\.0\.0\.1/],
        ["/nowhere", "redirects", false, /leads nowhere/],
        ["/inside", "refused_address", false, /makes no calls/],
        ["/image", "unsupported_type", false, /image\/png/],
        ["/untyped", "unsupported_type", false, /no content type/],
        ["/broken", "unreadable", false, /decompressed/],
        ["/broken-raw", "unreadable", false, /decompressed/],
        ["/bomb-raw", "too_large", false, /5242880 bytes/],
        ["/missing", "status", false, /404/],
        ["/busy", "status", true, /503/],
        ["/secret", "login_wall", false, /401/],
        ["/soft-404", "error_page", false, /./],
        ["/login", "login_wall", false, /./],
        ["/captcha", "blocked", false, /./],
        ["/thin", "thin", false, /1 words/]
      ]
      const outcomes = yield* readAll(expected.map(([path]) => uriOf(path)))
      outcomes.forEach((outcome, index) => {
        const [path, reason, isTemporary, detail] = expected[index]!
        expect([path, outcome]).toEqual([
          path,
          { status: "rejected", reason, is_temporary: isTemporary, detail: expect.stringMatching(detail) as string }
        ])
      })
      expect(requested.filter((url) => url.startsWith("/hop/"))).toEqual(["/hop/0", "/hop/1", "/hop/2", "/hop/3"])
    }))

  it.live("is not fetched from a private address, by another scheme, or from nowhere", () =>
    Effect.gen(function*() {
      const uris = [
        "http://10.0.0.1/",
        "https://169.254.169.254/latest/meta-data/",
        "file:///etc/passwd",
        "ftp://example.org/",
        "javascript:alert(1)",
        "data:text/html,hello",
        "not an address",
        "https://user:password@example.org/",
        ""
      ]
      for (const outcome of yield* readAll(uris)) expect(outcome).toMatchObject({ reason: "refused_address" })
      const [unreachable] = yield* readAll(["http://127.0.0.1:1/"])
      expect(unreachable).toMatchObject({ reason: "unreachable", is_temporary: true })
    }))

  it.live("has a limited time to arrive", () =>
    Effect.gen(function*() {
      const outcomes = yield* readAll([uriOf("/drip?slow"), uriOf("/article")], { fetchMillisMax: 300 })
      expect(outcomes).toMatchObject([{ reason: "unreadable", is_temporary: false }, { status: "ready" }])
      yield* Effect.promise(() => expect.poll(() => closed.has("/drip?slow"), patience).toBe(true))
    }))

  it.live("has limited time and memory to be understood, and the next one is read", () =>
    Effect.gen(function*() {
      const outcomesOf = (paths: ReadonlyArray<string>, limits: Partial<typeof readingLimits>) =>
        readAll(paths.map(uriOf), { limits: { ...readingLimits, ...limits } })
      expect(yield* outcomesOf(["/heavy", "/article"], { millisMax: 30_000, heapMegabytesMax: 24 })).toMatchObject([
        { reason: "too_large", detail: expect.stringContaining("memory") as string },
        { status: "ready" }
      ])
      expect(yield* outcomesOf(["/bomb-pdf", "/article"], { millisMax: 60_000, growthMegabytesMax: 60 })).toMatchObject(
        [
          { reason: "too_large", detail: expect.stringContaining("memory") as string },
          { status: "ready" }
        ]
      )
      expect(yield* outcomesOf(["/bomb-pdf"], { millisMax: 100 })).toMatchObject([{ reason: "too_slow" }])
    }))

  it.live("is fetched alone from its host", () =>
    Effect.gen(function*() {
      yield* readAll(Array.from({ length: 12 }, (_, n) => uriOf(`/one-at-a-time?${n}`)))
      expect(atOnceMost).toBe(1)
    }))

  it.live("is let go when nobody waits for it", () =>
    Effect.gen(function*() {
      const fiber = yield* Effect.fork(readAll([uriOf("/drip?on")]))
      yield* Effect.promise(() => expect.poll(() => requested.includes("/drip?on"), patience).toBe(true))
      yield* Fiber.interrupt(fiber)
      yield* Effect.promise(() => expect.poll(() => closed.has("/drip?on"), patience).toBe(true))
    }))
})
