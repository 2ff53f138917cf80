import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { keys, rawExchange, type Running, serveSample } from "./harness.ts"

let server: Running
beforeAll(async () => {
  server = await serveSample({ ownRates: { read: Infinity, write: Infinity } })
})
afterAll(() => server.close())

interface RequestOptions {
  readonly headers?: Record<string, string>
  readonly body?: unknown
}

const ask = async (method: string, path: string, { headers = {}, body }: RequestOptions = {}) => {
  const response = await fetch(server.url + path, {
    method,
    headers: body === undefined ? headers : { "content-type": "application/json", ...headers },
    ...(body === undefined
      ? {}
      : { body: typeof body === "string" || body instanceof Uint8Array ? body as BodyInit : JSON.stringify(body) })
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: text.startsWith("{") ? JSON.parse(text) : undefined
  }
}

const good = { title: "a title", confidence: 60 }
const key = { "x-api-key": keys.agent }

describe("the server", () => {
  it("answers a list, a read and a creation", async () => {
    const list = await ask("GET", "/api/things")
    expect(list.json).toEqual({
      things: [{ id: "12", title: "thing 12", made_at: "2026-01-02T03:04:05.678Z" }],
      total: 1,
      next_cursor: null
    })
    const created = await ask("POST", "/api/things", { headers: key, body: good })
    expect([created.status, created.json]).toEqual([201, {
      thing: { id: "agent-1", title: "a title", made_at: "2026-01-02T03:04:05.678Z" }
    }])
  })

  it("streams content that is not JSON, with a content security policy for documents", async () => {
    const csv = await ask("GET", "/api/things.csv")
    expect(csv.text).toBe("a,b\n1,2\n")
    expect(csv.headers.get("content-type")).toBe("text/csv; charset=utf-8")
  })

  it("reports its health and its error codes", async () => {
    expect((await ask("GET", "/health")).json).toEqual({ status: "ok", db: "ok" })
    expect((await ask("GET", "/health/ready")).status).toBe(200)
    const { json } = await ask("GET", "/api/errors")
    expect(json.errors.find((row: { code: string }) => row.code === "RATE_LIMITED").status).toBe(429)
    expect((await ask("GET", "/metrics")).text).toMatch(
      /auspex_http_requests_total\{method="GET",route="\/health",status="200"\} 1/
    )
  })
})

describe("lists", () => {
  it.each([
    ["", 200, "12"],
    ["limit=1", 200, "1"],
    ["limit=100", 200, "100"],
    ["limit=101", 200, "100"],
    ["limit=99999999999999999999999", 200, "100"],
    ["limit=5&unknown=1", 200, "5"],
    ["limit=0", 400, "limit"],
    ["limit=-1", 400, "limit"],
    ["limit=1.5", 400, "limit"],
    ["limit=1e99", 400, "limit"],
    ["limit=ten", 400, "limit"],
    ["limit=", 400, "limit"],
    ["limit=1&limit=2", 400, "limit"],
    ["limit=%31", 200, "1"],
    ["offset=-1", 400, "offset"],
    ["offset=10001", 400, "offset"],
    ["offset=1e99", 400, "offset"],
    ["cursor=%00", 400, "query"],
    ["cursor=%zz", 400, "query"],
    ["cursor=%ff", 400, "query"],
    ["cursor=a%20b", 400, "cursor"],
    ["cursor=", 400, "cursor"],
    ["colour=blue", 400, "colour"],
    ["__proto__=1", 200, "12"]
  ])("?%s answers %i", async (query, status, found) => {
    const answer = await ask("GET", `/api/things?${query}`)
    expect(answer.status).toBe(status)
    if (status === 200) expect(answer.json.things[0].id).toBe(found)
    else expect(answer.json.failures.map((failure: { field: string }) => failure.field)).toEqual([found])
  })
})

describe("credentials", () => {
  const human = { authorization: `Bearer ${keys.human}` }
  const admin = { "x-admin-key": keys.admin }
  it.each<[string, string, Record<string, string>, number, string | undefined]>([
    ["POST", "/api/things", {}, 401, "MISSING_AUTH"],
    ["POST", "/api/things", { "x-api-key": "" }, 401, "MISSING_AUTH"],
    ["POST", "/api/things", { "x-api-key": "sk_nobody" }, 401, "INVALID_API_KEY"],
    ["POST", "/api/things", { "x-api-key": "rubbish" }, 401, "INVALID_API_KEY"],
    ["POST", "/api/things", { "x-api-key": "ht_nobody" }, 401, "INVALID_TOKEN"],
    ["POST", "/api/things", { authorization: "Bearer ht_nobody" }, 401, "INVALID_TOKEN"],
    ["POST", "/api/things", { authorization: "Bearer sk_nobody" }, 401, "INVALID_API_KEY"],
    ["POST", "/api/things", { authorization: "Bearer rubbish" }, 401, "INVALID_TOKEN"],
    ["POST", "/api/things", { authorization: "Basic abc" }, 401, "INVALID_TOKEN"],
    ["POST", "/api/things/1/touch", { authorization: "Bearer eyJhbGciOi.J9.x" }, 401, "INVALID_TOKEN"],
    ["DELETE", "/api/admin/things/1", { authorization: "Bearer rubbish" }, 401, "INVALID_TOKEN"],
    ["POST", "/api/things", { "x-api-key": keys.suspended }, 403, "ACCOUNT_SUSPENDED"],
    ["POST", "/api/things", { "x-admin-key": keys.admin }, 401, "MISSING_AUTH"],
    ["POST", "/api/things", key, 201, undefined],
    ["POST", "/api/things", { "X-API-KEY": keys.agent }, 201, undefined],
    ["POST", "/api/things", { authorization: `bearer ${keys.agent}` }, 201, undefined],
    ["POST", "/api/things", human, 201, undefined],
    ["POST", "/api/things", { "x-api-key": keys.human }, 201, undefined],
    ["POST", "/api/things/1/touch", key, 403, "HUMAN_REQUIRED"],
    ["POST", "/api/things/1/touch", human, 200, undefined],
    ["POST", "/api/things/1/touch", { "x-api-key": keys.human }, 200, undefined],
    ["POST", "/api/things/1/touch", { ...key, ...human }, 200, undefined],
    ["POST", "/api/things/1/touch", {}, 401, "MISSING_AUTH"],
    ["DELETE", "/api/admin/things/1", {}, 401, "MISSING_AUTH"],
    ["DELETE", "/api/admin/things/1", key, 403, "ADMIN_REQUIRED"],
    ["DELETE", "/api/admin/things/1", human, 403, "ADMIN_REQUIRED"],
    ["DELETE", "/api/admin/things/1", { "x-api-key": "sk_nobody" }, 401, "INVALID_API_KEY"],
    ["DELETE", "/api/admin/things/1", { "x-admin-key": "ak_nobody" }, 401, "INVALID_API_KEY"],
    ["DELETE", "/api/admin/things/1", { ...key, ...admin }, 200, undefined],
    ["GET", "/api/things/1", { "x-api-key": "rubbish" }, 200, undefined],
    ["GET", "/api/things/1", key, 200, undefined]
  ])("%s %s with %j answers %i %s", async (method, path, headers, status, code) => {
    const answer = await ask(method, path, { headers, ...(path === "/api/things" ? { body: good } : {}) })
    expect([answer.status, answer.json.code]).toEqual([status, code])
    expect(answer.headers.get("cache-control")).toBe("no-store")
  })
})

describe("bodies", () => {
  const deep = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`
  const withTags = (tags: string) => `{"title":"a title","confidence":60,"tags":${tags}}`
  const manyKeys = `{${Array.from({ length: 1_001 }, (_, n) => `"k${n}":1`).join(",")}}`
  it.each<[string, unknown, number, string | undefined]>([
    ["good", good, 201, undefined],
    ["unknown fields", { ...good, points: 9 }, 201, undefined],
    ["an escape that is fine", "{\"title\":\"a \\u00e9\\\\\\\" title\",\"confidence\":60}", 201, undefined],
    ["not JSON", "{", 400, "body"],
    ["trailing text", "{} x", 400, "body"],
    ["a scalar", "5", 400, "body"],
    ["null", "null", 400, "body"],
    ["a list", "[]", 400, "body"],
    ["no body", "", 400, "title,confidence"],
    ["NUL", "{\"title\":\"abc\\u0000\",\"confidence\":60}", 400, "title"],
    ["lone surrogate", "{\"title\":\"abc\\ud800\",\"confidence\":60}", 400, "title"],
    ["lone surrogate in a list", withTags("[\"x\",\"\\udc00\"]"), 400, "tags[1]"],
    ["a pair of surrogates", withTags("[\"\\ud83d\\ude00\"]"), 201, undefined],
    ["duplicate keys", "{\"title\":\"abc\",\"confidence\":60,\"ti\\u0074le\":\"abd\"}", 400, "title"],
    ["__proto__", "{\"title\":\"abc\",\"confidence\":60,\"__proto__\":{}}", 400, "__proto__"],
    ["depth 20", withTags(deep(19)), 400, "tags[0]"],
    ["depth 21", withTags(deep(20)), 400, "body"],
    ["1,001 keys", manyKeys, 413, "body"],
    ["byte order mark", Buffer.from("\ufeff{}"), 400, "body"],
    ["not UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 400, "body"],
    ["wrong types", { title: 5, confidence: "60", tags: "x", colour: 7 }, 400, "title,confidence,colour,tags"],
    ["huge number", "{\"title\":\"abc\",\"confidence\":1e999}", 400, "confidence"],
    ["fraction", { title: "abc", confidence: 60.5 }, 400, "confidence"],
    ["an array for a scalar", { title: ["abc"], confidence: 60 }, 400, "title"],
    ["unknown enum", { ...good, colour: "blue" }, 400, "colour"],
    ["null for optional", { ...good, colour: null }, 400, "colour"],
    ["wrong item", { ...good, tags: ["a", 1] }, 400, "tags[1]"]
  ])("%s", async (_, body, status, fields) => {
    const answer = await ask("POST", "/api/things", { headers: key, body })
    expect([answer.status, answer.text]).toEqual([status, expect.anything()])
    if (status !== 400) return
    expect(answer.json.error).toBe(answer.json.failures?.[0]?.message ?? answer.json.error)
    const found = answer.json.failures?.map((failure: { field?: string }) => failure.field).join(",") ?? "body"
    expect(found || "body").toBe(fields)
  })

  it("are refused with the code of the field's schema, the measured value and the limit, without repeating the value sent", async () => {
    const { json, text } = await ask("POST", "/api/things", { headers: key, body: { title: "xy", confidence: 120 } })
    expect(json).toEqual({
      error: "title must be a string at least 3 character(s) long, not text of 2 characters.",
      code: "INVALID_REQUEST",
      failures: [
        {
          code: "INVALID_REQUEST",
          message: "title must be a string at least 3 character(s) long, not text of 2 characters.",
          field: "title",
          measured: 2,
          limit: 3
        },
        {
          code: "INVALID_CONFIDENCE",
          message: "confidence must be a number between 50 and 99, not 120.",
          field: "confidence",
          measured: 120,
          limit: 99
        }
      ]
    })
    expect(text).not.toContain("\"xy\"")
    const absent = await ask("POST", "/api/things", { headers: key, body: { title: "abc" } })
    expect(absent.json.code).toBe("INVALID_CONFIDENCE")
  })

  it.each([
    ["text/plain", 415],
    ["application/x-www-form-urlencoded", 415],
    ["application/json; charset=latin1", 415],
    ["application/json; charset=UTF-8", 201],
    ["application/vnd.x+json", 201],
    ["application/jsonp", 415]
  ])("content type %s answers %i", async (type, status) => {
    const answer = await ask("POST", "/api/things", { headers: { ...key, "content-type": type }, body: good })
    expect(answer.status).toBe(status)
  })

  it("are refused when compressed, and accepted when empty if the operation needs none", async () => {
    const packed = await ask("POST", "/api/things", { headers: { ...key, "content-encoding": "gzip" }, body: good })
    expect([packed.status, packed.json.code]).toEqual([415, "UNSUPPORTED_MEDIA_TYPE"])
    const human = { authorization: `Bearer ${keys.human}`, "content-type": "application/json" }
    expect((await ask("POST", "/api/things/1/touch", { headers: human })).status).toBe(200)
    expect((await ask("POST", "/api/things/1/touch", { headers: human, body: "{}" })).status).toBe(200)
  })
})

describe("paths and methods", () => {
  it.each<[string, string, number, string, string | null]>([
    ["GET", "/api/nothing", 404, "NOT_FOUND", null],
    ["POST", "/nothing", 404, "NOT_FOUND", null],
    ["OPTIONS", "/nothing", 404, "NOT_FOUND", null],
    ["PUT", "/api/things", 405, "METHOD_NOT_ALLOWED", "GET, POST, HEAD, OPTIONS"],
    ["DELETE", "/api/things/1", 405, "METHOD_NOT_ALLOWED", "GET, HEAD, OPTIONS"],
    ["GET", "/api/secrets", 405, "METHOD_NOT_ALLOWED", "POST, OPTIONS"],
    ["PROPFIND", "/api/things", 405, "METHOD_NOT_ALLOWED", "GET, POST, HEAD, OPTIONS"],
    ["GET", "/api/things/gone", 404, "QUESTION_NOT_FOUND", null],
    ["GET", "/api/things;x", 404, "NOT_FOUND", null],
    ["GET", "/api/things;x?limit=3", 404, "NOT_FOUND", null],
    ["POST", "/api/things;x", 404, "NOT_FOUND", null],
    ["OPTIONS", "/api/things;x", 404, "NOT_FOUND", null],
    ["GET", "/api/things/1;x", 404, "NOT_FOUND", null],
    ["GET", "//api/things", 404, "NOT_FOUND", null],
    ["GET", "/api//things", 404, "NOT_FOUND", null],
    ["GET", "/api/thing%73", 404, "NOT_FOUND", null],
    ["GET", "/api/%74hings", 404, "NOT_FOUND", null],
    ["GET", "/api/things/%61", 404, "NOT_FOUND", null],
    ["GET", "/metrics;x", 404, "NOT_FOUND", null],
    ["GET", "//metrics", 404, "NOT_FOUND", null],
    ["GET", "/metrics/", 404, "NOT_FOUND", null],
    ["GET", "/api/things/", 404, "NOT_FOUND", null],
    ["GET", "/%6detrics", 404, "NOT_FOUND", null],
    ["GET", "/%6Detrics", 404, "NOT_FOUND", null],
    ["GET", "/metric%73/", 404, "NOT_FOUND", null],
    ["GET", "/health;x", 404, "NOT_FOUND", null],
    ["GET", "/api/things/%00", 400, "INVALID_REQUEST", null],
    ["GET", "/api/things/%zz", 400, "INVALID_REQUEST", null],
    ["GET", `/api/things/${"x".repeat(9_000)}`, 400, "INVALID_REQUEST", null],
    ["GET", `/api/things?x=${"x".repeat(4_200)}`, 400, "INVALID_REQUEST", null]
  ])("%s %s answers %i", async (method, path, status, code, allow) => {
    const answer = await ask(method, path)
    expect([answer.status, answer.json.code, answer.headers.get("allow")]).toEqual([status, code, allow])
    if (allow !== null) expect(answer.json.error).toBe(`This path does not take ${method}; it takes ${allow}.`)
    expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8")
  })

  it("are served with encoded parameters and in absolute form", async () => {
    for (const id of ["a%3Bb", "a%2Fb", "caf%C3%A9", "a%20b", "a%25b", "a-b_c.d~e", "a:b@c"]) {
      const { json, status } = await ask("GET", `/api/things/${id}`)
      expect([status, json?.thing.id]).toEqual([200, decodeURIComponent(id)])
    }
    const bytes = (target: string) =>
      rawExchange(server.port, `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    expect(await bytes("http://auspex.example/api/things/1")).toMatch(/^HTTP\/1.1 200 /)
    expect(await bytes("http://auspex.example?x=1")).toMatch(/^HTTP\/1.1 404 /)
    expect(await bytes("http://auspex.example//metrics")).toMatch(/^HTTP\/1.1 404 /)
    expect(await bytes("/metrics#x")).toMatch(/^HTTP\/1.1 404 /)
  })

  it("include HEAD, which answers like GET without a body, and OPTIONS, which allows other sites on public reads only", async () => {
    const head = await ask("HEAD", "/api/things")
    expect([head.status, head.text, Number(head.headers.get("content-length")) > 10]).toEqual([200, "", true])
    const open = await ask("OPTIONS", "/api/things/1", {
      headers: { origin: "https://x.example", "access-control-request-method": "GET" }
    })
    expect([open.status, open.headers.get("access-control-allow-origin"), open.headers.get("allow")]).toEqual([
      204,
      "*",
      "GET, HEAD, OPTIONS"
    ])
    const closed = await ask("OPTIONS", "/api/secrets")
    expect([closed.status, closed.headers.get("access-control-allow-origin")]).toEqual([204, null])
  })

  it("do not include TRACE and CONNECT", async () => {
    expect(await rawExchange(server.port, "TRACE /api/things HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"))
      .toMatch(/^HTTP\/1.1 405 /)
    expect(await rawExchange(server.port, "CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n")).toMatch(
      /^HTTP\/1.1 405 [^]*METHOD_NOT_ALLOWED/
    )
  })
})

describe("headers", () => {
  it("include the security headers on every answer, and let other sites read public GETs without credentials", async () => {
    for (const [method, path] of [["GET", "/api/things"], ["GET", "/api/nothing"], ["POST", "/api/things"]] as const) {
      const { headers } = await ask(method, path)
      expect(headers.get("x-content-type-options")).toBe("nosniff")
      expect(headers.get("referrer-policy")).toBe("no-referrer")
      expect(headers.get("strict-transport-security")).toBe("max-age=63072000; includeSubDomains")
      expect(headers.get("content-security-policy")).toBe("default-src 'none'; frame-ancestors 'none'")
      expect(headers.get("x-frame-options")).toBe("DENY")
      expect(headers.get("x-powered-by")).toBeNull()
      expect(headers.get("server")).toBeNull()
    }
    const open = (await ask("GET", "/api/things")).headers
    expect([open.get("access-control-allow-origin"), open.get("access-control-allow-credentials")]).toEqual(["*", null])
    expect(open.get("cross-origin-resource-policy")).toBe("cross-origin")
    const closed = (await ask("POST", "/api/things", { headers: key, body: good })).headers
    expect([closed.get("access-control-allow-origin"), closed.get("cross-origin-resource-policy")]).toEqual([
      null,
      "same-origin"
    ])
  })

  it("repeat a well-formed request id and replace any other", async () => {
    const id = async (given: string) =>
      (await ask("GET", "/api/things", { headers: { "x-request-id": given } })).headers.get("x-request-id")
    expect(await id("abc-1.2:3_4")).toBe("abc-1.2:3_4")
    expect(await id("x".repeat(65))).toMatch(/^[0-9a-f-]{36}$/)
    expect(await id("a b")).toMatch(/^[0-9a-f-]{36}$/)
  })

  it("lead to a 304 for an unchanged public read, cached or not", async () => {
    const etag = (await ask("GET", "/api/errors")).headers.get("etag") as string
    expect(etag).toMatch(/^"[\w-]+"$/)
    for (const path of ["/api/errors", "/api/things"]) {
      const tag = (await ask("GET", path)).headers.get("etag") as string
      for (const header of [tag, `W/${tag}`, `"other", ${tag}`, "*"]) {
        const again = await ask("GET", path, { headers: { "if-none-match": header } })
        expect([again.status, again.text, again.headers.get("etag")]).toEqual([304, "", tag])
      }
      expect((await ask("GET", path, { headers: { "if-none-match": "\"other\"" } })).status).toBe(200)
    }
  })
})

describe("faults", () => {
  it("are answered with 503 when the database is unavailable and 500 for a bug, without details", async () => {
    const storage = await ask("GET", "/api/fail/storage")
    expect([storage.status, storage.json.code, storage.headers.get("retry-after")]).toEqual([
      503,
      "SERVICE_UNAVAILABLE",
      "1"
    ])
    for (const how of ["defect", "throw"]) {
      const bug = await ask("GET", `/api/fail/${how}`, { headers: { "x-request-id": `id-${how}` } })
      expect([bug.status, bug.json.code]).toEqual([500, "INTERNAL_ERROR"])
      expect(bug.text).toContain(`id-${how}`)
      expect(bug.text).not.toContain("secret")
      expect(server.logs.join("\n")).toContain(`secret ${how === "defect" ? "stack" : "throw"}`)
    }
    expect(storage.text).not.toContain("secret")
  })

  it("include answers that the contract does not allow, where answers are checked", async () => {
    expect((await ask("GET", "/api/fail/extra")).status).toBe(500)
    expect(server.logs.join("\n")).toMatch(/things\.fail answered what its contract does not allow/)
    expect((await ask("GET", "/api/fail/nothing")).status).toBe(200)
  })

  it("include the deadline, which interrupts the handler", async () => {
    const before = server.waits.interrupted
    const answer = await ask("GET", "/api/fail/wait")
    expect([answer.status, answer.json.code, answer.headers.get("retry-after")]).toEqual([
      503,
      "SERVICE_UNAVAILABLE",
      "1"
    ])
    expect(server.waits.interrupted).toBe(before + 1)
  })
})
