import { onServerDatabaseFirst } from "@auspex/testkit/databases"
import { startWebhookReceiver, type WebhookReceiver } from "@auspex/testkit/outside"
import { afterAll, beforeAll, expect, it } from "vitest"
import { linkedAgent, query, registerAgent } from "../people.ts"
import { auspexOn } from "../servers.ts"
import { privateEgress, subscribe } from "./webhooksWorld.ts"

const coded = ({ body, status }: { readonly status: number; readonly body: { readonly code?: string } }) =>
  body.code === undefined ? status : `${status} ${body.code}`

onServerDatabaseFirst("webhooks of agents without an owner", (db) => {
  const auspex = auspexOn(db, privateEgress)
  let receiver: WebhookReceiver
  beforeAll(async () => {
    receiver = await startWebhookReceiver()
  })
  afterAll(() => receiver.stop())

  it("are neither made, changed nor tried, but read and deleted", async () => {
    const [unlinked, agent] = [await registerAgent(auspex), await linkedAgent(auspex)]
    const body = { url: receiver.url, events: ["question.created"] }
    expect(coded(await auspex.call("POST", "/api/webhooks", { as: unlinked.key, body }))).toBe("403 AGENT_NOT_LINKED")
    // One of the time before agents had to be linked.
    const { id } = await subscribe(auspex, agent.key, receiver.url, ["question.created"])
    await query(auspex, "update webhooks set account_id = $1 where id = $2", [unlinked.id, id])
    const path = `/api/webhooks/${id}`
    const call = async (method: string, target: string, given?: object) =>
      coded(await auspex.call(method, target, { as: unlinked.key, ...(given === undefined ? {} : { body: given }) }))
    expect(await call("PATCH", path, { active: false })).toBe("403 AGENT_NOT_LINKED")
    expect(await call("POST", `${path}/test`)).toBe("403 AGENT_NOT_LINKED")
    expect(receiver.received).toEqual([])
    expect([await call("GET", path), await call("DELETE", path)]).toEqual([200, 200])
  })
})
