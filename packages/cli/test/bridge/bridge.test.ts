import { onServerDatabaseFirst } from "@auspex/testkit/databases"
import { afterEach, expect, it } from "vitest"
import { linkedAgent, registerAgent } from "../people.ts"
import { eventually, rawRequest } from "../raw.ts"
import { auspexOn } from "../servers.ts"
import { ask, ownerKeyOf } from "./asking.ts"
import { type BridgeClient, connectMachine, handshake, socketUrl } from "./bridgeClient.ts"

onServerDatabaseFirst("the bridge", (db) => {
  const auspex = auspexOn(db, { background: true })
  const clients: Array<BridgeClient> = []
  const connect = async (...given: Parameters<typeof connectMachine>) => {
    const client = await connectMachine(...given)
    clients.push(client)
    return client
  }
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.close()))
  })
  const status = async (key: string) => (await auspex.call("GET", "/api/bridge/status", { as: key })).body

  it("shows a machine as the specification says, while it is connected", async () => {
    const agent = await registerAgent(auspex)
    expect(await status(agent.key)).toEqual({ connected: false, models: [], machines: [] })
    const system_info = { platform: "linux", arch: "x64", hostname: "desk", cpu_cores: 8, ollama_running: true }
    const client = await connect(auspex, agent.key, {
      models: ["mistral", "llama3"],
      uptime_seconds: 12,
      runner_source: "a test",
      system_info: { ...system_info, unknown_field: 1, gpu_name: null }
    })
    const shown = await status(agent.key)
    expect(shown).toMatchObject({ connected: true, models: ["llama3", "mistral"], system_info })
    expect(shown.system_info).toEqual(system_info)
    expect(Date.parse(shown.connected_since)).toBeLessThanOrEqual(Date.parse(shown.last_ping))
    expect(shown.machines).toMatchObject([{
      in_flight: 0,
      concurrency: 1,
      runner_source: "a test",
      uptime_seconds: 12
    }])
    await client.close()
    await eventually("the machine to be gone", async () => (await status(agent.key)).connected === false)
  })

  it("is shared by the accounts of an owner, and by nobody else", async () => {
    const agent = await linkedAgent(auspex)
    const sibling = await linkedAgent(auspex, { owner: agent.owner })
    const stranger = await linkedAgent(auspex)
    await connect(auspex, agent.owner.token)
    expect((await status(agent.key)).models).toEqual(["llama3"])
    expect((await status(sibling.key)).models).toEqual(["llama3"])
    expect((await status(stranger.key)).connected).toBe(false)
  })

  it("carries a request to the machine, and its answer back", async () => {
    const agent = await linkedAgent(auspex)
    const client = await connect(auspex, agent.key)
    client.answerWith(["Hel", "lo ", "😀"])
    const owner = await ownerKeyOf(auspex, agent.id)
    const messages = [{ role: "user", content: "Who?" }] as const
    expect(await ask(auspex, owner, { messages })).toEqual({ text: "Hello 😀" })
    expect(client.frames).toMatchObject([
      { type: "infer_request", payload: { model: "llama3", messages: [{ role: "user", content: "Who?" }] } }
    ])
    expect(await status(agent.key)).toMatchObject({ machines: [{ in_flight: 0 }] })
  })

  it("tells the caller when the machine fails or goes away", async () => {
    const agent = await registerAgent(auspex)
    const owner = await ownerKeyOf(auspex, agent.id)
    const client = await connect(auspex, agent.key)
    const failing = ask(auspex, owner)
    await eventually("the request", () => client.frames.length === 1)
    client.send({ type: "infer_error", request_id: client.frames[0]!.request_id, payload: { error: "out of memory" } })
    expect(await failing).toEqual({ reason: "model", detail: "out of memory" })
    const lost = ask(auspex, owner)
    await eventually("the request", () => client.frames.length === 2)
    client.socket.terminate()
    expect(await lost).toMatchObject({ reason: "lost" })
  })

  it("refuses who has no key, and keys that are not in the header", async () => {
    const agent = await registerAgent(auspex)
    const refused = async (headers: Record<string, string>, url?: string) => {
      const client = await handshake(auspex, headers, url)
      return "status" in client ? [client.status, client.body.code] : "connected"
    }
    expect(await refused({})).toEqual([401, "MISSING_AUTH"])
    expect(await refused({}, `${socketUrl(auspex)}?api_key=${agent.key}`)).toEqual([401, "MISSING_AUTH"])
    expect(await refused({ "x-api-key": "sk_unknown" })).toEqual([401, "INVALID_API_KEY"])
    expect(await refused({ "x-admin-key": auspex.adminKey })).toEqual([401, "MISSING_AUTH"])
    expect(await refused({ "x-api-key": agent.key, origin: "https://page.example" })).toEqual([403, "ORIGIN_REFUSED"])
    expect(await refused({ "x-api-key": agent.key, origin: "null" })).toEqual([403, "ORIGIN_REFUSED"])
    const secure = auspex.url.replace("http:", "https:")
    expect(await refused({ "x-api-key": agent.key, origin: secure })).toEqual([403, "ORIGIN_REFUSED"])
    // As some libraries do by themselves.
    expect(await refused({ "x-api-key": agent.key, origin: auspex.url })).toBe("connected")
    await auspex.call("POST", `/api/admin/accounts/${agent.id}/suspend`, {
      as: auspex.adminKey,
      body: { reason: "test" }
    })
    expect(await refused({ "x-api-key": agent.key })).toEqual([403, "ACCOUNT_SUSPENDED"])
  })

  it("holds five machines of an owner, and no more", async () => {
    const agent = await registerAgent(auspex)
    for (let machine = 0; machine < 5; machine++) await connect(auspex, agent.key)
    expect(await handshake(auspex, { "x-api-key": agent.key })).toMatchObject({
      status: 429,
      body: { code: "RATE_LIMITED" }
    })
    expect((await status(agent.key)).machines).toHaveLength(5)
    const other = await registerAgent(auspex)
    const atOnce = await Promise.all(Array.from({ length: 9 }, () => handshake(auspex, { "x-api-key": other.key })))
    const opened = atOnce.filter((one): one is BridgeClient => !("status" in one))
    clients.push(...opened)
    await eventually("five to be left", () => opened.filter((one) => one.closed() === undefined).length === 5)
    expect(opened.flatMap((one) => one.closed()?.code ?? []).every((code) => code === 1013)).toBe(true)
    await clients.splice(4, 1)[0]!.close()
    await eventually("a place", async () => (await status(agent.key)).machines.length === 4)
    await connect(auspex, agent.key)
  })

  it("cuts connections whose key has been rotated or whose account is suspended", async () => {
    const [rotating, suspended] = [await registerAgent(auspex), await registerAgent(auspex)]
    const [one, other] = [await connect(auspex, rotating.key), await connect(auspex, suspended.key)]
    await auspex.call("POST", "/api/me/rotate-key", { as: rotating.key })
    await eventually("the end", () => one.closed()?.code === 4401)
    expect(other.closed()).toBeUndefined()
    await auspex.call("POST", `/api/admin/accounts/${suspended.id}/suspend`, {
      as: auspex.adminKey,
      body: { reason: "test" }
    })
    await eventually("the end", () => other.closed()?.code === 4401)
  })

  it("answers requests that offer another protocol elsewhere like all others", async () => {
    const agent = await registerAgent(auspex)
    const offering = async (target: string, headers: Record<string, string>, method = "GET") => {
      const all = { connection: "Upgrade", "x-forwarded-for": "10.201.0.1", ...headers }
      const { status, text } = await rawRequest(auspex.url, method, target, all)
      return { status, body: JSON.parse(text) as unknown }
    }
    expect((await auspex.call("GET", "/api/ws/bridge", { as: agent.key })).body).toMatchObject({
      code: "UPGRADE_REQUIRED"
    })
    for (const upgrade of ["websocket", "h2c"]) {
      expect(await offering("/health", { upgrade })).toEqual({ status: 200, body: { status: "ok", db: "ok" } })
    }
    expect(await offering("/api/ws/bridge", { upgrade: "h2c", "x-api-key": agent.key }))
      .toMatchObject({ status: 426, body: { code: "UPGRADE_REQUIRED" } })
    expect(await offering("/nowhere", { upgrade: "websocket" })).toMatchObject({ status: 404 })
    expect(await offering("/api/register", { upgrade: "websocket" }, "POST"))
      .toMatchObject({ status: 400, body: { code: "INVALID_REQUEST" } })
  })
})
