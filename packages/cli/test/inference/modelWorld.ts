import {
  type FakeModelServer,
  type FakeModelServerOptions,
  type ModelProtocol,
  startModelServer
} from "@auspex/testkit/models"
import { afterEach } from "vitest"
import type { RunningAuspex } from "../harness.ts"
import { linkedAgent, type TestAgent, verifiedHuman } from "../people.ts"

/** A key as an owner enters it. */
export const providerKey = "sk-test-0123456789abcdef"

/** The path under which each protocol's fake answers, before `/models` and the like. */
const bases: Readonly<Record<ModelProtocol, string>> = {
  ollama: "",
  "openai-compatible": "/v1",
  anthropic: "/v1",
  google: "/v1beta"
}

/** The provider that is asked in a protocol. */
const providers: Readonly<Record<ModelProtocol, string>> = {
  ollama: "ollama",
  "openai-compatible": "openai",
  anthropic: "anthropic",
  google: "google"
}

/** A configuration of the fake, as the body of a request. */
export const configOf = (server: FakeModelServer, protocol: ModelProtocol, extra: object = {}): object => ({
  llm_provider: providers[protocol],
  llm_model: "m1",
  llm_api_key: providerKey,
  llm_base_url: `${server.url}${bases[protocol]}`,
  ...extra
})

/** An owner with a token and an agent of theirs. */
export interface OwnedAgent {
  readonly owner: string
  readonly agent: TestAgent
}

/** An agent that is linked to a new human. */
export const ownedAgent = async (auspex: RunningAuspex, extra: object = {}): Promise<OwnedAgent> => {
  const human = await verifiedHuman(auspex)
  return { owner: human.token, agent: await linkedAgent(auspex, { owner: human, extra }) }
}

/** Starts fake model servers, and closes them after each test. */
export const fakeModels = () => {
  const started: Array<FakeModelServer> = []
  afterEach(async () => {
    for (const server of started.splice(0)) await server.close()
  })
  return async (protocol: ModelProtocol, options: Partial<FakeModelServerOptions> = {}): Promise<FakeModelServer> => {
    const server = await startModelServer({ protocol, models: ["m1"], ...options })
    started.push(server)
    return server
  }
}
