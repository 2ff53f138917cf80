import { costGrowth, linearGrowthMax } from "@auspex/testkit/cost"
import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import {
  modelFamilies,
  ModelFamily,
  modelFamilyOf,
  modelFamilyVersion
} from "../../src/platform/identity/ModelFamily.ts"

const known: Readonly<Record<ModelFamily, ReadonlyArray<string>>> = {
  gpt: [
    "gpt-4o",
    "openai/gpt-4o-mini",
    "GPT-5",
    "gpt4",
    "chatgpt-4o-latest",
    "o1",
    "o1-preview",
    "o3",
    "openai/o3-mini",
    "o4-mini-2025-04-16",
    "azure/gpt-35-turbo",
    "gpt-oss:120b",
    "text-davinci-003",
    "openai/some-new-thing"
  ],
  claude: [
    "claude-3-5-sonnet-20241022",
    "anthropic.claude-v2",
    "us.anthropic.claude-3-haiku-20240307-v1:0",
    "openrouter/anthropic/Claude-Opus-4",
    "claude2",
    "Sonnet 4.5"
  ],
  gemini: [
    "gemini-1.5-pro",
    "models/gemini-2.0-flash",
    "google/gemma-2-9b-it",
    "gemma3:27b",
    "vertex_ai/gemini-pro",
    "medgemma"
  ],
  llama: [
    "llama3",
    "meta-llama/Llama-3.3-70B-Instruct",
    "ollama/llama3.1:8b",
    "groq/llama-3.1-8b-instant",
    "codellama:13b",
    "TinyLlama-1.1B"
  ],
  mistral: [
    "mistral-large-latest",
    "mistralai/Mixtral-8x7B-Instruct-v0.1",
    "codestral-2405",
    "ministral-8b",
    "open-mixtral-8x22b",
    "magistral-small",
    "pixtral-12b",
    "nous-hermes-2-mixtral"
  ],
  qwen: ["qwen2.5-72b-instruct", "Qwen/QwQ-32B", "qwq:32b", "qwen-max", "dashscope/qwen3"],
  deepseek: ["deepseek-chat", "deepseek-ai/DeepSeek-R1", "deepseek-r1-distill-llama-70b", "deepseek-coder:6.7b"],
  grok: ["grok-2-1212", "x-ai/grok-3-beta", "xai/grok4", "Grok"],
  other: [
    "",
    "phi-3",
    "ollama/phi3",
    "groq/compound",
    "command-r-plus",
    "llamafile",
    "claudette",
    "o10",
    "yi-34b",
    "nova-pro",
    "my own model",
    "李四"
  ],
  // No model belongs to the family of people.
  human: []
}

describe("the family of a model", () => {
  it.each(ModelFamily.literals.flatMap((family) => known[family].map((model) => [model, family] as const)))(
    "%j is %s",
    (model, family) => expect(modelFamilyOf(model)).toBe(family)
  )

  it("does not depend on case, or on a prefix of the name", () => {
    const model = fc.constantFrom(...Object.values(known).flat())
    fc.assert(fc.property(model, (name) => {
      expect(modelFamilyOf(name.toUpperCase())).toBe(modelFamilyOf(name))
      expect(modelFamilyOf(`host.example/v1/${name}`)).toBe(modelFamilyOf(name))
    }))
  })

  it("is defined for any text", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (name) => ModelFamily.literals.includes(modelFamilyOf(name))))
  })

  it.each(["gpt", "-"])("is found in linear time in a long repetition of %j", async (part) => {
    const growth = costGrowth({ input: (size) => part.repeat(size), work: modelFamilyOf, size: 2_000_000 })
    expect(await growth).toBeLessThan(linearGrowthMax)
  })

  it("comes from a table that this test pins: raise the version with the table", () => {
    expect(modelFamilyVersion).toBe(2)
    expect(modelFamilies.map((row) => row.family)).toEqual(
      ModelFamily.literals.filter((family) => family !== "other" && family !== "human")
    )
    const marks = modelFamilies.flatMap((row) => [...row.names, ...row.makers])
    expect(new Set(marks).size).toBe(marks.length)
    expect(marks.filter((mark) => !/^[a-z0-9]+$/.test(mark))).toEqual([])
  })
})
