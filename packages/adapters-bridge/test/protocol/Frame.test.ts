import { decodeClientFrame, decodeServiceFrame } from "@auspex/adapters-bridge/protocol"
import { Either } from "effect"
import { describe, expect, it } from "vitest"

const read = (frame: unknown) => decodeClientFrame(JSON.stringify(frame))

describe("frames of the bridge", () => {
  it("are decoded for every type that an owner's machine sends", () => {
    const frames = [
      { type: "heartbeat", payload: { models: ["llama3"], uptime_seconds: 3, system_info: { ollama_running: true } } },
      { type: "infer_chunk", request_id: "r", payload: { content: "a" } },
      { type: "infer_done", request_id: "r", payload: { full_response: "a" } },
      { type: "infer_error", request_id: "r", payload: { error: "no such model" } }
    ]
    for (const frame of frames) expect(read(frame)).toEqual(Either.right(frame))
  })

  it("are refused if they have the wrong direction, shape or syntax", () => {
    const wrong = [
      { type: "infer_request", request_id: "r", payload: { model: "m", messages: [] } },
      { type: "infer_chunk", payload: { content: "a" } },
      { type: "heartbeat", payload: { models: "llama3" } },
      null
    ]
    for (const frame of wrong) expect(Either.isLeft(read(frame))).toBe(true)
    expect(Either.isLeft(decodeClientFrame("{"))).toBe(true)
  })

  it("are decoded for every type that the service sends, without optional fields", () => {
    const request = {
      type: "infer_request",
      request_id: "r",
      payload: { model: "m", messages: [{ role: "user", content: "?" }] }
    }
    expect(decodeServiceFrame(JSON.stringify(request))).toEqual(Either.right(request))
    expect(Either.isRight(decodeServiceFrame("{\"type\":\"infer_cancel\",\"request_id\":\"r\"}"))).toBe(true)
  })
})
