import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { keys, type Running, serveSample } from "./harness.ts"
import { ResponseCacheStore } from "../../src/server/ResponseCache.ts"
import { RouteMetrics } from "../../src/server/Metrics.ts"

let server: Running
beforeAll(async () => {
  server = await serveSample({ ownRates: { read: Infinity } })
})
afterAll(() => server.close())
beforeEach(() => {
  server.asked.gate = undefined
  server.announce(["questions"])
})

const title = async (path: string, headers: Record<string, string> = {}): Promise<string> => {
  const response = await fetch(server.url + path, { headers })
  return (await response.json() as { thing: { title: string } }).thing.title
}

const gate = () => {
  let open: () => void = () => undefined
  server.asked.gate = new Promise((resolve) => {
    open = resolve
  })
  return () => {
    server.asked.gate = undefined
    open()
  }
}

const untilAsked = async (count: number) => {
  while (server.asked.count < count) await new Promise((resolve) => setTimeout(resolve, 2))
}

describe("the response cache", () => {
  it("answers the same bytes until a topic is announced, and ignores parameters that do not count", async () => {
    const first = await title("/api/things/a")
    expect([await title("/api/things/a"), await title("/api/things/a?utm=1"), await title("/api/things/a?utm=1")])
      .toEqual([first, first, first])
    server.announce(["question:b"])
    expect(await title("/api/things/a")).toBe(first)
    server.announce(["question:a"])
    expect(await title("/api/things/a")).not.toBe(first)
  })

  it("keeps lists apart by the parameters that count, in any order", async () => {
    const body = async (query: string) =>
      (await (await fetch(`${server.url}/api/things?${query}`)).json() as any).things[0].id
    expect([await body("limit=3&colour=red"), await body("colour=red&limit=3"), await body("limit=4&colour=red")])
      .toEqual(["3", "3", "4"])
    expect(await body("limit=3&colour=red")).toBe("3")
  })

  it("is not used by a request with a credential, and keeps nothing of its answer", async () => {
    const first = await title("/api/things/c")
    const own = await title("/api/things/c", { "x-api-key": keys.agent })
    expect(own).not.toBe(first)
    expect(await title("/api/things/c")).toBe(first)
  })

  it("asks once for all who wait at the same time", async () => {
    const open = gate()
    const before = server.asked.count
    const all = Array.from({ length: 20 }, () => title("/api/things/d"))
    await untilAsked(before + 1)
    await new Promise((resolve) => setTimeout(resolve, 30))
    open()
    expect(new Set(await Promise.all(all)).size).toBe(1)
    expect(server.asked.count).toBe(before + 1)
  })

  it("does not keep an answer whose making began before an announcement, nor let later requests wait for it", async () => {
    const open = gate()
    const before = server.asked.count
    const early = title("/api/things/e")
    await untilAsked(before + 1)
    server.announce(["question:e"])
    const late = title("/api/things/e")
    await untilAsked(before + 2)
    open()
    expect([await early, await late]).toEqual([`version ${before + 1}`, `version ${before + 2}`])
    expect(await title("/api/things/e")).toBe(`version ${before + 2}`)
  })

  it("keeps no refusals", async () => {
    expect((await fetch(`${server.url}/api/things/gone`)).status).toBe(404)
    expect((await fetch(`${server.url}/api/things/gone`)).status).toBe(404)
    const text = await (await fetch(`${server.url}/metrics`)).text()
    expect(text).toMatch(/auspex_http_cache_hits_total \d/)
  })

  it("forgets by age, and the oldest first when it is full", () => {
    const store = new ResponseCacheStore({ bytesMax: 10_000, ageMillisMax: 100 })
    const answer = {
      body: "x",
      byteLength: 1_500,
      etag: "\"e\"",
      head: [],
      metrics: new RouteMetrics("GET", "/"),
      ownRate: "read" as const
    }
    for (const key of ["a", "b", "c", "d", "e"]) store.end(store.begin(key, ["questions"]), key, answer, 0)
    expect(["a", "b", "e"].map((key) => store.byUrl(key, 50) !== undefined)).toEqual([false, true, true])
    expect(store.bytes).toBe(4 * 2_012)
    expect(store.byUrl("e", 100)).toBeUndefined()
    expect(store.byKey("b", "b", 100)).toBeUndefined()
    store.announce(["questions"])
    expect(store.bytes).toBe(0)
  })
})
