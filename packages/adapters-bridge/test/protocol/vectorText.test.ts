import {
  embedTextsMax,
  frameBytesMax,
  messageBytesMax,
  readVectorText,
  vectorText
} from "@auspex/adapters-bridge/protocol"
import { embeddedTextMax, embeddingDimensionsMax } from "@auspex/domain/retrieval"
import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"

describe("a vector as text", () => {
  it("is the base64 of little-endian float32", () => {
    expect(vectorText([1, -2, 0.5])).toBe("AACAPwAAAMAAAAA/")
  })

  it("is read as it was written", () => {
    fc.assert(fc.property(fc.float32Array({ maxLength: 100 }), (vector) => {
      expect(readVectorText(vectorText(vector))).toEqual(vector)
    }))
  })

  it.each(["no base64!", "AACAP", "AACAPw=", "AAA=", "AACAPw==AACAPw=="])("is not %j", (text) => {
    expect(readVectorText(text)).toBeUndefined()
  })

  it("of most dimensions fits into a frame, together with as many as there may be", () => {
    const vector = vectorText(new Float32Array(embeddingDimensionsMax).fill(-1.2345678e-30))
    const done = {
      type: "embed_done",
      request_id: "r".repeat(64),
      payload: { vectors: Array(embedTextsMax).fill(vector) }
    }
    expect(JSON.stringify(done).length).toBeLessThan(frameBytesMax.embed_done)
    const texts = Array(embedTextsMax).fill("\u0001".repeat(embeddedTextMax + 200))
    const request = { type: "embed_request", request_id: "r".repeat(64), payload: { model: "m".repeat(200), texts } }
    expect(JSON.stringify(request).length).toBeLessThan(messageBytesMax)
  })
})
