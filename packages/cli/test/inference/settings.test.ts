import { onServerDatabaseFirst } from "@auspex/testkit/databases"
import { describe, expect, it } from "vitest"
import { connectMachine } from "../bridge/bridgeClient.ts"
import { linkedAgent, query, registerAgent, verifiedHuman } from "../people.ts"
import { auspexOn } from "../servers.ts"
import { privateEgress } from "../webhooks/webhooksWorld.ts"
import { configOf, fakeModels, ownedAgent, providerKey } from "./modelWorld.ts"

const none = { llm_provider: null, llm_model: null, llm_base_url: null, llm_api_key_last4: null, updated_at: null }

onServerDatabaseFirst("model configurations", (db) => {
  const auspex = auspexOn(db, { background: true, ...privateEgress })
  const fake = fakeModels()

  it("show the last four characters of a key and nothing else of it, anywhere", async () => {
    const { agent, owner } = await ownedAgent(auspex)
    expect((await auspex.call("GET", "/api/me/llm-config", { as: owner })).body).toEqual(none)
    const server = await fake("anthropic")
    const put = await auspex.call("PUT", "/api/me/llm-config", { as: owner, body: configOf(server, "anthropic") })
    expect(put.body).toEqual({
      llm_provider: "anthropic",
      llm_model: "m1",
      llm_base_url: `${server.url}/v1`,
      llm_api_key_last4: "cdef",
      updated_at: expect.any(String)
    })
    for (const as of [owner, agent.key]) {
      expect((await auspex.call("GET", "/api/me/llm-config", { as })).body).toEqual(put.body)
    }
    const rows = await query<{ all: string }>(auspex, "select row_to_json(c)::text as all from llm_configs c")
    const hex = Buffer.from(providerKey, "utf8").toString("hex")
    for (const { all } of rows) expect(all.includes(providerKey) || all.includes(hex)).toBe(false)
  })

  it("keep a key that is not sent again, for the same provider and address only", async () => {
    const { owner } = await ownedAgent(auspex)
    const [first, second] = [await fake("openai-compatible"), await fake("openai-compatible")]
    const put = (body: object) => auspex.call("PUT", "/api/me/llm-config", { as: owner, body })
    await put(configOf(first, "openai-compatible"))
    const { llm_api_key: _, ...without } = configOf(first, "openai-compatible") as Record<string, unknown>
    expect((await put({ ...without, llm_model: "m2" })).body).toMatchObject({
      llm_model: "m2",
      llm_api_key_last4: "cdef"
    })
    const moved = await put({ ...without, llm_base_url: `${second.url}/v1` })
    expect([moved.status, moved.body.failures[0].field]).toEqual([400, "llm_api_key"])
    expect((await put({ llm_provider: null })).body).toEqual(none)
  })

  it("of an owner are changed by the owner only, and those of an agent by both", async () => {
    const { agent, owner } = await ownedAgent(auspex)
    const stranger = await verifiedHuman(auspex)
    const body = { llm_provider: "bridge", llm_model: "llama3" }
    const refused = await auspex.call("PUT", "/api/me/llm-config", { as: agent.key, body })
    expect([refused.status, refused.body.code]).toEqual([403, "HUMAN_REQUIRED"])
    const path = `/api/me/agents/${agent.id}/runtime/config`
    expect((await auspex.call("GET", path, { as: owner })).body).toEqual({
      agent_id: agent.id,
      ...none,
      use_global: true
    })
    expect((await auspex.call("PUT", path, { as: agent.key, body })).body).toMatchObject({ ...body, use_global: true })
    expect((await auspex.call("PUT", path, { as: owner, body: { use_global: false } })).body).toMatchObject({
      ...body,
      use_global: false
    })
    expect((await auspex.call("PUT", path, { as: owner, body: { llm_provider: null } })).body).toEqual({
      agent_id: agent.id,
      ...none,
      use_global: false
    })
    const sibling = await linkedAgent(auspex)
    for (const as of [stranger.token, sibling.key]) {
      for (const method of ["GET", "PUT"]) {
        const answer = await auspex.call(method, path, { as, ...(method === "PUT" ? { body } : {}) })
        expect([answer.status, answer.body.code]).toEqual([404, "AGENT_NOT_FOUND"])
      }
    }
  })

  it("of the organisation are the administrators', and are audited without the key", async () => {
    const server = await fake("google")
    const body = configOf(server, "google")
    const put = await auspex.call("PUT", "/api/admin/llm-config", { as: auspex.adminKey, body })
    expect(put.body).toMatchObject({ llm_provider: "google", llm_api_key_last4: "cdef" })
    expect((await auspex.call("GET", "/api/admin/llm-config", { as: auspex.adminKey })).body).toEqual(put.body)
    const [entry] = await query<{ after: object }>(
      auspex,
      "select after from audit_log where action = 'llm_config.replace' order by id desc limit 1"
    )
    expect(entry!.after).toMatchObject({ llm_provider: "google", llm_api_key_last4: "cdef" })
    expect(JSON.stringify(entry)).not.toContain(providerKey)
    expect((await auspex.call("PUT", "/api/admin/llm-config", { as: auspex.adminKey, body: {} })).body).toEqual(
      put.body
    )
    await auspex.call("PUT", "/api/admin/llm-config", { as: auspex.adminKey, body: { llm_provider: null } })
  })

  describe.each<["owner" | "agent" | "organisation"]>([["owner"], ["agent"], ["organisation"]])(
    "of the %s",
    (level) => {
      /** Changes the configuration of a new owner or agent, or of the organisation. */
      const settings = async () => {
        const { agent, owner } = await ownedAgent(auspex)
        const path = {
          owner: "/api/me/llm-config",
          agent: `/api/me/agents/${agent.id}/runtime/config`,
          organisation: "/api/admin/llm-config"
        }[level]
        const as = level === "organisation" ? auspex.adminKey : owner
        const put = (body?: object) => auspex.call("PUT", path, { as, ...(body === undefined ? {} : { body }) })
        await put({ llm_provider: null })
        return { put, get: async () => (await auspex.call("GET", path, { as })).body }
      }

      it("are changed by the fields that are sent, and by no others", async () => {
        const { get, put } = await settings()
        const server = await fake("anthropic")
        const first = await put(configOf(server, "anthropic"))
        expect(first.status).toBe(200)
        for (const body of [undefined, {}]) {
          const unchanged = await put(body)
          expect([unchanged.status, unchanged.body]).toEqual([200, first.body])
        }
        const { updated_at: _, ...rest } = first.body
        expect((await put({ llm_model: "m2" })).body).toMatchObject({ ...rest, llm_model: "m2" })
        expect((await put({ model: "m3", unheard_of: 1 })).body).toMatchObject({ ...rest, llm_model: "m3" })
        expect((await put({ api_key: "sk-another-key-zyxw" })).body).toMatchObject({ llm_api_key_last4: "zyxw" })
        const unknown = await put({ llm_provder: "openai", temperature: 1 })
        expect([unknown.status, unknown.body.failures[0].field]).toEqual([400, "llm_provder"])
        expect(unknown.body.error).toContain("llm_provder, temperature")
        expect(await get()).toMatchObject({ llm_provider: "anthropic", llm_model: "m3", llm_api_key_last4: "zyxw" })
        expect((await put({ provider: "ollama", base_url: "http://127.0.0.1:11434" })).body).toMatchObject({
          llm_provider: "ollama",
          llm_model: null,
          llm_base_url: "http://127.0.0.1:11434",
          llm_api_key_last4: null
        })
        expect((await put({ model: "llama3" })).body).toMatchObject({ llm_provider: "ollama", llm_model: "llama3" })
        expect((await put({ llm_model: null, llm_base_url: null })).body).toMatchObject({
          llm_provider: "ollama",
          llm_model: null,
          llm_base_url: null
        })
        expect((await put({ llm_provider: null })).body).toMatchObject(none)
      })

      it("take any key for a server of one's own, and show nothing of a short one", async () => {
        const { put } = await settings()
        const server = await fake("openai-compatible")
        for (const llm_api_key of ["E", "EMPTY", "ollama", "sk-1234"]) {
          const body = { ...configOf(server, "openai-compatible", { llm_provider: "my-server" }), llm_api_key }
          const answer = await put(body)
          expect([answer.status, answer.body.llm_api_key_last4]).toEqual([200, ""])
        }
        await put({ llm_provider: null })
      })
    }
  )

  it("are not made by an agent that is linked to nobody", async () => {
    const agent = await registerAgent(auspex)
    const path = `/api/me/agents/${agent.id}/runtime/config`
    for (const body of [{ llm_provider: "bridge" }, { use_global: false }, {}]) {
      const refused = await auspex.call("PUT", path, { as: agent.key, body })
      expect([refused.status, refused.body.code]).toEqual([403, "AGENT_NOT_LINKED"])
    }
    const asked = await auspex.call("POST", "/api/me/llm/validate", { as: agent.key, body: { llm_provider: "bridge" } })
    expect([asked.status, asked.body.code]).toEqual([403, "AGENT_NOT_LINKED"])
    expect((await auspex.call("GET", path, { as: agent.key })).body).toMatchObject(none)
  })

  it("refuse addresses that the service will not call, and name every wrong field", async () => {
    const { owner } = await ownedAgent(auspex)
    const put = (body: object) => auspex.call("PUT", "/api/me/llm-config", { as: owner, body })
    const blocked = await put({ llm_provider: "mine", llm_model: "x", llm_base_url: "https://10.0.0.1/v1" })
    expect([blocked.status, blocked.body.code, blocked.body.failures[0].field]).toEqual([
      400,
      "SSRF_BLOCKED",
      "llm_base_url"
    ])
    const wrong = await put({ llm_provider: "openai", llm_api_key: "x", llm_base_url: "nowhere" })
    expect(wrong.body.failures.map(({ field }: { field: string }) => field)).toEqual([
      "llm_api_key",
      "llm_base_url",
      "llm_model"
    ])
    // The address of a machine at home is not called from here.
    const atHome = await put({ llm_provider: "ollama", llm_model: "llama3", llm_base_url: "http://192.168.1.2:11434" })
    expect(atHome.status).toBe(200)
  })

  describe("are checked", () => {
    it("by the provider's list of models, without being stored", async () => {
      const { owner } = await ownedAgent(auspex)
      const server = await fake("google", { models: ["m1", "m2"] })
      const validate = (body?: object) =>
        auspex.call("POST", "/api/me/llm/validate", { as: owner, ...(body === undefined ? {} : { body }) })
      const unconfigured = await validate()
      expect([unconfigured.status, unconfigured.body.code]).toEqual([409, "MODEL_NOT_CONFIGURED"])
      expect((await validate(configOf(server, "google"))).body).toEqual({
        llm_provider: "google",
        llm_model: "m1",
        llm_base_url: `${server.url}/v1beta`,
        valid: true,
        models: ["m1", "m2"]
      })
      const misspelt = await validate(configOf(server, "google", { llm_model: "n2" }))
      expect(misspelt.body).toMatchObject({ valid: false, error: "There is no model called n2; the nearest is m2." })
      expect((await auspex.call("GET", "/api/me/llm-config", { as: owner })).body).toEqual(none)
      await auspex.call("PUT", "/api/me/llm-config", { as: owner, body: configOf(server, "google") })
      expect((await validate()).body.valid).toBe(true)
      const models = await auspex.call("GET", "/api/me/llm-models", { as: owner })
      expect(models.body).toEqual({
        llm_provider: "google",
        models: [{ id: "m1", name: "m1" }, { id: "m2", name: "m2" }]
      })
    })

    it("as the body names them, and never as valid for another one that is stored", async () => {
      const { owner } = await ownedAgent(auspex)
      const [stored, other] = [
        await fake("google", { models: ["m1"] }),
        await fake("openai-compatible", { models: ["n1"] })
      ]
      await auspex.call("PUT", "/api/me/llm-config", { as: owner, body: configOf(stored, "google") })
      const validate = (body: object) => auspex.call("POST", "/api/me/llm/validate", { as: owner, body })
      expect((await validate({ model: "n2" })).body).toMatchObject({ llm_model: "n2", valid: false })
      expect((await validate({ provider: "mine", model: "n1", base_url: `${other.url}/v1` })).body).toEqual({
        llm_provider: "mine",
        llm_model: "n1",
        llm_base_url: `${other.url}/v1`,
        valid: true,
        models: ["n1"]
      })
      expect((await validate({ base_url: `${other.url}/v1` })).status).toBe(400)
      for (const body of [{ llm_provider: null }, { llm_provider: " " }, { providr: "openai" }]) {
        const refused = await validate(body)
        expect([refused.status, refused.body.code]).toEqual([400, "INVALID_REQUEST"])
      }
      const machine = await connectMachine(auspex, owner)
      expect((await validate({ llm_provider: "bridge", llm_model: "llama3" })).body.valid).toBe(true)
      expect((await validate({ llm_provider: "bridge", llm_model: "mistral" })).body.valid).toBe(false)
      const elsewhere = await validate({ provider: "bridge", model: "llama3", base_url: "http://127.0.0.1:1234" })
      expect(elsewhere.body).toMatchObject({
        valid: false,
        error: expect.stringContaining("cannot be checked from here")
      })
      await machine.close()
    })

    it("and a server that does not answer is named, without the key", async () => {
      const { owner } = await ownedAgent(auspex)
      const server = await fake("openai-compatible")
      const body = configOf(server, "openai-compatible", { llm_base_url: `${server.url}/elsewhere` })
      const answer = await auspex.call("POST", "/api/me/llm/validate", { as: owner, body })
      expect(answer.body).toMatchObject({ valid: false, models: [] })
      expect(answer.body.error).toContain(`${new URL(server.url).host}: it answered 404: no such path`)
      expect(answer.text).not.toContain(providerKey)
    })
  })
})
