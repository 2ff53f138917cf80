import { type EmbeddingModel, embeddingsHttp } from "@auspex/adapters-bridge/providers"
import { outboundNode } from "@auspex/adapters-http/outbound"
import { type EmbeddingPurpose, Embeddings, EntryEmbeddings } from "@auspex/domain/retrieval"
import { onPgvectorDatabase, onServerDatabaseFirst, type TestDatabase } from "@auspex/testkit/databases"
import {
  type EmbeddingsFault,
  type FakeEmbeddingsServer,
  fakeVector,
  startEmbeddingsServer
} from "@auspex/testkit/models"
import { LocalSite } from "@auspex/testkit/outside"
import { Effect, Either, Layer, Redacted } from "effect"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { startAuspex } from "../harness.ts"
import { researchMember } from "../projects/researchMember.ts"

const key = "sk-embeddings-0123456789"
let server: FakeEmbeddingsServer
beforeAll(async () => {
  server = await startEmbeddingsServer()
})
afterEach(() => {
  server.fault = undefined
})
afterAll(() => server.close())

const modelOf = (provider: EmbeddingModel["provider"], model = "m1"): EmbeddingModel => ({
  provider,
  model,
  endpoint: {
    api: provider === "ollama" ? "ollama" : "openai",
    base_url: provider === "ollama" ? server.url : `${server.url}/v1`,
    key: Redacted.make(key),
    is_operators: true
  }
})

const embed = (model: EmbeddingModel, texts: ReadonlyArray<string>, purpose: EmbeddingPurpose = "document") =>
  Effect.flatMap(Embeddings, (embeddings) => embeddings.embed(texts, purpose)).pipe(
    Effect.either,
    Effect.provide(Layer.provide(embeddingsHttp(model), outboundNode({ allowPrivate: false }))),
    Effect.runPromise
  )

describe("the embeddings of a provider", () => {
  it.each([["openai-compatible", "/v1/embeddings"], ["ollama", "/api/embed"]] as const)(
    "%s are asked for in its way, in the order of the texts",
    async (provider, path) => {
      const vectors = Either.getOrThrow(await embed(modelOf(provider), ["car", "tea"]))
      expect(vectors).toEqual(["car", "tea"].map((text) => Float32Array.from(fakeVector("m1", text))))
      const { headers, texts, ...request } = server.requests.at(-1)!
      expect([request, texts, headers.authorization]).toEqual([
        { path, model: "m1" },
        ["car", "tea"],
        `Bearer ${key}`
      ])
    }
  )

  it("tell searches from documents where the model does", async () => {
    const model = modelOf("ollama", "nomic-embed-text:v1.5")
    await embed(model, ["car"], "query")
    await embed(model, ["car"])
    expect(server.requests.slice(-2).map(({ texts }) => texts[0])).toEqual([
      "search_query: car",
      "search_document: car"
    ])
  })

  it.each<[EmbeddingsFault, string, string]>([
    ["denied", "refused", "it answered 401: invalid key Bearer [key]."],
    ["long", "input", "it answered 400: the input exceeds the context length."],
    ["uneven", "answer", "its vectors have different dimensions."],
    ["zero", "answer", "it answered with a vector of zeros."],
    ["fewer", "answer", "it answered with 1 vectors for 2 texts."],
    ["garbage", "answer", "it did not answer with vectors."]
  ])("that are %s fail as %s", async (fault, reason, detail) => {
    server.fault = fault
    const texts = ["car", "tea ".repeat(50)]
    const failed = Either.getOrThrow(Either.flip(await embed(modelOf("openai-compatible"), texts)))
    expect(failed.reason).toBe(reason)
    expect(failed.detail).toBe(`${new URL(server.url).host}: ${detail}`)
    expect(JSON.stringify(failed)).not.toContain(key)
  })

  it("are asked for three times when the provider is down", async () => {
    server.fault = "down"
    const before = server.requests.length
    const failed = Either.getOrThrow(Either.flip(await embed(modelOf("ollama"), ["car"])))
    expect([failed.reason, server.requests.length - before]).toEqual(["unavailable", 3])
  })
})

const findings = (db: TestDatabase): void => {
  it("are found by like meaning, and by words when the provider is gone", async () => {
    const site = await LocalSite.start()
    const embeddings = JSON.stringify({ provider: "ollama", model: "m1", base_url: `${server.url}/`, api_key: key })
    const auspex = await startAuspex(db.layer, { flags: { allowPrivateEgress: true, embeddings } })
    try {
      const member = await researchMember(auspex)
      const project = await member.newProject()
      await member.attach(project, site, "/roads", "vehicle ".repeat(20))
      const search = async (q: string): Promise<string> => {
        const { body, status } = await member.call("GET", `/api/findings/search?q=${q}`)
        expect(status).toBe(200)
        return JSON.stringify(body)
      }
      const embedAll = () =>
        auspex.run(
          Effect.flatMap(
            EntryEmbeddings,
            ({ embedNext }) => Effect.repeat(embedNext("here"), { while: (more) => more })
          )
        )
      expect(await search("automobile")).not.toContain("vehicle")
      await embedAll()
      expect(await search("automobile")).toContain("vehicle")

      // A source that is added while the provider is gone waits for its vectors; searches do without them.
      server.fault = "slow"
      await member.attach(project, site, "/rivers", "deluge ".repeat(20))
      const asked = server.requests.length
      expect(await search("deluge")).toContain("deluge")
      expect(await search("vehicle")).toContain("vehicle")
      expect(server.requests.length - asked).toBeLessThanOrEqual(1)
      server.fault = undefined
      await embedAll()
      expect(await search("automobile")).toContain("vehicle")
    } finally {
      server.fault = undefined
      await auspex.stop()
      await site.stop()
    }
  })
}

onServerDatabaseFirst("findings with embeddings", findings)
onPgvectorDatabase("findings with embeddings by pgvector", findings)
