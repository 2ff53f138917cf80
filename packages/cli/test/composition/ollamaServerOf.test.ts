import { describe, expect, it } from "vitest"
import { ollamaServerOf } from "../../src/composition/ollamaServerOf.ts"

const settings = { allowPrivateEgress: false, host: "127.0.0.1", ollamaUrl: undefined, publicUrl: undefined }
const own = "http://127.0.0.1:11434"

describe("the Ollama server of the service", () => {
  it.each<[string, Partial<Parameters<typeof ollamaServerOf>[0]>, string | undefined]>([
    ["on loopback", {}, own],
    ["on the other loopback", { host: "::1" }, own],
    ["on a named loopback, with an address of its own for links", {
      host: "localhost",
      publicUrl: "http://localhost:3000"
    }, own],
    ["on all interfaces", { host: "0.0.0.0" }, undefined],
    ["on a network", { host: "10.0.0.5" }, undefined],
    ["on loopback behind a proxy that others reach", { publicUrl: "https://auspex.example" }, undefined],
    ["on all interfaces, with private egress", { host: "0.0.0.0", allowPrivateEgress: true }, own],
    [
      "anywhere, with a server that is configured",
      { host: "0.0.0.0", ollamaUrl: "http://gpu:11434" },
      "http://gpu:11434"
    ],
    ["on loopback, with a server that is configured", { ollamaUrl: "http://gpu:11434" }, "http://gpu:11434"]
  ])("is known to a service that listens %s", (_, given, expected) => {
    expect(ollamaServerOf({ ...settings, ...given })?.base_url).toBe(expected)
  })
})
