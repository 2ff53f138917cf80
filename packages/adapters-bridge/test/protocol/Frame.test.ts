import {
  ClientFrame,
  decodeServiceFrame,
  frameBytesMax,
  readClientFrame,
  readHeartbeat
} from "@auspex/adapters-bridge/protocol"
import { Either, Schema } from "effect"
import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"

const read = (frame: unknown) => {
  const text = JSON.stringify(frame)
  return readClientFrame(text, Buffer.byteLength(text))
}

const isClientFrame = Schema.is(ClientFrame)

describe("frames of an owner's machine", () => {
  it("are read for every type", () => {
    const frames = [
      { type: "heartbeat", payload: { models: ["llama3"], uptime_seconds: 3, system_info: { ollama_running: true } } },
      { type: "heartbeat", payload: {} },
      { type: "infer_chunk", request_id: "r", payload: { content: "a" } },
      { type: "infer_done", request_id: "r", payload: { full_response: "a" } },
      { type: "infer_error", request_id: "r", payload: { error: "no such model" } },
      { type: "infer_error", request_id: "r", payload: { error: "too long", reason: "input" } },
      { type: "heartbeat", payload: { embeds: true } },
      { type: "embed_done", request_id: "r", payload: { vectors: ["AACAPw=="] } },
      { type: "embed_done", request_id: "r", payload: { vectors: [] } }
    ]
    for (const frame of frames) {
      expect(read(frame)).toEqual(frame)
      expect(isClientFrame(frame)).toBe(true)
    }
  })

  it.each([
    ["null", null, "not a JSON object"],
    ["a list", [], "not a JSON object"],
    ["no type", {}, "type must be a string"],
    ["a chunk without a request", { type: "infer_chunk", payload: { content: "a" } }, "request_id"],
    ["an endless request", { type: "infer_chunk", request_id: "r".repeat(65), payload: { content: "" } }, "request_id"],
    ["a chunk without content", { type: "infer_chunk", request_id: "r", payload: {} }, "payload.content"],
    ["content that is no text", { type: "infer_chunk", request_id: "r", payload: { content: 1 } }, "payload.content"],
    ["done without an answer", { type: "infer_done", request_id: "r" }, "payload.full_response"],
    ["vectors that are none", { type: "embed_done", request_id: "r", payload: { vectors: "AA==" } }, "payload.vectors"],
    ["vectors of numbers", { type: "embed_done", request_id: "r", payload: { vectors: [[1]] } }, "payload.vectors"],
    [
      "17 vectors",
      { type: "embed_done", request_id: "r", payload: { vectors: Array(17).fill("") } },
      "payload.vectors"
    ],
    ["an error without a text", { type: "infer_error", request_id: "r", payload: null }, "payload.error"]
  ])("are refused: %s", (_, frame, reason) => {
    expect((read(frame) as { fault: string }).fault).toContain(reason)
  })

  it("of an unknown type, those of the service included, are told apart from broken ones", () => {
    expect(read({ type: "infer_request", request_id: "r" })).toEqual({ unknown: "infer_request" })
    expect(read({ type: "constructor" })).toEqual({ unknown: "constructor" })
  })

  it("are refused above the size of their type", () => {
    const chunk = (length: number) =>
      read({ type: "infer_chunk", request_id: "r", payload: { content: "x".repeat(length) } })
    expect(chunk(frameBytesMax.infer_chunk - 100)).toHaveProperty("payload")
    expect(chunk(frameBytesMax.infer_chunk)).toHaveProperty("fault")
    const vectors = ["A".repeat(frameBytesMax.embed_done)]
    expect(read({ type: "embed_done", request_id: "r", payload: { vectors } })).toHaveProperty("fault")
  })

  it("give a frame, an unknown type or a fault, whatever the text is", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const found = readClientFrame(text, Buffer.byteLength(text))
        expect("fault" in found || "unknown" in found || isClientFrame(found)).toBe(true)
      }),
      { numRuns: 1_000 }
    )
  })
})

describe("a heartbeat", () => {
  it("keeps what can be used, and leaves out the rest", () => {
    expect(readHeartbeat({
      models: ["llama3", 3, "", "llama3", "x".repeat(201), "nul\u0000byte", "half \ud800"],
      uptime_seconds: -1,
      runner_source: null,
      concurrency: 100,
      embeds: "yes",
      admin: true,
      __proto__: { models: ["injected"] },
      system_info: {
        platform: "linux",
        cpu_cores: "8",
        total_ram_gb: 31.2,
        gpu_name: "  ",
        load_avg_1m: Number.NaN,
        ollama_running: "yes",
        constructor: 1,
        ollama_loaded: [
          { name: "llama3", vram_gb: 4.5, size_gb: null, expires_at: "2026-11-23T10:05:00.123456-05:00" },
          { name: "mistral", expires_at: "soon" },
          { size_gb: 3 },
          "llama3"
        ]
      }
    })).toEqual({
      models: ["llama3", "nul byte", "half \ufffd"],
      concurrency: 8,
      system_info: {
        platform: "linux",
        total_ram_gb: 31.2,
        ollama_loaded: [{ name: "llama3", vram_gb: 4.5, expires_at: "2026-11-23T15:05:00.123Z" }, { name: "mistral" }]
      }
    })
  })

  it.each([undefined, null, 1, "text", [], {}])("may say nothing: %j", (payload) => {
    expect(readHeartbeat(payload)).toEqual({})
  })

  it("has at most 256 models", () => {
    const models = Array.from({ length: 1_000 }, (_, at) => `model ${at}`)
    expect(readHeartbeat({ models }).models).toEqual(models.slice(0, 256))
  })
})

describe("frames of the service", () => {
  it("are decoded without optional fields", () => {
    const request = {
      type: "infer_request",
      request_id: "r",
      payload: { model: "m", messages: [{ role: "user", content: "?" }] }
    }
    expect(decodeServiceFrame(JSON.stringify(request))).toEqual(Either.right(request))
    const texts = { type: "embed_request", request_id: "r", payload: { model: "m", texts: ["a"] } }
    expect(decodeServiceFrame(JSON.stringify(texts))).toEqual(Either.right(texts))
    expect(Either.isRight(decodeServiceFrame("{\"type\":\"infer_cancel\",\"request_id\":\"r\"}"))).toBe(true)
  })
})
