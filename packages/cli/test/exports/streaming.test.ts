import { onEachDatabase, onServerDatabase, type TestDatabase } from "@auspex/testkit/databases"
import { SqlClient } from "@effect/sql/SqlClient"
import { SqlError } from "@effect/sql/SqlError"
import { Effect, Layer } from "effect"
import * as http from "node:http"
import pg from "pg"
import { afterAll, afterEach, beforeAll, expect, it } from "vitest"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import { openQuestion, query } from "../people.ts"
import { readExport } from "./readExport.ts"

/** Predictions of about 12 kB each: 18 MB in all, more than the buffers of a socket hold. */
const predictionCount = 1_500

const insertPrediction = `
  insert into predictions (id, question_id, account_id, seq, prediction, confidence, reasoning, reasoning_digest,
    contrarian, stake, engagement)
  select ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, $1::uuid,
    ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, n, n % 3 > 0, 60, repeat('word, ', 2000),
    sha256(int8send(n)), false, 60, '{}'`

const fill = async (auspex: RunningAuspex, question: string): Promise<void> => {
  const numbers = `from generate_series(1, ${predictionCount + 10}) n`
  await query(
    auspex,
    `insert into accounts (id, type, name, name_key, role, referral_code, trust_label, model)
    select ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'agent', 'Bulk ' || n, 'bulk ' || n, 'predictor',
      'BULK' || n, 'verified', 'gpt-4o' ${numbers}`
  )
  for (let from = 1; from <= predictionCount; from += 250) {
    await query(auspex, `${insertPrediction} from generate_series(${from}, ${from + 249}) n`, [question])
  }
}

/** The database with a hook for each batch of an export, which may make the batch fail. */
const watched = (db: TestDatabase, onBatch: () => boolean): Layer.Layer<SqlClient> =>
  Layer.effect(
    SqlClient,
    Effect.map(SqlClient, (client) =>
      new Proxy(client, {
        get: (target, name) =>
          name !== "unsafe" ? Reflect.get(target, name) : (text: string, params: ReadonlyArray<unknown> = []) => {
            const statement = target.unsafe(text, params as Array<unknown>)
            if (!/p\.reasoning[^]*from predictions p join questions q[^]*limit \d+$/.test(text)) return statement
            const values = Effect.suspend(() =>
              onBatch() ? statement.values : Effect.fail(
                new SqlError({
                  cause: Object.assign(new Error("Connection terminated"), { code: "57P01" }),
                  message: "gone"
                })
              )
            )
            return new Proxy(statement, {
              get: (inner, member) => member === "values" ? values : Reflect.get(inner, member)
            })
          }
      }))
  ).pipe(Layer.provide(db.layer))

onEachDatabase("a streamed export", (db) => {
  let auspex: RunningAuspex
  let question: string
  const seen = { batches: 0, failsFrom: Infinity }
  beforeAll(async () => {
    auspex = await startAuspex(watched(db, () => seen.batches++ < seen.failsFrom))
    question = await openQuestion(auspex)
    await fill(auspex, question)
    await db.run(db.shiftClock("1 minute"))
  })
  afterEach(() => Object.assign(seen, { batches: 0, failsFrom: Infinity }))
  afterAll(() => auspex.stop())

  /** Requests the export, and returns the response with its body unread. */
  const ask = (format: string): Promise<http.IncomingMessage> =>
    new Promise((resolve, reject) => {
      const request = http.get(`${auspex.url}/api/export/predictions?format=${format}`, { agent: false }, resolve)
      request.on("error", reject)
    })

  /** Waits until nothing more happens without the reader: other requests are answered meanwhile. */
  const settled = async (): Promise<number> => {
    for (let before = -1, quiet = 0; quiet < 20; quiet++) {
      if (seen.batches !== before) quiet = 0
      before = seen.batches
      await auspex.call("GET", "/health")
    }
    return seen.batches
  }

  it("is complete, and in the order of placement", async () => {
    const { text } = await auspex.call("GET", "/api/export/predictions?format=ndjson")
    const rows = readExport("predictions", "ndjson", text)
    expect(rows).toHaveLength(predictionCount)
    expect(seen.batches).toBeGreaterThan(20)
    const instants = rows.map((row) => row["created_at"] as string)
    expect(instants).toEqual([...instants].sort())
  })

  it("is read no faster than its reader reads", async () => {
    const response = await ask("csv")
    const batches = await settled()
    expect(batches).toBeLessThan(15)
    let text = ""
    for await (const chunk of response) text += (chunk as Buffer).toString("latin1")
    expect(text.split("\r\n")).toHaveLength(predictionCount + 2)
    expect(seen.batches).toBeGreaterThan(20)
  })

  it("leaves nothing running when its reader disconnects", async () => {
    const response = await ask("json")
    await settled()
    const closed = new Promise((resolve) => response.once("close", resolve))
    response.destroy()
    await closed
    const batches = await settled()
    expect(await settled()).toBe(batches)
    expect(batches).toBeLessThan(15)
  })

  it.each(["json", "ndjson", "csv"])(
    "as %s breaks the connection when the database is gone, and never ends normally",
    async (format) => {
      seen.failsFrom = 4
      const response = await ask(format)
      let length = 0
      const reading = async () => {
        for await (const chunk of response) length += (chunk as Buffer).length
      }
      await expect(reading()).rejects.toThrow(/aborted/)
      expect([response.statusCode, response.complete, length > 1_000]).toEqual([200, false, true])
      // The first failure and three more tries.
      expect(seen.batches).toBe(4 + 4)
    }
  )

  it("that cannot begin is refused", async () => {
    seen.failsFrom = 0
    const { body, headers, status } = await auspex.call("GET", "/api/export/predictions")
    expect([status, body.code, headers.get("retry-after") !== null]).toEqual([503, "SERVICE_UNAVAILABLE", true])
  })
})

onServerDatabase("an export concurrent with other work", (db) => {
  let auspex: RunningAuspex
  let question: string
  beforeAll(async () => {
    auspex = await startAuspex(db.layer)
    question = await openQuestion(auspex)
    await fill(auspex, question)
    await db.run(db.shiftClock("1 minute"))
  })
  afterAll(() => auspex.stop())

  const connected = async <A>(use: (client: pg.Client) => Promise<A>): Promise<A> => {
    const client = new pg.Client({ connectionString: db.url() })
    await client.connect()
    try {
      return await use(client)
    } finally {
      await client.end()
    }
  }
  const place = (client: pg.Client, n: number) =>
    client.query(`${insertPrediction} from (values (${n})) t (n)`, [question])
  const idsOf = async (search: string): Promise<ReadonlyArray<string>> => {
    const { text } = await auspex.call("GET", `/api/export/predictions?format=ndjson${search}`)
    return readExport("predictions", "ndjson", text).map(({ id }) => id)
  }

  it("uses no connection and no transaction while it waits for its reader", async () => {
    const request = http.get(`${auspex.url}/api/export/predictions?format=csv`, { agent: false })
    const response = await new Promise<http.IncomingMessage>((resolve) => request.once("response", resolve))
    await connected(async (client) => {
      let quiet = 0
      while (quiet < 5) {
        const { rows } = await client.query<{ busy: number }>(
          `select count(*)::integer as busy from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`
        )
        quiet = rows[0]!.busy === 0 ? quiet + 1 : 0
      }
    })
    response.destroy()
  })

  it("ends before rows that may yet be committed, so that a later continuation misses none", async () => {
    const before = await idsOf("")
    const last = before.at(-1)!
    await connected(async (slow) =>
      connected(async (quick) => {
        await slow.query("begin")
        await place(slow, predictionCount + 1)
        await place(quick, predictionCount + 2)
        // Already visible, but later than a row that is not visible yet.
        const beyond = async () => {
          await db.run(db.shiftClock("1 minute"))
          return idsOf(`&cursor=${last}`)
        }
        expect(await beyond()).toEqual([])
        await slow.query("commit")
        await db.run(db.shiftClock("2 minutes"))
        expect(await idsOf(`&cursor=${last}`)).toEqual(
          [predictionCount + 1, predictionCount + 2].map((n) =>
            `00000000-0000-7000-8000-${n.toString(16).padStart(12, "0")}`
          )
        )
      })
    )
  })
})
