import { adoptEvents } from "@auspex/adapters-pg"
import { DeliveryQueue, type FannedOut } from "@auspex/domain/webhooks"
import { onEachDatabase, onFreshServerDatabase } from "@auspex/testkit/databases"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { beforeEach, expect, it } from "vitest"
import { nextEvents } from "../../src/platform/webhooks/fanOutSql.ts"
import { planOf, rowsRead } from "../plans.ts"
import { batchJson } from "../../src/platform/webhooks/batchJson.ts"
import { record } from "../../src/platform/webhooks/queueSql.ts"
import { attemptOf, created, fanOut, fanOutFor, happen, queueOn, subscribed } from "./queueWorld.ts"

onEachDatabase("the creation of deliveries", (db) => {
  beforeEach(() => db.run(db.reset))

  const run = queueOn(db)

  it("creates few subscribers' deliveries of many events at once, whatever other events have subscribers", () =>
    run(Effect.gen(function*() {
      yield* subscribed
      yield* happen("survey.closed", 100)
      yield* fanOut
      expect(yield* created).toBe(100)
    })))

  it("creates as many deliveries at a time as is asked for, and each event's together when they are not more", () =>
    run(Effect.gen(function*() {
      yield* subscribed
      yield* happen("survey.opened", 12)
      for (const expected of [2_000, 2_400, 2_400]) {
        yield* fanOut
        expect(yield* created).toBe(expected)
      }
    })))

  it("creates the deliveries of an event with more subscribers in parts, each once and in the order of events", () =>
    run(Effect.gen(function*() {
      const sql = yield* SqlClient
      const queue = yield* DeliveryQueue
      yield* subscribed
      yield* happen("survey.opened", 2)
      yield* happen("survey.closed", 1)
      const holder = randomUUID()
      let counts: ReadonlyArray<number> = []
      let cursor: string | undefined
      for (let hasMore = true; hasMore;) {
        const part: FannedOut = yield* queue.fanOut({ holder, healthy: 60, deliveries: 70, cursor })
        const { leased } = part
        counts = [...counts, yield* created]
        cursor = part.cursor
        hasMore = part.further === "ready"
        for (const { deliveries } of leased) expect(deliveries.length).toBe(1)
      }
      expect(counts).toEqual([70, 140, 200, 270, 340, 400, 401, 401])
      const rows = yield* sql.unsafe<{ readonly event: string; readonly sequence: number; readonly n: number }>(
        `select m.event, d.sequence::integer, count(*)::integer as n
          from webhook_deliveries d join webhook_messages m on m.id = d.message_id group by 1, 2 order by 1, 2`
      )
      expect(rows.map(({ event, n, sequence }) => `${event} ${sequence}: ${n}`))
        .toEqual(["survey.closed 1: 1", "survey.opened 1: 200", "survey.opened 2: 200"])
    })))

  it("gives deliveries ids of their time, in the order of each endpoint's events", () =>
    run(Effect.gen(function*() {
      const sql = yield* SqlClient
      yield* subscribed
      yield* happen("survey.opened", 5)
      yield* fanOut
      const rows = yield* sql.unsafe<{ readonly id: string; readonly created_at: Date; readonly in_order: boolean }>(
        `select id, created_at, row_number() over (partition by webhook_id order by id) = sequence as in_order
          from webhook_deliveries`
      )
      expect(new Set(rows.map(({ id }) => id)).size).toBe(1_000)
      for (const { created_at, id, in_order } of rows) {
        expect(id).toMatch(/^.{14}7.{3}-[89ab]/)
        expect(Math.abs(parseInt(id.replace("-", "").slice(0, 12), 16) - created_at.getTime())).toBeLessThan(1_000)
        expect(in_order).toBe(true)
      }
    })))

  it("creates each delivery once, whichever instances begin at the same time", () =>
    run(Effect.gen(function*() {
      const queue = yield* DeliveryQueue
      yield* subscribed
      yield* happen("survey.opened", 3)
      // A cursor is out of date when another instance was quicker.
      const cursors: Array<string | undefined> = [undefined, undefined, undefined, undefined]
      for (let hasMore = true; hasMore;) {
        const parts = yield* Effect.all(
          cursors.map((cursor) => queue.fanOut({ holder: randomUUID(), healthy: 200, deliveries: 90, cursor })),
          { concurrency: "unbounded" }
        )
        parts.forEach(({ cursor }, at) => {
          cursors[at] = cursor
        })
        hasMore = parts.some(({ further }) => further === "ready")
      }
      expect(yield* created).toBe(600)
      const [row] = yield* Effect.flatMap(SqlClient, (sql) =>
        sql.unsafe<{ readonly n: number }>(
          "select count(distinct (webhook_id, message_id))::integer as n from webhook_deliveries"
        ))
      expect(row!.n).toBe(600)
    })))

  it("goes on after the part that exists when a dump was restored in the middle of an event", () =>
    run(Effect.gen(function*() {
      const sql = yield* SqlClient
      yield* subscribed
      yield* happen("survey.opened", 3)
      for (let part = 0; part < 3; part++) {
        yield* Effect.flatMap(
          DeliveryQueue,
          (queue) => queue.fanOut({ holder: randomUUID(), healthy: 0, deliveries: 150, cursor: undefined })
        )
      }
      expect(yield* created).toBe(350)
      for (const table of ["outbox_events", "webhook_position"]) {
        yield* sql.unsafe(`update ${table} set xact = (xact::text::numeric + 1000000000000)::text::xid8`)
      }
      yield* adoptEvents
      yield* happen("survey.opened", 1)
      yield* fanOut
      yield* fanOut
      const rows = yield* sql.unsafe<{ readonly n: number }>(
        "select count(*)::integer as n from webhook_deliveries group by webhook_id, message_id having count(*) > 1"
      )
      expect([yield* created, rows.length]).toEqual([800, 0])
    })))

  it("gives an event with an addressee to the addressee alone, however few deliveries are asked for", () =>
    run(Effect.gen(function*() {
      const sql = yield* SqlClient
      const queue = yield* DeliveryQueue
      yield* subscribed
      const [addressee] = yield* sql.unsafe<{ readonly account_id: string }>("select account_id from webhooks limit 1")
      yield* sql.unsafe(`with other as (
          insert into accounts (id, type, name, name_key, role, referral_code, trust_label)
          values (gen_random_uuid(), 'agent', 'Another', 'another', 'participant', 'ANOTHER', 'verified') returning id
        )
        insert into webhooks (id, account_id, url, events, active_since)
          select gen_random_uuid(), id, 'https://example.org/other', '{survey.opened}', '2000-01-01' from other`)
      yield* happen("survey.opened", 1)
      yield* sql.unsafe("update outbox_events set addressee_id = $1", [addressee!.account_id])
      for (let n = 0; n < 3; n++) {
        yield* queue.fanOut({ holder: randomUUID(), healthy: 0, deliveries: 150, cursor: undefined })
      }
      const [row] = yield* sql.unsafe(`select count(*)::integer as n, count(distinct w.account_id)::integer as accounts
        from webhook_deliveries d join webhooks w on w.id = d.webhook_id`)
      expect(row).toEqual({ n: 200, accounts: 1 })
    })))

  it("gives the rest of an event to no webhook that was subscribed, or switched on again, after a part was created", () =>
    run(Effect.gen(function*() {
      const sql = yield* SqlClient
      const queue = yield* DeliveryQueue
      yield* subscribed
      yield* happen("survey.opened", 1)
      const part = queue.fanOut({ holder: randomUUID(), healthy: 0, deliveries: 150, cursor: undefined })
      yield* part
      yield* sql.unsafe(`insert into webhooks (id, account_id, url, events)
        select gen_random_uuid(), account_id, 'https://example.org/late', events from webhooks limit 20`)
      yield* sql.unsafe(`update webhooks set active_since = auspex_clock() + interval '1 second'
        where id = (select max(id::text)::uuid from webhooks where url <> 'https://example.org/late' and events = '{survey.opened}')`)
      yield* part
      yield* part
      expect(yield* created).toBe(199)
      expect((yield* part).further).toBe("none")
    })))
})

onFreshServerDatabase("the statement that reads new events", (db) => {
  it("reads webhooks that have subscribed to them and no others, and of those no more than a part needs", () =>
    queueOn(db)(Effect.gen(function*() {
      const sql = yield* SqlClient
      yield* subscribed
      yield* sql.unsafe(`with hooks as (
          insert into webhooks (id, account_id, url, events)
          select gen_random_uuid(), (select account_id from webhooks limit 1), 'https://example.org/' || n, '{article.published}'
          from generate_series(1, 3000) n returning id
        )
        insert into webhook_queues (webhook_id) select id from hooks`)
      yield* happen("survey.closed", 20)
      yield* sql.unsafe("analyze")
      expect(rowsRead(yield* planOf(nextEvents.text, [2_000]), "webhooks")).toBe(1)
      yield* happen("article.published", 1)
      expect(rowsRead(yield* planOf(nextEvents.text, [250]), "webhooks")).toBe(252)
    })))
})

onFreshServerDatabase("the statement that records attempts", (db) => {
  it.each([
    ["few became so since statistics were made", 3_000, 1_000],
    ["many became so since statistics were made", 60_000, 10_000]
  ])(
    "reads none of the deliveries that other endpoints have pending when %s",
    (_, others, pending) =>
      queueOn(db)(Effect.gen(function*() {
        const sql = yield* SqlClient
        const holder = randomUUID()
        yield* db.reset
        yield* subscribed
        yield* sql.unsafe(
          `insert into webhook_deliveries (id, webhook_id, message_id, sequence, status, due_at)
          select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), n, 'delivered', auspex_now()
          from generate_series(1, $1::integer) n`,
          [others]
        )
        yield* sql.unsafe("analyze")
        yield* sql.unsafe("update webhook_deliveries set status = 'pending' where sequence <= $1", [pending])
        yield* happen("survey.closed", 1)
        const { leased: [endpoint] } = yield* fanOutFor(holder, 1)
        const { attempts, endpoints } = batchJson([attemptOf(endpoint!, { kind: "delivered" })], [endpoint!])
        const plan = yield* planOf(record.text, [holder, attempts, endpoints])
        expect(rowsRead(plan, "webhook_deliveries")).toBeLessThan(10)
      }))
  )
})
