import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as http from "node:http"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { contentCodingOf } from "../../src/engine/KeptDocument.ts"
import { coreDocument, coreTextRoutes, documentRoutes } from "../../src/documents/index.ts"
import { type Running, serveSample } from "../engine/harness.ts"
import { SampleApi } from "../engine/sampleApi.ts"

let server: Running
let reads = 0
beforeAll(async () => {
  // What the description of the document is read for: each time the document is made.
  const options = Object.defineProperty({ ...coreDocument }, "title", {
    enumerable: true,
    get: () => {
      reads++
      return "Sample"
    }
  })
  server = await serveSample({
    plainRoutes: [...documentRoutes(SampleApi, options), ...coreTextRoutes(SampleApi, coreDocument)]
  })
})
afterAll(() => server.close())

interface Received {
  readonly status: number
  readonly headers: http.IncomingHttpHeaders
  readonly body: Buffer
}

/** Not `fetch`, which decodes. */
const ask = (method: string, path: string, headers: Readonly<Record<string, string>> = {}): Promise<Received> =>
  new Promise((resolve, reject) => {
    http.request(server.url + path, { method, headers, agent: false }, (response) => {
      const chunks: Array<Buffer> = []
      response.on("data", (chunk: Buffer) => chunks.push(chunk))
      response.on(
        "end",
        () => resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) })
      )
    }).on("error", reject).end()
  })

const decoders = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes }

describe("the preferred content coding", () => {
  it.each(
    [
      [undefined, "identity"],
      ["", "identity"],
      ["gzip, deflate, br", "br"],
      ["gzip;q=1, br;q=0.5", "gzip"],
      ["GZIP ; Q=0.2", "gzip"],
      ["x-gzip", "gzip"],
      ["br;q=0, *", "gzip"],
      ["*", "br"],
      ["*;q=0", "identity"],
      ["identity", "identity"],
      ["identity;q=1, gzip;q=0.5", "identity"],
      ["deflate, zstd", "identity"],
      ["br;q=x", "identity"],
      ["identity;q=0", "identity"],
      ["identity;q=0, *;q=0", "identity"],
      ["br;q=0, identity;q=0.0", "identity"],
      ["identity;q=0, gzip;q=0.001", "gzip"]
    ] as const
  )("of %s is %s", (accepted, coding) => {
    expect(contentCodingOf(accepted)).toBe(coding)
  })
})

describe("documents", () => {
  it("are made once for all requests", async () => {
    await ask("GET", "/openapi.json")
    const before = reads
    const answers = await Promise.all(
      ["br", "gzip", "identity"].flatMap((coding) =>
        ["GET", "HEAD", "GET"].map((method) => ask(method, "/openapi.json", { "accept-encoding": coding }))
      )
    )
    expect([reads - before, new Set(answers.map(({ status }) => status))]).toEqual([0, new Set([200])])
  })

  it.each(
    ["/openapi.json", "/llms.txt", "/skill.md", "/schemas/campaign.json", "/docs"].flatMap((
      path
    ) => (["identity", "gzip", "br"] as const).map((coding) => [path, coding] as const))
  )("%s are the same bytes for GET, HEAD and 304, in %s", async (path, coding) => {
    const plain = await ask("GET", path)
    const headers = { "accept-encoding": coding }
    const coded = await ask("GET", path, headers)
    expect(coded.headers["content-encoding"]).toBe(coding === "identity" ? undefined : coding)
    expect(decoders[coding](coded.body).equals(plain.body)).toBe(true)
    expect(Number(coded.headers["content-length"])).toBe(coded.body.length)
    expect(coded.headers["vary"]).toBe("Accept-Encoding")
    expect(coded.headers["etag"] === plain.headers["etag"]).toBe(coding === "identity")
    const again = await ask("GET", path, headers)
    expect([again.headers["etag"], again.body.equals(coded.body)]).toEqual([coded.headers["etag"], true])
    const head = await ask("HEAD", path, headers)
    expect(head.body.length).toBe(0)
    for (const name of ["etag", "content-length", "content-type", "content-encoding", "cache-control"]) {
      expect([name, head.headers[name]]).toEqual([name, coded.headers[name]])
    }
    for (const method of ["GET", "HEAD"]) {
      const known = await ask(method, path, { ...headers, "if-none-match": coded.headers["etag"]! })
      expect([known.status, known.body.length, known.headers["etag"]]).toEqual([304, 0, coded.headers["etag"]])
    }
    expect((await ask("GET", path, { ...headers, "if-none-match": "\"other\"" })).status).toBe(200)
  })

  it("are no programs and load nothing", async () => {
    const { headers } = await ask("GET", "/openapi.json")
    expect([headers["content-type"], headers["content-security-policy"], headers["x-frame-options"]]).toEqual([
      "application/json; charset=utf-8",
      "default-src 'none'; frame-ancestors 'none'",
      "DENY"
    ])
  })
})
