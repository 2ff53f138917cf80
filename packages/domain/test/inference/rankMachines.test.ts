import { describe, expect, it } from "vitest"
import { type BridgeMachine, bridgeStatusOf, modelOn, rankMachines } from "../../src/platform/inference/index.ts"
import { anyModelOf } from "../../src/platform/inference/rankMachines.ts"

const machine = (id: string, extra: Partial<BridgeMachine> & { readonly loaded?: ReadonlyArray<string> } = {}) => {
  const { loaded, ...fields } = extra
  return {
    id,
    models: ["llama3:latest"],
    connected_since: new Date(0),
    last_ping: new Date(0),
    in_flight: 0,
    concurrency: 2,
    ...(loaded === undefined ? {} : { system_info: { ollama_loaded: loaded.map((name) => ({ name })) } }),
    ...fields
  }
}

const order = (machines: ReadonlyArray<BridgeMachine>, model = "llama3"): ReadonlyArray<string> =>
  rankMachines(machines, model).filter(({ verdict }) => verdict !== "no_such_model").map(({ machine }) => machine.id)

describe("the machines for a model", () => {
  it("are those that have it, by precedence: not busy, loaded, fewest requests, heard from last", () => {
    expect(order([
      machine("other", { models: ["mistral"] }),
      machine("busy", { loaded: ["llama3"], in_flight: 2 }),
      machine("cold", {}),
      machine("warm and working", { loaded: ["llama3:latest"], in_flight: 1 }),
      machine("warm", { loaded: ["llama3"] }),
      machine("warm and heard from later", { loaded: ["llama3"], last_ping: new Date(1) })
    ])).toEqual(["warm and heard from later", "warm", "warm and working", "cold", "busy"])
  })

  it("are none when no machine has it", () => {
    expect(order([machine("a", { models: ["mistral"] }), machine("b", { models: [] })])).toEqual([])
  })

  it("may be a model that chats when none is named, and not one that makes vectors", () => {
    const names = ["nomic-embed-text:latest", "bge-m3", "all-minilm", "intfloat/e5-base-v2", "embeddinggemma", "llama3"]
    expect(anyModelOf(machine("a", { models: names, loaded: ["nomic-embed-text:latest"] }))).toBe("llama3")
    expect(anyModelOf(machine("a", { models: names.slice(0, -1) }))).toBeUndefined()
    expect(anyModelOf(machine("a", { models: ["gemma3:5b", "phi4"], loaded: ["phi4"] }))).toBe("phi4")
  })

  it.each([
    ["llama3", ["llama3:latest"], "llama3:latest"],
    ["llama3:latest", ["llama3"], "llama3"],
    ["llama3:70b", ["llama3"], undefined],
    ["llama3", ["llama3:latest", "llama3"], "llama3"],
    ["Llama3", ["llama3"], undefined]
  ])("find %s among %j as %s", (model, models, found) => {
    expect(modelOn(machine("a", { models }), model)).toBe(found)
  })
})

describe("the status of an owner", () => {
  it("is not connected without a machine", () => {
    expect(bridgeStatusOf([])).toEqual({ connected: false, models: [], machines: [] })
  })

  it("has the models of all machines, and the fields of the one heard from last", () => {
    const early = machine("early", { models: ["b", "a"], last_ping: new Date(1), system_info: { hostname: "early" } })
    const late = machine("late", { models: ["c", "a"], last_ping: new Date(2), connected_since: new Date(1) })
    expect(bridgeStatusOf([early, late])).toEqual({
      connected: true,
      models: ["a", "b", "c"],
      connected_since: new Date(1),
      last_ping: new Date(2),
      machines: [late, early]
    })
  })
})
