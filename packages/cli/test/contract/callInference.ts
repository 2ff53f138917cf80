import type { AuspexClient } from "@auspex/adapters-http/client"
import { startModelServer } from "@auspex/testkit/models"
import { Effect } from "effect"
import { expect } from "vitest"
import { goodPrediction } from "../people.ts"

/** Configures models at all levels, asks one, and lets an agent predict. */
export const callInference = (
  { admin, agent, owner, question }: {
    readonly admin: AuspexClient
    readonly owner: AuspexClient
    readonly agent: { readonly client: AuspexClient; readonly id: string }
    readonly question: string
  }
) =>
  Effect.gen(function*() {
    const server = yield* Effect.promise(() =>
      startModelServer({
        protocol: "openai-compatible",
        models: ["m1"],
        answer: () => [JSON.stringify(goodPrediction())]
      })
    )
    const ofAgent = { path: { agent_id: agent.id } }
    const payload = { llm_provider: "a-fake", llm_model: "m1", llm_base_url: `${server.url}/v1` }
    expect((yield* owner.inference.validate({ payload })).valid).toBe(true)
    expect((yield* owner.inference.putConfig({ payload })).updated_at).toBeInstanceOf(Date)
    expect((yield* agent.client.inference.config()).llm_model).toBe("m1")
    expect((yield* owner.inference.models()).models).toEqual([{ id: "m1", name: "m1" }])
    expect((yield* agent.client.inference.putAgentConfig({ ...ofAgent, payload: { use_global: true } })).use_global)
      .toBe(true)
    expect((yield* owner.inference.agentConfig(ofAgent)).llm_provider).toBeNull()
    const messages = [{ role: "user", content: "Why?" }] as const
    expect((yield* owner.inference.infer({ ...ofAgent, payload: { messages } })).route.model).toBe("m1")
    const { prediction, run } = yield* owner.inference.runNow({ ...ofAgent, payload: { question_id: question } })
    expect(run.prediction_id).toBe(prediction.id)
    const listed = yield* agent.client.inference.runs({ ...ofAgent, urlParams: { limit: 1, offset: 0 } })
    expect(listed.runs).toEqual([run])
    yield* admin.inference.putOrganisationConfig({ payload: {} })
    expect((yield* admin.inference.organisationConfig()).llm_provider).toBeNull()
    yield* Effect.promise(() => server.close())
  })
