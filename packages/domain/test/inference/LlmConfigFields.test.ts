import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { type LlmConfigFields, readLlmConfigFields } from "../../src/platform/inference/index.ts"

describe("the fields of a model configuration in a body", () => {
  it.each<[object, object]>([
    [{}, {}],
    [{ provider: "openai", model: "gpt-5", api_key: "k", base_url: "https://a.example" }, {
      llm_provider: "openai",
      llm_model: "gpt-5",
      llm_api_key: "k",
      llm_base_url: "https://a.example"
    }],
    [{ model: null }, { llm_model: null }],
    [{ llm_model: "x", model: "x" }, { llm_model: "x" }],
    [{ llm_provider: "bridge", temperature: 1 }, { llm_provider: "bridge" }]
  ])("%j are %j", (given, expected) => {
    expect(readLlmConfigFields(given as LlmConfigFields)).toEqual(Either.right(expected))
  })

  it.each<[object, string, string]>([
    [
      { llm_provder: "openai" },
      "llm_provder",
      "unknown fields only: llm_provder; the nearest to llm_provder is llm_provider."
    ],
    [{ temperature: 1, top_p: 1 }, "temperature", "unknown fields only: temperature, top_p"],
    [{ model: "x", llm_model: "y" }, "llm_model", "llm_model and model are names of the same field"],
    [{ llm_base_url: null, base_url: "https://a.example" }, "llm_base_url", "must not differ"]
  ])("%j are refused by name", (given, field, message) => {
    expect(readLlmConfigFields(given as LlmConfigFields)).toMatchObject({
      left: { field, message: expect.stringContaining(message) }
    })
  })

  it("may be joined by others that an operation knows", () => {
    expect(readLlmConfigFields({ use_global: false }, ["use_global"])).toEqual(Either.right({}))
    expect(Either.isLeft(readLlmConfigFields({ use_global: false }))).toBe(true)
  })
})
