import { modelServerAt, runBridge, type RunnerEvent } from "@auspex/adapters-bridge/runner"
import type { FakeModelServer } from "@auspex/testkit/models"
import { Effect, Fiber, Redacted } from "effect"
import type { RunningAuspex } from "../harness.ts"
import type { TestAgent } from "../people.ts"
import { socketUrl } from "./bridgeClient.ts"

/** A model server on an agent's machine, and what the runner is told about it. */
interface Machine {
  readonly agent: TestAgent
  readonly server: FakeModelServer
  readonly type: "ollama" | "openai-compatible"
  readonly concurrency?: number
  readonly allowedBaseUrls?: ReadonlyArray<string>
}

/** Connects a model server with the runner, which runs until it is stopped or ends by itself. */
export const startRunner = (
  auspex: RunningAuspex,
  { agent, allowedBaseUrls = [], concurrency = 1, server, type }: Machine
) => {
  const events: Array<RunnerEvent> = []
  const fiber = Effect.runFork(runBridge({
    address: socketUrl(auspex),
    apiKey: Redacted.make(agent.key),
    modelServer: modelServerAt(type, server.url),
    allowedBaseUrls,
    concurrency,
    source: "a test",
    events: (event) => void events.push(event)
  }))
  return { events, stop: () => Effect.runPromise(Fiber.interrupt(fiber)) }
}
