import { describe, expect, it, vi } from "@effect/vitest"
import { Cause, Deferred, Effect, Fiber } from "effect"
import { CredentialGuesses } from "../../src/engine/CredentialGuesses.ts"
import { OutageLog } from "../../src/engine/OutageLog.ts"
import { OwnRates } from "../../src/engine/OwnRates.ts"
import { keys, lookups, type Running, serveSample } from "./harness.ts"

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
  it("admit as many requests as the rule allows, before the body is decoded, and report the remaining number", () =>
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

  it("count by the address forwarded by trusted proxies, IPv6 by /64, and ignore other forwarded addresses", async () => {
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

describe("limits of one instance", () => {
  it("count reads by address, including cached ones, and writes by credential", () =>
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

  it("use a sliding window: the weight of the previous minute falls", () => {
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

  it("are free again after a minute without requests, and never require a longer wait", () => {
    for (const begin of [0, 3_000, 30_000, 59_999]) {
      const rates = new OwnRates({ export: 5 })
      for (let n = 0; n < 5; n++) expect(rates.take("export", "a", begin)?.admitted).toBe(true)
      const refused = rates.take("export", "a", begin)
      expect([refused?.admitted, refused!.resetSeconds <= 60]).toEqual([false, true])
      expect(rates.take("export", "a", begin + 60_000)).toMatchObject({ admitted: true, remaining: 4 })
    }
  })
})

describe("an account's limits", () => {
  it("count per account, not per key", () =>
    served({ ownRates: { write: 3 } }, async (server) => {
      const create = (key: string) => post(server, "/api/things", good, { "x-api-key": key })
      const statuses = []
      for (const key of [keys.agent, keys.rotated, keys.agent, keys.rotated]) statuses.push((await create(key)).status)
      expect(statuses).toEqual([201, 201, 201, 429])
      expect((await create(keys.human)).status).toBe(201)
    }))
})

describe("unknown credentials", () => {
  const proxy = { trustedProxies: ["127.0.0.1"] }
  const asking = (server: Running) => (path: string, header: string, secret: string, from = "203.0.113.1") =>
    fetch(server.url + path, {
      method: path.includes("admin") ? "DELETE" : "GET",
      headers: { [header]: secret, "x-forwarded-for": from }
    })
  const admin = ["/api/admin/things/1", "x-admin-key"] as const
  const show = ["/api/things/1", "x-api-key"] as const

  it("of administrators are looked up five times a minute and address", () =>
    served(proxy, async (server) => {
      const ask = asking(server)
      for (let n = 0; n < 5; n++) expect((await ask(...admin, `ak_guess${n}`)).status).toBe(401)
      const before = lookups.count
      const sixth = await ask(...admin, "ak_guess5")
      expect([sixth.status, (await sixth.json() as { code: string }).code]).toEqual([429, "RATE_LIMITED"])
      expect(Number(sixth.headers.get("retry-after"))).toBeGreaterThanOrEqual(1)
      // Not even the valid one, so that the answers do not distinguish the two.
      expect((await ask(...admin, keys.admin)).status).toBe(429)
      expect((await ask(...show, "ak_guess6")).status).toBe(200)
      expect(
        (await fetch(`${server.url}/api/things/1`, {
          headers: { "x-admin-key": "ak_guess", "x-forwarded-for": "203.0.113.1" }
        })).status
      ).toBe(429)
      expect(lookups.count).toBe(before)
      // Account credentials of the same address, and other addresses, are counted separately.
      expect((await ask(...show, keys.agent)).status).toBe(200)
      expect((await ask(...admin, keys.admin, "203.0.113.2")).status).toBe(200)
    }))

  it("of accounts are looked up sixty times a minute; credentials known at the address still work", () =>
    served(proxy, async (server) => {
      const ask = asking(server)
      const touch = (secret: string, from?: string) => ask(...show, secret, from)
      expect((await touch(keys.agent)).status).toBe(200)
      const guesses = await Promise.all(
        Array.from({ length: 80 }, (_, n) => touch(`${n % 2 === 0 ? "sk" : "ht"}_guess${n}`))
      )
      expect([200, 429].map((status) => guesses.filter((answer) => answer.status === status).length)).toEqual([60, 20])
      expect((await touch(keys.agent)).status).toBe(200)
      expect((await touch(keys.human)).status).toBe(429)
      expect((await touch(keys.human, "203.0.113.2")).status).toBe(200)
      // Reads need no credential.
      expect((await fetch(`${server.url}/api/things/1`, { headers: { "x-forwarded-for": "203.0.113.1" } })).status)
        .toBe(200)
    }))

  it.effect("count as one guess while concurrent requests with the same credential are in progress", () =>
    Effect.gen(function*() {
      const guesses = new CredentialGuesses({ admin: 2 })
      const answer = yield* Deferred.make<string | undefined>()
      const waiting = yield* Effect.fork(guesses.watch("admin", "a", "good", Deferred.await(answer)))
      yield* Effect.yieldNow()
      const at = (secret: string, who: string | undefined) =>
        Effect.either(guesses.watch("admin", "a", secret, Effect.succeed(who)))
      expect(yield* at("good", "root")).toMatchObject({ right: "root" })
      expect(yield* at("bad", undefined)).toMatchObject({ right: undefined })
      expect(yield* at("worse", undefined)).toMatchObject({ left: { _tag: "Refusal" } })
      yield* Deferred.succeed(answer, "root")
      expect(yield* Fiber.join(waiting)).toBe("root")
      expect(yield* at("worse", undefined)).toMatchObject({ right: undefined })
      expect(yield* at("good", "root")).toMatchObject({ right: "root" })
      // The key was revoked meanwhile, so it counts as a guess.
      expect(yield* at("good", undefined)).toMatchObject({ right: undefined })
      expect(yield* at("good", "root")).toMatchObject({ left: { _tag: "Refusal" } })
    }))
})

describe("the limit of requests in flight", () => {
  it("answers 503 immediately when it is reached", () =>
    served({ inFlightMax: 2, ownRates: { read: Infinity } }, async (server) => {
      const slow = [fetch(`${server.url}/api/fail/wait`), fetch(`${server.url}/api/fail/wait`)]
      while (server.waits.started < 2) await new Promise((resolve) => setTimeout(resolve, 5))
      for (const probe of ["/health", "/health/ready", "/metrics"]) {
        expect((await fetch(server.url + probe)).status).toBe(200)
      }
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

describe("an outage", () => {
  it("is logged immediately and then once a second, not once per request", () => {
    vi.useFakeTimers()
    try {
      const lines: Array<string> = []
      const log = new OutageLog((message) => lines.push(message))
      for (let n = 0; n < 500; n++) log.report(`GET /${n}`, Cause.empty)
      expect(lines).toEqual(["storage unavailable in GET /0"])
      vi.advanceTimersByTime(1_000)
      log.report("GET /again", Cause.empty)
      vi.advanceTimersByTime(1_000)
      vi.advanceTimersByTime(10_000)
      expect(lines.slice(1)).toEqual([
        "storage unavailable in 499 more requests, the latest GET /499",
        "storage unavailable in 1 more requests, the latest GET /again"
      ])
      log.report("GET /later", Cause.empty)
      log.report("GET /last", Cause.empty)
      log.close()
      expect(lines.slice(3)).toEqual([
        "storage unavailable in GET /later",
        "storage unavailable in 1 more requests, the latest GET /last"
      ])
    } finally {
      vi.useRealTimers()
    }
  })

  it("of the database is logged once for all requests of a server", () =>
    served({}, async (server) => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => fetch(`${server.url}/api/fail/storage`)))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
      expect(server.logs.filter((line) => line.includes("storage unavailable")).length).toBeLessThan(20)
    }))
})

describe("Idempotency-Key", () => {
  it("repeats the first answer, refuses another body, and is separate for each principal and route", () =>
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

  it("does not repeat an answer that contained a secret", () =>
    served({}, async (server) => {
      const mint = () => post(server, "/api/secrets", good, { "idempotency-key": "s1" })
      expect((await mint()).status).toBe(201)
      const again = await mint()
      expect([again.status, again.json.code, again.json.secret]).toEqual([409, "IDEMPOTENCY_MISMATCH", undefined])
    }))
})
