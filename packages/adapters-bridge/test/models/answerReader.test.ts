import type { ModelApi } from "@auspex/domain/inference"
import { describe, expect, it } from "vitest"
import { modelProtocols, ModelServerFailed } from "../../src/models/index.ts"

/** The text of an answer, or why it is none. */
const read = (api: ModelApi, answer: string): { readonly text: string } | { readonly flaw: string } => {
  const reader = modelProtocols[api].reader()
  try {
    const text = reader.feed(new TextEncoder().encode(answer)) + reader.end()
    const flaw = reader.flaw()
    return flaw === undefined ? { text } : { flaw }
  } catch (cause) {
    if (cause instanceof ModelServerFailed) return { flaw: cause.detail }
    throw cause
  }
}

const events = (...values: ReadonlyArray<unknown>) =>
  values.map((value) => `data: ${typeof value === "string" ? value : JSON.stringify(value)}\n\n`).join("")
const lines = (...values: ReadonlyArray<unknown>) => values.map((value) => `${JSON.stringify(value)}\n`).join("")
const delta = (delta: object, finish_reason: string | null = null) => ({ choices: [{ delta, finish_reason }] })
const message = (message: object, finish_reason: string | null = null) => ({ choices: [{ message, finish_reason }] })
const block = (type: string, fields: object) => ({ type: "content_block_delta", delta: { type, ...fields } })
const candidate = (parts: ReadonlyArray<object>, rest: object = {}) => ({
  candidates: [{ content: { parts }, ...rest }]
})

describe("the text of an answer", () => {
  it.each<[string, ModelApi, string]>([
    ["whose content is a list of parts", "openai", events(delta({ content: [{ type: "text", text: "yes" }] }, "stop"))],
    [
      "of parts with thoughts",
      "openai",
      events(
        delta({ content: [{ type: "thinking", thinking: [{ type: "text", text: "hm" }] }, "ye"] }),
        delta({ content: [{ type: "text", text: { value: "s" } }] }, "stop")
      )
    ],
    ["in messages in place of deltas", "openai", events(message({ content: "ye" }), message({ content: "s" }, "stop"))],
    [
      "in deltas beside messages that grow",
      "openai",
      events(
        { choices: [{ delta: { content: "ye" }, message: { content: "ye" } }] },
        { choices: [{ delta: { content: "s" }, message: { content: "yes" } }] },
        { choices: [{ delta: {}, message: { content: "yes" }, finish_reason: "stop" }] }
      )
    ],
    ["of old completions", "openai", events({ choices: [{ text: "yes", finish_reason: "stop" }] })],
    ["that ends with another word for stop", "openai", events(delta({ content: "yes" }, "eos_token"))],
    [
      "beside errors that say nothing",
      "openai",
      events(
        { error: null, ...delta({ content: "ye" }) },
        { error: {}, ...delta({ content: "s" }) },
        { error: "", ...delta({}, "stop") }
      )
    ],
    ["that ends with [DONE] alone", "openai", events(delta({ content: "yes" }), "[DONE]")],
    [
      "with a reason to stop in every piece",
      "openai",
      events(delta({ content: "ye" }, "stop"), delta({ content: "s" }, "stop"), "[DONE]")
    ],
    [
      "with a reason to stop in every piece",
      "google",
      events(
        candidate([], { finishReason: "STOP" }),
        candidate([{ text: "ye" }], { finishReason: "STOP" }),
        candidate([{ text: "s" }], { finishReason: "STOP" })
      )
    ],
    ["after an event without data", "openai", `data:\n\n${events(delta({ content: "yes" }, "stop"))}`],
    ["after a ping", "openai", `event: ping\ndata: ok\n\n${events(delta({ content: "yes" }, "stop"))}`],
    [
      "beside an error without words",
      "openai",
      events({ error: { code: 0, message: "" }, ...delta({ content: "yes" }, "stop") })
    ],
    ["whose last event lacks its end", "openai", events(delta({ content: "yes" }, "stop")).trimEnd()],
    ["in one object", "openai", JSON.stringify(message({ role: "assistant", content: "yes" }, "stop"), null, 2)],
    ["in one object without a reason to stop", "openai", JSON.stringify(message({ content: "yes" }))],
    [
      "in one object with parts",
      "openai",
      JSON.stringify(message({ content: [{ type: "text", text: "yes" }] }, "stop"))
    ],
    ["in lines of JSON", "openai", lines(delta({ content: "ye" }), delta({ content: "s" }, "stop"))],
    ["in one object", "ollama", JSON.stringify({ message: { content: "yes" }, done: true }, null, 2)],
    [
      "in server-sent events",
      "ollama",
      events({ message: { content: "ye" } }, { message: { content: "s" }, done: true })
    ],
    [
      "in one object",
      "anthropic",
      JSON.stringify({
        type: "message",
        content: [{ type: "thinking", thinking: "hm" }, { type: "text", text: "yes" }],
        stop_reason: "end_turn"
      })
    ],
    [
      "that begins with its block",
      "anthropic",
      events(
        { type: "content_block_start", content_block: { type: "text", text: "y" } },
        block("text_delta", { text: "es" }),
        { type: "message_delta", delta: { stop_reason: "end_turn" } },
        { type: "message_stop" }
      )
    ],
    ["in one object", "google", JSON.stringify(candidate([{ text: "yes" }], { finishReason: "STOP" }))],
    [
      "in a list of objects",
      "google",
      JSON.stringify(
        [
          candidate([{ text: "ye" }]),
          candidate([{ text: "s" }], { finishReason: "STOP" })
        ],
        null,
        1
      )
    ]
  ])("is read: %s (%s)", (_, api, answer) => expect(read(api, answer)).toEqual({ text: "yes" }))

  it.each<[string, ModelApi, string, RegExp]>([
    [
      "thoughts only",
      "openai",
      events(delta({ reasoning_content: "hm" }), delta({}, "stop")),
      /reasoning_content and no text/
    ],
    ["thoughts of another name only", "openai", events(delta({ reasoning: "hm" }), "[DONE]"), /reasoning and no text/],
    [
      "thoughts only",
      "ollama",
      lines({ message: { content: "", thinking: "hm" } }, { done: true }),
      /thinking and no text/
    ],
    [
      "thoughts only",
      "anthropic",
      events(block("thinking_delta", { thinking: "hm" }), { type: "message_stop" }),
      /thinking/
    ],
    [
      "thoughts only",
      "google",
      events(candidate([{ text: "hm", thought: true }], { finishReason: "STOP" })),
      /thoughts and no/
    ],
    ["pictures only", "openai", events(delta({ images: [{ type: "image_url" }] }), delta({}, "stop")), /images and no/],
    [
      "blocks of thoughts only",
      "openai",
      events(delta({ thinking_blocks: [{ thinking: "hm" }] }), delta({}, "stop")),
      /thinking_blocks and no text/
    ],
    ["calls of tools", "openai", events(delta({ tool_calls: [{ id: "1" }] }), delta({}, "tool_calls")), /tool_calls/],
    [
      "calls of tools as if it was an answer",
      "openai",
      events(delta({ tool_calls: [{}] }, "stop")),
      /tool_calls and no text/
    ],
    ["calls of tools", "ollama", lines({ message: { tool_calls: [{}] }, done: true }), /tool_calls and no text/],
    [
      "calls of tools",
      "anthropic",
      events(block("input_json_delta", { partial_json: "{" }), { type: "message_stop" }),
      /tool_use/
    ],
    [
      "calls of tools",
      "google",
      events(candidate([{ functionCall: {} } as object], { finishReason: "STOP" })),
      /functionCall/
    ],
    [
      "a refusal",
      "openai",
      events(delta({ refusal: "I can" }), delta({ refusal: "not." }), delta({}, "stop")),
      /refused.*I cannot\./
    ],
    [
      "a refusal as a part",
      "openai",
      JSON.stringify(message({ content: [{ type: "refusal", refusal: "No." }] }, "stop")),
      /refused.*No\./
    ],
    ["nothing", "openai", events(delta({ role: "assistant", content: null }, "stop")), /no text/],
    ["white space", "openai", events(delta({ content: " \n" }, "stop")), /no text/],
    ["nothing", "ollama", lines({ message: { content: "" }, done: true }), /no text/],
    ["nothing at all", "openai", "", /ended its answer before it was complete/],
    ["a beginning", "openai", events(delta({ content: "ye" })), /ended its answer before it was complete/],
    ["one message of a stream and no more", "openai", events(message({ content: "ye" })), /before it was complete/]
  ])("is missing when a server sends %s (%s)", (_, api, answer, flaw) => {
    expect(read(api, answer)).toEqual({ flaw: expect.stringMatching(flaw) })
  })

  it.each<[ModelApi, string, RegExp]>([
    ["openai", events(delta({ content: "ye" }, "length")), /cut off \(finish_reason: length\)/],
    ["openai", JSON.stringify(message({ content: "ye" }, "length")), /cut off \(finish_reason: length\)/],
    [
      "openai",
      events(delta({ reasoning_content: "hm" }), delta({}, "length")),
      /finish_reason: length, after reasoning_content/
    ],
    [
      "openai",
      events(delta({ content: "ye" }, "content_filter")),
      /did not answer to the end \(finish_reason: content_filter\)/
    ],
    ["openai", events(delta({ content: "ye" }, "model_length")), /cut off \(finish_reason: model_length\)/],
    ["openai", events(delta({ content: "ye" }, "abort")), /finish_reason: abort/],
    [
      "ollama",
      lines({ message: { content: "ye" }, done: true, done_reason: "length" }),
      /cut off \(done_reason: length\)/
    ],
    [
      "anthropic",
      events(block("text_delta", { text: "ye" }), { type: "message_delta", delta: { stop_reason: "max_tokens" } }),
      /cut off \(stop_reason: max_tokens\)/
    ],
    ["anthropic", events({ type: "message_delta", delta: { stop_reason: "refusal" } }), /stop_reason: refusal/],
    [
      "google",
      events(candidate([{ text: "ye" }], { finishReason: "SAFETY", finishMessage: "Not this." })),
      /finishReason: SAFETY\): Not this\./
    ],
    [
      "google",
      events(candidate([{ text: "ye" }], { finishReason: "STOP" }), candidate([], { finishReason: "SAFETY" })),
      /finishReason: SAFETY/
    ],
    ["openai", events(delta({ content: "ye" }, "stop"), delta({}, "length")), /finish_reason: length/],
    [
      "google",
      events(candidate([{ text: "ye" }], { finishReason: "MAX_TOKENS" })),
      /cut off \(finishReason: MAX_TOKENS\)/
    ],
    ["google", events({ promptFeedback: { blockReason: "PROHIBITED_CONTENT" } }), /blockReason: PROHIBITED_CONTENT/]
  ])("is none with the reason to stop in the answer of %s: %s", (api, answer, flaw) => {
    expect(read(api, answer)).toEqual({ flaw: expect.stringMatching(flaw) })
  })
})

describe("the words of a server that answers 200", () => {
  const words = "quota exceeded"
  const apis: ReadonlyArray<ModelApi> = ["anthropic", "google", "ollama", "openai"]
  const bodies: ReadonlyArray<[string, string]> = [
    ["an error object", JSON.stringify({ error: { message: words } })],
    ["an error object over several lines", JSON.stringify({ error: { message: words, code: 429 } }, null, 2)],
    ["an error as a text", JSON.stringify({ error: words })],
    ["a list with an error", JSON.stringify([{ error: { code: 429, message: words } }])],
    ["an object of the kind error", JSON.stringify({ object: "error", message: words, code: 400 })],
    ["a message alone", JSON.stringify({ message: words, request_id: "r1" })],
    ["a detail alone", JSON.stringify({ detail: words })],
    ["an error in an event", events({ error: { message: words } })],
    ["an event error with an object", `event: error\ndata: ${JSON.stringify({ message: words })}\n\n`],
    ["an event error with a text", `event: error\ndata: ${words}\n\n`],
    ["an event error without its end", `event: error\ndata: ${JSON.stringify({ error: { message: words } })}`],
    ["a text", words],
    ["an error between events", `: wait\n\n${JSON.stringify({ error: { message: words } })}\n\n`]
  ]
  it.each<[string, string]>([
    [
      "in its choice",
      events({ choices: [{ delta: { content: "" }, finish_reason: "error", error: { message: words } }] })
    ],
    ["in the choice of one object", JSON.stringify({ choices: [{ message: {}, error: { message: words } }] })],
    [
      "in a line of its own behind a text",
      `${events(delta({ content: "ye" }))}error: {"code":500,"message":"${words}"}\n\n`
    ]
  ])("are passed on from an error %s", (_, body) => {
    expect(read("openai", body)).toEqual({ flaw: expect.stringContaining(words) })
  })

  describe.each(apis)("%s", (api) => {
    it.each(bodies)("are passed on from %s", (_, body) => {
      expect(read(api, body)).toEqual({ flaw: expect.stringContaining(words) })
    })
  })
})
