import { onServerDatabase } from "@auspex/testkit/databases"
import { Effect, type Scope } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import * as net from "node:net"
import { tmpdir } from "node:os"
import path from "node:path"
import { beforeEach, describe, expect, it, vi } from "vitest"
import type { Connection } from "../../src/kit/connection/Connection.ts"
import { localConnection } from "../../src/kit/connection/localConnection.ts"
import { callAuspex } from "../commands/callAuspex.ts"
import { questionObjects } from "../commands/questionsFile.ts"

const [first, second] = questionObjects(2)

onServerDatabase("the platform on a database", (db) => {
  beforeEach(() => db.run(db.reset))

  const connected = <A, E>(act: (connection: Connection) => Effect.Effect<A, E, Scope.Scope>) =>
    Effect.runPromise(Effect.scoped(
      Effect.flatMap(localConnection({ kind: "database", databaseUrl: db.url(), named: true }, { env: {} }), act)
    ))
  const create = ({ api }: Connection, question: unknown) =>
    api.questionsAdmin.createQuestion({ payload: question as never })
  const total = ({ api }: Connection) =>
    Effect.map(
      api.questionsAdmin.adminListQuestions({ urlParams: { limit: 1, offset: 0, status: "all" } }),
      (list) => list.total
    )

  it("rolls back every request of a unit that fails, also of a nested one", () =>
    connected((connection) =>
      Effect.gen(function*() {
        const { api, atomically } = connection
        const path = { id: "01890000-0000-7000-8000-000000000000" }
        const failed = yield* Effect.flip(atomically(Effect.gen(function*() {
          yield* atomically(create(connection, first))
          yield* create(connection, second)
          expect(yield* total(connection)).toBe(2)
          yield* api.questionsAdmin.approveQuestion({ path })
        })))
        expect([failed, yield* total(connection)]).toMatchObject([{ code: "QUESTION_NOT_FOUND" }, 0])
      })
    ))

  it("commits every request of a unit that succeeds", () =>
    connected((connection) =>
      Effect.gen(function*() {
        yield* connection.atomically(Effect.zip(create(connection, first), create(connection, second)))
        expect(yield* total(connection)).toBe(2)
      })
    ))

  it("refuses operations of accounts, and answers that the contract does not allow", () =>
    connected(({ api }) =>
      Effect.gen(function*() {
        expect(yield* Effect.flip(api.me.me())).toMatchObject({ _tag: "Refusal", code: "MISSING_AUTH" })
        const endless = { q: "x".repeat(255), limit: 1, offset: 0 }
        expect(yield* Effect.flip(api.accountAdministration.list({ urlParams: endless }))).toMatchObject({
          _tag: "Refusal",
          failures: [{ code: "INVALID_REQUEST", field: "q" }]
        })
      })
    ))
})

/**
 * Whether a connection is that of an earlier test of this process, whose pool may still talk to the test server, through its
 * socket file, or for whose request, given up long ago, undici connects once more by itself: then no code of ours called it.
 */
const isOfOtherTest = (given: ReadonlyArray<unknown>, stack: string): boolean =>
  JSON.stringify(given).includes(".s.PGSQL.")
  || (stack.includes("undici") &&
    !stack.split("\n").some((line) => line.includes("/packages/") && !line.includes("localConnection.test")))

describe("the platform on an embedded database", () => {
  it("is reached without a socket", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "auspex-local-"))
    const connected: Array<ReadonlyArray<unknown>> = []
    const connect = Reflect.get(net.Socket.prototype, "connect") as (...given: ReadonlyArray<unknown>) => unknown
    const watched = function(this: net.Socket, ...given: ReadonlyArray<unknown>): unknown {
      if (!isOfOtherTest(given, new Error("connected").stack!)) connected.push(given)
      return Reflect.apply(connect, this, given)
    }
    vi.spyOn(net.Socket.prototype, "connect").mockImplementation(watched as never)
    const listen = vi.spyOn(net.Server.prototype, "listen")
    const fetched = vi.spyOn(globalThis, "fetch")
    const call = (...argv: ReadonlyArray<string>) => callAuspex([...argv, "--data-dir", path.join(folder, "data")])
    expect((await call("migrate")).code).toBe(0)
    expect((await call("admin-keys", "make", "Ada")).code).toBe(0)
    const listed = await call("admin-keys", "list", "--output", "json")
    const exported = await call("export", "predictions", "--format", "ndjson")
    expect([listed.json.keys.length, exported.code, exported.out]).toEqual([1, 0, ""])
    expect([connected, listen.mock.calls, fetched.mock.calls]).toEqual([[], [], []])
    vi.restoreAllMocks()
    rmSync(folder, { recursive: true, force: true })
  })
})
