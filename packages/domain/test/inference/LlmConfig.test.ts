import { Either, Redacted } from "effect"
import { describe, expect, it } from "vitest"
import {
  judgeLlmConfig,
  type LlmConfigRequest,
  type ProviderConfig,
  shownKey
} from "../../src/platform/inference/index.ts"

const stored: ProviderConfig = {
  subject: { scope: "account", account_id: "a" },
  llm_provider: "openai",
  llm_model: "gpt-5",
  llm_base_url: null,
  sealed_key: Uint8Array.of(1),
  key_last4: "1234",
  updated_at: new Date(0)
}

const key = "sk-0123456789"

const judged = (request: LlmConfigRequest, present?: ProviderConfig) =>
  Either.match(judgeLlmConfig(request, present), {
    onLeft: (failures) => failures.map(({ field }) => field),
    onRight: (config) =>
      config && { ...config, key: typeof config.key === "string" ? config.key : Redacted.value(config.key) }
  })

describe("a model configuration", () => {
  it.each<[LlmConfigRequest, ReturnType<typeof judged>]>([
    [{}, undefined],
    [{ llm_provider: null }, undefined],
    [{ llm_provider: " " }, undefined],
    [{ llm_model: "x" }, ["llm_provider"]],
    [{ llm_api_key: key }, ["llm_provider"]],
    [{ llm_provider: "Bridge" }, { llm_provider: "bridge", llm_model: null, llm_base_url: null, key: "none" }],
    [{ llm_provider: "bridge", llm_api_key: key }, ["llm_api_key"]],
    [{ llm_provider: "platform", llm_base_url: "https://a.example.org" }, ["llm_base_url"]],
    [{ llm_provider: "ollama", llm_model: "llama3:8b", llm_base_url: "http://127.0.0.1:11434/" }, {
      llm_provider: "ollama",
      llm_model: "llama3:8b",
      llm_base_url: "http://127.0.0.1:11434",
      key: "none"
    }],
    [{ llm_provider: "openai" }, ["llm_model", "llm_api_key"]],
    [{ llm_provider: "openai", llm_model: "a b", llm_api_key: "short" }, ["llm_model", "llm_api_key"]],
    [{ llm_model: "a b", llm_base_url: "nowhere" }, ["llm_provider", "llm_model", "llm_base_url"]],
    [{ llm_provider: "openai", llm_model: "gpt-5", llm_api_key: ` ${key}\n` }, {
      llm_provider: "openai",
      llm_model: "gpt-5",
      llm_base_url: null,
      key
    }],
    [{ llm_provider: "vllm", llm_model: "x" }, ["llm_base_url"]],
    [{ llm_provider: "vllm", llm_model: "x", llm_base_url: "ftp://a.example.org" }, ["llm_base_url"]],
    [{ llm_provider: "vllm", llm_model: "x", llm_base_url: "https://a.example.org/v1?x=1" }, ["llm_base_url"]],
    [{ llm_provider: "vllm", llm_model: "x", llm_base_url: "https://a.example.org/v1" }, {
      llm_provider: "vllm",
      llm_model: "x",
      llm_base_url: "https://a.example.org/v1",
      key: "none"
    }],
    [{ llm_provider: "no spaces", llm_model: "x", llm_base_url: "https://a.example.org" }, ["llm_provider"]],
    [{ llm_provider: "x".repeat(41), llm_model: "x", llm_base_url: "https://a.example.org" }, ["llm_provider"]]
  ])("%j", (request, expected) => {
    expect(judged(request)).toEqual(expected)
  })

  const own: ProviderConfig = { ...stored, llm_provider: "vllm", llm_base_url: "http://a.example.org/v1" }
  const atHome: ProviderConfig = {
    ...stored,
    llm_provider: "ollama",
    llm_base_url: "http://127.0.0.1:11434",
    sealed_key: null,
    key_last4: null
  }
  const openai = { llm_provider: "openai", llm_model: "gpt-5", llm_base_url: null, key: "kept" }
  it.each<[string, LlmConfigRequest, ProviderConfig, ReturnType<typeof judged>]>([
    ["nothing", {}, stored, openai],
    ["another model", { llm_model: "gpt-6" }, stored, { ...openai, llm_model: "gpt-6" }],
    ["no address", { llm_base_url: null }, own, ["llm_base_url"]],
    ["no provider", { llm_provider: null }, stored, undefined],
    ["no model where one is needed", { llm_model: null }, stored, ["llm_model"]],
    ["no model where none is needed", { llm_model: null }, atHome, {
      llm_provider: "ollama",
      llm_model: null,
      llm_base_url: "http://127.0.0.1:11434",
      key: "none"
    }],
    ["another key", { llm_api_key: key }, own, {
      llm_provider: "vllm",
      llm_model: "gpt-5",
      llm_base_url: "http://a.example.org/v1",
      key
    }],
    ["a provider at the same place", { llm_provider: "bridge" }, atHome, {
      llm_provider: "bridge",
      llm_model: "gpt-5",
      llm_base_url: "http://127.0.0.1:11434",
      key: "none"
    }],
    [
      "a provider in the cloud, whose key the former server must not get",
      { llm_provider: "openai", llm_api_key: key },
      own,
      {
        ...openai,
        key
      }
    ],
    ["a provider without keys", { llm_provider: "bridge" }, stored, {
      llm_provider: "bridge",
      llm_model: null,
      llm_base_url: null,
      key: "none"
    }]
  ])("is merged with %s", (_, request, present, expected) => {
    expect(judged(request, present)).toEqual(expected)
  })

  it.each(["E", "EMPTY", "ollama", "sk-1234"])("has the key %s for a server of one's own only", (short) => {
    const of = { llm_model: "x", llm_api_key: short }
    const vllm = { llm_provider: "vllm", llm_base_url: "https://a.example.org/v1", ...of }
    expect(judged(vllm)).toMatchObject({ key: short })
    for (const llm_provider of ["anthropic", "google", "openai", "openrouter"]) {
      expect(judged({ llm_provider, ...of })).toEqual(["llm_api_key"])
    }
    expect(shownKey(short)).toBe("")
  })

  it("keeps its key only for the provider and the address that it was entered for", () => {
    const keyAfter = (request: LlmConfigRequest, present: ProviderConfig = stored) => {
      const after = judged(request, present)
      return after !== undefined && "key" in after ? after.key : after
    }
    expect(keyAfter({ llm_provider: "openai", llm_model: "gpt-6" })).toBe("kept")
    expect(keyAfter({ llm_provider: "OpenAI", llm_model: "gpt-6" })).toBe("kept")
    expect(keyAfter({ llm_provider: "openai", llm_model: "gpt-6", llm_api_key: key })).toBe(key)
    expect(keyAfter({ llm_provider: "openai", llm_model: "gpt-6", llm_api_key: null })).toEqual(["llm_api_key"])
    expect(keyAfter({ llm_provider: "openrouter", llm_model: "x" })).toEqual(["llm_api_key"])
    expect(keyAfter({ llm_provider: "openai", llm_model: "x", llm_base_url: "https://evil.example.org" })).toEqual([
      "llm_api_key"
    ])
    const custom = { ...stored, llm_provider: "vllm", llm_base_url: "https://a.example.org/v1" }
    expect(keyAfter({ llm_provider: "vllm", llm_model: "x", llm_base_url: "https://a.example.org/v1/" }, custom)).toBe(
      "kept"
    )
    expect(keyAfter({ llm_provider: "vllm", llm_model: "x", llm_base_url: "https://b.example.org/v1" }, custom)).toBe(
      "none"
    )
  })
})
