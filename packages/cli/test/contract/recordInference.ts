import { startModelServer } from "@auspex/testkit/models"
import { goodPrediction, openQuestion } from "../people.ts"
import type { Cast } from "./exampleCast.ts"

/** Records model configurations, an answer of a model, and an agent that predicts by itself; returns the model's address. */
export const recordInference = async ({ ada, admin, agentId, auspex, owner, record }: Cast): Promise<string> => {
  const server = await startModelServer({
    protocol: "openai-compatible",
    models: ["gpt-5", "gpt-5-mini"],
    answer: ({ body }) =>
      body.messages.length === 1
        ? ["A reading above four metres ", "on two days in a row."]
        : [JSON.stringify(goodPrediction())]
  })
  const config = {
    llm_provider: "openai",
    llm_model: "gpt-5-mini",
    llm_api_key: "sk-proj-example-key-4f2a",
    llm_base_url: `${server.url}/v1`
  }
  const ofAgent = { path: { agent_id: agentId } }
  await record("inference.validate", { ...owner, body: config })
  await record("inference.putConfig", { ...owner, body: config })
  await record("inference.config", owner)
  await record("inference.models", owner)
  await record("inference.agentConfig", { ...ada, ...ofAgent })
  await record("inference.putAgentConfig", { ...ada, ...ofAgent, body: { use_global: true } })
  await record("inference.infer", {
    ...ada,
    ...ofAgent,
    body: { messages: [{ role: "user", content: "What would change your mind?" }] }
  })
  await record("inference.runNow", { ...owner, ...ofAgent, body: { question_id: await openQuestion(auspex) } })
  await record("inference.runs", { ...owner, ...ofAgent, query: { limit: 1 } })
  const shared = { llm_provider: "ollama", llm_model: "llama3.1:8b" }
  await record("inference.putOrganisationConfig", { ...admin, body: shared })
  await record("inference.organisationConfig", admin)
  await server.close()
  return server.url
}
