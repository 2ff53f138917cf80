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

/** P7: events to delivered, against a loop that signs and posts the same bodies and stores nothing. */
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
    const loops = {
      "survey.opened": await start("webhookLoop", { body, secret, urls: many, inFlight: 64 }),
      "survey.closed": await start("webhookLoop", { body, secret, urls: oneUrl, inFlight: requestsPerEndpointMax })
    }
    return await connected(databaseUrl, async (client) => {
      let next = 1
      /** Writes events as a command does, which then tells the server that there are some. */
      const cause = async (event: string, count: number) => {
        await writeEvents(client, event, next, count)
        next += count
        await client.query("select pg_notify($1, $2)", ["auspex_changes", `1 ${benchId(1, 1)} events`])
      }
      const turn = async (event: keyof typeof loops, count: number) => {
        receiver.begin()
        const ours = await rateOf(async () => {
          await cause(event, count)
          await receiver.until(deliveries)
        })
        receiver.begin()
        const theirs = await rateOf(() => fetch(loops[event].url))
        return { ours, theirs }
      }
      const rows: Array<BenchRow> = []
      for (
        const [what, event, count] of [
          ["one event to 1,000 endpoints", "survey.opened", 1],
          ["1,000 events to one endpoint", "survey.closed", deliveries]
        ] as const
      ) {
        await turn(event, count)
        const turns: Array<{ readonly ours: number; readonly theirs: number }> = []
        const before = [auspex.cpuSeconds(), loops[event].cpuSeconds()] as const
        for (let round = 0; round < rounds; round++) turns.push(await turn(event, count))
        const microsOf = (after: number, before: number) => ((after - before) * 1e6) / (rounds * deliveries)
        const cpu = {
          ours: microsOf(auspex.cpuSeconds(), before[0]),
          theirs: microsOf(loops[event].cpuSeconds(), before[1])
        }
        rows.push(
          rowOf(what, "deliveries/s", turns, { of: "ratio", is: "at least", value: 0.4 }),
          {
            what: `${what}, server CPU (less is better)`,
            unit: "µs/delivery",
            ...cpu,
            ratio: cpu.ours / cpu.theirs
          }
        )
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
          "one endpoint 4 at a time, which receivers are promised. Ours begins with writing the events to the outbox as a",
          "command does, which then tells the server that there are some."
        ]
      }
    })
  } finally {
    for (const child of children) await child.stop()
    await receiver.stop()
    await server.stop()
  }
}
