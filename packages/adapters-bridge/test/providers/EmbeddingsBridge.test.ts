import { vectorText } from "@auspex/adapters-bridge/protocol"
import { InferenceFailed, MachineUnavailable, type BridgeMachine } from "@auspex/domain/inference"
import { Leases, StorageUnavailable } from "@auspex/domain/kernel"
import { embeddedTextMax, type EmbeddingPurpose, EmbeddingStore, EntryEmbeddings } from "@auspex/domain/retrieval"
import { Effect, Either, Fiber, Layer, Stream, TestClock, TestContext } from "effect"
import { describe, expect, it } from "vitest"
import { type Answer, machine, Machines, model, vectorsOf } from "./machinesDouble.ts"

const failing = (reason: InferenceFailed["reason"], detail: string): Answer => () =>
  Stream.fail(new InferenceFailed({ reason, detail }))

const answering = (...vectors: ReadonlyArray<string>): Answer => () => Stream.fromIterable(vectors)

describe("embeddings through the bridge", () => {
  it("are asked for in requests of 16 texts, and come in the order of the texts", async () => {
    const machines = new Machines()
    const texts = Array.from({ length: 35 }, (_, at) => "x".repeat(at + 1))
    const vectors = Either.getOrThrow(await Effect.runPromise(machines.embed(texts)))
    const prefix = "search_document: "
    expect(vectors.map(([first]) => first)).toEqual(texts.map(({ length }) => length + prefix.length))
    expect(machines.asked.map(([, request]) => request)).toEqual([[0, 16], [16, 32], [32, 35]].map((range) => ({
      model: `${model}:latest`,
      texts: texts.slice(...range).map((text) => `${prefix}${text}`),
      purpose: "document"
    })))
  })

  it("tell searches from documents, and cut texts that are too long", async () => {
    const machines = new Machines()
    await Effect.runPromise(machines.embed([`${"x".repeat(embeddedTextMax)}cut`], "query"))
    expect(machines.asked.map(([, { purpose, texts }]) => [purpose, texts])).toEqual([
      ["query", [`search_query: ${"x".repeat(embeddedTextMax)}`]]
    ])
  })

  it.each<[string, ReadonlyArray<BridgeMachine>, string]>([
    ["no machine is connected", [], "no machine of the owner is connected."],
    [
      "none embeds",
      [machine("desk", { embeds: false, system_info: { hostname: "desk" } })],
      "no connected machine embeds texts; update auspex bridge on desk."
    ],
    ["none has the model", [machine("desk", { models: ["llama3"] })], `no connected machine has ${model}: desk.`]
  ])("are unavailable when %s", async (_, connected, detail) => {
    const machines = new Machines()
    machines.connected = connected
    expect(await machines.failureOf()).toEqual(["unavailable", `bridge: ${detail}`])
    expect(machines.asked).toEqual([])
  })

  it.each<[string, Answer, string, string]>([
    ["has disconnected", () => Stream.fail(gone), "unavailable", "it has disconnected."],
    ["is lost", failing("lost", "The connection ended."), "unavailable", "The connection ended."],
    ["is late", failing("total", "It did not finish."), "unavailable", "It did not finish."],
    ["has an error", failing("model", "out of memory"), "unavailable", "out of memory."],
    ["refuses the texts", failing("input", "too long"), "input", "too long."],
    ["sends too much", failing("too_large", "It is too large."), "answer", "It is too large."],
    ["sends too little", answering(vectorText([1])), "answer", "it answered with 1 vectors for 2 texts."],
    ["sends no base64", answering("?", vectorText([1])), "answer", "it answered with 1 vectors for 2 texts."],
    [
      "sends NaN",
      answering(vectorText([1]), vectorText([Number.NaN])),
      "answer",
      "its vectors contain what is no finite number."
    ],
    [
      "sends too many dimensions",
      answering(...[1, 2].map((value) => vectorText(new Float32Array(4_097).fill(value)))),
      "answer",
      "its vectors have 4097 dimensions; at most 4096 are supported."
    ],
    [
      "sends different dimensions",
      answering(vectorText([1]), vectorText([1, 2])),
      "answer",
      "its vectors have different dimensions."
    ],
    ["sends zeros", answering(vectorText([0]), vectorText([1])), "answer", "it answered with a vector of zeros."]
  ])("fail as the machine does that %s", async (_, answer, reason, detail) => {
    const machines = new Machines()
    machines.answers = { desk: answer }
    expect(await machines.failureOf()).toEqual([reason, `bridge: desk: ${detail}`])
  })

  const gone = new MachineUnavailable({ machine_id: "desk", reason: "gone" })

  it("are asked for at the next machine when one cannot answer, and not when it refuses the texts", async () => {
    const machines = new Machines()
    machines.connected = [machine("desk", { last_ping: new Date(1) }), machine("attic")]
    machines.answers = { desk: () => Stream.fail(gone), attic: vectorsOf }
    expect(Either.isRight(await Effect.runPromise(machines.embed(["one"])))).toBe(true)
    expect(machines.asked.map(([id]) => id)).toEqual(["desk", "attic"])
    machines.answers = { desk: failing("input", "too long"), attic: vectorsOf }
    expect(await machines.failureOf()).toEqual(["input", "bridge: desk: too long."])
    expect(machines.asked.map(([id]) => id)).toEqual(["desk", "attic", "desk"])
  })

  it("must have the dimensions of the first request", async () => {
    const machines = new Machines()
    let requests = 0
    machines.answers = {
      desk: ({ texts }) => {
        requests++
        return Stream.fromIterable(texts.map(() => vectorText(new Float32Array(requests).fill(1))))
      }
    }
    expect(await machines.failureOf(Array<string>(17).fill("x"))).toEqual([
      "answer",
      "bridge: the vectors of two requests have different dimensions."
    ])
  })

  it("fail when the account is unknown, or the database cannot be asked", async () => {
    const machines = new Machines()
    const other = "0192d3c4-0000-7000-8000-000000000002"
    const unknown = await Effect.runPromise(machines.embed(["one"], "document", other))
    expect(Either.getOrThrow(Either.flip(unknown))).toMatchObject({
      reason: "refused",
      detail: `bridge: no account has the id ${other}.`
    })
    machines.ownerKey = Effect.fail(new StorageUnavailable({ operation: "test", cause: "test" }))
    expect(await machines.failureOf()).toEqual(["unavailable", "bridge: the database did not answer."])
  })

  it.each<[EmbeddingPurpose, number]>([["query", 10], ["document", 60]])(
    "end within their time, which cancels the request: a %s",
    (purpose, seconds) =>
      Effect.gen(function*() {
        const machines = new Machines()
        let cancelled = 0
        machines.answers = { desk: () => Stream.ensuring(Stream.never, Effect.sync(() => void cancelled++)) }
        const embedded = yield* Effect.fork(machines.embed(["one"], purpose))
        yield* TestClock.adjust(`${seconds} seconds`)
        expect(Either.flip(yield* Fiber.join(embedded))).toMatchObject({
          right: { reason: "unavailable", detail: `bridge: it did not answer within ${seconds} s.` }
        })
        expect(cancelled).toBe(1)
      }).pipe(Effect.provide(TestContext.TestContext), Effect.runPromise)
  )
})

describe("the entries that machines embed", () => {
  /** A corpus with one entry that has no vector. */
  const corpus = () => {
    const saved: Array<string> = []
    const store = Layer.succeed(EmbeddingStore, {
      useModel: () => Effect.void,
      unfinished: () => Effect.sync(() => saved.length === 0 ? ["corpus"] : []),
      batch: () =>
        Effect.succeed({ after: 0, dimensions: null, entries: [{ id: "one", change: 1, title: null, text: "text" }] }),
      save: (_, name, { vectors }) => Effect.sync(() => void saved.push(...vectors.map(({ id }) => `${name} ${id}`))),
      removeOthers: () => Effect.void,
      vectors: () => Effect.succeed([]),
      progress: () =>
        Effect.succeed({ change: 0, dimensions: 0, passed_over: 0, is_compared: false, is_comparing: false }),
      nearest: () => Effect.dieMessage("the store does not compare vectors")
    })
    const leases = Layer.succeed(Leases, {
      acquire: () => Effect.succeed(true),
      renew: () => Effect.succeed(true),
      release: () => Effect.void
    })
    return { saved, layer: Layer.merge(store, leases) }
  }

  it("wait, in growing pauses, for a machine to come back", () =>
    Effect.gen(function*() {
      const machines = new Machines()
      machines.connected = []
      const { layer, saved } = corpus()
      yield* Effect.gen(function*() {
        const { embedNext } = yield* EntryEmbeddings
        expect(yield* embedNext("here")).toBe(false)
        machines.connected = [machine("desk", { embeds: false })]
        yield* TestClock.adjust("5 seconds")
        expect(yield* embedNext("here")).toBe(false)
        machines.connected = [machine("desk")]
        yield* TestClock.adjust("9 seconds")
        expect(yield* embedNext("here")).toBe(false)
        expect(machines.asked).toEqual([])
        yield* TestClock.adjust("1 second")
        expect(yield* embedNext("here")).toBe(true)
        expect(machines.asked).toHaveLength(1)
        expect(saved).toEqual([`bridge/${model} one`])
      }).pipe(Effect.provide(EntryEmbeddings.layer), Effect.provide(Layer.merge(layer, machines.layer())))
    }).pipe(Effect.provide(TestContext.TestContext), Effect.runPromise))
})
