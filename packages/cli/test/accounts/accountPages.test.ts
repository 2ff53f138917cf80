import { onEmbeddedDatabase } from "@auspex/testkit/databases"
import { expect, it } from "vitest"
import { follow, outcome, signIn } from "../pages/reader.ts"
import { mailedToken, registerAgent, signUp, verifiedHuman } from "../people.ts"
import { auspexOn } from "../servers.ts"

onEmbeddedDatabase("account pages", (db) => {
  const auspex = auspexOn(db)

  const post = (path: string, fields: Record<string, string>) =>
    auspex.call("POST", path, {
      body: new URLSearchParams(fields).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded" }
    })

  it("linked from mails verify and recover an account, without JavaScript", async () => {
    const human = await signUp(auspex)
    const token = mailedToken(auspex, human.email)
    const shown = await auspex.call("GET", `/verify-email?token=${token}`)
    expect([shown.status, shown.headers.get("cache-control")]).toEqual([200, "no-store"])
    expect(shown.text).toContain(`value="${token}"`)
    expect(shown.text).not.toContain("<script")
    const verified = await post("/verify-email", { token })
    expect(outcome(verified)).toBe("to /verify-email?done=verified")
    for (const shown of [await follow(auspex, verified), await follow(auspex, verified)]) {
      expect([shown.status, shown.text]).toEqual([200, expect.stringContaining("address is verified<")])
    }

    await auspex.call("POST", "/api/auth/forgot-password", { body: { email: human.email } })
    await expect.poll(() => auspex.mails().length).toBe(2)
    const reset = mailedToken(auspex, human.email)
    expect((await auspex.call("GET", `/reset-password?token=${reset}`)).status).toBe(200)
    expect((await post("/reset-password", { token: reset, password: "short" })).status).toBe(400)
    const changed = await post("/reset-password", { token: reset, password: "a new long password" })
    expect(outcome(changed)).toBe("to /reset-password?done=changed")
    expect((await follow(auspex, changed)).text).toContain("All sessions have ended.")
    const login = await auspex.call("POST", "/api/auth/login", {
      body: { email: human.email, password: "a new long password" }
    })
    expect(login.status).toBe(200)
  })

  it("say that an address is verified already, whichever link and method it is opened by, and lead on", async () => {
    const human = await signUp(auspex)
    const first = mailedToken(auspex, human.email)
    const before = auspex.mails().length
    await auspex.call("POST", "/api/auth/resend-verification", { as: human.token })
    await expect.poll(() => auspex.mails().length).toBe(before + 1)
    const second = mailedToken(auspex, human.email)
    expect((await post("/verify-email", { token: first })).status).toBe(303)
    for (const token of [first, second]) {
      for (
        const again of [
          await auspex.call("GET", `/verify-email?token=${token}`),
          await follow(auspex, await post("/verify-email", { token }))
        ]
      ) {
        expect([again.status, again.text]).toEqual([200, expect.stringContaining("address is verified already")])
        expect(again.text).toContain("href=\"/link\"")
        expect(again.text).toContain("href=\"/login\"")
        expect(again.text).not.toContain("<form")
      }
      // The API says what it always said: a token is good once.
      const { body, status } = await auspex.call("POST", "/api/auth/verify-email", { body: { token } })
      expect([status, body.code]).toEqual([401, "INVALID_TOKEN"])
    }
    const unknown = await post("/verify-email", { token: "x".repeat(43) })
    expect([unknown.status, unknown.text]).toEqual([401, expect.stringContaining("has expired or has been used")])
    const reset = await auspex.call("POST", "/api/auth/forgot-password", { body: { email: human.email } })
    expect(reset.status).toBe(200)
    await expect.poll(() => auspex.mails().length).toBe(before + 2)
    // The link of another purpose is none of these.
    expect((await post("/verify-email", { token: mailedToken(auspex, human.email) })).status).toBe(401)
  })

  it("verify an address by two clicks at once", async () => {
    const token = mailedToken(auspex, (await signUp(auspex)).email)
    const clicks = await Promise.all([1, 2, 3].map(() => post("/verify-email", { token })))
    expect(clicks.map(({ status }) => status)).toEqual([303, 303, 303])
  })

  it("no longer know a link that has expired", async () => {
    const human = await signUp(auspex)
    const token = mailedToken(auspex, human.email)
    expect((await post("/verify-email", { token })).status).toBe(303)
    await db.run(db.shiftClock("25 hours"))
    expect((await post("/verify-email", { token })).status).toBe(401)
  })

  it("link an agent to the account that is signed in, without asking for its password", async () => {
    const human = await verifiedHuman(auspex)
    const agent = await registerAgent(auspex)
    const reader = await signIn(auspex, human)
    const shown = await reader.get(`/link?agent=${agent.id}`)
    expect([shown.status, shown.text]).toEqual([200, expect.stringContaining("You are signed in as")])
    expect(shown.text).toContain("name=\"api_key\"")
    expect(shown.text).not.toMatch(/name="(password|email)"/)
    const wrong = await reader.post("/link", { api_key: "sk_unknown" })
    expect([wrong.status, wrong.text]).toEqual([expect.any(Number), expect.stringContaining("name=\"api_key\"")])
    expect(wrong.status).toBeGreaterThanOrEqual(400)
    const linked = await reader.postAndFollow("/link", { api_key: ` ${agent.key} ` })
    expect([linked.status, linked.text.includes(agent.name)]).toEqual([200, true])
    const agents = await auspex.call("GET", "/api/me/agents", { as: human.token })
    expect(agents.body.agents.map(({ id }: { id: string }) => id)).toEqual([agent.id])
    const other = await signIn(auspex, await verifiedHuman(auspex))
    const taken = await other.post("/link", { api_key: agent.key })
    expect([taken.status, taken.text]).toEqual([409, expect.stringContaining("name=\"api_key\"")])
  })

  it("lead visitors without a session to the log-in, and back to the link", async () => {
    const shown = await auspex.call("GET", "/link?agent=a1")
    expect([shown.status, shown.headers.get("location")]).toEqual([303, "/login?next=%2Flink%3Fagent%3Da1"])
    const human = await verifiedHuman(auspex)
    const entered = await post("/login", {
      email: human.email,
      password: "correct horse battery",
      next: "/link?agent=a1"
    })
    expect([entered.status, entered.headers.get("location")]).toEqual([303, "/link?agent=a1"])
    const agent = await registerAgent(auspex)
    // A form without the session's token links nothing, signed in or not.
    const cookie = entered.headers.get("set-cookie")!.split(";")[0]!
    const foreign = await auspex.call("POST", "/link", {
      body: new URLSearchParams({ api_key: agent.key }).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded", cookie }
    })
    expect(foreign.status).toBe(403)
    expect((await post("/link", { api_key: agent.key })).headers.get("location")).toContain("/login")
  })

  it("tell somebody whose address is not verified to verify it first", async () => {
    const human = await signUp(auspex)
    const agent = await registerAgent(auspex)
    const refused = await (await signIn(auspex, human)).post("/link", { api_key: agent.key })
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining("name=\"api_key\"")])
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
