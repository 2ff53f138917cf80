import { SecretBox } from "@auspex/adapters-http/outbound"
import { randomBytes } from "node:crypto"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type pg from "pg"
import { type Bench, type BenchRow, quantile, rowOf } from "./harness/BenchRow.ts"
import { type Child, startChild } from "./harness/Child.ts"
import { connected, startBenchServer } from "./harness/databases.ts"
import { benchId, fillWorld } from "./harness/world.ts"
import { placementWorld } from "./placements.ts"

const rounds = 15
/** Rounds before those that are measured: V8 optimises what has run often, and a server runs for long. */
const warmUpRounds = 15
/** Between two turns: the loop that stores writes its last results. */
const restMillis = 150
const deliveries = 1_000
/** What receivers are promised. */
const requestsPerEndpointMax = 4
const pacedEvents = 1_000
const pacedPerSecond = 200

/** Receives deliveries on the core of the load; `until` waits for a number of them since the last call of `begin`. */
const startReceiver = async () => {
  let [count, wanted] = [0, Infinity]
  let reached = (): void => undefined
  const arrivedAt: Array<readonly [body: string, at: number]> = []
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      response.writeHead(204).end()
      arrivedAt.push([Buffer.concat(chunks).toString("utf8"), performance.now()])
      if (++count >= wanted) reached()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrivedAt,
    begin: () => {
      count = 0
      arrivedAt.length = 0
    },
    until: (many: number) =>
      new Promise<void>((resolve) => {
        wanted = many
        reached = resolve
        if (count >= many) resolve()
      }),
    stop: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    }
  }
}

/** One account with webhooks on these paths, all subscribed to one event. */
const fillWebhooks = async (
  client: pg.Client,
  box: SecretBox,
  secret: string,
  urls: ReadonlyArray<string>,
  event: string,
  kind: number
) => {
  const ids = urls.map((_, n) => benchId(kind, n + 1))
  const sealed = ids.map((id) => Buffer.from(box.seal(secret, `webhook:${id}:1`)).toString("hex"))
  await client.query(
    `with given as (
      select * from unnest($1::uuid[], $2::text[], $3::text[]) as given (id, url, sealed)
    ), hooks as (
      insert into webhooks (id, account_id, url, events) select id, $4::uuid, url, array[$5::text] from given returning id
    ), queues as (
      insert into webhook_queues (webhook_id) select id from hooks
    )
    insert into webhook_secrets (webhook_id, version, sealed) select id, 1, decode(sealed, 'hex') from given`,
    [ids, urls, sealed, benchId(1, 1), event]
  )
}

const writeEvents = (client: pg.Client, event: string, from: number, count: number) =>
  client.query(
    `insert into outbox_events (id, event, data)
      select auspex_uuid_v7(auspex_clock()), $1, jsonb_build_object('survey_id', n, 'title', 'A survey', 'question_count', 9)
      from generate_series($2::integer, $3::integer) n`,
    [event, from, from + count - 1]
  )

/** Deliveries per second of `work`, in which all of them arrive. */
const rateOf = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await work()
  return (deliveries * 1_000) / (performance.now() - began)
}

/** Waits until the results of all deliveries are written, so that they are no load of what is measured next. */
const allRecorded = async (client: pg.Client): Promise<void> => {
  const isRecorded = "select not exists (select from webhook_queues where holder is not null) as recorded"
  while (!(await client.query(isRecorded)).rows[0].recorded) await new Promise((resolve) => setTimeout(resolve, 20))
  await new Promise((resolve) => setTimeout(resolve, restMillis))
}

/** Deliveries per second, and the processor time of a child for each of them. */
interface Turn {
  readonly rate: number
  readonly cpuMicros: number
}

/** P7: events to delivered, against loops that sign and post the same bodies: one stores nothing, one as little as can be. */
export const webhooks: Bench = async () => {
  const server = await startBenchServer()
  const receiver = await startReceiver()
  const children: Array<Child> = []
  const start = async (name: string, options: object): Promise<Child> => {
    const child = await startChild(name, options)
    children.push(child)
    return child
  }
  try {
    const databaseUrl = await server.create("webhooks")
    const secretKey = randomBytes(32)
    const secret = randomBytes(32).toString("hex")
    const box = new SecretBox(secretKey)
    const many = Array.from({ length: deliveries }, (_, n) => `${receiver.url}/${n}`)
    await connected(databaseUrl, async (client) => {
      await fillWorld(client, placementWorld)
      await fillWebhooks(client, box, secret, many, "survey.opened", 5)
      await fillWebhooks(client, box, secret, [`${receiver.url}/one`], "survey.closed", 6)
    })
    const body = JSON.stringify({
      event: "survey.opened",
      data: { title: "A survey", survey_id: 1, question_count: 9 },
      timestamp: new Date().toISOString()
    })
    const oneUrl = Array.from({ length: deliveries }, () => `${receiver.url}/one`)
    const auspex = await start("auspexServer", {
      databaseUrl,
      secretKey: secretKey.toString("base64"),
      allowPrivateEgress: "true"
    })
    const sendings = {
      "survey.opened": { body, secret, urls: many, inFlight: 64 },
      "survey.closed": { body, secret, urls: oneUrl, inFlight: requestsPerEndpointMax }
    }
    return await connected(databaseUrl, async (client) => {
      let next = 1
      /** Writes events as a command does, which then tells the server that there are some. */
      const cause = async (event: string, count: number) => {
        await writeEvents(client, event, next, count)
        next += count
        await client.query("select pg_notify($1, $2)", ["auspex_changes", `1 ${benchId(1, 1)} events`])
      }
      const turn = async (child: Child, work: () => Promise<unknown>): Promise<Turn> => {
        receiver.begin()
        const before = child.cpuSeconds()
        const rate = await rateOf(work)
        await allRecorded(client)
        return { rate, cpuMicros: ((child.cpuSeconds() - before) * 1e6) / deliveries }
      }
      const rows: Array<BenchRow> = []
      for (
        const [what, event, count] of [
          ["one event to 1,000 endpoints", "survey.opened", 1],
          ["1,000 events to one endpoint", "survey.closed", deliveries]
        ] as const
      ) {
        const loop = await start("webhookLoop", sendings[event])
        const storing = await start("webhookLoop", { ...sendings[event], databaseUrl })
        const turns: Array<Readonly<Record<"ours" | "bare" | "stored", Turn>>> = []
        for (let round = -warmUpRounds; round < rounds; round++) {
          const ours = await turn(auspex, async () => {
            await cause(event, count)
            await receiver.until(deliveries)
          })
          const bare = await turn(loop, () => fetch(loop.url))
          const stored = await turn(storing, () => fetch(storing.url))
          if (round >= 0) turns.push({ ours, bare, stored })
        }
        const against = (ours: keyof (typeof turns)[number], theirs: keyof (typeof turns)[number]) =>
          turns.map((turn) => ({ ours: turn[ours].rate, theirs: turn[theirs].rate }))
        rows.push(
          rowOf(what, "deliveries/s", against("ours", "bare"), { of: "ratio", is: "at least", value: 0.35 }),
          rowOf(`${what}, against the loop that stores`, "deliveries/s", against("ours", "stored")),
          rowOf(`${what}, that loop against the bare one`, "deliveries/s", against("stored", "bare")),
          rowOf(
            `${what}, server CPU (less is better)`,
            "µs/delivery",
            turns.map(({ bare, ours }) => ({ ours: ours.cpuMicros, theirs: bare.cpuMicros }))
          )
        )
        await loop.stop()
        await storing.stop()
      }
      receiver.begin()
      const written = new Map<number, number>()
      for (let n = 0; n < pacedEvents; n += 10) {
        const due = performance.now() + 10_000 / pacedPerSecond
        for (let at = 0; at < 10; at++) written.set(next + at, performance.now())
        await cause("survey.closed", 10)
        await new Promise((resolve) => setTimeout(resolve, due - performance.now()))
      }
      await receiver.until(pacedEvents)
      const lags = receiver.arrivedAt.map(([text, at]) => at - written.get(JSON.parse(text).data.survey_id)!)
      rows.push({
        what: `first attempt at ${pacedPerSecond} events/s, 99th percentile (less is better)`,
        unit: "ms",
        ours: quantile(lags, 0.99),
        goal: { of: "ours", is: "at most", value: 1_000 }
      })
      return {
        title: "P7: webhooks",
        rows,
        notes: [
          `${server.version}; the peer signs and posts the same body with undici and stores nothing: 64 at a time, and to`,
          "one endpoint 4 at a time, which receivers are promised. Another stores each delivery before it is sent and with its",
          "result, by one insert and one update for many, and nothing else. Ours begins with writing the events to the outbox",
          "as a command does, which then tells the server that there are some. No turn begins before all is written."
        ]
      }
    })
  } finally {
    for (const child of children) await child.stop()
    await receiver.stop()
    await server.stop()
  }
}
