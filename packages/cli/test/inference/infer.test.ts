import { onServerDatabaseFirst } from "@auspex/testkit/databases"
import type { FakeModelServer, ModelProtocol } from "@auspex/testkit/models"
import { request } from "undici"
import { describe, expect, it } from "vitest"
import { connectMachine } from "../bridge/bridgeClient.ts"
import { startAuspex } from "../harness.ts"
import { registerAgent, query } from "../people.ts"
import { eventually } from "../raw.ts"
import { auspexOn } from "../servers.ts"
import { configOf, fakeModels, ownedAgent, type OwnedAgent, providerKey } from "./modelWorld.ts"

const messages = [{ role: "user", content: "Will it rain?" }]

/** The events of a stream of server-sent events. */
const eventsIn = (text: string): ReadonlyArray<{ readonly event: string; readonly data: unknown }> =>
  text.split("\n\n").flatMap((block) => {
    const event = /^event: (.*)$/m.exec(block)?.[1]
    const data = /^data: (.*)$/m.exec(block)?.[1]
    return event === undefined || data === undefined ? [] : [{ event, data: JSON.parse(data) as unknown }]
  })

onServerDatabaseFirst("infer", (db) => {
  const auspex = auspexOn(db, {
    background: true,
    flags: { allowPrivateEgress: "true", modelRequestsPerDay: "20" }
  })
  const fake = fakeModels()

  const infer = ({ agent, owner }: OwnedAgent, body: object = {}, as = owner) =>
    auspex.call("POST", `/api/me/agents/${agent.id}/infer`, { as, body: { messages, ...body } })

  const configured = async (protocol: ModelProtocol, server: FakeModelServer, extra: object = {}) => {
    const owned = await ownedAgent(auspex)
    const put = await auspex.call("PUT", "/api/me/llm-config", {
      as: owned.owner,
      body: configOf(server, protocol, extra)
    })
    expect(put.status).toBe(200)
    return owned
  }

  describe("asks each provider in its own way", () => {
    it.each<[ModelProtocol, string, object, object]>([
      ["openai-compatible", "/v1/chat/completions", { authorization: `Bearer ${providerKey}` }, {
        model: "m1",
        stream: true,
        messages: [{ role: "system", content: "Be brief." }, ...messages]
      }],
      ["anthropic", "/v1/messages", { "x-api-key": providerKey, "anthropic-version": "2023-06-01" }, {
        model: "m1",
        max_tokens: 8192,
        stream: true,
        system: "Be brief.",
        messages
      }],
      ["google", "/v1beta/models/m1:streamGenerateContent?alt=sse", { "x-goog-api-key": providerKey }, {
        contents: [{ role: "user", parts: [{ text: "Will it rain?" }] }],
        systemInstruction: { parts: [{ text: "Be brief." }] },
        generationConfig: { maxOutputTokens: 8192 }
      }]
    ])("%s", async (protocol, path, headers, body) => {
      const server = await fake(protocol, { answer: () => ["It ", "", "will – ", "☔"] })
      const owned = await configured(protocol, server)
      const answer = await infer(owned, { system_prompt: "Be brief." })
      const provider = protocol === "openai-compatible" ? "openai" : protocol
      expect(answer.body).toEqual({
        content: "It will – ☔",
        route: {
          provider,
          model: "m1",
          steps: [
            { step: "agent", outcome: "skipped", detail: "the agent has no configuration of its own" },
            { step: "owner", outcome: "chosen", detail: `${provider}, m1` },
            { step: "provider", outcome: "chosen", detail: `${provider}, m1` }
          ]
        }
      })
      expect(server.requests).toHaveLength(1)
      expect(server.requests[0]).toMatchObject({ path, headers, body })
    })

    it("models of this service: the Ollama server, and the shared ones until one answers", async () => {
      const [ollama, broken, sound] = [await fake("ollama"), await fake("openai-compatible"), await fake("anthropic")]
      broken.fault = { kind: "broken" }
      const pool = [
        { provider: "mine", model: "m1", base_url: `${broken.url}/v1` },
        { provider: "anthropic", model: "m2", base_url: `${sound.url}/v1`, api_key: providerKey }
      ]
      const serving = await startAuspex(db.layer, {
        flags: { ollamaUrl: ollama.url, modelPool: JSON.stringify(pool) }
      })
      const owned = await ownedAgent(serving)
      const path = `/api/me/agents/${owned.agent.id}`
      const asked = async (config: object) => {
        await serving.call("PUT", `${path}/runtime/config`, { as: owned.owner, body: config })
        const { body } = await serving.call("POST", `${path}/infer`, { as: owned.owner, body: { messages } })
        return body
      }
      const served = await asked({ llm_provider: "ollama", llm_model: "m1" })
      expect([served.content, served.route.steps.at(-1).step]).toEqual(["Hello", "server"])
      const shared = await asked({ llm_provider: "platform" })
      expect(shared).toMatchObject({ content: "Hello", route: { provider: "platform", model: "m2" } })
      expect(shared.route.steps.map(({ outcome, step }: Record<string, string>) => `${step} ${outcome}`)).toEqual([
        "agent chosen",
        "platform failed",
        "platform chosen"
      ])
      expect(sound.requests[0]!.headers["x-api-key"]).toBe(providerKey)
      await sound.close()
      const failed = await asked({ llm_provider: "platform" })
      expect(failed.code).toBe("MODEL_UNAVAILABLE")
      expect(failed.error).toMatch(/platform failed: .*the model crashed\.; platform failed: .*cannot be reached/)
      await serving.stop()
    })

    it("a machine of the owner, and names it", async () => {
      const owned = await ownedAgent(auspex)
      const machine = await connectMachine(auspex, owned.agent.key, {
        models: ["llama3:latest"],
        runner_source: "a test",
        system_info: { hostname: "attic" }
      })
      machine.answerWith(["Yes", "."])
      const answer = await infer(owned)
      expect(answer.body).toMatchObject({
        content: "Yes.",
        route: {
          provider: "bridge",
          model: "llama3:latest",
          machine: { hostname: "attic", runner_source: "a test" }
        }
      })
      expect(answer.body.route.steps.at(-1)).toEqual({
        step: "bridge",
        outcome: "chosen",
        detail: "attic, llama3:latest"
      })
      await machine.close()
    })
  })

  it("asks a server that only its owner knows for its models first, once", async () => {
    const server = await fake("openai-compatible")
    const owned = await configured("openai-compatible", server, { llm_provider: "my-vllm" })
    expect([(await infer(owned)).status, (await infer(owned)).status]).toEqual([200, 200])
    expect([server.listings(), server.requests.length]).toEqual([1, 2])
  })

  it("answers as the agent's persona unless another prompt is sent", async () => {
    const server = await fake("openai-compatible")
    const owned = await configured("openai-compatible", server)
    const persona = await auspex.call("POST", "/api/me/personas/from-archetype", {
      as: owned.owner,
      body: { archetype: "superforecaster_fox" }
    })
    await auspex.call("PUT", `/api/me/agents/${owned.agent.id}/persona`, {
      as: owned.owner,
      body: { persona_id: persona.body.id }
    })
    await infer(owned)
    await infer(owned, { system_prompt: "Someone else." })
    expect(server.requests.map(({ body }) => body.messages[0].content)).toEqual([
      persona.body.reasoning_prompt,
      "Someone else."
    ])
  })

  it.each(["application/json", "text/event-stream"])(
    "reads one object in answer to a request for a stream, as %s",
    async (contentType) => {
      const server = await fake("openai-compatible")
      const body = JSON.stringify({ choices: [{ message: { content: "Hello" }, finish_reason: "stop" }] }, null, 2)
      server.fault = { kind: "raw", contentType, body }
      expect((await infer(await configured("openai-compatible", server))).body.content).toBe("Hello")
    }
  )

  it("streams server-sent events: the route, the pieces, the end", async () => {
    const server = await fake("anthropic", { answer: () => ["a", "b\n\n", "c"] })
    const answer = await infer(await configured("anthropic", server), { stream: true })
    expect(answer.headers.get("content-type")).toBe("text/event-stream")
    const events = eventsIn(answer.text)
    expect(events.map(({ event }) => event)).toEqual(["route", ...events.slice(2).map(() => "chunk"), "done"])
    const pieces = events.flatMap(({ data, event }) => event === "chunk" ? [(data as { content: string }).content] : [])
    expect(pieces.join("")).toBe("ab\n\nc")
    expect(events[0]!.data).toMatchObject({ provider: "anthropic", model: "m1" })
  })

  it("cancels the request to the provider when the caller disconnects", async () => {
    const server = await fake("openai-compatible")
    server.fault = { kind: "stall" }
    const { agent, owner } = await configured("openai-compatible", server)
    const response = await request(`${auspex.url}/api/me/agents/${agent.id}/infer`, {
      method: "POST",
      headers: { authorization: `Bearer ${owner}`, "content-type": "application/json" },
      body: JSON.stringify({ messages, stream: true })
    })
    let text = ""
    for await (const bytes of response.body) {
      text += String(bytes)
      if (text.includes("event: chunk")) break
    }
    expect(server.requests).toHaveLength(1)
    await eventually("the request to end", () => server.open() === 0)
  })

  describe("ends once and clearly", () => {
    it.each<[string, FakeModelServer["fault"] & object, number, string]>([
      ["an answer that is cut off", { kind: "cut" }, 502, "the answer was cut off"],
      [
        "rubbish",
        { kind: "garbage" },
        502,
        "something other than its protocol says: <html>not what was asked for</html>"
      ],
      [
        "an error with the status 200",
        {
          kind: "raw",
          contentType: "application/json",
          body: JSON.stringify({ error: { message: "quota exceeded" } })
        },
        502,
        "quota exceeded"
      ],
      [
        "an event error",
        {
          kind: "raw",
          contentType: "text/event-stream",
          body: "event: error\ndata: {\"message\":\"overloaded\"}\n\n"
        },
        502,
        "overloaded"
      ],
      [
        "thoughts only",
        {
          kind: "raw",
          contentType: "text/event-stream",
          body: "data: {\"choices\":[{\"delta\":{\"reasoning_content\":\"hm\"}}]}\n\ndata: [DONE]\n\n"
        },
        502,
        "reasoning_content and no text"
      ],
      [
        "an answer that was cut at the model's limit",
        {
          kind: "raw",
          contentType: "text/event-stream",
          body: "data: {\"choices\":[{\"delta\":{\"content\":\"Yes, be\"},\"finish_reason\":\"length\"}]}\n\n"
        },
        502,
        "finish_reason: length"
      ]
    ])("with %s", async (_, fault, status, detail) => {
      const server = await fake("openai-compatible")
      server.fault = fault
      const owned = await configured("openai-compatible", server)
      const answer = await infer(owned)
      expect([answer.status, answer.body.code]).toEqual([status, "MODEL_FAILED"])
      expect(answer.body.error).toContain(detail)
      const events = eventsIn((await infer(owned, { stream: true })).text)
      expect(events.filter(({ event }) => event === "done" || event === "error")).toEqual([
        { event: "error", data: { error: expect.stringContaining(detail), code: "MODEL_FAILED" } }
      ])
    })

    it("with a refused key, which nothing repeats", async () => {
      const server = await fake("openai-compatible", { models: [] })
      const { owner, agent } = await configured("openai-compatible", server, { llm_base_url: `${server.url}/v2` })
      const answer = await infer({ owner, agent })
      expect([answer.status, answer.body.code]).toEqual([502, "MODEL_FAILED"])
      expect(answer.text).not.toContain(providerKey)
    })

    it("after trying a busy provider again", async () => {
      const server = await fake("openai-compatible")
      server.fault = { kind: "busy", retryAfterSeconds: 0 }
      const owned = await configured("openai-compatible", server)
      const answer = infer(owned)
      await eventually("the first request", () => server.requests.length === 1)
      server.fault = undefined
      expect((await answer).body.content).toBe("Hello")
      expect(server.requests).toHaveLength(2)
    })

    it("after three attempts at a provider that stays broken", async () => {
      const server = await fake("anthropic")
      server.fault = { kind: "broken" }
      const answer = await infer(await configured("anthropic", server))
      expect([answer.status, answer.body.code]).toEqual([503, "MODEL_UNAVAILABLE"])
      expect(answer.body.error).toContain("it answered 500: the model crashed")
      expect(server.requests).toHaveLength(3)
    })
  })

  it("does not open a key that was moved to another configuration", async () => {
    const server = await fake("openai-compatible")
    const [thief, victim] = [
      await configured("openai-compatible", server),
      await configured("openai-compatible", server)
    ]
    await query(
      auspex,
      `update llm_configs t set sealed_key = v.sealed_key from llm_configs v
      where t.account_id = (select owner_id from accounts where id = $1)
        and v.account_id = (select owner_id from accounts where id = $2)`,
      [thief.agent.id, victim.agent.id]
    )
    const answer = await infer(thief)
    expect([answer.status, answer.body.error]).toEqual([502, expect.stringContaining("can no longer be read")])
    expect(server.requests).toEqual([])
  })

  it("is limited per owner and day, across the owner's agents", async () => {
    const server = await fake("openai-compatible")
    const owned = await configured("openai-compatible", server)
    const statuses: Array<number> = []
    for (let i = 0; i < 5; i++) {
      const answers = await Promise.all(Array.from({ length: 5 }, () => infer(owned)))
      statuses.push(...answers.map(({ status }) => status))
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(20)
    const refused = await infer(owned, {}, owned.agent.key)
    expect([refused.status, refused.body.code]).toEqual([429, "DAILY_LIMIT"])
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)
  })

  it("is limited to eight requests of an owner at a time", async () => {
    const server = await fake("openai-compatible")
    server.fault = { kind: "silent" }
    const owned = await configured("openai-compatible", server)
    const waiting = Array.from({ length: 8 }, () => infer(owned).then(({ status }) => status))
    await eventually("eight requests", () => server.requests.length === 8)
    const ninth = await infer(owned)
    expect([ninth.status, ninth.body.code]).toEqual([429, "RATE_LIMITED"])
    await server.close()
    expect(await Promise.all(waiting)).toEqual(Array.from({ length: 8 }, () => expect.toBeOneOf([502, 503])))
  })

  it("refuses what it cannot ask", async () => {
    const { agent, owner } = await ownedAgent(auspex)
    const of = (body: object, as = owner, id = agent.id) =>
      auspex.call("POST", `/api/me/agents/${id}/infer`, { as, body })
    const coded = async (answer: ReturnType<typeof of>) => {
      const { body, status } = await answer
      return `${status} ${body.code} ${body.failures?.[0].field ?? ""}`
    }
    expect(await coded(of({}))).toBe("400 INVALID_REQUEST messages")
    expect(await coded(of({ messages: [] }))).toBe("400 INVALID_REQUEST messages")
    expect(await coded(of({ messages: [{ role: "user", content: " " }] }))).toBe(
      "400 INVALID_REQUEST messages[0].content"
    )
    expect(await coded(of({ messages: [...messages, { role: "assistant", content: "No." }] }))).toBe(
      "400 INVALID_REQUEST messages"
    )
    expect(await coded(of({ messages: [{ role: "user", content: "x".repeat(32_001) }] }))).toBe(
      "400 INVALID_REQUEST messages"
    )
    expect(await coded(of({ messages }))).toBe("409 MODEL_NOT_CONFIGURED ")
    const stranger = await registerAgent(auspex)
    expect(await coded(of({ messages }, stranger.key))).toBe("403 AGENT_NOT_LINKED ")
    expect(await coded(of({ messages }, (await ownedAgent(auspex)).owner))).toBe("404 AGENT_NOT_FOUND ")
    expect(await coded(of({ messages }, owner, "nobody"))).toBe("404 AGENT_NOT_FOUND ")
  })
})
