import { onEmbeddedDatabase } from "@auspex/testkit/databases"
import { beforeAll, expect, it } from "vitest"
import { linkedAgent, openQuestion, verifiedHuman } from "../people.ts"
import { connectMachine } from "../bridge/bridgeClient.ts"
import { auspexOn } from "../servers.ts"
import { dispatchUntil, privateEgress } from "../webhooks/webhooksWorld.ts"
import { messagesIn, outcome, type Reader, signIn } from "./reader.ts"

onEmbeddedDatabase("pages of an account", (db) => {
  const auspex = auspexOn(db, privateEgress)
  let reader: Reader
  let other: Reader
  beforeAll(async () => {
    reader = await signIn(auspex, await verifiedHuman(auspex))
    other = await signIn(auspex, await verifiedHuman(auspex))
  })

  const pageIn = (text: string): string => /href="(\/account\/webhooks\/[^"]+)"/.exec(text)![1]!

  it("lead to each other", async () => {
    const { text } = await reader.get("/account")
    const tabs = [...text.matchAll(/<nav class="tabs"[^]*?<\/nav>/g)].flatMap(([nav]) =>
      [...nav.matchAll(/href="([^"]+)"/g)].map(([, href]) => href!)
    )
    expect(tabs).toEqual(["/account", "/account/personas", "/account/models", "/account/webhooks"])
    for (const href of tabs) {
      const page = await reader.get(href)
      expect([href, page.status, page.text.includes(`<a href="${href}" aria-current="page">`)]).toEqual([
        href,
        200,
        true
      ])
    }
  })

  it("make webhooks, whose secret is shown once, and show each attempt of a delivery", async () => {
    const wrong = await reader.post("/account/webhooks", { url: "ftp://example.org" })
    expect([wrong.status, messagesIn(wrong).length, wrong.text.includes("value=\"ftp://example.org\"")]).toEqual(
      [400, 2, true]
    )
    const made = await reader.postAndFollow("/account/webhooks", {
      url: "http://127.0.0.1:9/own",
      events: "question.created"
    })
    const secret = /<output class="secret">([0-9a-f]{64})</.exec(made.text)![1]!
    const page = pageIn(made.text)
    expect((await reader.get("/account/webhooks")).text).not.toContain(secret)
    expect((await reader.postAndFollow(`${page}/test`)).text).toContain("The test was not delivered: no answer")
    await openQuestion(auspex)
    const shown = async () => (await reader.get(`${page}?status=pending`)).text
    await dispatchUntil(auspex, () => expect.poll(shown).toMatch(/1 attempt, none accepted[^]*✗ no answer/))
    expect(await shown()).toMatch(/question\.created[^]*next try <time/)
    const switched = await reader.postAndFollow(`${page}/switch`, { active: "false" })
    expect(switched.text).toMatch(/The webhook is changed\.[^]*Switch on/)
    expect((await reader.get(`${page}?status=lost`)).status).toBe(400)
  })

  it("hold no webhooks of other accounts", async () => {
    const made = await reader.postAndFollow("/account/webhooks", {
      url: "http://127.0.0.1:9/mine",
      events: "question.resolved"
    })
    const page = pageIn(made.text)
    expect(outcome(await other.get(page))).toBe("404")
    for (const form of ["change", "switch", "test", "rotate", "delete"]) {
      const fields = { url: "http://127.0.0.1:9/theirs", events: "question.resolved" }
      expect([form, outcome(await other.post(`${page}/${form}`, fields))]).toEqual([form, "404"])
    }
    expect((await other.get("/account/webhooks")).text).toContain("No webhooks yet.")
  })

  it("set models, whose key no page shows again", async () => {
    const key = "sk-test-0123456789abcdef"
    const wrong = await reader.post("/account/models", {
      llm_provider: "openai",
      llm_model: "two words",
      llm_api_key: key
    })
    expect([wrong.status, messagesIn(wrong).length, wrong.text.includes("value=\"two words\"")]).toEqual([400, 1, true])
    expect(wrong.text).not.toContain(key)
    const unnamed = await reader.post("/account/models", { llm_provider: "other", other_name: "" })
    expect(messagesIn(unnamed)).toEqual(["Name of the other server must be given."])
    const fields = {
      llm_provider: "other",
      other_name: "vllm",
      llm_model: "qwen3-32b",
      llm_base_url: "http://127.0.0.1:9/v1"
    }
    const set = await reader.postAndFollow("/account/models", { ...fields, llm_api_key: key })
    expect(set.text).toContain("a key that ends in cdef")
    expect(set.text).not.toContain(key)
    const checked = await reader.postAndFollow("/account/models/check")
    expect(checked.text).toMatch(/class="refusal" role="status"><p>It does not work: /)
    // The key stays while its place stays.
    await reader.post("/account/models", { ...fields, llm_model: "qwen3-8b" })
    expect((await reader.get("/account/models")).text).toMatch(/qwen3-8b[^]*a key that ends in cdef/)
    const removed = await reader.postAndFollow("/account/models/remove")
    expect(removed.text).toContain("None is set")
  })

  it("set the model of an agent, for its owner only", async () => {
    const owner = await verifiedHuman(auspex)
    const agent = await linkedAgent(auspex, { owner })
    const [own, page] = [await signIn(auspex, owner), `/account/models/${agent.id}`]
    const set = await own.postAndFollow(page, { llm_provider: "bridge", llm_model: "llama3.1:8b" })
    expect(set.text).toMatch(/It has a model of its own[^]*My own machines, by the bridge[^]*llama3\.1:8b/)
    await own.post(`${page}/remove`)
    const shared = await own.postAndFollow(`${page}/share`, { use_global: "false" })
    expect(shared.text).toContain("does not use that of your account")
    expect(outcome(await other.get(page))).toBe("404")
    for (const form of ["", "/share", "/remove"]) {
      expect(outcome(await other.post(`${page}${form}`, { llm_provider: "bridge" }))).toBe("404")
    }
  })

  it("show the machines of their owner that are connected", async () => {
    const owner = await verifiedHuman(auspex)
    const agent = await linkedAgent(auspex, { owner })
    const own = await signIn(auspex, owner)
    expect((await own.get("/account/models")).text).toContain("None is connected.")
    const machine = await connectMachine(auspex, agent.key, {
      models: ["llama3.1:8b"],
      system_info: { hostname: "<i>desk</i>", cpu_cores: 8 }
    })
    const { text } = await own.get("/account/models")
    expect(text).toMatch(/1 machine connected[^]*&lt;i>desk&lt;\/i>[^]*at most 1 request[^]*8 cores[^]*llama3\.1:8b/)
    expect((await other.get("/account/models")).text).toContain("None is connected.")
    await machine.close()
  })
})
