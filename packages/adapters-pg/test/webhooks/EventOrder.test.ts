import { FeedStore } from "@auspex/domain/feed"
import { type DeliveryQueue, EventLog } from "@auspex/domain/webhooks"
import { PgStores } from "@auspex/adapters-pg"
import { onFreshServerDatabase, onServerDatabase, type TestDatabase } from "@auspex/testkit/databases"
import { testOutside } from "@auspex/testkit/outside"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { randomUUID } from "node:crypto"
import pg from "pg"
import { beforeEach, describe, expect, it } from "vitest"
import { planOf, rowsRead } from "../plans.ts"
import { following } from "../../src/platform/webhooks/EventLogPg.ts"
import { nextEvents } from "../../src/platform/webhooks/fanOutSql.ts"
import { fanOutFor, queueOn } from "./queueWorld.ts"

const insertAccounts = `
  insert into accounts (id, type, name, name_key, role, referral_code, trust_label)
  select id::uuid, 'agent', name, lower(name), 'participant', upper(name), 'verified'
  from (values ($1, 'Reader'), ($2, 'Actor')) a (id, name)`

const insertWebhook = `
  with hook as (
    insert into webhooks (id, account_id, url, events, active_since)
    values (gen_random_uuid(), $1::uuid, 'https://example.org/', '{prediction.placed}', auspex_clock() - interval '1 hour')
    returning id
  )
  insert into webhook_queues (webhook_id) select id from hook`

const insertEvent = `
  insert into outbox_events (id, event, data, actor_id)
  values (auspex_uuid_v7(auspex_clock()), 'prediction.placed', jsonb_build_object('n', $1::integer), $2::uuid)`

const placedBy = (n: unknown, actor: string) => [insertEvent, [n, actor]] as [string, [unknown, string]]

type Reader = (account: string) => Effect.Effect<
  ReadonlyArray<unknown>,
  unknown,
  DeliveryQueue | EventLog | FeedStore | SqlClient
>

/** Who reads events in their order; each yields the numbers of the events seen so far, in order. */
const readers: ReadonlyArray<[string, Reader]> = [
  ["deliveries", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient
      yield* fanOutFor(randomUUID(), 9)
      const rows = yield* sql.unsafe<{ readonly body: string }>(`
        select m.body from webhook_deliveries d join webhook_messages m on m.id = d.message_id order by d.sequence`)
      return rows.map(({ body }) => (JSON.parse(body) as { readonly data: { readonly n: unknown } }).data.n)
    })],
  ["GET /api/events", (account) =>
    Effect.map(
      Effect.flatMap(EventLog, (log) => log.after(account, { limit: 100 })),
      (events) => events!.map(({ data }) => data["n"])
    )],
  ["the feed", (account) =>
    Effect.map(
      Effect.flatMap(FeedStore, (store) => store.ofAccount(account, { limit: 100 })),
      ({ items }) => items.map(({ data }) => (data as { readonly n?: unknown }).n).reverse()
    )]
]

/** While a program of this name has begun a transaction, in this database or another of the server, and written. */
const whileOpen = async (
  db: TestDatabase,
  { application_name, database }: { readonly application_name: string; readonly database?: string },
  test: (client: pg.Client) => Promise<void>
) => {
  const url = new URL(db.url())
  if (database !== undefined) url.pathname = database
  const client = new pg.Client({ connectionString: url.href, application_name })
  await client.connect()
  try {
    await client.query("begin; select pg_current_xact_id()")
    await test(client)
  } finally {
    await client.end()
  }
}

onServerDatabase("events", (db) => {
  beforeEach(() => db.run(db.reset))
  const stores = PgStores.layer.pipe(Layer.provide(testOutside), Layer.provideMerge(db.layer))
  const [account, actor] = [randomUUID(), randomUUID()]

  describe.each(readers)("in %s", (_, reader) => {
    const seen = () => Effect.runPromise(Effect.provide(reader(account), stores))
    const happen = (n: number) => db.run(Effect.flatMap(SqlClient, (sql) => sql.unsafe(...placedBy(n, actor))))

    beforeEach(() =>
      db.run(Effect.gen(function*() {
        const sql = yield* SqlClient
        yield* sql.unsafe(insertAccounts, [account, actor])
        yield* sql.unsafe(insertWebhook, [account])
        yield* sql.unsafe("insert into follows (follower_id, agent_id) values ($1::uuid, $2::uuid)", [account, actor])
      }))
    )

    it("wait for an older transaction of an instance, also when the database's clock is set or the machine stood still", () =>
      whileOpen(db, { application_name: "auspex" }, async (client) => {
        await happen(2)
        expect(await seen()).toEqual([])
        await Effect.runPromise(db.shiftClock("5 minutes"))
        expect(await seen()).toEqual([])
        await client.query(...placedBy(1, actor))
        await client.query("commit")
        await expect.poll(seen).toEqual([1, 2])
      }))

    it("do not wait for a transaction in another database of the server", () =>
      whileOpen(db, { application_name: "auspex", database: "postgres" }, async () => {
        await happen(1)
        await expect.poll(seen).toEqual([1])
      }))

    it.each(["psql", "auspex migrations"])(
      "wait a minute for a transaction of another program: %s",
      (application_name) =>
        whileOpen(db, { application_name }, async () => {
          await happen(1)
          await Effect.runPromise(db.shiftClock("59 seconds"))
          expect(await seen()).toEqual([])
          await Effect.runPromise(db.shiftClock("61 seconds"))
          await expect.poll(seen).toEqual([1])
        })
    )
  })
})

onFreshServerDatabase("statements that read events while a transaction is open", (db) => {
  beforeEach(() => db.run(db.reset))

  it.each([["auspex", "0 minutes"], ["psql", "30 minutes"]])(
    "read no more than they look at when many have happened since: %s",
    (application_name, ago) =>
      whileOpen(db, { application_name }, () =>
        queueOn(db)(Effect.gen(function*() {
          const sql = yield* SqlClient
          yield* sql.unsafe(
            `insert into outbox_events (id, event, data, recorded_at)
            select gen_random_uuid(), 'survey.opened', '{}', auspex_clock() - $1::interval from generate_series(1, 20000)`,
            [ago]
          )
          yield* sql.unsafe("analyze")
          const read = (text: string, parameters: ReadonlyArray<unknown>) =>
            Effect.map(planOf(text, parameters), (plan) => rowsRead(plan, "outbox_events"))
          expect(yield* read(nextEvents.text, [64])).toBe(64)
          expect(yield* read(nextEvents.text, [1_000])).toBe(500)
          expect(yield* read(following.text, [randomUUID(), "0", 0, null, 100])).toBe(100)
        })))
  )
})
