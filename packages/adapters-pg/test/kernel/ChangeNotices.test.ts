import { ChangeNotices, type NoticedTopics, type NotifyOthers } from "@auspex/adapters-pg"
import type { Topic } from "@auspex/domain/kernel"
import { onServerDatabase } from "@auspex/testkit/databases"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Cause, Deferred, Effect, Queue, type Scope } from "effect"
import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"
import pg from "pg"
import { afterEach, beforeEach, expect, it } from "vitest"
import { changesChannel } from "../../src/kernel/ChangeNotices.ts"

type Seen = NoticedTopics | "connected" | `lost: ${string}`

interface Instance {
  readonly notifyOthers: NotifyOthers
  /** What happened, in order. */
  readonly seen: Queue.Dequeue<Seen>
}

/** An instance that listens, and has connected. */
const listening = (url: string, answerMillisMax = 5_000): Effect.Effect<Instance, never, Scope.Scope> =>
  Effect.gen(function*() {
    const seen = yield* Queue.unbounded<Seen>()
    const notifyOthers = yield* ChangeNotices.listening({
      url,
      received: (topics) => seen.unsafeOffer(topics),
      connected: Effect.asVoid(seen.offer("connected")),
      lost: (cause) => Effect.asVoid(seen.offer(`lost: ${(Cause.squash(cause) as Error).message}`)),
      heartbeatMillis: 50,
      answerMillisMax
    })
    expect(yield* seen.take).toBe("connected")
    return { notifyOthers, seen }
  })

const account = (number: number): Topic => `account:${number}`

onServerDatabase("notices of changes between instances", (db) => {
  let planter: pg.Client
  beforeEach(async () => {
    planter = new pg.Client({ connectionString: db.url() })
    await planter.connect()
  })
  afterEach(() => planter.end())

  /** The payloads that are sent on the channel during `work`, until the notice `end`. */
  const payloadsDuring = (work: Effect.Effect<void, never, Scope.Scope>) =>
    Effect.gen(function*() {
      const payloads: Array<string> = []
      const ended = yield* Deferred.make<void>()
      planter.on("notification", ({ payload }) => {
        if (payload === "end") Deferred.unsafeDone(ended, Effect.void)
        else payloads.push(payload ?? "")
      })
      yield* Effect.promise(() => planter.query(`listen ${changesChannel}`))
      yield* Effect.scoped(work)
      yield* Effect.promise(() => planter.query(`select pg_notify('${changesChannel}', 'end')`))
      yield* Deferred.await(ended)
      return payloads
    })

  /** Ends the connections of the instances, the oldest first. */
  const terminate = (count: number) =>
    Effect.promise(() =>
      planter.query(
        `select pg_terminate_backend(pid) from (
          select pid from pg_stat_activity where datname = current_database() and application_name = 'auspex listening'
          order by backend_start limit $1) oldest`,
        [count]
      )
    )

  const run = <A, E>(effect: Effect.Effect<A, E, Scope.Scope | SqlClient>) => db.run(Effect.scoped(effect))

  it("reach the other instances, and not their sender", () =>
    run(Effect.gen(function*() {
      const [first, second] = [yield* listening(db.url()), yield* listening(db.url())]
      first.notifyOthers(["questions", account(1)])
      expect(yield* second.seen.take).toEqual(["questions", account(1)])
      second.notifyOthers(["boards"])
      expect(yield* first.seen.take).toEqual(["boards"])
      expect(yield* second.seen.size).toBe(0)
    })))

  it("are collected: a burst of announcements is a few statements, and names each topic once", () =>
    run(Effect.gen(function*() {
      const work = Effect.gen(function*() {
        const { notifyOthers } = yield* listening(db.url())
        for (let count = 0; count < 10_000; count++) notifyOthers(["questions", account(count % 3)])
      })
      // Closing sends what has not been sent.
      const payloads = yield* payloadsDuring(work)
      expect(payloads.map((payload) => payload.split(" ").slice(2))).toEqual([
        ["questions", account(0), account(1), account(2)]
      ])
    })))

  it("name everything instead of more than a thousand topics", () =>
    run(Effect.gen(function*() {
      const [first, second] = [yield* listening(db.url()), yield* listening(db.url())]
      first.notifyOthers(Array.from({ length: 1_000 }, (_, number) => account(number)))
      const received: Array<Topic> = []
      while (received.length < 1_000) {
        const topics = yield* second.seen.take
        if (typeof topics !== "string") received.push(...topics)
      }
      expect(new Set(received).size).toBe(1_000)
      first.notifyOthers(Array.from({ length: 1_001 }, (_, number) => account(number)))
      expect(yield* second.seen.take).toBe("all")
    })))

  it("ignore payloads that no instance writes", () =>
    run(Effect.gen(function*() {
      const [first, second] = [yield* listening(db.url()), yield* listening(db.url())]
      const garbage = [
        "",
        "x".repeat(7_999),
        "1 2 3",
        "{}",
        "1 * *",
        "\u{1f600}",
        "1 00000000-0000-0000-0000-000000000000"
      ]
      for (const payload of garbage) {
        yield* Effect.promise(() => planter.query("select pg_notify($1, $2)", [changesChannel, payload]))
      }
      first.notifyOthers(["boards"])
      expect(yield* second.seen.take).toEqual(["boards"])
    })))

  it("are sent by a process that does not listen", () =>
    run(Effect.gen(function*() {
      const { seen } = yield* listening(db.url())
      yield* Effect.scoped(Effect.map(ChangeNotices.sending, (notifyOthers) => notifyOthers(["leaderboard"])))
      expect(yield* seen.take).toEqual(["leaderboard"])
    })))

  it("reach instances whose connection was lost, which is reported once and replaced", () =>
    run(Effect.gen(function*() {
      const [first, second] = [yield* listening(db.url()), yield* listening(db.url())]
      for (let round = 0; round < 3; round++) {
        yield* terminate(2)
        for (const { seen } of [first, second]) {
          expect(yield* seen.take).toMatch(/^lost: /)
          expect(yield* seen.take).toBe("connected")
        }
        first.notifyOthers([account(round)])
        expect(yield* second.seen.take).toEqual([account(round)])
      }
    })))

  it("that cannot be sent are sent when the connection is back", () =>
    run(Effect.gen(function*() {
      const [first, second] = [yield* listening(db.url()), yield* listening(db.url())]
      yield* terminate(1)
      expect(yield* first.seen.take).toMatch(/^lost: /)
      first.notifyOthers([account(7)])
      expect(yield* second.seen.take).toEqual([account(7)])
      expect(yield* first.seen.take).toBe("connected")
    })))

  it("do not pass through a connection that has gone silent: it is replaced", () =>
    run(Effect.gen(function*() {
      const proxy = yield* silentProxy(planter)
      const { seen } = yield* listening(proxy.url, 1_000)
      proxy.isSilent = true
      expect(yield* seen.take).toMatch(/^lost: notifications do not arrive/)
      proxy.isSilent = false
      expect(yield* seen.take).toBe("connected")
    })))

  it("need nothing of the database when nothing changes but a heartbeat", () =>
    run(Effect.gen(function*() {
      const payloads = yield* payloadsDuring(Effect.asVoid(listening(db.url())))
      expect(payloads).toEqual([])
    })))
})

/** A proxy to the database of `client`. While it is silent its sockets stay open and their bytes are lost, for good. */
const silentProxy = (client: pg.Client) =>
  Effect.gen(function*() {
    const proxy = { isSilent: false, url: "" }
    const sockets = new Set<Socket>()
    const { host, port } = client
    const server = yield* Effect.acquireRelease(
      Effect.sync(() =>
        createServer((downstream) => {
          const upstream = host.startsWith("/")
            ? connect(`${host}/.s.PGSQL.${port}`)
            : connect(port, host)
          let isDead = false
          for (const [from, to] of [[downstream, upstream], [upstream, downstream]] as const) {
            sockets.add(from)
            from.on("data", (bytes) => {
              isDead ||= proxy.isSilent
              if (!isDead) to.write(bytes)
            })
            from.on("error", () => to.destroy())
            from.on("close", () => to.destroy())
          }
        }).listen(0, "127.0.0.1")
      ),
      (made) =>
        Effect.sync(() => {
          for (const socket of sockets) socket.destroy()
          made.close()
        })
    )
    yield* Effect.promise(() => once(server, "listening"))
    const { user = "", password, database = "" } = client
    const { port: own } = server.address() as AddressInfo
    proxy.url = `postgres://${user}${
      password == null ? "" : `:${encodeURIComponent(password)}`
    }@127.0.0.1:${own}/${database}`
    return proxy
  })
