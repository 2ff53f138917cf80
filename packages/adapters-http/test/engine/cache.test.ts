import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { keys, type Running, serveSample } from "./harness.ts"
import { type CachedAnswer, type Fill, ResponseCacheStore } from "../../src/engine/ResponseCache.ts"
import { RouteMetrics } from "../../src/engine/Metrics.ts"

let server: Running
beforeAll(async () => {
  server = await serveSample({ ownRates: { read: Infinity } })
})
afterAll(() => server.close())
beforeEach(() => {
  server.calls.gate = undefined
  server.announce(["questions"])
})

const title = async (path: string, headers: Record<string, string> = {}): Promise<string> => {
  const response = await fetch(server.url + path, { headers })
  return (await response.json() as { thing: { title: string } }).thing.title
}

const gate = () => {
  let open: () => void = () => undefined
  server.calls.gate = new Promise((resolve) => {
    open = resolve
  })
  return () => {
    server.calls.gate = undefined
    open()
  }
}

const untilCalled = async (count: number) => {
  while (server.calls.count < count) await new Promise((resolve) => setTimeout(resolve, 2))
}

const metrics = new RouteMetrics("GET", "/")
const answer = (body: string): CachedAnswer => ({
  body: Buffer.from(body),
  shared: { lines: [], etag: `"${body}"` },
  open: { lines: [], etag: undefined },
  metrics,
  ownRate: "read"
})

describe("the response cache", () => {
  it("returns the same bytes until a topic is announced, and ignores unknown parameters", async () => {
    const first = await title("/api/things/a")
    expect([await title("/api/things/a"), await title("/api/things/a?utm=1"), await title("/api/things/a?utm=1")])
      .toEqual([first, first, first])
    server.announce(["question:b"])
    expect(await title("/api/things/a")).toBe(first)
    server.announce(["question:a"])
    expect(await title("/api/things/a")).not.toBe(first)
  })

  it("has one entry per combination of known parameters, regardless of their order", async () => {
    const body = async (query: string) =>
      (await (await fetch(`${server.url}/api/things?${query}`)).json() as any).things[0].id
    expect([await body("limit=3&colour=red"), await body("colour=red&limit=3"), await body("limit=4&colour=red")])
      .toEqual(["3", "3", "4"])
    expect(await body("limit=3&colour=red")).toBe("3")
  })

  it("has one entry for all encodings of a path, which no other path shares", async () => {
    const first = await title("/api/things/caf%C3%A9")
    expect(await title("/api/things/caf%c3%a9")).toBe(first)
    // A slash within the parameter does not make it the path of another operation.
    expect(await title("/api/things/a%2Fb")).not.toBe(await title("/api/things/a%2Fb%2F"))
  })

  it("answers with and without a credential where none is looked at, and lets only those without one store it", async () => {
    const hits = async () =>
      Number(/auspex_http_cache_hits_total (\d+)/.exec(await (await fetch(`${server.url}/metrics`)).text())![1])
    const read = async (limit: number, headers: Record<string, string> = {}) => {
      const response = await fetch(`${server.url}/api/things?limit=${limit}`, { headers })
      return [await response.text(), response.headers.get("cache-control"), response.headers.has("etag")] as const
    }
    const key = { "x-api-key": keys.agent, "if-none-match": "*" }
    for (const [limit, first, second] of [[7, {}, key], [8, key, {}]] as const) {
      const before = await hits()
      const answers = [await read(limit, first), await read(limit, second)]
      expect(await hits()).toBe(before + 1)
      expect(answers[1]![0]).toBe(answers[0]![0])
      const [anonymous, own] = first === key ? [answers[1], answers[0]] : answers
      expect(anonymous!.slice(1)).toEqual(["public, no-cache", true])
      expect(own!.slice(1)).toEqual(["no-store", false])
    }
  })

  it("is bypassed by a request with a credential that may change the answer, which is not stored", async () => {
    const first = await title("/api/things/c")
    const own = await title("/api/things/c", { "x-api-key": keys.agent })
    expect(own).not.toBe(first)
    expect(await title("/api/things/c")).toBe(first)
  })

  it("computes an answer once for concurrent requests", async () => {
    const open = gate()
    const before = server.calls.count
    const all = Array.from({ length: 20 }, () => title("/api/things/d"))
    await untilCalled(before + 1)
    await new Promise((resolve) => setTimeout(resolve, 30))
    open()
    expect(new Set(await Promise.all(all)).size).toBe(1)
    expect(server.calls.count).toBe(before + 1)
  })

  it("does not store an answer whose computation began before an announcement, nor share it with later requests", async () => {
    const open = gate()
    const before = server.calls.count
    const early = title("/api/things/e")
    await untilCalled(before + 1)
    server.announce(["question:e"])
    const late = title("/api/things/e")
    await untilCalled(before + 2)
    open()
    expect([await early, await late]).toEqual([`version ${before + 1}`, `version ${before + 2}`])
    expect(await title("/api/things/e")).toBe(`version ${before + 2}`)
  })

  it("does not store refusals", async () => {
    expect((await fetch(`${server.url}/api/things/gone`)).status).toBe(404)
    expect((await fetch(`${server.url}/api/things/gone`)).status).toBe(404)
    const text = await (await fetch(`${server.url}/metrics`)).text()
    expect(text).toMatch(/auspex_http_cache_hits_total \d/)
  })

  it("answers 304 to a client with the current entity tag", async () => {
    const first = await fetch(`${server.url}/api/things/f`)
    const etag = first.headers.get("etag")!
    const again = (value: string) => fetch(`${server.url}/api/things/f`, { headers: { "if-none-match": value } })
    const unchanged = await again(`"other", W/${etag}`)
    expect([unchanged.status, unchanged.headers.get("etag"), await unchanged.text()]).toEqual([304, etag, ""])
    server.announce(["question:f"])
    const changed = await again(etag)
    expect([changed.status, changed.headers.get("etag") === etag]).toEqual([200, false])
  })
})

describe("a stale answer", () => {
  let now = 0
  let aging: Running
  beforeAll(async () => {
    aging = await serveSample({}, "up", { now: () => now })
  })
  afterAll(() => aging.close())
  beforeEach(() => {
    aging.calls.gate = undefined
    aging.announce(["questions"])
  })
  const version = async (path: string): Promise<number> => {
    const response = await fetch(aging.url + path)
    return Number((await response.json() as { thing: { title: string } }).thing.title.slice("version ".length))
  }
  const fillsSettled = async (path: string, expected: number) => {
    while (await version(path) < expected) await new Promise((resolve) => setTimeout(resolve, 2))
  }
  const closedGate = () => {
    let open: () => void = () => undefined
    aging.calls.gate = new Promise((resolve) => {
      open = resolve
    })
    return open
  }

  it("is served immediately from 2 s on, while exactly one computation revalidates it", async () => {
    const first = await version("/api/things/a")
    now += 1_999
    expect(await version("/api/things/a")).toBe(first)
    now += 1
    const open = closedGate()
    // With both URLs: the known alias and a new one.
    const while_ = ["", "?x=1", "", "?x=1", "", ""].map((query) => version(`/api/things/a${query}`))
    expect(await Promise.all(while_)).toEqual(Array.from(while_, () => first))
    expect(aging.calls.count).toBe(first + 1)
    open()
    await fillsSettled("/api/things/a", first + 1)
    expect(aging.calls.count).toBe(first + 1)
  })

  it("is recomputed before it is served from 5 s on, counted from the beginning of its computation", async () => {
    const open = closedGate()
    const before = aging.calls.count
    const early = version("/api/things/b")
    while (aging.calls.count === before) await new Promise((resolve) => setTimeout(resolve, 2))
    now += 3_000
    open()
    const first = await early
    aging.calls.gate = undefined
    now += 1_999
    const openAgain = closedGate()
    expect(await version("/api/things/b")).toBe(first)
    now += 1
    const late = version("/api/things/b")
    openAgain()
    expect(await late).toBe(first + 1)
    expect(aging.calls.count).toBe(first + 1)
  })

  it("is never served after one of its topics was announced, even while an older computation is running", async () => {
    const first = await version("/api/things/c")
    now += 2_000
    const open = closedGate()
    expect(await version("/api/things/c")).toBe(first)
    aging.announce(["question:c"])
    const after = [version("/api/things/c"), version("/api/things/c")]
    open()
    expect(await Promise.all(after)).toEqual([first + 2, first + 2])
    expect(await version("/api/things/c")).toBe(first + 2)
  })

  it("is kept if its recomputation fails, and is dropped if there is nothing to cache any more", () => {
    const store = new ResponseCacheStore({ now: () => now })
    const begun: Array<Fill> = []
    const begin = () => store.begin("k", ["questions"], (fill) => begun.push(fill))
    begin()
    store.end(begun[0]!, "u", answer("one"))
    now += 3_000
    expect(store.byUrl("u")).toBeUndefined()
    expect(store.byKey("k", "u")).toEqual({ answer: answer("one"), wantsFill: true })
    begin()
    expect(store.byKey("k", "u")?.wantsFill).toBe(false)
    store.end(begun[1]!, "u", "failed")
    expect(store.byUrl("u")?.body.toString()).toBe("one")
    now += 500
    expect(store.byKey("k", "u")?.wantsFill).toBe(true)
    begin()
    store.end(begun[2]!, "u", "nothing")
    expect(store.byKey("k", "u")).toBeUndefined()
    expect(store.bytes).toBe(0)
  })
})

const fillOne = (store: ResponseCacheStore, key: string, body: string): ResponseCacheStore => {
  store.begin(key, ["questions"], (fill) => store.end(fill, key, { ...answer(body), shared: { lines: [], etag: "" } }))
  return store
}

describe("the store of the response cache", () => {
  it("runs at most two computations of an answer at a time, and shows each reader all earlier changes", () => {
    const store = new ResponseCacheStore()
    const begun: Array<Fill> = []
    const read = (): Fill => {
      const going = store.fillOf("k")
      if (going !== undefined) return going
      store.begin("k", ["questions"], (fill) => begun.push(fill))
      return store.fillOf("k")!
    }
    const first = read()
    store.announce(["questions"])
    const second = read()
    store.announce(["questions"])
    const third = read()
    store.announce(["questions"])
    // It has not started yet, so its answer will include the change just announced.
    expect(read()).toBe(third)
    expect(begun).toEqual([first, second])
    store.end(second, "u", answer("second"))
    expect(begun).toEqual([first, second, third])
    expect(store.byUrl("u")).toBeUndefined()
    store.end(third, "u", answer("third"))
    store.end(first, "u", answer("first"))
    expect(store.byUrl("u")?.body.toString()).toBe("third")
    expect(store.fillOf("k")).toBeUndefined()
  })

  it("drops everything, and stores nothing that was begun before, when any topic may have changed", () => {
    const store = new ResponseCacheStore()
    fillOne(fillOne(store, "a", "{}"), "b", "{}")
    const begun: Array<Fill> = []
    store.begin("c", ["boards"], (fill) => begun.push(fill))
    store.announceAll()
    expect([store.bytes, store.byUrl("a"), store.byKey("b", "b"), store.fillOf("c")]).toEqual([
      0,
      undefined,
      undefined,
      undefined
    ])
    store.end(begun[0]!, "c", answer("old"))
    expect(store.byUrl("c")).toBeUndefined()
    expect(fillOne(store, "c", "new").byUrl("c")?.body.toString()).toBe("new")
  })

  it("serves stale boards after a change for at most three times their compute time", () => {
    let now = 0
    const store = new ResponseCacheStore({ now: () => now })
    const fill = (took: number, during = () => undefined as void) =>
      store.begin("k", ["boards"], (fill) => {
        during()
        now += took
        store.end(fill, "u", answer("one"))
      })
    const servedUntil = (from: number) => {
      for (now = from; store.byUrl("u") !== undefined; now++);
      return now - from
    }
    fill(10)
    expect(servedUntil(10)).toBe(1_990)
    fill(10)
    store.announce(["question:x"])
    expect(servedUntil(2_010)).toBe(20)
    fill(10, () => store.announce(["leaderboard"]))
    expect(servedUntil(2_040)).toBe(20)
    fill(251)
    store.announce(["leaderboard"])
    expect(servedUntil(now)).toBe(2_000 - 251)
    fill(10)
    store.announce(["boards"])
    expect(store.byUrl("u")).toBeUndefined()
  })

  it("evicts the least recently used entries first when it is full", () => {
    const one = fillOne(new ResponseCacheStore(), "a", "x".repeat(1_500)).bytes
    const store = new ResponseCacheStore({ bytesMax: 4 * one })
    for (const key of ["a", "b", "c", "d"]) fillOne(store, key, "x".repeat(1_500))
    expect(store.byKey("a", "a")).toBeDefined()
    fillOne(store, "e", "x".repeat(1_500))
    expect(["a", "b", "c", "d", "e"].map((key) => store.byUrl(key) !== undefined)).toEqual([
      true,
      false,
      true,
      true,
      true
    ])
    expect(store.bytes).toBe(4 * one)
    store.announce(["questions"])
    expect(store.bytes).toBe(0)
  })

  it("limits the memory of keys, URLs and answers for any requested URLs", () => {
    const bytesMax = 2_000_000
    const store = new ResponseCacheStore({ bytesMax })
    const filler = "A".repeat(4_000)
    const keys = Array.from({ length: 20_000 }, (_, n) => `${n}${n % 2 === 0 ? filler : ""}`)
    let most = 0
    for (const key of keys) {
      fillOne(store, key, "{}")
      for (const spelling of ["?a", "?b", "?c"]) store.byKey(key, key + spelling)
      most = Math.max(most, store.bytes)
    }
    expect(most).toBeLessThanOrEqual(bytesMax)
    const kept = keys.filter((key) => store.byKey(key, key) !== undefined)
    const spellings = keys.flatMap((key) => ["", "?a", "?b", "?c"].map((end) => key + end))
      .filter((url) => store.byUrl(url) !== undefined)
    const held = [...kept, ...spellings].reduce((sum, text) => sum + 2 * text.length, 0)
    expect(kept.length).toBeGreaterThan(100)
    expect(held).toBeLessThanOrEqual(bytesMax)
    // A long URL is not stored as an alias, because then the client could control the size of the cache.
    expect(spellings.every((url) => url.length <= 256)).toBe(true)
    store.announce(["questions"])
    expect(store.bytes).toBe(0)
  })

  it("drops expired entries even if they are not requested", () => {
    let now = 0
    const store = new ResponseCacheStore({ now: () => now })
    fillOne(store, "a", "{}")
    now = 4_999
    fillOne(store, "b", "{}")
    store.sweep()
    const both = store.bytes
    now = 5_000
    store.sweep()
    expect([store.bytes, store.byKey("a", "a")]).toEqual([both / 2, undefined])
    expect(store.byKey("b", "b")).toBeDefined()
  })
})
