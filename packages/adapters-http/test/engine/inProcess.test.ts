import type { AdminActor } from "@auspex/domain/identity"
import { DatabaseClock, StorageUnavailable } from "@auspex/domain/kernel"
import { HttpBody, type HttpClient, HttpClientRequest } from "@effect/platform"
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "@effect/vitest"
import { Cause, Context, Effect, Exit, Layer, Stream } from "effect"
import * as net from "node:net"
import { clientOf } from "../../src/client/index.ts"
import { inProcessClient, Readiness, replyRaw } from "../../src/engine/index.ts"
import { systemHandlers } from "../../src/handlers.ts"
import { keys, type Running, serveSample } from "./harness.ts"
import { SampleApi, thing, Things, thingsHandlers } from "./sampleApi.ts"

const root: AdminActor = { kind: "admin", name: "root", key_id: "a1" }

const services = Layer.mergeAll(
  Layer.succeed(Things, {
    get: (id) => Effect.succeed({ ...thing(id), title: "version 1" }),
    onWait: { started: 0, interrupted: 0 }
  }),
  Layer.succeed(DatabaseClock, { now: Effect.succeed(new Date(0)) }),
  Readiness.layer
)

const inProcess = (administrator = root, things = thingsHandlers): HttpClient.HttpClient =>
  Effect.runSync(
    // oxlint-disable-next-line no-explicit-any
    inProcessClient<any>({ api: SampleApi, handlers: [systemHandlers, things], administrator }).pipe(
      Effect.provide(services)
    ) as Effect.Effect<HttpClient.HttpClient>
  )

interface Sent {
  readonly method: string
  readonly target: string
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}

const send = ({ body, headers = {}, method, target }: Sent, client = inProcess()) =>
  client.execute(
    HttpClientRequest.make(method as "GET")(target).pipe(
      HttpClientRequest.setHeaders(headers),
      body === undefined
        ? (request) => request
        : HttpClientRequest.setBody(HttpBody.text(body, "application/json"))
    )
  )

const answerTo = (sent: Sent, client?: HttpClient.HttpClient) =>
  Effect.flatMap(send(sent, client), (response) => Effect.map(response.text, (text) => [response.status, text]))

const good = JSON.stringify({ title: "a title", confidence: 60 })

describe("an in-process request", () => {
  let server: Running
  beforeAll(async () => {
    server = await serveSample()
  })
  afterAll(() => server.close())
  afterEach(() => vi.restoreAllMocks())

  it.live.each<readonly [string, string, string?]>([
    ["GET", "/api/things"],
    ["GET", "/api/things?limit=7&offset=3&colour=red"],
    ["GET", "/api/things?limit=none&colour=blue"],
    ["GET", "/api/things?as_of=2026-01-01"],
    ["GET", "/api/things?colour=%ff"],
    ["GET", "/api/things/one"],
    ["GET", "/api/things/gone"],
    ["GET", "/api/things.csv"],
    ["GET", "/api/things/"],
    ["GET", "/api/things/%00"],
    ["GET", "/nowhere"],
    ["PUT", "/api/things"],
    ["POST", "/api/things", good],
    ["POST", "/api/things/a/touch"],
    ["POST", "/api/secrets", good],
    ["POST", "/api/secrets", JSON.stringify({ title: "a", confidence: 1.5 })],
    ["POST", "/api/secrets", "{"],
    ["DELETE", "/api/admin/things/%C3%BC%2F"],
    ["GET", "/api/health"]
  ])("%s %s is answered like an administrator's over the network", ([method, target, body]) =>
    Effect.gen(function*() {
      const there = yield* Effect.promise(async () => {
        const type = body === undefined ? {} : { "content-type": "application/json" }
        const headers = { "x-admin-key": keys.admin, ...type }
        const answer = await fetch(server.url + target, { method, headers, ...(body === undefined ? {} : { body }) })
        return [answer.status, await answer.text()]
      })
      expect(yield* answerTo({ method, target, ...(body === undefined ? {} : { body }) })).toEqual(there)
    }))

  it.live("counts towards no limit", () =>
    Effect.gen(function*() {
      for (let n = 0; n < 5; n++) {
        expect(yield* answerTo({ method: "POST", target: "/api/secrets", body: good })).toEqual([
          201,
          "{\"secret\":\"sk_x\"}"
        ])
      }
    }))

  it.live("opens no socket", () =>
    Effect.gen(function*() {
      const opened = [
        vi.spyOn(net.Socket.prototype, "connect"),
        vi.spyOn(net.Server.prototype, "listen"),
        vi.spyOn(globalThis, "fetch")
      ]
      const client = yield* clientOf(SampleApi, { httpClient: inProcess() })
      const { removed } = yield* client.things.remove({ path: { id: "../x" } })
      expect([removed, ...opened.map(({ mock }) => mock.calls.length)]).toEqual(["../x by root", 0, 0, 0])
    }))

  it.live("has the actor that the code sets, regardless of its headers", () =>
    Effect.gen(function*() {
      const system: AdminActor = { kind: "admin", name: "system", key_id: "system" }
      for (const headers of [{}, { "x-admin-key": keys.admin }, { "x-api-key": keys.agent }]) {
        const sent = { method: "DELETE", target: "/api/admin/things/x", headers }
        expect(yield* answerTo(sent, inProcess(system))).toEqual([200, "{\"removed\":\"x by system\"}"])
      }
    }))

  it("cannot be imitated over the network: no header sets the actor", async () => {
    const target = `${server.url}/api/admin/things/x`
    const claims = ["system", "root", JSON.stringify(root)]
    const names = [
      "x-admin-key",
      "authorization",
      "x-administrator",
      "x-actor",
      "x-principal",
      "x-auspex-admin",
      "cookie"
    ]
    for (const claim of claims) {
      for (const name of names) {
        const answer = await fetch(target, {
          method: "DELETE",
          headers: { [name]: claim, origin: "http://in-process.invalid" }
        })
        expect([name, answer.status]).toEqual([name, 401])
      }
    }
  })

  it.live("fails with a transport error when the database is unavailable, and dies of a defect", () =>
    Effect.gen(function*() {
      const failed = (how: string) => Effect.exit(send({ method: "GET", target: `/api/fail/${how}` }))
      const away = yield* failed("storage")
      expect(Exit.isFailure(away) && Cause.failureOption(away.cause)).toMatchObject({
        value: { _tag: "RequestError", cause: expect.any(StorageUnavailable) }
      })
      for (const how of ["defect", "throw"]) {
        const exit = yield* failed(how)
        expect(Exit.isFailure(exit) && Cause.isDie(exit.cause)).toBe(true)
      }
    }))

  it.live("reports why a stream failed", () =>
    Effect.gen(function*() {
      const lost = new StorageUnavailable({ operation: "select", cause: new Error("gone") })
      const csv = () =>
        Effect.succeed(
          replyRaw({ contentType: "text/csv", content: Stream.concat(Stream.make("a\n"), Stream.fail(lost)) })
        )
      const things = { ...thingsHandlers, handlers: { ...thingsHandlers.handlers, csv } }
      const pieces: Array<string> = []
      const { stream } = yield* send({ method: "GET", target: "/api/things.csv" }, inProcess(root, things))
      const broken = yield* Effect.flip(
        Stream.runForEach(stream, (piece) => Effect.sync(() => void pieces.push(Buffer.from(piece).toString())))
      )
      expect([pieces, broken]).toMatchObject([["a\n"], { _tag: "ResponseError", cause: lost }])
    }))

  it.live("runs on its caller's fiber, and sees what the caller provides", () =>
    Effect.gen(function*() {
      const Unit = Context.GenericTag<string>("test/Unit")
      const seen: Array<unknown> = []
      const remove = () =>
        Effect.contextWith((context: Context.Context<never>) => {
          seen.push(context.unsafeMap.get(Unit.key))
          return { removed: "" }
        })
      const things = { ...thingsHandlers, handlers: { ...thingsHandlers.handlers, remove } }
      const sent = send({ method: "DELETE", target: "/api/admin/things/x" }, inProcess(root, things))
      yield* Effect.provideService(sent, Unit, "the caller's")
      expect(seen).toEqual(["the caller's"])
    }))
})
