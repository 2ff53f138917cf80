import { HttpApiBuilder } from "@effect/platform"
import { NodeHttpServer } from "@effect/platform-node"
import { afterAll, beforeAll, describe, expect, it } from "@effect/vitest"
import { Effect, Layer, ManagedRuntime } from "effect"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { apiWithCoreErrors, listAnswer } from "../../src/contract.ts"
import { clientOf } from "../../src/client/index.ts"
import { type Running, serveSample, keys } from "./harness.ts"
import { SampleApi, thing, ThingsApi } from "./sampleApi.ts"

const PlatformApi = apiWithCoreErrors("platform").add(ThingsApi)

/** The server of @effect/platform with the same contract: the reference for successful requests. */
const platformThings = HttpApiBuilder.group(PlatformApi, "things", (handlers) =>
  handlers
    .handle("list", ({ urlParams }) =>
      Effect.succeed(listAnswer("things", { items: [thing(String(urlParams.limit))], total: 1, next_cursor: null })))
    .handle("show", ({ path }) =>
      Effect.succeed({ thing: thing(path.id) }))
    .handle("create", ({ payload }) =>
      Effect.succeed({ thing: { id: "agent-1", title: payload.title, made_at: thing("x").made_at } }))
    .handle("mint", () =>
      Effect.succeed({ secret: "sk_x" }))
    .handle("touch", ({ path }) =>
      Effect.succeed({ touched: path.id }))
    .handle("remove", ({ path }) =>
      Effect.succeed({ removed: `${path.id} by root` }))
    .handle("fail", () => Effect.succeed({}))
    .handle("csv", () => Effect.succeed("a,b\n1,2\n")))

let server: Running
let platformUrl: string
let closePlatform: () => Promise<void>

beforeAll(async () => {
  server = await serveSample()
  const node = createServer()
  const live = HttpApiBuilder.serve().pipe(
    Layer.provide(HttpApiBuilder.api(PlatformApi).pipe(Layer.provide(platformThings))),
    Layer.provide(NodeHttpServer.layer(() => node, { port: 0, host: "127.0.0.1" }))
  )
  const runtime = ManagedRuntime.make(live as Layer.Layer<never>)
  await runtime.runPromise(Effect.void)
  platformUrl = `http://127.0.0.1:${(node.address() as AddressInfo).port}`
  closePlatform = () => runtime.dispose()
})
afterAll(async () => {
  await server.close()
  await closePlatform()
})

const good = JSON.stringify({ title: "a title", confidence: 60 })

describe("the server of @effect/platform and this one", () => {
  it.each([
    ["GET", "/api/things", undefined],
    ["GET", "/api/things?limit=7&offset=3&colour=red", undefined],
    ["GET", "/api/fail/nothing", undefined],
    ["POST", "/api/things", good],
    ["POST", "/api/secrets", good],
    ["POST", "/api/things/a%20b/touch", undefined],
    ["DELETE", "/api/admin/things/%C3%BC", undefined]
  ])("%s %s answer the same status and body", async (method, path, body) => {
    const headers = {
      "x-api-key": keys.agent,
      authorization: `Bearer ${keys.human}`,
      "x-admin-key": keys.admin,
      ...(body === undefined ? {} : { "content-type": "application/json" })
    }
    const [a, b] = await Promise.all([server.url, platformUrl].map(async (url) => {
      const answer = await fetch(url + path, { method, headers, ...(body === undefined ? {} : { body }) })
      return [answer.status, await answer.json()]
    }))
    expect(a).toEqual(b)
  })
})

describe("the derived client", () => {
  it.live("works with this server: it returns decoded values, and refusals as values", () =>
    Effect.gen(function*() {
      const client = yield* clientOf(SampleApi, {
        baseUrl: server.url,
        credentials: { apiKey: keys.agent, adminKey: keys.admin }
      })
      const { thing: made } = yield* client.things.create({ payload: { title: "a title", confidence: 60 } })
      expect(made.made_at).toBeInstanceOf(Date)
      const listed = yield* client.things.list({ urlParams: { limit: 5, offset: 0 } })
      expect(listed.things[0]?.id).toBe("5")
      expect(yield* client.things.remove({ path: { id: "x" } })).toEqual({ removed: "x by root" })
      const refused = yield* Effect.flip(client.things.show({ path: { id: "gone" } }))
      expect(refused).toMatchObject({ code: "QUESTION_NOT_FOUND" })
    }))
})
