import { verifyDelivery } from "@auspex/adapters-http/outbound"
import { WebhookDispatch } from "@auspex/domain/webhooks"
import { onServerDatabase } from "@auspex/testkit/databases"
import { answerWith, startWebhookReceiver } from "@auspex/testkit/outside"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { expect, it } from "vitest"
import type { RunningAuspex } from "../harness.ts"
import { linkedAgent, query, verifiedHuman } from "../people.ts"
import { privateEgress, subscribe } from "../webhooks/webhooksWorld.ts"
import { rounds, roundsTimeout } from "./rounds.ts"
import { atOnce, tally, twoInstances } from "./twoInstances.ts"

const racing = 50

/** Writes events in a transaction that stays open for a moment, so that transactions finish in another order. */
const writeEvents = (auspex: RunningAuspex, turn: number, events: number): Promise<unknown> =>
  auspex.run(
    Effect.flatMap(SqlClient, (sql) =>
      sql.withTransaction(
        sql.unsafe(
          `insert into outbox_events (id, event, data) select auspex_uuid_v7(auspex_clock()), 'survey.opened',
            jsonb_build_object('survey_id', $1::text || '-' || n) from generate_series(1, $2::integer) n`,
          [String(turn), events]
        ).pipe(Effect.zipRight(sql.unsafe("select pg_sleep($1::float8)", [(turn % 5) / 100])))
      ))
  )

onServerDatabase("racing webhooks on two instances", (db) => {
  const instances = twoInstances(db, privateEgress)

  it("are ten for an account, however many are created concurrently", roundsTimeout, async () => {
    for (let round = 0; round < rounds; round++) {
      const agent = await linkedAgent(instances.first)
      const answers = await atOnce(racing, (turn) =>
        instances.either(turn).call("POST", "/api/webhooks", {
          as: agent.key,
          body: { url: "https://127.0.0.1:9/", events: ["question.created"] }
        }))
      const counts = tally(answers)
      expect(counts["201"]).toBe(10)
      // 20 changes a minute are the limit of an account.
      expect(counts["400 WEBHOOK_LIMIT"]).toBe(10)
      expect(counts["429 RATE_LIMITED"]).toBe(racing - 20)
    }
  })

  it("are ten for a workspace, however many its admins create concurrently", roundsTimeout, async () => {
    for (let round = 0; round < rounds; round++) {
      const [olive, bea] = [await verifiedHuman(instances.first), await verifiedHuman(instances.first)]
      const made = await instances.first.call("POST", "/api/workspaces", { as: olive.token, body: { name: "One" } })
      const path = `/api/workspaces/${made.body.id}`
      await instances.first.call("PUT", `${path}/members/${bea.id}`, { as: olive.token, body: { role: "admin" } })
      const answers = await atOnce(2 * 20, (turn) =>
        instances.either(turn).call("POST", `${path}/webhooks`, {
          as: turn < 20 ? olive.token : bea.token,
          body: { url: "https://127.0.0.1:9/", events: ["project.created"] }
        }))
      expect(tally(answers)).toEqual({ "201": 10, "400 WEBHOOK_LIMIT": 30 })
      const { entries } = (await instances.first.call("GET", `${path}/audit?limit=100`, { as: olive.token })).body
      const created = entries.filter(({ action }: { readonly action: string }) => action === "webhook.create")
      expect(created).toHaveLength(10)
    }
  })

  it("get every event once, in one sequence without gaps, while both instances deliver", roundsTimeout, async () => {
    const count = 20
    for (let round = 0; round < rounds; round++) {
      const receiver = await startWebhookReceiver((delivery, response, request) =>
        answerWith(delivery.path === "/broken" ? 500 : 204)(delivery, response, request)
      )
      const agent = await linkedAgent(instances.first)
      const hooks = new Map<string, { readonly id: string; readonly secret: string }>()
      for (const name of ["/one", "/two", "/broken"]) {
        hooks.set(name, await subscribe(instances.first, agent.key, receiver.url + name, ["survey.opened"]))
      }
      const delivering = (auspex: RunningAuspex) =>
        auspex.run(
          Effect.flatMap(WebhookDispatch, ({ run }) =>
            Effect.raceFirst(
              run,
              Effect.promise(() => Promise.all([receiver.until(2 * count, "/one"), receiver.until(2 * count, "/two")]))
            ))
        )
      await Promise.all([
        delivering(instances.first),
        delivering(instances.second),
        ...Array.from({ length: count }, (_, turn) => writeEvents(instances.either(turn), turn, 2))
      ])
      for (const name of ["/one", "/two"]) {
        const received = receiver.received.filter(({ path }) => path === name)
        expect(received).toHaveLength(2 * count)
        const sequences = received.map(({ headers }) => Number(headers["x-ws-sequence"])).sort((a, b) => a - b)
        expect(sequences).toEqual(Array.from({ length: 2 * count }, (_, at) => at + 1))
        expect(new Set(received.map(({ body }) => JSON.parse(body).data.survey_id)).size).toBe(2 * count)
        for (const { body, headers } of received) {
          expect(verifyDelivery(headers, body, hooks.get(name)!.secret, Date.now() / 1_000)).toBeUndefined()
        }
        // Within a transaction the events keep their order.
        const places = new Map(
          received.map(({ body, headers }) =>
            [JSON.parse(body).data.survey_id as string, Number(headers["x-ws-sequence"])] as const
          )
        )
        for (let turn = 0; turn < count; turn++) expect(places.get(`${turn}-2`)! - places.get(`${turn}-1`)!).toBe(1)
      }
      const [left] = await query(
        instances.first,
        "select count(*)::integer as pending from webhook_deliveries where webhook_id = $1::uuid and status <> 'pending'",
        [hooks.get("/broken")!.id]
      )
      expect(left).toEqual({ pending: 0 })
      await receiver.stop()
      await query(instances.first, "delete from webhooks")
      // They are events of surveys that never existed, which the check of all invariants would find.
      await query(instances.first, "delete from outbox_events where event = 'survey.opened'")
    }
  })
})
