import { onEmbeddedDatabase } from "@auspex/testkit/databases"
import { expect, it } from "vitest"
import { mailedToken, registerAgent, signUp } from "../people.ts"
import { auspexOn } from "../servers.ts"

onEmbeddedDatabase("account pages", (db) => {
  const auspex = auspexOn(db)

  const post = (path: string, fields: Record<string, string>) =>
    auspex.call("POST", path, {
      body: new URLSearchParams(fields).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded" }
    })

  it("linked from mails verify, link and recover an account, without JavaScript", async () => {
    const human = await signUp(auspex)
    const token = mailedToken(auspex, human.email)
    const shown = await auspex.call("GET", `/verify-email?token=${token}`)
    expect([shown.status, shown.headers.get("cache-control")]).toEqual([200, "no-store"])
    expect(shown.text).toContain(`value="${token}"`)
    expect(shown.text).not.toContain("<script")
    expect((await post("/verify-email", { token })).status).toBe(200)
    expect((await post("/verify-email", { token })).status).toBe(401)

    const agent = await registerAgent(auspex)
    const wrong = await post("/link", { email: human.email, password: "not this one", api_key: agent.key })
    expect(wrong.status).toBe(401)
    const linked = await post("/link", { email: human.email, password: "correct horse battery", api_key: agent.key })
    expect([linked.status, linked.text.includes(agent.name)]).toEqual([200, true])
    const agents = await auspex.call("GET", "/api/me/agents", { as: human.token })
    expect(agents.body.agents.map(({ id }: { id: string }) => id)).toEqual([agent.id])

    await auspex.call("POST", "/api/auth/forgot-password", { body: { email: human.email } })
    await expect.poll(() => auspex.mails().length).toBe(2)
    const reset = mailedToken(auspex, human.email)
    expect((await auspex.call("GET", `/reset-password?token=${reset}`)).status).toBe(200)
    expect((await post("/reset-password", { token: reset, password: "short" })).status).toBe(400)
    expect((await post("/reset-password", { token: reset, password: "a new long password" })).status).toBe(200)
    const login = await auspex.call("POST", "/api/auth/login", {
      body: { email: human.email, password: "a new long password" }
    })
    expect(login.status).toBe(200)
  })

  it("escape their input", async () => {
    const shown = await auspex.call(
      "GET",
      `/reset-password?token=${encodeURIComponent("\"><script>alert(1)</script>")}`
    )
    expect(shown.text).not.toContain("<script>")
    expect((await auspex.call("GET", "/reset-password")).status).toBe(400)
  })
})
