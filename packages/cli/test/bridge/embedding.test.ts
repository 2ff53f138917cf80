import { vectorText } from "@auspex/adapters-bridge/protocol"
import { BridgePresence } from "@auspex/domain/inference"
import { Embeddings, type EmbeddingPurpose } from "@auspex/domain/retrieval"
import { onServerDatabase, onServerDatabaseFirst, type TestDatabase } from "@auspex/testkit/databases"
import { fakeVector, startModelServer } from "@auspex/testkit/models"
import { LocalSite } from "@auspex/testkit/outside"
import { Effect, Either } from "effect"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import { linkedAgent, query, registerAgent, type TestAgent } from "../people.ts"
import { researchMember } from "../projects/researchMember.ts"
import { eventually } from "../raw.ts"
import { ask, ownerKeyOf } from "./asking.ts"
import { type BridgeClient, connectMachine } from "./bridgeClient.ts"
import { startRunner } from "./startRunner.ts"

/** What a test has started, which is stopped after it, the last first. */
const endings: Array<() => Promise<unknown>> = []
const endAll = async (): Promise<void> => {
  for (const end of endings.splice(0).reverse()) await end()
}

/** An account, and a server whose embeddings are made by the machines of its owner. */
const startEmbedding = async (db: TestDatabase, flags: object = {}) => {
  const before = await startAuspex(db.layer)
  const agent = await registerAgent(before)
  await before.stop()
  const embeddings = JSON.stringify({ provider: "bridge", model: "m1", owner: agent.id })
  const options = { background: true, flags: { allowPrivateEgress: true, embeddings, ...flags } }
  return { agent, options, auspex: await startAuspex(db.layer, options) }
}

/** Connects a model server with the runner. */
const run = (auspex: RunningAuspex, machine: Parameters<typeof startRunner>[1]) => {
  const runner = startRunner(auspex, machine)
  endings.push(runner.stop)
  return runner
}

const startFake = async (type: "ollama" | "openai-compatible", models: ReadonlyArray<string> = ["llama3", "m1"]) => {
  const server = await startModelServer({ protocol: type, models })
  endings.push(() => server.close())
  return server
}

const machinesOf = async (auspex: RunningAuspex, { key }: TestAgent) =>
  (await auspex.call("GET", "/api/bridge/status", { as: key })).body.machines

const noMachines = (auspex: RunningAuspex, agent: TestAgent): Promise<void> =>
  eventually("no machine to be connected", async () => (await machinesOf(auspex, agent)).length === 0)

const embed = (auspex: RunningAuspex, texts: ReadonlyArray<string>, purpose: EmbeddingPurpose = "document") =>
  auspex.run(Effect.flatMap(Embeddings, (embeddings) => Effect.either(embeddings.embed(texts, purpose))))

const failureOf = async (auspex: RunningAuspex, texts: ReadonlyArray<string> = ["one", "two"]) => {
  const { detail, reason } = Either.getOrThrow(Either.flip(await embed(auspex, texts)))
  return { reason, detail }
}

const connectEmbedding = async (auspex: RunningAuspex, agent: TestAgent, payload: object = {}) => {
  const client = await connectMachine(auspex, agent.key, { models: ["m1"], embeds: true, ...payload })
  endings.push(() => client.close())
  return client
}

/** Lets a client answer every request for vectors, until what is returned is called. */
const answerTexts = (client: BridgeClient): () => void => {
  const answer = (data: unknown): void => {
    const { payload, request_id, type } = JSON.parse((data as Buffer).toString())
    if (type !== "embed_request") return
    const vectors = payload.texts.map((text: string) => vectorText(fakeVector(payload.model, text)))
    client.send({ type: "embed_done", request_id, payload: { vectors } })
  }
  client.socket.on("message", answer)
  return () => void client.socket.off("message", answer)
}

onServerDatabaseFirst("embeddings through the bridge", (db) => {
  let started: Awaited<ReturnType<typeof startEmbedding>>
  let site: LocalSite
  beforeAll(async () => {
    started = await startEmbedding(db)
    site = await LocalSite.start()
  })
  afterEach(async () => {
    await endAll()
    await noMachines(started.auspex, started.agent)
  })
  afterAll(async () => {
    await started.auspex.stop()
    await site.stop()
  })

  it("rank what is found, and searches go on without while no machine is there", async () => {
    const { agent, auspex } = started
    const member = await researchMember(auspex)
    const project = await member.newProject()
    await member.attach(project, site, "/roads", "vehicle ".repeat(20))
    const found = async (q: string): Promise<boolean> => {
      const { status, text } = await member.call("GET", `/api/findings/search?q=${q}`)
      expect(status).toBe(200)
      return text.includes("vehicle")
    }
    // The machine is gone while it makes the first vectors; the worker tries again when it has paused.
    const first = await connectEmbedding(auspex, agent)
    await eventually("the texts", () => first.frames.some(({ type }) => type === "embed_request"))
    first.socket.terminate()
    await noMachines(auspex, agent)
    expect([await found("automobile"), await found("vehicle")]).toEqual([false, true])

    const server = await startFake("ollama")
    const { events, stop } = run(auspex, { agent, server, type: "ollama" })
    await eventually("the vectors", async () => (await query(auspex, "select 1 from retrieval_vectors")).length > 0)
    expect(await found("automobile")).toBe(true)
    expect(await machinesOf(auspex, agent)).toMatchObject([{ embeds: true, models: ["llama3", "m1"] }])
    expect(new Set(server.embeddings.map(({ model }) => model))).toEqual(new Set(["m1"]))
    const began = events.filter((event) => event.type === "began")
    expect(began).toHaveLength(server.embeddings.length)
    expect(began.every(({ texts = 0 }) => texts >= 1 && texts <= 16)).toBe(true)
    expect(JSON.stringify(events)).not.toContain("vehicle")
    expect(await query(auspex, "select distinct model from retrieval_vectors")).toEqual([{ model: "bridge/m1" }])

    await stop()
    await noMachines(auspex, agent)
    expect([await found("car"), await found("vehicle")]).toEqual([false, true])
  })

  describe.each(["ollama", "openai-compatible"] as const)("with the runner at %s", (type) => {
    const connected = async () => {
      const server = await startFake(type)
      const { events } = run(started.auspex, { agent: started.agent, server, type })
      await eventually(
        "the machine",
        async () => (await machinesOf(started.auspex, started.agent))[0]?.models.length === 2
      )
      return { server, events }
    }

    it("are its vectors, in the order of the texts", async () => {
      await connected()
      const texts = Array.from({ length: 40 }, (_, at) => `text ${at}`)
      const vectors = Either.getOrThrow(await embed(started.auspex, texts))
      expect(vectors).toEqual(texts.map((text) => Float32Array.from(fakeVector("m1", text))))
    })

    it("fail as the model server does", async () => {
      const { server } = await connected()
      const long = ["short", "long ".repeat(50)]
      server.embeddingsFault = "long"
      expect(await failureOf(started.auspex, long)).toMatchObject({
        reason: "input",
        detail: expect.stringContaining("the input exceeds the context length") as string
      })
      for (const fault of ["down", "fewer", "zero", "uneven", "garbage"] as const) {
        server.embeddingsFault = fault
        expect(await failureOf(started.auspex)).toMatchObject({ reason: "unavailable" })
      }
      server.embeddingsFault = undefined
      expect(Either.isRight(await embed(started.auspex, long))).toBe(true)
    })

    it("are not made by a model that the machine does not have any more", async () => {
      const { events, server } = await connected()
      server.models = ["llama3"]
      expect(await failureOf(started.auspex)).toMatchObject({
        reason: "unavailable",
        detail: expect.stringContaining("This machine has no model m1.") as string
      })
      expect(server.embeddings).toEqual([])
      expect(events.at(-1)).toMatchObject({ type: "ended", outcome: "failed" })
    })

    it("end at the model server when nobody waits for them any more", async () => {
      const { events, server } = await connected()
      server.embeddingsFault = "slow"
      const given = started.auspex.run(
        Effect.flatMap(
          Embeddings,
          (embeddings) => Effect.timeoutOption(embeddings.embed(["text"], "query"), "1 second")
        )
      )
      await eventually("the request", () => server.open() > 0)
      expect(await given).toMatchObject({ _tag: "None" })
      await eventually("its end", () => server.open() === 0)
      await eventually(
        "the event",
        () => events.some((event) => event.type === "ended" && event.outcome === "cancelled")
      )
    })
  })

  it("leave chats their turn", async () => {
    const { agent, auspex } = started
    const client = await connectEmbedding(auspex, agent, { models: ["m1", "llama3"] })
    const texts = embed(auspex, Array.from({ length: 64 }, (_, at) => `text ${at}`))
    await eventually("the texts", () => client.frames.length === 1)
    const chat = ask(auspex, await ownerKeyOf(auspex, agent.id))
    await eventually("the chat to wait", async () => (await machinesOf(auspex, agent))[0].in_flight >= 2)
    client.answerWith(["fine"])
    answerTexts(client)
    const { payload, request_id } = client.frames[0]!
    const vectors = payload.texts.map((text: string) => vectorText(fakeVector("m1", text)))
    client.send({ type: "embed_done", request_id, payload: { vectors } })
    expect(await chat).toEqual({ text: "fine" })
    expect(client.frames.slice(0, 2).map(({ type }) => type)).toEqual(["embed_request", "infer_request"])
    expect(Either.getOrThrow(await texts)).toHaveLength(64)
  })

  it.each<[string, object]>([
    ["does not say that it can", { models: ["m1"] }],
    ["says something else", { models: ["m1"], embeds: "m1" }],
    ["has other models", { models: ["m2"], embeds: true }]
  ])("are not asked of a machine that %s", async (_, payload) => {
    const { agent, auspex } = started
    const client = await connectMachine(auspex, agent.key, payload)
    endings.push(() => client.close())
    expect((await failureOf(auspex)).reason).toBe("unavailable")
    expect(client.frames).toEqual([])
  })

  const good = vectorText([1, 2])
  it.each<[string, unknown, string, number | undefined]>([
    ["a vector too few", [good], "answer", undefined],
    ["a vector too many", [good, good, good], "answer", undefined],
    ["no base64", [good, "?"], "answer", undefined],
    ["what is no number", [good, vectorText([1, Number.NaN])], "answer", undefined],
    ["an endless number", [good, vectorText([1, Infinity])], "answer", undefined],
    ["zeros", [good, vectorText([0, 0])], "answer", undefined],
    ["other dimensions", [good, vectorText([1])], "answer", undefined],
    ["too many dimensions", [1, 2].map((value) => vectorText(Array<number>(4_097).fill(value))), "answer", undefined],
    ["numbers", [[1, 2], [1, 2]], "unavailable", 1008],
    ["nothing", undefined, "unavailable", 1008],
    ["too many vectors", Array(1_000).fill(good), "unavailable", 1008],
    ["too much", ["A".repeat(600_000)], "unavailable", 1008],
    ["more than a message may have", ["A".repeat(1_100_000)], "unavailable", 1009]
  ])("are refused when a machine answers with %s", async (_, vectors, reason, code) => {
    const { agent, auspex } = started
    const client = await connectEmbedding(auspex, agent)
    const failure = failureOf(auspex)
    const asked = () => client.frames.find(({ payload }) => payload?.texts?.[1] === "two")
    client.socket.on("message", () => {
      for (const { request_id, type } of client.frames.slice(-1)) {
        if (type === "embed_request") client.send({ type: "embed_done", request_id, payload: { vectors } })
      }
    })
    expect((await failure).reason).toBe(reason)
    expect(asked()).toBeDefined()
    if (code !== undefined) await eventually("the end", () => client.closed()?.code === code)
    const honest = await connectEmbedding(auspex, agent)
    answerTexts(honest)
    if (code === undefined) await client.close()
    await eventually("one machine", async () => (await machinesOf(auspex, agent)).length === 1)
    expect(Either.isRight(await embed(auspex, ["one", "two"]))).toBe(true)
  })

  it("follow an account to its new owner", async () => {
    const { auspex } = started
    const ownerKey = (id: string) => auspex.run(Effect.flatMap(BridgePresence, ({ ownerKeyOf }) => ownerKeyOf(id)))
    const agent = await linkedAgent(auspex)
    expect(await ownerKey(agent.id)).toBe(agent.owner.id)
    const alone = await registerAgent(auspex)
    expect(await ownerKey(alone.id)).toBe(alone.id)
    expect(await ownerKey("0192d3c4-0000-7000-8000-000000000001")).toBeUndefined()
    expect(await ownerKey("ada")).toBeUndefined()
  })
})

onServerDatabase("embeddings through the bridge between instances", (db) => {
  afterEach(endAll)

  it("reach a machine at another instance, and end when that one does", async () => {
    const { agent, auspex: holder, options } = await startEmbedding(db, { databaseUrl: db.url() })
    endings.push(() => holder.stop())
    const caller = await startAuspex(db.another, options)
    endings.push(() => caller.stop())
    const client = await connectEmbedding(holder, agent)
    await eventually("the other instance to know", async () => (await machinesOf(caller, agent)).length === 1)
    const texts = Array.from({ length: 40 }, (_, at) => `"text" ${at} ä€😀`.repeat(100))
    const silent = embed(caller, texts)
    await eventually("the first texts", () => client.frames.length > 0)
    const stopAnswering = answerTexts(client)
    const { payload, request_id } = client.frames[0]!
    const vectors = payload.texts.map((text: string) => vectorText(fakeVector("m1", text)))
    client.send({ type: "embed_done", request_id, payload: { vectors } })
    expect(Either.getOrThrow(await silent)).toEqual(texts.map((text) => Float32Array.from(fakeVector("m1", text))))

    stopAnswering()
    const before = client.frames.length
    const lost = failureOf(caller)
    await eventually("the request", () => client.frames.length > before)
    client.socket.terminate()
    expect((await lost).reason).toBe("unavailable")
    await noMachines(caller, agent)
    expect((await failureOf(caller)).detail).toContain("no machine of the owner is connected")
  })
})
