import { describe, expect, it } from "vitest"
import type { BridgeMachine } from "../../src/platform/inference/index.ts"
import { modelServerOf } from "../../src/platform/inference/modelServerOf.ts"

const machine = (said: Partial<BridgeMachine>): BridgeMachine => ({
  id: "m",
  models: ["llama3"],
  connected_since: new Date(0),
  last_ping: new Date(0),
  in_flight: 0,
  concurrency: 1,
  ...said
})

const openai = { provider_type: "openai-compatible" }

describe("the model server that a machine is to ask", () => {
  it.each<[string, Partial<BridgeMachine>, string, string | null, object]>([
    ["nothing that a machine has said", {}, "bridge", null, {}],
    ["an Ollama that runs", { system_info: { ollama_running: true } }, "bridge", null, {}],
    [
      "an Ollama that runs beside another program",
      {
        runner_source: "lmstudio-runner",
        system_info: { ollama_running: true }
      },
      "bridge",
      null,
      {}
    ],
    ["models without Ollama", { system_info: { ollama_running: false } }, "bridge", null, openai],
    ["neither models nor Ollama", { models: [], system_info: { ollama_running: false } }, "bridge", null, {}],
    ["LM Studio by its name", { runner_source: "LM Studio 0.3" }, "bridge", null, openai],
    ["vLLM by its name", { runner_source: "my-vllm-runner" }, "bridge", null, openai],
    ["llama.cpp by its name", { runner_source: "llama.cpp" }, "bridge", null, openai],
    ["another name", { runner_source: "a test" }, "bridge", null, {}],
    ["the provider ollama", { runner_source: "vllm" }, "ollama", null, { provider_type: "ollama" }],
    ["the provider ollama and an address", {}, "ollama", "http://127.0.0.1:5000", {
      provider_type: "ollama",
      base_url: "http://127.0.0.1:5000"
    }],
    ["an address", { system_info: { ollama_running: true } }, "bridge", "http://127.0.0.1:1234", {
      ...openai,
      base_url: "http://127.0.0.1:1234"
    }],
    ["an address as other clients write it", {}, "bridge", "http://127.0.0.1:8000/v1", {
      ...openai,
      base_url: "http://127.0.0.1:8000"
    }],
    ["an address with Ollama's port", {}, "bridge", "http://127.0.0.1:11434", { base_url: "http://127.0.0.1:11434" }]
  ])("is decided by %s", (_, said, provider, base_url, expected) => {
    expect(modelServerOf(machine(said), { provider, base_url })).toEqual(expected)
  })
})
