import { verifyDelivery } from "@auspex/adapters-http/outbound"
import { isThorough } from "@auspex/testkit/databases"
import { answerWith, type ReceivedDelivery, startWebhookReceiver, type WebhookReceiver } from "@auspex/testkit/outside"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type AuspexProcess, type Home, homes } from "./auspexProcess.ts"

/** Kills, and the events that are written around each. */
const [kills, eventsPerKill] = isThorough ? [20, 150] : [3, 20]
const env = { AUSPEX_ALLOW_PRIVATE_EGRESS: "true" }

describe("webhooks of servers that are killed while they deliver", () => {
  let home: Home
  let receiver: WebhookReceiver
  const failedOnce = new Set<string>()
  beforeAll(async () => {
    home = await homes.server()
    receiver = await startWebhookReceiver((delivery, response, request) => {
      if (delivery.path === "/hanging") return
      const id = String(delivery.headers["webhook-id"])
      const fails = delivery.path === "/flaky" && Number(delivery.headers["x-ws-sequence"]) % 3 === 0 &&
        !failedOnce.has(id)
      if (fails) failedOnce.add(id)
      answerWith(fails ? 500 : 204)(delivery, response, request)
    })
  })
  afterAll(async () => {
    await receiver.stop()
    await home.remove()
  })

  const sql = (text: string, parameters: ReadonlyArray<unknown> = []) =>
    home.run(Effect.flatMap(SqlClient, (client) => client.unsafe(text, parameters)))

  const write = (round: number) =>
    sql(
      `insert into outbox_events (id, event, data) select auspex_uuid_v7(auspex_clock()), 'survey.opened',
        jsonb_build_object('survey_id', $1::text || '-' || n) from generate_series(1, $2::integer) n`,
      [String(round), eventsPerKill]
    )

  const on = (path: string) => receiver.received.filter((delivery) => delivery.path === path)
  const surveyOf = ({ body }: ReceivedDelivery): string => JSON.parse(body).data.survey_id

  it("arrive at every healthy receiver, rightly signed, in one sequence", { timeout: 900_000 }, async () => {
    const processes: Array<AuspexProcess> = [await home.start(env), await home.start(env)]
    const registered = await processes[0]!.call("POST", "/api/register", { body: { name: "Receiver", model: "gpt-5" } })
    const secrets = new Map<string, string>()
    for (const path of ["/healthy", "/flaky", "/hanging"]) {
      const answer = await processes[0]!.call("POST", "/api/webhooks", {
        as: registered.body.api_key,
        body: { url: receiver.url + path, events: ["survey.opened"] }
      })
      expect(answer.status).toBe(201)
      secrets.set(path, answer.body.secret)
    }
    for (let round = 0; round < kills; round++) {
      const written = write(round)
      // Some deliveries of this round are under way.
      await receiver.until(round * eventsPerKill + 2, "/healthy")
      const victim = processes[round % 2]!
      victim.signal("SIGKILL")
      await Promise.all([written, victim.ended])
      // The leases of the killed server expire after 45 seconds; a quick run does not wait for that.
      if (!isThorough) await sql("update webhook_queues set leased_until = auspex_clock()")
      processes[round % 2] = await home.start(env)
    }
    const all = kills * eventsPerKill
    const arrived = (path: string) => new Set(on(path).map(surveyOf)).size
    for (const path of ["/healthy", "/flaky"]) {
      for (let seen = all; arrived(path) < all; seen = on(path).length + 1) await receiver.until(seen, path)
      const bodies = new Map<string, string>()
      const sequences = new Set<number>()
      for (const { body, headers } of on(path)) {
        expect(verifyDelivery(headers, body, secrets.get(path)!, Number(headers["webhook-timestamp"]))).toBeUndefined()
        const id = String(headers["webhook-id"])
        expect(bodies.get(id) ?? body).toBe(body)
        bodies.set(id, body)
        sequences.add(Number(headers["x-ws-sequence"]))
      }
      expect(bodies.size).toBe(all)
      expect([...sequences].sort((a, b) => a - b)).toEqual(Array.from({ length: all }, (_, at) => at + 1))
    }
    for (const one of processes) one.signal("SIGKILL")
    await Promise.all(processes.map(({ ended }) => ended))
  })
})
