import { describe, expect, it } from "vitest"
import { OwnRates } from "../../src/server/OwnRates.ts"
import { keys, type Running, serveSample } from "./harness.ts"

const good = { title: "a title", confidence: 60 }

const served = async (options: Parameters<typeof serveSample>[0], use: (server: Running) => Promise<void>) => {
  const server = await serveSample(options)
  try {
    await use(server)
  } finally {
    await server.close()
  }
}

const post = async (server: Running, path: string, body: unknown, headers: Record<string, string> = {}) => {
  const response = await fetch(server.url + path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body)
  })
  return { status: response.status, headers: response.headers, json: await response.json() as any }
}

describe("exact limits", () => {
  it("admits what the rule says and no more, before the body is looked at, and says how much is left", () =>
    served({}, async (server) => {
      const first = await post(server, "/api/secrets", good)
      expect([first.status, first.headers.get("ratelimit"), first.headers.get("ratelimit-policy")]).toEqual([
        201,
        "\"things\";r=2;t=42",
        "\"things\";q=3;w=60"
      ])
      expect((await post(server, "/api/secrets", "{ not json")).status).toBe(400)
      expect((await post(server, "/api/secrets", {})).status).toBe(400)
      const fourth = await post(server, "/api/secrets", good)
      expect([fourth.status, fourth.json.code, fourth.headers.get("retry-after")]).toEqual([429, "RATE_LIMITED", "42"])
      expect((await post(server, "/api/secrets", "{ not json")).status).toBe(429)
    }))

  it("counts by the address that trusted proxies vouch for, IPv6 by /64, and believes nobody else", async () => {
    const from = (server: Running, forwarded: string) =>
      post(server, "/api/secrets", good, { "x-forwarded-for": forwarded })
    await served({ trustedProxies: ["127.0.0.1", "10.0.0.0/8"] }, async (server) => {
      for (const n of [1, 2, 3]) expect((await from(server, `203.0.113.${n}, 198.51.100.7, 10.1.2.3`)).status).toBe(201)
      expect((await from(server, "203.0.113.9, 198.51.100.7")).status).toBe(429)
      expect((await from(server, "198.51.100.8")).status).toBe(201)
      for (const n of [1, 2, 3]) expect((await from(server, `2001:db8:1:2::${n}`)).status).toBe(201)
      expect((await from(server, "2001:db8:1:2:ffff::1")).status).toBe(429)
      expect((await from(server, "2001:db8:1:3::1")).status).toBe(201)
      expect((await from(server, "[2001:db8:1:4::1]:443")).status).toBe(201)
      for (const n of [1, 2, 3]) expect((await from(server, `rubbish${n}`)).status).toBe(201)
      expect((await from(server, "127.0.0.1")).status).toBe(429)
    })
    await served({}, async (server) => {
      for (const n of [1, 2, 3]) expect((await from(server, `203.0.113.${n}`)).status).toBe(201)
      expect((await from(server, "203.0.113.9")).status).toBe(429)
    })
  })
})

describe("own limits", () => {
  it("count reads by address, cached ones too, and writes by credential", () =>
    served({ ownRates: { read: 3, write: 2 } }, async (server) => {
      const read = async (path = "/api/things") => (await fetch(server.url + path)).status
      expect([await read(), await read(), await read("/api/errors"), await read(), await read("/api/errors")]).toEqual([
        200,
        200,
        200,
        429,
        429
      ])
      const write = (key: string) => post(server, "/api/things", good, { "x-api-key": key })
      const first = await write(keys.agent)
      expect([first.status, first.headers.get("ratelimit-policy")]).toEqual([201, "\"write\";q=2;w=60"])
      expect((await write(keys.agent)).status).toBe(201)
      const third = await write(keys.agent)
      expect([third.status, third.json.code, Number(third.headers.get("retry-after")) > 0]).toEqual([
        429,
        "RATE_LIMITED",
        true
      ])
      expect((await write(keys.human)).status).toBe(201)
    }))

  it("slide: what was used in the last minute fades", () => {
    const rates = new OwnRates({ read: 10 })
    const admitted = (now: number, n: number) =>
      Array.from({ length: n }, () => rates.take("read", "a", now)?.admitted).filter(Boolean).length
    expect(admitted(0, 5)).toBe(5)
    expect(admitted(30_000, 20)).toBe(5)
    expect(admitted(60_000, 20)).toBe(0)
    expect(admitted(84_000, 20)).toBe(4)
    const refused = rates.take("read", "a", 84_000)
    expect(admitted(84_000 + (refused?.resetSeconds ?? 0) * 1_000, 1)).toBe(1)
    expect(admitted(600_000, 20)).toBe(10)
    expect(rates.take("read", "b", 600_000)?.admitted).toBe(true)
  })

  it("are free again after a minute, whenever it began, and never ask for a longer wait", () => {
    for (const begin of [0, 3_000, 30_000, 59_999]) {
      const rates = new OwnRates({ export: 5 })
      for (let n = 0; n < 5; n++) expect(rates.take("export", "a", begin)?.admitted).toBe(true)
      const refused = rates.take("export", "a", begin)
      expect([refused?.admitted, refused!.resetSeconds <= 60]).toEqual([false, true])
      expect(rates.take("export", "a", begin + 60_000)).toMatchObject({ admitted: true, remaining: 4 })
    }
  })
})

describe("in-flight cap", () => {
  it("answers 503 at once when too much is being worked on", () =>
    served({ inFlightMax: 2, ownRates: { read: Infinity } }, async (server) => {
      const slow = [fetch(`${server.url}/api/fail/wait`), fetch(`${server.url}/api/fail/wait`)]
      while (server.waits.started < 2) await new Promise((resolve) => setTimeout(resolve, 5))
      const third = await fetch(`${server.url}/api/fail/nothing`)
      expect([third.status, third.headers.get("retry-after"), (await third.json() as any).code]).toEqual([
        503,
        "1",
        "SERVICE_UNAVAILABLE"
      ])
      expect((await Promise.all(slow)).map((answer) => answer.status)).toEqual([503, 503])
      expect((await fetch(`${server.url}/api/fail/nothing`)).status).toBe(200)
    }))
})

describe("Idempotency-Key", () => {
  it("repeats the first answer, refuses another body, and keeps principals and routes apart", () =>
    served({}, async (server) => {
      const create = (key: string, body: unknown = good, who = keys.agent) =>
        post(server, "/api/things", body, { "x-api-key": who, "idempotency-key": key })
      const first = await create("k1")
      const again = await create("k1")
      expect([first.status, first.headers.get("idempotency-replayed")]).toEqual([201, null])
      expect([again.status, again.json, again.headers.get("idempotency-replayed")]).toEqual([201, first.json, "true"])
      const other = await create("k1", { ...good, title: "another" })
      expect([other.status, other.json.code]).toEqual([409, "IDEMPOTENCY_MISMATCH"])
      const human = await create("k1", good, keys.human)
      expect([human.status, human.json.thing.id]).toEqual([201, "human-1"])
      expect((await create("x".repeat(256))).status).toBe(400)
      expect((await create("a b")).status).toBe(400)
      expect((await create("")).status).toBe(400)
    }))

  it("does not repeat an answer that held a secret", () =>
    served({}, async (server) => {
      const mint = () => post(server, "/api/secrets", good, { "idempotency-key": "s1" })
      expect((await mint()).status).toBe(201)
      const again = await mint()
      expect([again.status, again.json.code, again.json.secret]).toEqual([409, "IDEMPOTENCY_MISMATCH", undefined])
    }))
})
