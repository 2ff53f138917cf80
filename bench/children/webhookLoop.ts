import { createHmac, randomUUID } from "node:crypto"
import { createServer } from "node:http"
import pg from "pg"
import { Agent, request } from "undici"

// The peers of P7: on a request it signs and posts the same body to each URL, some at a time, and answers when all are done.
// With a database it also stores each delivery before it is sent, and its result, in the plainest way that survives a kill.
const { body, databaseUrl, inFlight, secret, urls } = JSON.parse(process.argv[2]!) as {
  readonly body: string
  readonly databaseUrl?: string
  readonly inFlight: number
  readonly secret: string
  readonly urls: ReadonlyArray<string>
}
const dispatcher = new Agent({ connections: inFlight, pipelining: 1 })

/** How many deliveries are created first, then each time twice as many, and for how long results gather: as in Auspex. */
const firstCreated = 64
const gatheringMillis = 25

const post = async (url: string, id: string): Promise<void> => {
  const timestamp = String(Math.floor(Date.now() / 1_000))
  const headers = {
    "content-type": "application/json",
    "x-ws-signature": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${createHmac("sha256", secret).update(`${id}.${timestamp}.${body}`).digest("base64")}`
  }
  const response = await request(url, { method: "POST", headers, body, dispatcher })
  await response.body.dump()
}

/** A table with the columns and indexes of our deliveries, and two statements about it. */
const storeIn = (connectionString: string) => {
  const pool = new pg.Pool({ connectionString, options: "-c jit=off" })
  const table = `plain_deliveries_${process.pid}`
  const webhooks = new Map(urls.map((url) => [url, randomUUID()]))
  let sequence = 0
  /** In the order of time, as ours are. */
  const newId = () => {
    const time = Date.now().toString(16).padStart(12, "0")
    return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
  }
  return {
    prepare: () => pool.query(`create table ${table} (like webhook_deliveries including all)`),
    create: async (some: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
      const ids = some.map(newId)
      await pool.query({
        name: "create",
        text: `insert into ${table} (id, webhook_id, message_id, sequence, status, due_at)
          select id, webhook_id, $3, $4::bigint + n, 'pending', now()
          from unnest($1::uuid[], $2::uuid[]) with ordinality t (id, webhook_id, n)`,
        values: [ids, some.map((url) => webhooks.get(url)), randomUUID(), sequence]
      })
      sequence += ids.length
      return ids
    },
    record: (ids: ReadonlyArray<string>) =>
      pool.query({
        name: "record",
        text: `update ${table} set status = 'delivered', attempt_count = 1, due_at = null,
          attempts = jsonb_build_array(jsonb_build_object('number', 1, 'status', 204, 'duration_ms', 9, 'at', now()))
          where id = any ($1::uuid[])`,
        values: [ids]
      })
  }
}
const store = databaseUrl === undefined ? undefined : storeIn(databaseUrl)

/** Writes results while more are gathered; nobody waits for it. */
const recorder = (record: (ids: ReadonlyArray<string>) => Promise<unknown>) => {
  let gathered: Array<string> = []
  let isWriting = false
  const write = async (): Promise<void> => {
    while (gathered.length > 0) {
      await new Promise((resolve) => setTimeout(resolve, gatheringMillis))
      const ids = gathered
      gathered = []
      await record(ids)
    }
    isWriting = false
  }
  return (id: string): void => {
    gathered.push(id)
    if (isWriting) return
    isWriting = true
    void write()
  }
}
const record = store === undefined ? () => undefined : recorder(store.record)

const sendAll = async (): Promise<void> => {
  const waiting: Array<readonly [url: string, id: string]> = []
  const working: Array<Promise<void>> = []
  let idle = inFlight
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      await post(...next)
      record(next[1])
    }
    idle++
  }
  for (let [from, count] = [0, store === undefined ? urls.length : firstCreated]; from < urls.length; count *= 2) {
    const some = urls.slice(from, from + count)
    const ids = store === undefined ? some.map((_, n) => String(n)) : await store.create(some)
    some.forEach((url, n) => waiting.push([url, ids[n]!]))
    from += some.length
    for (; idle > 0 && waiting.length > 0; idle--) working.push(work())
  }
  await Promise.all(working)
}

await store?.prepare()
const server = createServer((_, response) => void sendAll().then(() => response.end("done")))
server.listen(0, "127.0.0.1", () => {
  const address = server.address()
  if (address !== null && typeof address === "object") console.log(`ready http://127.0.0.1:${address.port}`)
})
