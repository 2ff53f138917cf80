import { embeddingLimits } from "@auspex/domain/inference"
import { describe, expect, it } from "vitest"
import { ConnectedMachine } from "./clientDouble.ts"

/** A machine that embeds, one request at a time. */
const embedding = (payload: object = {}): ConnectedMachine => {
  const client = new ConnectedMachine()
  client.heartbeat({ models: ["llama3", "nomic-embed-text:latest"], embeds: true, ...payload })
  return client
}

describe("a machine that embeds texts", () => {
  it("is sent the texts, and its vectors arrive one by one", () => {
    const client = embedding()
    const answer = client.embed("r")
    expect(client.frames).toEqual([
      { type: "embed_request", request_id: "r", payload: { model: "nomic-embed-text", texts: ["one", "two"] } }
    ])
    client.vectors("r", ["AACAPw==", "AAAAQA=="])
    expect(answer).toMatchObject({ pieces: ["AACAPw==", "AAAAQA=="], ends: [{ kind: "done" }] })
    expect(client.machine.view()).toMatchObject({ in_flight: 0, embeds: true })
  })

  it.each([undefined, null, false, 1, "true", ["nomic-embed-text"]])(
    "has said so: embeds %j is a no, and it gets no request",
    (embeds) => {
      const client = new ConnectedMachine()
      client.heartbeat({ models: ["nomic-embed-text"], embeds })
      expect(client.embed("r").outcome).toBe("unable")
      expect(client.frames).toEqual([])
      expect(client.machine.view()).not.toHaveProperty("embeds")
      client.heartbeat()
      expect(client.ask("chat").outcome).toBeUndefined()
    }
  )

  it("may take it back, which ends what waits for it", () => {
    const client = embedding()
    const [chat, waiting] = [client.ask("chat"), client.embed("texts")]
    client.heartbeat({ embeds: false })
    expect([chat.outcome, waiting.outcome]).toEqual([undefined, "lost"])
    client.done("chat", "ok")
    expect(client.sent).toEqual(["chat"])
  })

  it("tells texts that its model does not accept from other errors", () => {
    const client = embedding()
    const failWith = (id: string, payload: object) => {
      const answer = client.embed(id)
      client.sends({ type: "infer_error", request_id: id, payload })
      return answer.ends[0]
    }
    expect([
      failWith("a", { error: "too long", reason: "input" }),
      failWith("b", { error: "out of memory", reason: "memory" }),
      failWith("c", { error: "out of memory" })
    ]).toEqual([
      { kind: "failed", reason: "input", detail: "too long" },
      { kind: "failed", reason: "model", detail: "out of memory" },
      { kind: "failed", reason: "model", detail: "out of memory" }
    ])
  })

  it("answers within a minute, or not at all", () => {
    const client = embedding()
    const late = client.embed("r")
    client.passes(embeddingLimits.totalMillisMax)
    expect(late.outcome).toBe("total")
    expect(client.idsOf("infer_cancel")).toEqual(["r"])
    // What a client sends that did not cancel it is dropped.
    const next = client.embed("next")
    client.vectors("r", ["AACAPw==", "AACAPw=="])
    expect([late.pieces, next.outcome, client.closed]).toEqual([[], undefined, undefined])
    expect(client.sent).toEqual(["r", "next"])
  })

  it.each<[string, (client: ConnectedMachine) => void, string]>([
    ["texts with the answer to a chat", (client) => client.done("texts", "x"), "infer_done"],
    ["texts with a part of an answer", (client) => client.chunk("texts", "x"), "infer_chunk"],
    ["a chat with vectors", (client) => client.vectors("chat", ["AACAPw=="]), "embed_done"],
    ["with vectors that are no texts", (client) => client.vectors("texts", [[1, 2]]), "payload.vectors"],
    ["with too many vectors", (client) => client.vectors("texts", Array(17).fill("AACAPw==")), "payload.vectors"]
  ])("is closed when it answers %s", (_, answer, reason) => {
    const client = embedding({ concurrency: 2 })
    const [chat, texts] = [client.ask("chat"), client.embed("texts")]
    answer(client)
    expect(client.closed).toMatchObject({ code: 1008, reason: expect.stringContaining(reason) as string })
    expect([chat, texts].map(({ ends, pieces }) => [pieces, ends.length])).toEqual([[[], 1], [[], 1]])
  })
})

describe("chats and embeddings of one machine", () => {
  it("are worked on in the order in which they came, documents last", () => {
    const client = embedding()
    client.ask("first chat")
    for (const id of ["documents", "more documents"]) client.embed(id)
    client.ask("second chat")
    client.embed("search", "query")
    client.done("first chat", "x")
    client.done("second chat", "x")
    client.vectors("search", ["AACAPw=="])
    client.ask("third chat")
    client.vectors("documents", ["AACAPw=="])
    client.done("third chat", "x")
    client.vectors("more documents", ["AACAPw=="])
    expect(client.sent).toEqual([
      "first chat",
      "second chat",
      "search",
      "documents",
      "third chat",
      "more documents"
    ])
    expect(client.machine.view().in_flight).toBe(0)
  })

  it("share what it works on at a time, of which documents take one place", () => {
    const client = embedding({ concurrency: 3 })
    for (const id of ["documents", "more documents"]) client.embed(id)
    expect(client.sent).toEqual(["documents"])
    client.ask("chat")
    client.embed("search", "query")
    expect(client.sent).toEqual(["documents", "chat", "search"])
    client.vectors("documents", ["AACAPw=="])
    expect(client.sent).toEqual(["documents", "chat", "search", "more documents"])
  })

  it("do not take each other's places", () => {
    const client = embedding()
    const embeddings = Array.from({ length: 5 }, (_, at) => client.embed(`e${at}`, at % 2 === 0 ? "query" : "document"))
    const chats = Array.from({ length: 9 }, (_, at) => client.ask(`c${at}`))
    expect(embeddings.map(({ outcome }) => outcome)).toEqual([...Array(4).fill(undefined), "full"])
    expect(chats.map(({ outcome }) => outcome)).toEqual([...Array(8).fill(undefined), "full"])
  })

  it("never keep a chat waiting for more than one request for documents, however many come", () => {
    const client = embedding()
    let next = 0
    const refill = () => {
      while (client.embed(`d${next++}`).outcome === undefined);
    }
    refill()
    for (let round = 0; round < 20; round++) {
      const before = client.sent.length
      client.ask(`c${round}`)
      client.vectors(client.sent.at(-1)!, ["AACAPw=="])
      expect(client.sent.slice(before)).toEqual([`c${round}`])
      client.done(`c${round}`, "x")
      refill()
    }
  })
})
