import { Either } from "effect"
import { describe, expect, it } from "vitest"
import {
  type BridgeMachine,
  type ModelTarget,
  type ProviderConfig,
  type ResolutionFacts,
  resolveProvider
} from "../../src/platform/inference/index.ts"

const providers = ["platform", "bridge", "ollama", "anthropic", "openai", "google", "openrouter", "my-server"] as const
const levels = ["agent", "owner", "organisation"] as const
type Level = typeof levels[number]

const machine = (id: string, models: ReadonlyArray<string>, loaded: ReadonlyArray<string> = []): BridgeMachine => ({
  id,
  models,
  connected_since: new Date(0),
  last_ping: new Date(0),
  in_flight: 0,
  concurrency: 1,
  system_info: { hostname: `${id}.home`, ollama_loaded: loaded.map((name) => ({ name })) }
})

/** The configuration of a level; its key tells whose it is. */
const config = (level: Level, llm_provider: string, llm_model: string | null = "llama3"): ProviderConfig => ({
  subject: level === "organisation"
    ? { scope: level }
    : { scope: level === "owner" ? "account" : level, account_id: level },
  llm_provider,
  llm_model,
  llm_base_url: llm_provider === "my-server" ? "https://models.example.org/v1" : null,
  sealed_key: new TextEncoder().encode(level),
  key_last4: level.slice(0, 4),
  updated_at: new Date(0)
})

const nothing: ResolutionFacts = {
  agent: undefined,
  use_global: true,
  owner: undefined,
  organisation: undefined,
  machines: [],
  pool: [],
  has_server: false
}

const shared = [{ provider: "openai", model: "shared-1" }, { provider: "anthropic", model: "shared-2" }]

/** A target in short: its kind, where it is, its model, and whose key goes along. */
const short = (target: ModelTarget): string => {
  switch (target.kind) {
    case "machine":
      return `machine ${target.machine.id} ${target.model}${
        target.provider_type === undefined ? "" : ` ${target.provider_type}`
      }`
    case "server":
      return `server ${target.model}`
    case "pool":
      return `pool ${target.at} ${target.model}`
    case "endpoint":
      return `endpoint ${target.config.llm_provider} ${target.model} with the key of ${
        new TextDecoder().decode(target.config.sealed_key!)
      }${target.is_custom ? ", custom" : ""}`
  }
}

const resolved = (facts: Partial<ResolutionFacts>) =>
  Either.match(resolveProvider({ ...nothing, ...facts }), {
    onLeft: ({ code }) => code,
    onRight: ({ targets }) => targets.map(short)
  })

const stepsOf = (facts: Partial<ResolutionFacts>) =>
  Either.match(resolveProvider({ ...nothing, ...facts }), {
    onLeft: ({ message }) => message,
    onRight: ({ steps }) => steps.map(({ outcome, step }) => `${step} ${outcome}`)
  })

const everything = {
  machines: [machine("m1", ["llama3:latest"]), machine("m2", ["mistral"])],
  pool: shared,
  has_server: true
}

describe("the model of an agent", () => {
  /** What each provider gives when everything is there, by the specification's fourth step. */
  const expected: Readonly<Record<typeof providers[number], (level: Level) => ReturnType<typeof resolved>>> = {
    platform: () => "MODEL_UNAVAILABLE",
    bridge: () => ["machine m1 llama3:latest"],
    ollama: () => ["machine m1 llama3:latest ollama", "server llama3"],
    anthropic: (level) => [`endpoint anthropic llama3 with the key of ${level}`],
    openai: (level) => [`endpoint openai llama3 with the key of ${level}`],
    google: (level) => [`endpoint google llama3 with the key of ${level}`],
    openrouter: (level) => [`endpoint openrouter llama3 with the key of ${level}`],
    "my-server": (level) => [`endpoint my-server llama3 with the key of ${level}, custom`]
  }

  it("is that of the first configuration, whatever the three levels hold", () => {
    const choices = [undefined, ...providers]
    let cases = 0
    for (const agent of choices) {
      for (const owner of choices) {
        for (const organisation of choices) {
          for (const use_global of [true, false]) {
            const held = {
              agent: agent && config("agent", agent),
              owner: owner && config("owner", owner),
              organisation: organisation && config("organisation", organisation)
            }
            const level: Level | undefined = agent !== undefined
              ? "agent"
              : use_global && owner !== undefined
              ? "owner"
              : organisation !== undefined
              ? "organisation"
              : undefined
            const provider = level === undefined ? undefined : { agent, owner, organisation }[level]!
            const about = JSON.stringify({ agent, owner, organisation, use_global })
            expect(resolved({ ...everything, ...held, use_global }), about).toEqual(
              provider === undefined
                ? ["machine m1 llama3:latest", "machine m2 mistral"]
                : expected[provider](level!)
            )
            cases++
          }
        }
      }
    }
    expect(cases).toBe(9 * 9 * 9 * 2)
  })

  it.each<[string, Partial<ResolutionFacts>, ReturnType<typeof resolved>]>([
    ["nothing at all", {}, "MODEL_NOT_CONFIGURED"],
    ["no configuration, but a machine", { machines: [machine("m", ["a", "b"], ["b"])] }, ["machine m b"]],
    ["no configuration, and a machine that makes vectors only", {
      machines: [machine("m", ["nomic-embed-text"])],
      pool: shared
    }, ["pool 0 shared-1", "pool 1 shared-2"]],
    ["bridge, any model, and a machine that makes vectors only", {
      owner: config("owner", "bridge", null),
      machines: [machine("m", ["nomic-embed-text"])]
    }, "MODEL_UNAVAILABLE"],
    ["no configuration, but shared models", { pool: shared }, ["pool 0 shared-1", "pool 1 shared-2"]],
    ["no configuration, and a server only", { has_server: true }, "MODEL_NOT_CONFIGURED"],
    ["platform, any model", { owner: config("owner", "platform", null), pool: shared }, [
      "pool 0 shared-1",
      "pool 1 shared-2"
    ]],
    ["platform, one model", { owner: config("owner", "platform", "shared-2"), pool: shared }, ["pool 1 shared-2"]],
    ["platform, an unknown model", { owner: config("owner", "platform", "x"), pool: shared }, "MODEL_UNAVAILABLE"],
    ["platform, and no pool", { owner: config("owner", "platform", null) }, "MODEL_UNAVAILABLE"],
    [
      "bridge, and no machine",
      { owner: config("owner", "bridge"), pool: shared, has_server: true },
      "MODEL_UNAVAILABLE"
    ],
    [
      "bridge, and no machine with the model",
      { owner: config("owner", "bridge"), machines: [machine("m", ["mistral"])], has_server: true },
      "MODEL_UNAVAILABLE"
    ],
    [
      "bridge, any model",
      { owner: config("owner", "bridge", null), machines: [machine("m", ["a", "b"]), machine("n", [])] },
      ["machine m a"]
    ],
    ["ollama, and a server only", { owner: config("owner", "ollama"), has_server: true }, ["server llama3"]],
    ["ollama without a model, and a server only", {
      owner: config("owner", "ollama", null),
      has_server: true
    }, "MODEL_UNAVAILABLE"],
    ["ollama, and neither", { owner: config("owner", "ollama"), pool: shared }, "MODEL_UNAVAILABLE"],
    ["a provider without a model", { owner: config("owner", "openai", null), ...everything }, "MODEL_UNAVAILABLE"]
  ])("with %s", (_, facts, expected) => {
    expect(resolved(facts)).toEqual(expected)
  })

  it("is looked for in the order of the steps, and what comes last is told last", () => {
    const machines = [machine("m", ["llama3"])]
    const facts = { owner: config("owner", "ollama"), machines }
    expect(stepsOf(facts)).toEqual(["agent skipped", "owner chosen"])
    expect(resolveProvider({ ...nothing, ...facts })).toMatchObject({
      right: {
        last_steps: [{ step: "server", outcome: "skipped", detail: expect.stringContaining("AUSPEX_OLLAMA_URL") }]
      }
    })
    expect(resolveProvider({ ...nothing, ...facts, has_server: true })).toMatchObject({ right: { last_steps: [] } })
  })

  it("is told with every step and why it was skipped", () => {
    expect(stepsOf({ owner: config("owner", "ollama"), has_server: true })).toEqual([
      "agent skipped",
      "owner chosen",
      "bridge skipped"
    ])
    expect(
      stepsOf({ use_global: false, organisation: config("organisation", "bridge"), machines: [machine("m", ["x"])] })
    )
      .toBe(
        "The configured model is not available now (agent skipped: the agent has no configuration of its own; owner skipped: use_global is false; organisation chosen: bridge, llama3; bridge skipped: no connected machine has llama3: m.home)."
      )
  })
})
