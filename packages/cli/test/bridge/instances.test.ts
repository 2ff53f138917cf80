import { BridgeHub } from "@auspex/adapters-bridge/hub"
import { onServerDatabase } from "@auspex/testkit/databases"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import { registerAgent } from "../people.ts"
import { eventually } from "../raw.ts"
import { ask, ownerKeyOf } from "./asking.ts"
import { connectMachine } from "./bridgeClient.ts"

onServerDatabase("the bridge between instances", (db) => {
  const withTwo = async (use: (holder: RunningAuspex, caller: RunningAuspex) => Promise<void>): Promise<void> => {
    const options = () => ({ background: true, flags: { databaseUrl: db.url() } })
    const holder = await startAuspex(db.layer, options())
    const caller = await startAuspex(db.another, options())
    try {
      await use(holder, caller)
    } finally {
      await caller.stop()
      await holder.stop()
    }
  }

  /** A machine connected to one instance and known to the other. */
  const connectedAt = async (holder: RunningAuspex, caller: RunningAuspex) => {
    const agent = await registerAgent(holder)
    const client = await connectMachine(holder, agent.key, { models: ["llama3"], concurrency: 8 })
    await eventually(
      "the other instance to know",
      async () => (await caller.call("GET", "/api/bridge/status", { as: agent.key })).body.models.length === 1
    )
    return { agent, client, owner: await ownerKeyOf(holder, agent.id) }
  }

  it("carries requests from an instance to a machine at another one", () =>
    withTwo(async (holder, caller) => {
      const { agent, client, owner } = await connectedAt(holder, caller)
      client.answerWith(["Hel", "lo ", "x".repeat(20_000), "😀"])
      const answers = await Promise.all(Array.from({ length: 8 }, () => ask(caller, owner)))
      expect(new Set(answers.map((answer) => "text" in answer ? answer.text : answer.detail)))
        .toEqual(new Set([`Hello ${"x".repeat(20_000)}😀`]))
      expect(client.frames).toHaveLength(8)
      await client.close()
      await eventually("the other instance to know", async () =>
        (await caller.call("GET", "/api/bridge/status", { as: agent.key })).body.connected === false)
    }))

  it("ends each request once when the instance with the machine stops", () =>
    withTwo(async (holder, caller) => {
      const { agent, client, owner } = await connectedAt(holder, caller)
      const answers = Array.from({ length: 8 }, () => ask(caller, owner))
      await eventually("the requests", () => client.frames.length === 8)
      const { request_id } = client.frames[0]!
      client.send({ type: "infer_done", request_id, payload: { full_response: "in time" } })
      await eventually("the first answer", async () => {
        const { body } = await holder.call("GET", "/api/bridge/status", { as: agent.key })
        return body.machines[0].in_flight === 7
      })
      await holder.run(Effect.flatMap(BridgeHub, ({ stop }) => stop))
      const ends = await Promise.all(answers)
      expect(ends.filter((end) => "text" in end)).toEqual([{ text: "in time" }])
      expect(ends.filter((end) => "reason" in end && end.reason === "lost")).toHaveLength(7)
      await eventually("the socket to be closed", () => client.closed()?.code === 1012)
    }))
})
