import type { ModelApi } from "@auspex/domain/inference"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { modelProtocols, ModelServerFailed } from "../../src/models/index.ts"

/** An answer of two pieces in each protocol, with what servers send beside the text. */
const answers: Readonly<Record<ModelApi, string>> = {
  ollama: `{"message":{"role":"assistant","content":"Hé"},"done":false}\n\n{"message":{"content":"llo"},"done":false}\n`
    + `{"message":{"content":""},"done":true}`,
  openai:
    `: keep-alive\n\ndata: {"choices":[{"delta":{"role":"assistant"}}]}\n\ndata: {"choices":[{"delta":{"content":"Hé"}}]}\r\n\r\n`
    + `data: {"choices":[{"delta":{"content":"llo"}}]}\n\ndata: {"choices":[],"usage":{}}\n\ndata: [DONE]\n\n`,
  anthropic:
    `event: message_start\ndata: {"type":"message_start","message":{}}\n\nevent: ping\ndata: {"type":"ping"}\n\n`
    + `data: {"type":"content_block_delta","delta":{"type":"thinking_delta","thinking":"hm"}}\n\n`
    + `data: {"type":"content_block_delta","delta":{"type":"text_delta","text":"Hé"}}\n\n`
    + `data: {"type":"content_block_delta","delta":{"type":"text_delta","text":"llo"}}\n\ndata: {"type":"message_stop"}\n\n`,
  google: `data: {"candidates":[{"content":{"parts":[{"text":"hm","thought":true},{"text":"Hé"}]}}]}\n\n`
    + `data: {"candidates":[{"content":{"parts":[{"text":"llo"}]},"finishReason":"STOP"}],"usageMetadata":{}}\n\n`
}

const apis = Object.keys(answers) as ReadonlyArray<ModelApi>

const read = (api: ModelApi, chunks: ReadonlyArray<Uint8Array>) => {
  const reader = modelProtocols[api].reader()
  return { text: [...chunks.map((chunk) => reader.feed(chunk)), reader.end()].join(""), isDone: reader.isDone() }
}

/** The bytes in pieces of the given lengths, over and over. */
const cutUp = (bytes: Uint8Array, lengths: ReadonlyArray<number>): ReadonlyArray<Uint8Array> => {
  const chunks: Array<Uint8Array> = []
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const length = lengths[turn % lengths.length]!
    chunks.push(bytes.subarray(at, at + length))
    at += length
  }
  return chunks
}

describe.each(apis)("%s", (api) => {
  it("is read the same however its bytes are cut up", () => {
    const bytes = new TextEncoder().encode(answers[api])
    fc.assert(fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), (lengths) => {
      expect(read(api, cutUp(bytes, lengths))).toEqual({ text: "Héllo", isDone: true })
    }))
  })

  it("is not done when its end is missing", () => {
    const bytes = new TextEncoder().encode(answers[api])
    const { isDone, text } = read(api, [bytes.subarray(0, Math.floor(bytes.length * 0.6))])
    expect(["Héllo".startsWith(text), isDone]).toEqual([true, false])
  })

  it.each([["rubbish", "<html>\n\ndata: <html>\n\n"], ["a bare value", "7\n\ndata: null\n\n"]])(
    "fails on %s",
    (_, text) => {
      expect(() => read(api, [new TextEncoder().encode(text)])).toThrow(ModelServerFailed)
    }
  )

  it("fails with the error that it states, and on an endless line", () => {
    const stated = JSON.stringify({ error: { message: "overloaded" } })
    const text = api === "ollama" ? `${stated}\n` : `event: error\ndata: ${stated}\n\n`
    expect(() => read(api, [new TextEncoder().encode(text)])).toThrow("overloaded")
    const endless = new TextEncoder().encode(`data: ${"x".repeat(600_000)}`)
    expect(() => read(api, [endless, endless, endless])).toThrow("endless")
  })
})
