import { onServerDatabaseFirst } from "@auspex/testkit/databases"
import { type FakeModelServer, type ModelProtocol, startModelServer } from "@auspex/testkit/models"
import { afterEach, expect, it } from "vitest"
import { ownedAgent } from "../inference/modelWorld.ts"
import { auspexOn } from "../servers.ts"
import { type BridgeClient, connectMachine } from "./bridgeClient.ts"

/** The text in what a model server streams: lines of JSON, or server-sent events. */
const textIn = (stream: string): string =>
  stream.split("\n").map((line) => line.replace(/^data: /, "")).filter((line) => line.startsWith("{")).map((line) => {
    const { choices, message } = JSON.parse(line)
    return choices === undefined ? message.content : choices[0].delta.content ?? ""
  }).join("")

/**
 * Answers requests with what the specification says of them and nothing else: `ollama`, the default, is asked at
 * /api/chat, and `openai-compatible` at /v1/chat/completions. `ownServer` is asked when no address is named.
 */
const answerAsSpecified = (client: BridgeClient, ownServer: FakeModelServer): void => {
  client.socket.on("message", (data) => {
    const { payload, request_id, type } = JSON.parse((data as Buffer).toString())
    if (type !== "infer_request") return
    const { base_url = ownServer.url, messages, model, provider_type = "ollama", system_prompt } = payload
    const path = provider_type === "openai-compatible" ? "/v1/chat/completions" : "/api/chat"
    const all = system_prompt === undefined ? messages : [{ role: "system", content: system_prompt }, ...messages]
    void fetch(`${base_url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ model, messages: all, stream: true })
    }).then(async (response) => {
      const full_response = response.ok ? textIn(await response.text()) : `failed with ${response.status}`
      client.send({ type: "infer_chunk", request_id, payload: { content: full_response } })
      client.send({ type: "infer_done", request_id, payload: { full_response } })
    })
  })
}

onServerDatabaseFirst("a client that knows the specification only", (db) => {
  const auspex = auspexOn(db, { background: true })
  const endings: Array<() => Promise<unknown>> = []
  afterEach(async () => {
    for (const end of endings.splice(0).reverse()) await end()
  })

  const startServer = async (protocol: ModelProtocol) => {
    const server = await startModelServer({ protocol, models: ["qwen3"] })
    endings.push(() => server.close())
    return server
  }

  it.each<[string, ModelProtocol, object, (server: FakeModelServer) => object]>([
    [
      "LM Studio, by what its heartbeat says",
      "openai-compatible",
      { system_info: { ollama_running: false } },
      () => ({})
    ],
    ["vLLM, by the program that its heartbeat names", "openai-compatible", { runner_source: "vllm 0.9" }, () => ({})],
    ["LM Studio, by its address", "openai-compatible", {}, ({ url }) => ({ provider: "bridge", base_url: url })],
    ["vLLM, by its address with /v1", "openai-compatible", { system_info: { ollama_running: true } }, ({ url }) => ({
      llm_provider: "bridge",
      llm_model: "qwen3",
      llm_base_url: `${url}/v1/`
    })],
    ["Ollama, without any configuration", "ollama", { system_info: { ollama_running: true } }, () => ({})],
    ["Ollama, by its name", "ollama", {}, () => ({ provider: "ollama", model: "qwen3" })],
    ["Ollama, by its name and address", "ollama", {}, ({ url }) => ({ provider: "ollama", base_url: url })]
  ])("reaches %s", async (_, protocol, heartbeat, settings) => {
    const server = await startServer(protocol)
    const { agent, owner } = await ownedAgent(auspex)
    const client = await connectMachine(auspex, agent.key, { models: ["qwen3"], ...heartbeat })
    endings.push(client.close)
    answerAsSpecified(client, server)
    await auspex.call("PUT", "/api/me/llm-config", { as: owner, body: settings(server) })
    const answer = await auspex.call("POST", `/api/me/agents/${agent.id}/infer`, {
      as: owner,
      body: { messages: [{ role: "user", content: "?" }] }
    })
    expect(answer.body.content).toBe("Hello")
    expect(server.requests).toHaveLength(1)
  })

  it("is slowed down and not cut off when its model is faster than 500 pieces a second", async () => {
    const { agent, owner } = await ownedAgent(auspex)
    const client = await connectMachine(auspex, agent.key)
    endings.push(client.close)
    const pieces = Array.from({ length: 2_500 }, (_, at) => `${at} `)
    client.answerWith(pieces)
    const answer = await auspex.call("POST", `/api/me/agents/${agent.id}/infer`, {
      as: owner,
      body: { messages: [{ role: "user", content: "?" }] }
    })
    expect(answer.body.content).toBe(pieces.join(""))
    expect(client.closed()).toBeUndefined()
  })
})
