import { modelServerAt, runBridge } from "@auspex/adapters-bridge/runner"
import { isThorough } from "@auspex/testkit/databases"
import { type FakeModelServer, startModelServer } from "@auspex/testkit/models"
import { Effect, Fiber, Redacted } from "effect"
import * as net from "node:net"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { eventually } from "../raw.ts"
import { type AuspexProcess, type Home, homes } from "./auspexProcess.ts"

/** Owners, each with a machine, and the requests of each; eight of them are with a machine at a time. */
const [owners, requestsOfOwner] = isThorough ? [5, 40] : [2, 24]
const atATime = 8
const pieces = ["The ", "answer ", "is ", "complete", "."]

/** What stands in front of the instances: passes each new connection on to the present target. */
const startBalancer = async (target: () => string) => {
  const sockets = new Set<net.Socket>()
  const server = net.createServer((socket) => {
    const { hostname, port } = new URL(target())
    const onward = net.connect(Number(port), hostname)
    for (const [one, other] of [[socket, onward], [onward, socket]] as const) {
      sockets.add(one)
      one.on("error", () => other.destroy()).on("close", () => {
        sockets.delete(one)
        other.destroy()
      }).pipe(other)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `ws://127.0.0.1:${(server.address() as net.AddressInfo).port}/api/ws/bridge`,
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    }
  }
}

describe("the bridge when the instance that holds the machines is killed", () => {
  let home: Home
  let holder: AuspexProcess
  let caller: AuspexProcess
  let models: FakeModelServer
  beforeAll(async () => {
    home = await homes.server()
    holder = await home.start()
    caller = await home.start()
    models = await startModelServer({ protocol: "ollama", models: ["llama3"], answer: () => pieces })
  })
  afterAll(async () => {
    caller.signal("SIGTERM")
    await Promise.all([holder.ended, caller.ended])
    await models.close()
    await home.remove()
  })

  /** An agent of a new verified human, which asks machines of its owner. */
  const makeAgent = async (number: number) => {
    const { body: { token, user } } = await caller.call("POST", "/api/auth/signup", {
      body: { name: `Owner ${number}`, email: `owner${number}@example.org`, password: "correct horse battery" }
    })
    await caller.call("POST", `/api/admin/accounts/${user.id}/verify-email`, { as: caller.adminKey })
    const { body: { api_key, user: { id } } } = await caller.call("POST", "/api/register", {
      body: { name: `Agent ${number}`, model: "llama3" }
    })
    await caller.call("POST", "/api/me/agents", { as: token, body: { api_key } })
    await caller.call("PUT", "/api/me/llm-config", { as: token, body: { llm_provider: "bridge" } })
    return { id, key: api_key as string }
  }

  it("ends every request once, and goes on when the machines have connected to another one", async () => {
    let front = holder
    const balancer = await startBalancer(() => front.url)
    const agents = await Promise.all(Array.from({ length: owners }, (_, number) => makeAgent(number)))
    const runners = agents.map(({ key }) =>
      Effect.runFork(runBridge({
        address: balancer.url,
        apiKey: Redacted.make(key),
        modelServer: modelServerAt("ollama", models.url),
        allowedBaseUrls: [],
        concurrency: atATime,
        source: "a test",
        events: () => undefined
      }))
    )
    const connected = async ({ key }: { readonly key: string }) =>
      (await caller.call("GET", "/api/bridge/status", { as: key })).body.models.length === 1
    for (const agent of agents) await eventually("the machine", () => connected(agent))

    const ends: Array<string> = []
    const ask = async ({ id, key }: { readonly id: string; readonly key: string }) => {
      const { body, status } = await caller.call("POST", `/api/me/agents/${id}/infer`, {
        as: key,
        body: { messages: [{ role: "user", content: "Well?" }] }
      })
      return status === 200 ? body.content as string : `${status} ${body.code}`
    }
    const work = async (agent: { readonly id: string; readonly key: string }) => {
      for (let n = 0; n < requestsOfOwner / atATime; n++) {
        const end = await ask(agent)
        ends.push(end)
        if (end.startsWith("5")) await eventually("the machine to be back", () => connected(agent), 60_000)
      }
    }
    const all = Promise.all(agents.flatMap((agent) => Array.from({ length: atATime }, () => work(agent))))
    await eventually("some answers", () => ends.length >= owners * atATime)
    models.fault = { kind: "slow", millis: 100 }
    await eventually("requests in the middle of their answers", () => models.open() >= atATime)
    front = caller
    holder.signal("SIGKILL")
    models.fault = undefined
    await all

    expect(ends).toHaveLength(owners * requestsOfOwner)
    const complete = pieces.join("")
    expect([...new Set(ends)].filter((end) => !["502 MODEL_FAILED", "503 MODEL_UNAVAILABLE"].includes(end)))
      .toEqual([complete])
    expect(ends.some((end) => end !== complete)).toBe(true)
    for (const agent of agents) {
      await eventually("the machine to be back", () => connected(agent))
      expect(await ask(agent)).toBe(complete)
    }
    // Nobody works on a request that nobody waits for.
    await eventually("the model server to be idle", () => models.open() === 0)
    await Promise.all(runners.map((runner) => Effect.runPromise(Fiber.interrupt(runner))))
    balancer.close()
  })
})
