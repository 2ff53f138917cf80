import { findModelServer, modelServerAt, runBridge } from "@auspex/adapters-bridge/runner"
import { onServerDatabaseFirst } from "@auspex/testkit/databases"
import { type FakeModelServer, type ModelProtocol, startModelServer } from "@auspex/testkit/models"
import { Effect, Redacted } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { registerAgent, type TestAgent } from "../people.ts"
import { eventually } from "../raw.ts"
import { auspexOn } from "../servers.ts"
import { ask, ownerKeyOf } from "./asking.ts"
import { socketUrl } from "./bridgeClient.ts"
import { startRunner } from "./startRunner.ts"

onServerDatabaseFirst("the runner", (db) => {
  const auspex = auspexOn(db, { background: true })
  const endings: Array<() => Promise<unknown>> = []
  afterEach(async () => {
    for (const end of endings.splice(0).reverse()) await end()
  })

  const fake = async (protocol: ModelProtocol, models: ReadonlyArray<string> = ["llama3"]) => {
    const server = await startModelServer({ protocol, models })
    endings.push(() => server.close())
    return server
  }

  /** Connects a model server with the runner, and waits until the service knows its models. */
  const run = async (
    agent: TestAgent,
    server: FakeModelServer,
    type: "ollama" | "openai-compatible",
    options: { readonly concurrency?: number; readonly allowedBaseUrls?: ReadonlyArray<string> } = {}
  ) => {
    const { events, stop } = startRunner(auspex, { agent, server, type, ...options })
    endings.push(stop)
    await eventually(
      "the models",
      async () =>
        (await auspex.call("GET", "/api/bridge/status", { as: agent.key })).body.models.length === server.models.length
    )
    return { events }
  }

  describe.each(["ollama", "openai-compatible"] as const)("with %s", (type) => {
    it("streams the answer of a model", async () => {
      const agent = await registerAgent(auspex)
      const server = await fake(type)
      const { events } = await run(agent, server, type)
      const owner = await ownerKeyOf(auspex, agent.id)
      const question = { system_prompt: "You are terse.", messages: [{ role: "user", content: "Who?" }] as const }
      expect(await ask(auspex, owner, question)).toEqual({ text: "Hello" })
      expect(server.requests.map(({ body }) => body)).toEqual([{
        model: "llama3",
        stream: true,
        messages: [{ role: "system", content: "You are terse." }, { role: "user", content: "Who?" }]
      }])
      expect([...new Set(events.map((event) => event.type))]).toEqual([
        "connected",
        "models",
        "began",
        "piece",
        "ended"
      ])
    })

    it.each<[FakeModelServer["fault"] & object, string]>([
      [{ kind: "broken" }, "The model server answered 500: the model crashed"],
      [{ kind: "busy", retryAfterSeconds: 5 }, "The model server answered 429: too many requests"],
      [{ kind: "cut" }, "No answer from the model server"],
      [{ kind: "garbage" }, "The model server"]
    ])("tells the caller what is wrong: %j", async (fault, detail) => {
      const agent = await registerAgent(auspex)
      const server = await fake(type)
      await run(agent, server, type)
      const owner = await ownerKeyOf(auspex, agent.id)
      server.fault = fault
      const failed = await ask(auspex, owner)
      expect(failed).toEqual({ reason: "model", detail: expect.stringContaining(detail) as string })
      server.fault = undefined
      expect(await ask(auspex, owner)).toEqual({ text: "Hello" })
    })
  })

  it("works on as many requests at a time as it was told", async () => {
    const agent = await registerAgent(auspex)
    const server = await fake("ollama")
    await run(agent, server, "ollama", { concurrency: 3 })
    const owner = await ownerKeyOf(auspex, agent.id)
    server.fault = { kind: "slow", millis: 150 }
    const answers = Array.from({ length: 5 }, () => ask(auspex, owner))
    await eventually("three at once", () => server.open() === 3)
    expect(await Promise.all(answers)).toEqual(Array.from({ length: 5 }, () => ({ text: "Hello" })))
  })

  it("asks no other model server than its owner has allowed", async () => {
    const agent = await registerAgent(auspex)
    const [own, allowed, other] = [await fake("ollama"), await fake("openai-compatible"), await fake("ollama")]
    await run(agent, own, "ollama", { allowedBaseUrls: [allowed.url] })
    const owner = await ownerKeyOf(auspex, agent.id)
    const forbidden = await ask(auspex, owner, { base_url: other.url })
    expect(forbidden).toEqual({
      reason: "model",
      detail: `The owner of this machine has not allowed requests to ${other.url}.`
    })
    expect(await ask(auspex, owner, { base_url: allowed.url, provider_type: "openai-compatible" })).toEqual({
      text: "Hello"
    })
    expect([own, allowed, other].map(({ requests }) => requests.length)).toEqual([0, 1, 0])
  })

  it("ends its request to the model when the connection is lost, and connects again", async () => {
    const agent = await registerAgent(auspex)
    const server = await fake("ollama")
    const { events } = await run(agent, server, "ollama")
    const owner = await ownerKeyOf(auspex, agent.id)
    server.fault = { kind: "stall" }
    const lost = ask(auspex, owner)
    await eventually("the request", () => server.open() === 1)
    // A message that is no frame would do the same; only the service can close the connection from here.
    await auspex.call("POST", `/api/admin/accounts/${agent.id}/suspend`, {
      as: auspex.adminKey,
      body: { reason: "test" }
    })
    expect(await lost).toMatchObject({ reason: "lost" })
    await eventually("the end of the request", () => server.open() === 0)
    expect(events.at(-1)).toMatchObject({ type: "ended", outcome: "cancelled" })
  })

  it("stops when its key is refused", async () => {
    const server = await fake("ollama")
    const refused = runBridge({
      address: socketUrl(auspex),
      apiKey: Redacted.make("sk_unknown"),
      modelServer: modelServerAt("ollama", server.url),
      allowedBaseUrls: [],
      concurrency: 1,
      source: "a test",
      events: () => undefined
    })
    expect(await Effect.runPromise(Effect.flip(refused))).toMatchObject({
      status: 401,
      detail: "The key is unknown, revoked or expired."
    })
  })

  it("finds out what a model server speaks", async () => {
    const [ollama, other] = [await fake("ollama"), await fake("openai-compatible")]
    const typeAt = (base_url: string) =>
      Effect.runPromise(Effect.map(findModelServer({ base_url }), ({ type }) => type))
    expect([await typeAt(ollama.url), await typeAt(other.url)]).toEqual(["ollama", "openai-compatible"])
    const wrong = findModelServer({ base_url: ollama.url, type: "openai-compatible" })
    expect((await Effect.runPromise(Effect.flip(wrong))).detail).toContain("404")
  })
})
